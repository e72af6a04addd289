package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// What a subject is worth by where it stands, and what a figure adds where one is
// asked for.
const (
	inOwn     = 1.0
	inOver    = 0.9
	inTitle   = 0.8
	inAim     = 0.7  // what the whole text goes for
	inBeside  = 0.5  // elsewhere in the passage
	sayingOne = 0.05 // more, for saying that it is a single one
	figured   = 0.3
	cased     = 0.3  // a row of the case the question is of
	nearly    = 0.97 // share of the best rank of what is told beside it
)

// weigh tells how well a statement answers; ok is false for one that holds nothing of
// the question itself, and where a figure is asked for of a thing that is named further
// on only: a statement may refer back ("leur largeur"), but not ahead.
func (a *plainQuery) weigh(p *ask.Passage, st *ask.Statement, title, before termBag) (rank float64, ok bool) {
	own, over := bagIn(st.Text, a.texts), bagIn(st.Over, a.texts)
	if p.Table != nil && st.Row >= 0 {
		own.add(strings.Join(p.Table.Header, "\n"), a.texts)
	}
	held, counted, extra := 0, 0, 0.0
	for i := range a.subjects {
		counted++
		switch s := &a.subjects[i]; {
		case own.has(s):
			rank += inOwn
			held++
			if s.single {
				extra += sayingOne
			}
		case over.has(s):
			rank += inOver
			held++
		case s.alone:
			return 0, false
		case title.has(s):
			rank += inTitle
		case a.inScope(p, s):
			rank += inAim
		case a.spared(p, i):
			counted--
		case st.Row >= 0, a.figure && !before.has(s), a.isAskedMeasure(s): // another row's, or of what follows or went before
			return 0, false
		default:
			rank += inBeside
		}
	}
	rank = rank/float64(max(counted, 1)) + extra
	figure := a.hasFigure(st)
	if a.figure && figure {
		rank += figured
	}
	return rank, held > 0 || a.figure && figure && a.headsOwner(p)
}

// hasFigure reports whether a statement has a number that is not one of an article.
func (a *plainQuery) hasFigure(st *ask.Statement) bool {
	refs := articlesIn(st.Text, a.texts)
	for at, r := range st.Text {
		if '0' <= r && r <= '9' && !slices.ContainsFunc(refs, func(ref articleRef) bool { return ref.from <= at && at < ref.to }) {
			return true
		}
	}
	return false
}

// isAskedMeasure reports whether a subject is the measure that a question asks an amount
// of in so many words.
func (a *plainQuery) isAskedMeasure(s *topic) bool {
	return a.owner != nil && a.owner.measure.text == s.text && a.measured()
}
