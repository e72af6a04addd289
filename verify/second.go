package verify

import "slices"

// Wordings that name another thing than the one that is measured beside it, or that
// leave out what they name.

// secondThing returns what the element names beside the thing measured, joined to its
// bare name: "offices and workshop", "office-workshop", "floor between dwellings and
// roof". An adjective does not stand so, and another element is told apart by its
// rules. "" when there is none.
func (d *decision) secondThing() string {
	r := &d.element
	for _, h := range r.hits {
		if !h.negated && r.serves(&h) && slices.ContainsFunc(h.senses, func(s sense) bool { return isElement(s) && s.id != d.subject }) {
			return r.wording(h) // "inner door used as escape door"
		}
		if h.negated || !slices.ContainsFunc(h.senses, func(s sense) bool { return s.kind == elementSense && s.id == d.subject }) {
			continue
		}
		if i := r.joinedName(h.end); i > 0 && !r.explains(i, d.isRuled) && !r.sameWording(i) {
			return r.words[i].text
		}
		if h.start > 0 && r.words[h.start].glued && r.isThing(h.start-1) {
			return r.words[h.start-1].text
		}
	}
	return ""
}

// maxServing is how many words may stand between "as" and what a thing serves as.
const maxServing = 2

// serves reports whether a thing is said to be h, too: "as", "used as", "also".
func (r *reading) serves(h *hit) bool {
	for i := max(1, h.start-maxServing-1); i < h.start; i++ {
		if end := r.servesBehind(i); end > 0 && end <= h.start && r.words[i].clause == r.words[h.start].clause {
			return true
		}
	}
	return false
}

// isRuled reports whether s names an element that what is measured is ruled of.
func (d *decision) isRuled(s sense) bool { return isElement(s) && len(d.candidates(s.id)) > 0 }

func isElement(s sense) bool { return s.kind == elementSense }

// joinedName returns where the name begins that "and" or a hyphen joins to a name that
// ends before words[i]; 0 for none.
func (r *reading) joinedName(i int) int {
	if i >= len(r.words) || r.words[i].clause != r.words[i-1].clause {
		return 0
	}
	if r.words[i].glued && r.isThing(i) {
		return i
	}
	if !r.words[i].is(joinsAnd) || i+1 >= len(r.words) || r.words[i+1].clause != r.words[i].clause || !r.isThing(i+1) {
		return 0
	}
	return i + 1
}

// sameWording reports whether one wording holds words[i] and the word before it.
func (r *reading) sameWording(i int) bool {
	return slices.ContainsFunc(r.hits, func(h hit) bool { return h.start < i && i < h.end })
}

// isThing reports whether words[i] may name a thing: a word of weight that no link
// hangs on another, and that is no parameter and no negation.
func (r *reading) isThing(i int) bool {
	w := &r.words[i]
	return w.number == nil && w.link == "" && w.role == plainWord && !w.neutral && !w.is(negates|namesDimension) &&
		!r.explains(i, func(s sense) bool { return s.kind == parameterSense })
}

// namesPart reports whether words[start:end] name a part of a thing, or another thing.
func (r *reading) namesPart(start, end int) bool {
	for i := start; i < end; i++ {
		if r.words[i].is(namesPart) || i == start && r.explains(i, isElement) {
			return true
		}
	}
	return false
}

func isFact(s sense) bool { return s.kind == factSense && !s.hint }
