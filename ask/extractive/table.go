package extractive

import (
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

// columns returns the indexes of the cells that answer: the zone's column, or
// the columns the question names, or every cell with a number.
func (a *query) columns(s *statement) []int {
	t := s.passage.Table
	var zoned, named, numbered []int
	for i, cell := range s.cells() {
		if i >= len(t.Header) {
			break
		}
		if i == 0 || !hasNumber(cell) { // the first cell says what the row is of
			continue
		}
		numbered = append(numbered, i)
		if isZone(t.Header[i], a.zone) {
			zoned = append(zoned, i)
		}
		if b := bagOf(t.Header[i]); slices.ContainsFunc(a.terms, func(t term) bool { return b.match(&t) > 0 }) {
			named = append(named, i)
		}
	}
	switch {
	case len(zoned) > 0:
		return zoned
	case len(named) > 0:
		return named
	}
	return numbered
}

func hasNumber(cell string) bool { return strings.ContainsAny(cell, "0123456789") }

// isZone reports whether a cell names the zone: whole ("D3"), or by its letter
// alone, as tables by the severity of the winter do ("Zona D").
func isZone(cell, zone string) bool {
	if zone == "" {
		return false
	}
	zone = retrieval.Fold(zone)
	letter := strings.TrimRight(zone, "0123456789")
	for f := range strings.FieldsSeq(retrieval.Fold(cell)) {
		if zoneWords[f] {
			continue
		}
		return (f == zone || f == letter) && strings.HasSuffix(retrieval.Fold(cell), f)
	}
	return false
}

var zoneWords = words("zona zone climatica climate de invierno winter")

// cellText is a cell with the unit its header, label or caption gives it.
func (a *query) cellText(s *statement, column int) string {
	cell := strings.TrimSpace(s.cells()[column])
	for _, q := range ask.Quantities(cell) {
		if q.Dimension() != "" {
			return cell
		}
	}
	t := s.passage.Table
	if a.property == nil || a.property.dimension == "" || !hasNumber(cell) {
		return cell
	}
	places := append([]string{t.Header[column], s.cells()[0], t.Caption, s.passage.Title}, t.Notes...)
	for _, place := range places {
		for _, token := range strings.FieldsFunc(place, func(r rune) bool { return strings.ContainsRune(" []\u00a0,;:", r) }) {
			token = strings.TrimSuffix(strings.TrimRight(token, "."), ")")
			if strings.Count(token, "(") > strings.Count(token, ")") {
				token = strings.TrimPrefix(token+")", "(")
			}
			token = balance(token)
			if q := ask.Quantities("1 " + token); len(q) > 0 && q[0].Dimension() == a.property.dimension {
				return cell + " " + token
			}
		}
	}
	return cell
}

// balance drops a bracket that lost its other half.
func balance(token string) string {
	if strings.Count(token, "(") != strings.Count(token, ")") {
		return strings.Trim(token, "()")
	}
	return token
}

func filter(list []statement, keep func(statement) bool) []statement {
	var out []statement
	for _, s := range list {
		if keep(s) {
			out = append(out, s)
		}
	}
	return out
}
