package extractive

import (
	"cmp"
	"slices"
	"strings"

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
	for _, q := range append(a.keyBounds(s), quantitiesOf(s.text)...) {
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

// keyBounds reads a bare number in the first column as the bound its heading makes
// of it: under "Superficie máxima (m²)", 113 is for up to 113 m².
func (a *query) keyBounds(s *statement) []ask.Quantity {
	t := s.passage.Table
	if len(t.Header) == 0 || len(s.cells()) == 0 {
		return nil
	}
	d := wantedDirection(plain(t.Header[0]))
	numbers := quantitiesOf(s.key())
	if d == ask.Unsaid || len(numbers) != 1 || numbers[0].Dimension() != "" {
		return nil
	}
	for _, f := range a.figures {
		if u, ok := unitIn(t.Header[0]); ok && u.Dimension() == f.Dimension() {
			q := numbers[0].In(u)
			q.Dir = d
			return []ask.Quantity{q}
		}
	}
	return nil
}

// rowsCounted are the rows whose first cell is an amount the question gives of
// what that column counts ("10 viviendas"), or, between two of them, both its
// neighbours.
func (a *query) rowsCounted(rows []statement) []statement {
	var below, above []statement
	for _, s := range rows {
		cell := quantitiesOf(s.key())
		if len(cell) != 1 || strings.Trim(s.key(), "0123456789., ") != "" {
			return nil
		}
		count, ok := a.countOf(s.passage.Table, cell[0])
		switch sign, known := count.Compare(cell[0].In(count)); {
		case !ok || !known:
			return nil
		case sign == 0:
			return []statement{s}
		case sign > 0:
			below = nearer(below, s, +1)
		default:
			above = nearer(above, s, -1)
		}
	}
	if len(below) == 0 || len(above) == 0 {
		return nil
	}
	return append(below, above...)
}

// nearer keeps of two rows the one whose first cell is larger, or smaller for -1.
func nearer(kept []statement, s statement, sign int) []statement {
	if len(kept) > 0 {
		old, now := quantitiesOf(kept[0].key())[0], quantitiesOf(s.key())[0]
		if got, _ := now.Compare(old); got != sign {
			return kept
		}
	}
	return []statement{s}
}

// countOf is the question's amount of what the first column of a table counts: of
// its unit, or the number before its word.
func (a *query) countOf(t *retrieval.Table, cell ask.Quantity) (ask.Quantity, bool) {
	if len(t.Header) == 0 {
		return cell, false
	}
	if u, ok := unitIn(t.Header[0]); ok {
		for _, f := range a.figures {
			if f.Dimension() == u.Dimension() {
				return f, true
			}
		}
		return cell, false
	}
	folded := retrieval.Fold(a.text)
	for _, q := range quantitiesOf(a.text) {
		behind := retrieval.Words(folded[q.End:], a.lang)
		if q.Dimension() == "" && !q.Reference && len(behind) > 0 && a.read(t.Header[0]).hasAny(bagOf(behind[0].Text)) {
			return q, true
		}
	}
	return cell, false
}

// bestNamed keeps the rows that have most of the question's words: a row that does
// not name the case asked about is not for it where another does. What caption and
// header say, they say of every row.
func (a *query) bestNamed(rows []statement) []statement {
	most := 0.0
	named := make([]float64, len(rows))
	for i := range rows {
		t := rows[i].passage.Table
		own := a.read(rows[i].text + "\n" + t.Caption + "\n" + strings.Join(t.Header, "\n"))
		for k := range a.terms {
			if t := &a.terms[k]; t.property == nil && t.weight >= subjectWeight {
				named[i] += own.matchWord(t)
			}
		}
		most = max(most, named[i])
	}
	within := func(share float64) []statement {
		var list []statement
		for i := range rows {
			if named[i] >= most-share {
				list = append(list, rows[i])
			}
		}
		return list
	}
	if list := within(1.5 * (1 - asSynonym)); len(list) <= mostRows {
		return list
	}
	return within(0.5 * (1 - asSynonym)) // those that have the very words
}

// key is the first cell of a row, "" where it has none.
func (s *statement) key() string {
	if len(s.cells()) == 0 {
		return ""
	}
	return s.cells()[0]
}

func (s *statement) cells() []string { return s.passage.Table.Rows[s.row] }

// rowsOf picks from a row's table those that answer as well as the row.
func (a *query) rowsOf(best statement, found []statement) []statement {
	all := statements(best.passage)
	for i := range all {
		all[i].score, all[i].rank = best.score, best.rank
	}
	if row, ok := a.rowByAmount(a.bestNamed(all)); ok {
		return []statement{row}
	}
	if rows := a.rowsCounted(all); len(rows) > 0 {
		return rows
	}
	all = a.withoutOthers(all)
	found = a.withoutOthers(found)
	rows := a.rowsFor(a.bestNamed(filter(found, func(s statement) bool {
		return s.passage == best.passage && s.row >= 0 && s.score >= asGood*best.score && (!s.further || s.named || !namedBeside(&s, found))
	})))
	rows = append(rows, a.wordedSiblings(rows, all)...)
	slices.SortStableFunc(rows, func(x, y statement) int { return cmp.Compare(x.row, y.row) })
	return rows[:min(len(rows), mostRows)]
}

// withoutOthers leaves out the rows whose counts or designation are not those of the
// question: "de una sola planta" where it has two, "ODA 1" where it is ODA 2.
func (a *query) withoutOthers(list []statement) []statement {
	kept := filter(list, func(s statement) bool {
		if s.row < 0 {
			return true
		}
		met, known := a.countMet(s.text)
		same, other := a.designates(s.key())
		return (met || !known) && (same > 0 || !other)
	})
	if len(kept) == 0 {
		return list
	}
	return kept
}

// wordedSiblings are the rows without any figure that name the use asked about as
// the rows that answer do: "no se exige" is an answer too.
func (a *query) wordedSiblings(rows, all []statement) []statement {
	return filter(all, func(s statement) bool {
		if hasNumber(strings.Join(s.cells()[min(1, len(s.cells())):], " ")) || slices.ContainsFunc(rows, func(r statement) bool { return r.row == s.row }) {
			return false
		}
		key := a.read(s.key())
		return slices.ContainsFunc(a.terms, func(t term) bool { return t.use && key.match(&t) > 0 })
	})
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
