package extractive

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
)

// What else answers beside the best statement, and how many cases an answer
// tells apart.
const (
	asGood    = 0.9 // share of the best score
	mostCases = 6
	mostCells = 4 // of one table; more are given as a span
)

// cases collects the amounts of all statements that answer as well as the best:
// texts of different scope may each have a word to say, and an answer that tells
// one of them only would be wrong for the others.
func (a *query) cases(found []statement) []value {
	var values []value
	var tables []string
	for i := range found {
		s := &found[i]
		if s.further && !s.named && namedBeside(s, found) {
			continue
		}
		if a.covers(&found[0]) && !a.covers(s) && !supplements(&found[0], s) {
			continue
		}
		if s.score < asGood*found[0].score && !supplements(&found[0], s) {
			continue
		}
		if s.row < 0 {
			for _, v := range a.wanted(a.valuesOf(s)) {
				v.beside = supplements(&found[0], s)
				values = append(values, v)
			}
			continue
		}
		if slices.Contains(tables, s.passage.Handle) {
			continue
		}
		tables = append(tables, s.passage.Handle)
		for _, row := range a.rowsOf(*s, found) {
			read := a.rowValues(&row)
			kept := a.wanted(slices.Clone(read))
			if len(kept) == 0 && a.leavesOpen(&row, read) {
				return nil // to state the others alone would be half an answer
			}
			values = append(values, kept...)
		}
	}
	return a.byWords(withoutTwins(ranges(a.choose(values), a.wording())))
}

// namedBeside reports whether another statement under the same heading names the
// use asked about, so that this one, for all other uses, is not for it.
func namedBeside(s *statement, found []statement) bool {
	return slices.ContainsFunc(found, func(o statement) bool {
		return o.named && o.innermost() == s.innermost() && o.score >= enough
	})
}

// supplements reports whether the best statement only adds to what a neighbour
// demands: "hay otro a una altura de...".
func supplements(best, neighbour *statement) bool {
	return best.passage == neighbour.passage && neighbour.score >= enough && supplementCue.MatchString(retrieval.Fold(best.text))
}

// byWords keeps, of the values of one sentence, those whose case the question
// names.
func (a *query) byWords(values []value) []value {
	named := func(v *value) int {
		n, label := 0, bagOf(v.label)
		for i := range a.terms {
			if t := &a.terms[i]; t.property == nil && !t.head && t.weight >= subjectWeight && label.match(t) > asKin && !a.denied(retrieval.Fold(v.label)) {
				n++
			}
		}
		return n
	}
	most := map[*statement]int{}
	for i := range values {
		most[values[i].from] = max(most[values[i].from], named(&values[i]))
	}
	return slices.DeleteFunc(values, func(v value) bool { return named(&v) < most[v.from] })
}

// withoutTwins drops what is said twice: the same amount for the same case.
func withoutTwins(values []value) []value {
	var list []value
	for _, v := range values {
		if !slices.ContainsFunc(list, func(o value) bool {
			return o.shown == v.shown && o.Dir == v.Dir && o.label == v.label && o.from.innermost() == v.from.innermost()
		}) {
			list = append(list, v)
		}
	}
	return list
}

// sourcesOf lists the statements values are from, by heading in the order in
// which the first of each appears.
func sourcesOf(values []value) []statement {
	var list []statement
	var headings []string
	for _, v := range values {
		if !slices.Contains(headings, v.from.passage.Title+v.from.innermost()) {
			headings = append(headings, v.from.passage.Title+v.from.innermost())
		}
	}
	for _, h := range headings {
		for _, v := range values {
			if v.from.passage.Title+v.from.innermost() == h && len(list) < mostQuotes {
				list = append(list, *v.from)
			}
		}
	}
	return distinct(list)
}

const mostQuotes = 8

// scoped reports whether values come from more than one heading.
func scoped(values []value) bool {
	return slices.ContainsFunc(values, func(v value) bool { return v.from.innermost() != values[0].from.innermost() })
}
