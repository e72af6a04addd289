package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// circumstance is what a phrase says must hold, ready to be held against what a
// check says. Several parts are alternatives: "en zonas de uso público, así como
// cuando no haya ascensor".
type circumstance struct {
	text    string
	parts   []circumstancePart
	terms   []term // of all parts
	setting bool   // a title's, which an ordinary check does not mean
}

// circumstancePart holds when all of it does.
type circumstancePart struct {
	text    string
	words   []saidTerm
	numbers []numberCondition
	place   string   // the technical datum of a place it asks for
	names   []string // and its values, or what they begin with
}

// saidTerm is a meaning that must be said, or denied.
type saidTerm struct {
	term   term
	denied bool
}

// numberCondition is a quantity within bounds.
type numberCondition struct {
	about []term // the words beside it
	span  quantity.Interval
	unit  quantity.Unit
}

// circumstance reads a phrase.
func (t *thesaurus) circumstance(text string) circumstance {
	c := circumstance{text: t.tongues.patterns.openers.ReplaceAllString(strings.Trim(squeeze(text), "«»\"“” "), "")}
	for _, piece := range t.pieces(t.tongues.patterns.comparedFirst(c.text)) {
		part := t.part(piece)
		if len(part.words)+len(part.numbers) == 0 && part.place == "" {
			continue
		}
		c.parts = append(c.parts, part)
		for _, w := range part.words {
			c.terms = unionTerms(c.terms, []term{w.term})
		}
		for _, n := range part.numbers {
			c.terms = unionTerms(c.terms, n.about)
		}
	}
	return c
}

// comparedFirst writes "10 personas, como máximo" as "como máximo 10 personas" and
// "hasta una profundidad de 1,40 m" as "profundidad hasta 1,40 m": a comparison may
// stand behind what is counted, or before what is measured, and both come to stand
// right before the number.
func (p *patterns) comparedFirst(text string) string {
	text = p.halfOpen.ReplaceAllString(text, "≥ $1, $2")
	text = p.fromTo.ReplaceAllString(text, p.bounds)
	text = p.eitherNumber.ReplaceAllString(text, p.bounds)
	text = p.comparedBehind.ReplaceAllString(text, "$2 $1")
	return p.comparedBefore.ReplaceAllString(text, "$2 $1 $3")
}

// pieces cuts a phrase at its alternatives. A cut that would leave a piece without a
// word of weight is none: "igual o mayor que 15 m".
func (t *thesaurus) pieces(text string) []string {
	var out []string
	last := 0
	for _, at := range t.tongues.patterns.alternatives.FindAllStringIndex(text, -1) {
		left, right := text[last:at[0]], text[at[1]:]
		if t.tongues.compares(right) || len(t.said(left, true).tokens) == 0 || len(t.said(right, true).tokens) == 0 {
			continue
		}
		out = append(out, left)
		last = at[1]
	}
	return append(out, text[last:])
}

// compares reports whether text begins with a comparison: what stands before it is
// compared too.
func (t *tongues) compares(text string) bool {
	words := strings.Fields(fold(text))
	for n := min(2, len(words)); n > 0; n-- {
		wording := strings.Join(words[:n], " ")
		for _, g := range t.languages {
			if g.comparators[wording] != "" || slices.ContainsFunc(g.phrases["or more"], func(or string) bool { return g.behind[or+" "+wording] != "" }) {
				return true
			}
		}
	}
	return false
}

func (t *thesaurus) part(text string) circumstancePart {
	out := circumstancePart{text: strings.TrimSpace(text)}
	if place, names := t.tongues.placeNames(text); place != "" {
		out.place, out.names = place, names
		return out
	}
	s := t.said(text, true)
	used := make([]bool, len(s.tokens))
	for i := range s.tokens {
		w := s.at(i)
		if w.number == nil {
			continue
		}
		n := numberCondition{span: *w.number, unit: w.unit}
		used[i] = true
		for j := range s.tokens {
			if other := s.at(j); other.number == nil && other.clause == w.clause && s.near(i, j) {
				n.about = append(n.about, s.tokens[j].term)
				used[j] = true
			}
		}
		if _, exact := n.span.Exact(); exact && n.unit.IsZero() && len(n.about) == 0 {
			continue // the number of a paragraph
		}
		out.numbers = append(out.numbers, n)
	}
	denied := -1 // the clause whose rest is denied
	for i, k := range s.tokens {
		if k.negated {
			denied = s.at(i).clause
		}
		if !used[i] && !t.of(k.term).generic {
			out.words = append(out.words, saidTerm{k.term, s.at(i).clause == denied})
		}
	}
	return out
}

func (t *thesaurus) label(terms []term) string {
	names := make([]string, 0, len(terms))
	for _, id := range terms {
		names = append(names, t.name(id))
	}
	return strings.Join(names, " ")
}

var zoneSplitter = lazyregexp.New(`[\s,;:/()]+`)

// placeNames recognises a datum of places: "zonas climáticas D y E", "municipios
// de zona II".
func (t *tongues) placeNames(text string) (datum string, names []string) {
	words := zoneSplitter.Split(strings.TrimSpace(text), -1)
	zone := slices.IndexFunc(words, func(w string) bool {
		return t.anyLanguage(func(l *language) bool {
			return slices.ContainsFunc(l.zones.words, func(zone string) bool { return strings.HasPrefix(fold(w), zone) })
		})
	})
	if zone < 0 {
		return "", nil
	}
	for _, w := range words[zone+1:] {
		radon := ""
		for _, l := range t.languages {
			radon = max(radon, l.zones.radon[w])
		}
		switch {
		case t.isClimate(w) && datum != placeRadon:
			datum, names = placeClimate, append(names, w)
		case radon != "" && datum != placeClimate:
			datum, names = placeRadon, append(names, radon)
		}
	}
	return datum, names
}

func (t *tongues) anyLanguage(is func(*language) bool) bool {
	return slices.ContainsFunc(t.languages, is)
}

func (t *tongues) isClimate(w string) bool {
	return t.anyLanguage(func(l *language) bool { return l.zones.climate[w] })
}

// climateNames returns the climate zones that a header names alone: "A", "D, E".
func (t *tongues) climateNames(text string) []string {
	var names []string
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" ,;/", r) }) {
		switch {
		case t.isClimate(name):
			names = append(names, name)
		case !t.anyLanguage(func(l *language) bool { return name == l.between[1] || slices.Contains(l.phrases["either"], name) }):
			return nil
		}
	}
	return names
}
