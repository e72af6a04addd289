package extractive

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
)

// degrees stand before a word and make another case of it: a very serious offence
// is no serious one.
var degrees = words("muy very")

// readDegrees notes which words of the question stand in that degree.
func (a *query) readDegrees() {
	a.raised = map[int]bool{}
	list := retrieval.Words(a.text, a.lang)
	for i := range a.terms {
		if at := a.terms[i].at; at > 0 && at < len(list) {
			a.raised[at] = degrees[list[at-1].Fold]
		}
	}
}

// otherDegree reports whether a statement has a word of the question in another
// degree only: "muy graves" where it is asked of "graves".
func (a *query) otherDegree(text string) bool {
	own := a.read(text)
	if !own["muy"] && !own["veri"] && !own["very"] && !slices.ContainsFunc(a.terms, func(t term) bool { return a.raised[t.at] }) {
		return false
	}
	list := retrieval.Words(text, a.lang)
	return slices.ContainsFunc(a.terms, func(t term) bool {
		if a.bothDegrees(&t) {
			return false
		}
		same, other := false, false
		for i, w := range list {
			if t.property != nil || !slices.ContainsFunc(w.Terms, func(s string) bool { return t.terms[s] }) {
				continue
			}
			if (i > 0 && degrees[list[i-1].Fold]) == a.raised[t.at] {
				same = true
			} else {
				other = true
			}
		}
		return other && !same
	})
}

// bothDegrees reports whether the question has a word in one degree and in the other:
// how many serious offences make a very serious one.
func (a *query) bothDegrees(t *term) bool {
	return slices.ContainsFunc(a.terms, func(o term) bool {
		return a.raised[o.at] != a.raised[t.at] && bag(o.terms).hasAny(t.terms)
	})
}
