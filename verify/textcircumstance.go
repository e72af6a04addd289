package verify

import (
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
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
	c := circumstance{text: t.tongues.Patterns.Openers.ReplaceAllString(strings.Trim(squeeze(text), "«»\"“” "), "")}
	for _, piece := range t.pieces(t.tongues.Patterns.ComparedFirst(c.text)) {
		part := t.part(piece)
		if len(part.words)+len(part.numbers) == 0 && part.place == "" {
			continue
		}
		c.parts = append(c.parts, part)
		for _, w := range part.words {
			c.terms = union(c.terms, []term{w.term})
		}
		for _, n := range part.numbers {
			c.terms = union(c.terms, n.about)
		}
	}
	return c
}

// pieces cuts a phrase at its alternatives. A cut that would leave a piece without a
// word of weight is none: "igual o mayor que 15 m".
func (t *thesaurus) pieces(text string) []string {
	var out []string
	last := 0
	for _, at := range t.tongues.Patterns.Alternatives.FindAllStringIndex(text, -1) {
		left, right := text[last:at[0]], text[at[1]:]
		if t.tongues.Compares(right) || len(t.said(left, true).tokens) == 0 || len(t.said(right, true).tokens) == 0 {
			continue
		}
		out = append(out, left)
		last = at[1]
	}
	return append(out, text[last:])
}

func (t *thesaurus) part(text string) circumstancePart {
	out := circumstancePart{text: strings.TrimSpace(text)}
	if place, names := t.tongues.PlaceNames(text); place != "" {
		out.place, out.names = place, names
		return out
	}
	s := t.said(text, true)
	used := make([]bool, len(s.tokens))
	for i := range s.tokens {
		w := s.at(i)
		if w.Number == nil {
			continue
		}
		n := numberCondition{span: *w.Number, unit: w.Unit}
		used[i] = true
		for j := range s.tokens {
			if other := s.at(j); other.Number == nil && other.Clause == w.Clause && s.near(i, j) {
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
			denied = s.at(i).Clause
		}
		if !used[i] && !t.of(k.term).generic {
			out.words = append(out.words, saidTerm{k.term, s.at(i).Clause == denied})
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
