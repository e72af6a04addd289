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
	label string
	span  span
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

// pieces cuts a phrase at its alternatives. A cut that would leave a piece
// without a word of weight is none: "igual o mayor que 15 m".
func (t *thesaurus) pieces(text string) []string {
	var out []string
	last := 0
	weight := func(s string) bool { return len(t.tokens(t.tongues.phrase(s, t.lang), true)) > 0 }
	for _, at := range t.tongues.patterns.alternatives.FindAllStringIndex(text, -1) {
		left, right := text[last:at[0]], text[at[1]:]
		if _, compares := t.tongues.firstComparator(right); compares || !weight(left) || !weight(right) {
			continue
		}
		out = append(out, left)
		last = at[1]
	}
	return append(out, text[last:])
}

// firstComparator reports whether text begins with a comparison: what stands
// before it is compared too.
func (t *tongues) firstComparator(text string) (string, bool) {
	words := strings.Fields(fold(text))
	for n := min(2, len(words)); n > 0; n-- {
		wording := strings.Join(words[:n], " ")
		for _, g := range t.languages {
			if op, ok := g.comparators[wording]; ok {
				return op, true
			}
			for _, or := range g.phrases["or more"] {
				if op, ok := g.behind[or+" "+wording]; ok {
					return op, true
				}
			}
		}
	}
	return "", false
}

func (t *thesaurus) part(text string) circumstancePart {
	out := circumstancePart{text: strings.TrimSpace(text)}
	if place, names := t.tongues.placeNames(text); place != "" {
		out.place, out.names = place, names
		return out
	}
	p := t.tongues.phrase(text, t.lang)
	tokens := t.tokens(p, true)
	used := make([]bool, len(tokens))
	for i, k := range tokens {
		if k.number == nil {
			continue
		}
		n := numberCondition{span: *k.number, unit: k.unit}
		used[i] = true
		for j, other := range tokens {
			if other.number == nil && other.clause == k.clause && near(tokens, i, j) {
				n.about = append(n.about, other.term)
				used[j] = true
			}
		}
		if _, exact := n.span.exact(); exact && n.unit.IsZero() && len(n.about) == 0 {
			continue // the number of a paragraph
		}
		n.label = t.label(n.about)
		out.numbers = append(out.numbers, n)
	}
	denied := -1 // the clause whose rest is denied
	for i, k := range tokens {
		if k.negated {
			denied = k.clause
		}
		if !used[i] && !t.of(k.term).generic {
			out.words = append(out.words, saidTerm{k.term, k.clause == denied})
		}
	}
	return out
}

// near reports whether no other number stands between two tokens.
func near(tokens []token, a, b int) bool {
	for i := min(a, b) + 1; i < max(a, b); i++ {
		if tokens[i].number != nil {
			return false
		}
	}
	return true
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
	zone := slices.IndexFunc(words, t.isZone)
	if zone < 0 {
		return "", nil
	}
	for _, w := range words[zone+1:] {
		radon := t.radonZone(w)
		switch {
		case t.isClimate(w) && datum != placeRadon:
			datum, names = placeClimate, append(names, w)
		case radon != "" && datum != placeClimate:
			datum, names = placeRadon, append(names, radon)
		}
	}
	return datum, names
}

// isZone reports whether a word begins the name of a zone, in any inflection.
func (t *tongues) isZone(w string) bool {
	f := fold(w)
	return slices.ContainsFunc(t.languages, func(l *language) bool {
		return slices.ContainsFunc(l.zones.words, func(zone string) bool { return strings.HasPrefix(f, zone) })
	})
}

func (t *tongues) isClimate(w string) bool {
	return slices.ContainsFunc(t.languages, func(l *language) bool { return l.zones.climate[w] })
}

func (t *tongues) radonZone(w string) string {
	for _, l := range t.languages {
		if number := l.zones.radon[w]; number != "" {
			return number
		}
	}
	return ""
}
