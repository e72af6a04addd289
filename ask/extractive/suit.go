package extractive

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
)

// How much less an answer of another kind counts.
const (
	contrary  = 0.5  // it is for the very opposite of the case asked about
	otherKind = 0.85 // it does not say what is needed, or allowed
	notNeeded = 0.65 // it does not say that something is needed, where it is asked when
	bareRow   = 0.7  // a row of figures, where yes or no is asked
)

// suits is 1 when a statement can answer that kind of question, less when it
// hardly can, and more when it was made for the very case.
func (a *query) suits(s *statement, values []value) float64 {
	folded := retrieval.Fold(s.text)
	if a.denied(folded+"\n"+retrieval.Fold(s.innermost())) || a.opposed(s.text) || a.ofOtherUse(s) {
		return contrary
	}
	switch a.kind {
	case howMuch:
		if s.row >= 0 {
			return a.suitsAmount(values) * a.fits(s.text)
		}
		return a.suitsAmount(values) * a.applies(values)
	case whenIs:
		if neededCue.MatchString(folded) || normCue.MatchString(retrieval.Fold(s.passage.Title)) {
			return a.fits(s.text)
		}
		return a.fits(s.text) * notNeeded
	case mayI:
		switch {
		case s.row >= 0:
			return a.fits(s.text) * bareRow
		case !normCue.MatchString(folded):
			return a.fits(s.text) * otherKind
		}
		return a.fits(s.text)
	default:
		return 1
	}
}

// denied reports whether a text says of what the question is about that it is
// not: "si no es itinerario accesible".
func (a *query) denied(folded string) bool {
	for _, m := range denial.FindAllStringSubmatch(folded, -1) {
		what := bagOf(m[1])
		if slices.ContainsFunc(a.terms, func(t term) bool { return t.property == nil && !t.head && what.match(&t) > 0 }) {
			return true
		}
	}
	return false
}

// opposed reports whether a text has the opposite of a word of the question, and
// not the word.
func (a *query) opposed(text string) bool {
	own := a.read(text)
	return slices.ContainsFunc(a.terms, func(t term) bool {
		return t.opposite != nil && own.match(&t) == 0 && own.hasAny(t.opposite)
	})
}

// ofOtherUse reports whether a statement is for uses of buildings other than the
// one the question names.
func (a *query) ofOtherUse(s *statement) bool {
	if elseCue.MatchString(retrieval.Fold(s.text)) {
		return false
	}
	own := a.read(s.text + "\n" + s.lead)
	if !slices.ContainsFunc(uses, own.hasAny) {
		return false
	}
	asked := false
	for i := range a.terms {
		if t := &a.terms[i]; t.use {
			if asked = true; own.match(t) > 0 {
				return false
			}
		}
	}
	return asked
}

func (b bag) hasAny(terms bag) bool {
	for s := range terms {
		if b[s] {
			return true
		}
	}
	return false
}

// How much less a statement counts that has no amount of what is asked, or only
// one that bounds the other way.
const (
	noAmount   = 0.5
	wrongBound = 0.6
)

// suitsAmount looks for an amount of what is asked, bounding the way that is
// asked.
func (a *query) suitsAmount(values []value) float64 {
	switch {
	case len(values) == 0:
		return noAmount
	case len(a.wanted(slices.Clone(values))) == 0:
		return wrongBound
	}
	return 1
}

// amounts are those of a sentence or a row that answer.
func (a *query) amounts(s *statement) []value {
	switch {
	case a.kind != howMuch:
		return nil
	case s.row >= 0:
		return a.rowValues(s)
	}
	return a.valuesOf(s)
}
