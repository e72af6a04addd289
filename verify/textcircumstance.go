package verify

import (
	"regexp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/verify/quantity"
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

// alternatives cut a phrase where either side is enough.
var alternatives = regexp.MustCompile(`(?i);|,?\s+as[ií] como\s+|,?\s+o bien\s+|\s+[ou]\s+|,?\s+as well as\s+|,?\s+or\s+`)

// openers begin an exception or a condition; that it is one, the role says.
var openers = regexp.MustCompile(`(?i)^(excepto|salvo|except|unless)\s+((si|en caso de que|for|that)\s+)?`)

// circumstance reads a phrase.
func (t *thesaurus) circumstance(text string) circumstance {
	c := circumstance{text: openers.ReplaceAllString(strings.Trim(squeeze(text), "«»\"“” "), "")}
	for _, piece := range t.pieces(comparedFirst(c.text)) {
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

// A comparison may stand behind what is counted, or before what is measured; both
// come to stand right before the number.
var (
	comparedBehind = regexp.MustCompile(`(?i)(\d[\d.,]*\s+\pL+)\s*,?\s+(como máximo|como mínimo|at most|at least)`)
	halfOpen       = regexp.MustCompile(`(?i)\b(?:de|desde|from)\s+(\d[\d.,]*(?:\s+[^\s\d]+)?)\s+(?:a|hasta|to)\s+(menos de|less than|under)\b`)
	fromTo         = regexp.MustCompile(`(?i)\b(?:de|desde|from)\s+(\d[\d.,]*(?:\s+[^\s\d]+)?)\s+(?:a|hasta|to)\s+(\d)`)
	eitherNumber   = regexp.MustCompile(`(?i)\b(\d+)\s+(?:o|or)\s+(\d+)\b`)
	comparedBefore = regexp.MustCompile(`(?i)\b(hasta|up to)\s+(?:una?\s+|el\s+|la\s+|an?\s+|the\s+)?(\pL+)\s+(?:de\s+|of\s+)?(\d)`)
)

// comparedFirst writes "10 personas, como máximo" as "como máximo 10 personas" and
// "hasta una profundidad de 1,40 m" as "profundidad hasta 1,40 m".
func comparedFirst(text string) string {
	text = halfOpen.ReplaceAllString(text, "≥ $1, $2")
	text = fromTo.ReplaceAllString(text, "entre $1 y $2")
	text = eitherNumber.ReplaceAllString(text, "entre $1 y $2")
	text = comparedBehind.ReplaceAllString(text, "$2 $1")
	return comparedBefore.ReplaceAllString(text, "$2 $1 $3")
}

// pieces cuts a phrase at its alternatives. A cut that would leave a piece
// without a word of weight is none: "igual o mayor que 15 m".
func (t *thesaurus) pieces(text string) []string {
	var out []string
	last := 0
	weight := func(s string) bool { return len(t.tokens(phraseOf(s, t.lang), true)) > 0 }
	for _, at := range alternatives.FindAllStringIndex(text, -1) {
		left, right := text[last:at[0]], text[at[1]:]
		if _, compares := firstComparator(right); compares || !weight(left) || !weight(right) {
			continue
		}
		out = append(out, left)
		last = at[1]
	}
	return append(out, text[last:])
}

// firstComparator reports whether text begins with a comparison: what stands
// before it is compared too.
func firstComparator(text string) (string, bool) {
	words := strings.Fields(fold(text))
	for n := min(2, len(words)); n > 0; n-- {
		wording := strings.Join(words[:n], " ")
		for _, g := range grammars {
			if op, ok := g.comparators[wording]; ok {
				return op, true
			}
			if op, ok := g.behind["o "+wording]; ok {
				return op, true
			}
		}
	}
	return "", false
}

func (t *thesaurus) part(text string) circumstancePart {
	out := circumstancePart{text: strings.TrimSpace(text)}
	if place, names := placeNames(text); place != "" {
		out.place, out.names = place, names
		return out
	}
	p := phraseOf(text, t.lang)
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

var (
	climateName  = regexp.MustCompile(`^(α|[A-E])[1-4]?$`)
	romanNumber  = map[string]string{"I": "1", "II": "2", "III": "3"}
	zoneSplitter = regexp.MustCompile(`[\s,;:/()]+`)
)

// placeNames recognises a datum of places: "zonas climáticas D y E", "municipios
// de zona II".
func placeNames(text string) (datum string, names []string) {
	words := zoneSplitter.Split(strings.TrimSpace(text), -1)
	zone := slices.IndexFunc(words, func(w string) bool { f := fold(w); return strings.HasPrefix(f, "zona") || strings.HasPrefix(f, "zone") })
	if zone < 0 {
		return "", nil
	}
	for _, w := range words[zone+1:] {
		switch {
		case climateName.MatchString(w) && datum != placeRadon:
			datum, names = placeClimate, append(names, w)
		case romanNumber[w] != "" && datum != placeClimate:
			datum, names = placeRadon, append(names, romanNumber[w])
		}
	}
	return datum, names
}
