package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// isAbsence reports whether a sentence only says that the sources lack something,
// which no passage can bear out.
func (t *turn) isAbsence(plain string) bool {
	folded := retrieval.Fold(plain)
	return says("absence", folded) && t.free(plain) && len(Quantities(plain)) == 0
}

// free reports whether a sentence needs no marker: it speaks of what the
// sources lack, of the project, or repeats the question (CITATIONS S1, M8).
func (t *turn) free(plain string) bool {
	folded := retrieval.Fold(strings.TrimSpace(plain))
	if !strings.ContainsFunc(folded, isWordRune) {
		return true
	}
	if says("project", folded) && t.facts.verbatim(phrases()["project"].replace(folded, "")) {
		return true
	}
	numbers := Quantities(plain)
	if !t.allGiven(plain, numbers) {
		return false
	}
	switch {
	case says("absence", folded):
		return !says("contrast", folded) && !claimsBeside(plain, folded)
	case says("project", folded):
		rest := phrases()["project"].replace(folded, "")
		return (!says("norm", rest) || t.facts.checked) && covered(rest, t.facts.words) >= 0.5 &&
			!slices.ContainsFunc(numbers, func(q Quantity) bool { return !t.facts.nearFact(rest, q) })
	case strings.HasSuffix(folded, "?"):
		return covered(plain, t.facts.asked) >= 0.8
	}
	return strings.HasSuffix(folded, ":") && len(numbers) == 0 && !says("norm", folded)
}

// claimsBeside reports whether a sentence on what the sources lack also claims
// something: before it, in a clause of its own, or as what is not stated to be.
func claimsBeside(plain, folded string) bool {
	at := phrases()["absence"].find(folded)
	return at != nil && (says("norm", folded[:at[0]]) || says("norm", folded[at[1]:]) && statedThat.MatchString(plain))
}

// statedThat opens what is not stated to be so; "qué" asks.
var statedThat = lazyregexp.New(`(?i)\bconst[ae]\w*\b.*? que |\b(?:state|say)s? that\b`)

// allGiven reports whether the question or the project gives every amount and
// designation of a sentence.
func (t *turn) allGiven(plain string, numbers []Quantity) bool {
	for _, q := range numbers {
		if q.Dir != Unsaid && !t.facts.learned || !t.facts.states(q) {
			return false
		}
	}
	for _, code := range codesIn(plain) {
		if !t.facts.codes[code] {
			return false
		}
	}
	list, _ := designationsIn(plain)
	return !slices.ContainsFunc(list, func(d designation) bool { return !d.within(t.facts.designations) && !t.facts.codes[d.value] })
}

// nearFact reports whether an amount stands in the project's data in a line that
// speaks of the same (CITATIONS N6, M8).
func (f *facts) nearFact(folded string, q Quantity) bool {
	terms := termSet(folded)
	return slices.ContainsFunc(f.lines, func(l factLine) bool { return l.states(q) && (len(l.terms) == 0 || hits(l.terms, terms) > 0) })
}

// bareHeading reports whether a heading only names what follows.
func (t *turn) bareHeading(text string) bool {
	if t.plain != nil {
		return len(text) <= 200 && t.bareHeadingPlain(text)
	}
	folded := retrieval.Fold(text)
	return len(text) <= 200 && t.judgeHeadingNumbers(text) && !says("norm", folded) && !says("statement", folded)
}

func (t *turn) judgeHeadingNumbers(text string) bool {
	for _, q := range Quantities(text) {
		if !q.Reference && (q.Dir != Unsaid || q.Dimension() != "") && !t.facts.states(q) {
			return false
		}
	}
	return true
}
