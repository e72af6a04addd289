package extractive

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// rowsFor narrows the rows of one table that answer to those the question's
// amounts and zone select.
func (a *query) rowsFor(rows []statement) []statement {
	if zoned := filter(rows, func(s statement) bool {
		return slices.ContainsFunc(s.cells(), func(cell string) bool { return isZone(cell, a.zone) })
	}); len(zoned) > 0 {
		return zoned
	}
	if row, ok := a.rowByAmount(rows); ok {
		return []statement{row}
	}
	return rows
}

// rowByAmount finds the row all of whose conditions ("less than 6 m") the
// question's amounts meet, the closest where several do, or else the row for all
// other cases.
func (a *query) rowByAmount(rows []statement) (best statement, ok bool) {
	var bound ask.Quantity
	refused := 0
	for _, s := range rows {
		closest, met, known := a.rowBound(&s)
		switch {
		case known && !met:
			refused++
		case known && (!ok || closer(closest, bound)):
			best, bound, ok = s, closest, true
		}
	}
	if ok || refused == 0 {
		return best, ok
	}
	for _, s := range rows {
		if slices.ContainsFunc(s.cells(), func(c string) bool { return elseCue.MatchString(retrieval.Fold(c)) }) {
			return s, true
		}
	}
	return best, false
}

// rowBound weighs a row's conditions against the question's amounts: whether
// all are met, and the last of them.
func (a *query) rowBound(s *statement) (bound ask.Quantity, met, known bool) {
	met = true
	for _, q := range ask.Quantities(s.text) {
		if ok, sure := holds(q, a.figures); sure {
			bound, met, known = q, met && ok, true
		}
	}
	return bound, met, known
}

// closer reports whether a bounds more tightly than b in the same direction.
func closer(a, b ask.Quantity) bool {
	sign, ok := a.Compare(b)
	return ok && a.Dir == b.Dir && sign != 0 && (sign < 0) == (a.Dir == ask.Maximum)
}

func (s *statement) cells() []string { return s.passage.Table.Rows[s.row] }

// rowsOf picks from a row's table those that answer as well as the row.
func (a *query) rowsOf(best statement, found []statement) []statement {
	all := statements(best.passage)
	for i := range all {
		all[i].score, all[i].rank = best.score, best.rank
	}
	if row, ok := a.rowByAmount(all); ok {
		return []statement{row}
	}
	rows := a.rowsFor(filter(found, func(s statement) bool {
		return s.passage == best.passage && s.row >= 0 && s.score >= asGood*best.score && (!s.further || s.named || !namedBeside(&s, found))
	}))
	slices.SortStableFunc(rows, func(x, y statement) int { return cmp.Compare(x.row, y.row) })
	return rows[:min(len(rows), mostRows)]
}

const mostRows = 6

func filter(list []statement, keep func(statement) bool) []statement {
	var out []statement
	for _, s := range list {
		if keep(s) {
			out = append(out, s)
		}
	}
	return out
}
