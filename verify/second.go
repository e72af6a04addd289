package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/understand"
)

// Wordings that name another thing than the one that is measured beside it, or that
// leave out what they name.

// secondThing returns what the element names beside the thing measured, joined to its
// bare name: "offices and workshop", "office-workshop", "floor between dwellings and
// roof". An adjective does not stand so, and another element is told apart by its
// rules. "" when there is none.
func (d *decision) secondThing() string {
	r := &d.element
	for _, h := range r.hits {
		if !h.Negated && r.serves(&h) && slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return isElement(s) && s.ID != d.subject }) {
			return r.wording(h) // "inner door used as escape door"
		}
		if h.Negated || !slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return s.Kind == understand.ElementSense && s.ID == d.subject }) {
			continue
		}
		if i := r.joinedName(h.End); i > 0 && !r.explains(i, d.isRuled) && !r.sameWording(i) {
			return r.Words[i].Text
		}
		if h.Start > 0 && r.Words[h.Start].Glued && r.isThing(h.Start-1) {
			return r.Words[h.Start-1].Text
		}
	}
	return ""
}

// maxServing is how many words may stand between "as" and what a thing serves as.
const maxServing = 2

// serves reports whether a thing is said to be h, too: "as", "used as", "also".
func (r *reading) serves(h *understand.Hit) bool {
	for i := max(1, h.Start-maxServing-1); i < h.Start; i++ {
		if end := r.ServesBehind(i); end > 0 && end <= h.Start && r.Words[i].Clause == r.Words[h.Start].Clause {
			return true
		}
	}
	return false
}

// isRuled reports whether s names an element that what is measured is ruled of.
func (d *decision) isRuled(s understand.Sense) bool {
	return isElement(s) && len(d.candidates(s.ID)) > 0
}

func isElement(s understand.Sense) bool { return s.Kind == understand.ElementSense }

// joinedName returns where the name begins that "and" or a hyphen joins to a name that
// ends before words[i]; 0 for none.
func (r *reading) joinedName(i int) int {
	if i >= len(r.Words) || r.Words[i].Clause != r.Words[i-1].Clause {
		return 0
	}
	if r.Words[i].Glued && r.isThing(i) {
		return i
	}
	if !r.Words[i].Is(understand.JoinsAnd) || i+1 >= len(r.Words) || r.Words[i+1].Clause != r.Words[i].Clause || !r.isThing(i+1) {
		return 0
	}
	return i + 1
}

// sameWording reports whether one wording holds words[i] and the word before it.
func (r *reading) sameWording(i int) bool {
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool { return h.Start < i && i < h.End })
}

// isThing reports whether words[i] may name a thing: a word of weight that no link
// hangs on another, and that is no parameter and no negation.
func (r *reading) isThing(i int) bool {
	w := &r.Words[i]
	return w.Number == nil && w.Link == "" && w.Role == understand.PlainWord && !w.Neutral && !w.Is(understand.Negates|understand.NamesDimension) &&
		!r.explains(i, func(s understand.Sense) bool { return s.Kind == understand.ParameterSense })
}

// namesPart reports whether words[start:end] name a part of a thing, or begin with another
// thing; "superficie útil ..." is a measure.
func (r *reading) namesPart(start, end int) bool {
	for i := start; i < end; i++ {
		if r.Words[i].Is(understand.NamesPart) || i == start && !r.Words[i].Is(understand.NamesDimension) && r.explains(i, isElement) {
			return true
		}
	}
	return false
}

func isFact(s understand.Sense) bool { return s.Kind == understand.FactSense && !s.Hint }
