package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// rowValues reads the cells of a row that answer.
func (a *query) rowValues(s *statement) []value {
	var list []value
	columns := a.columns(s)
	for _, i := range columns {
		text := a.cellText(s, i)
		numbers := ask.Quantities(text)
		if len(numbers) != 1 || !a.cellSets(s, i, numbers[0]) {
			continue
		}
		v := value{Quantity: numbers[0], from: s, shown: text, row: a.rowLabel(s)}
		if v.Dir == ask.Unsaid {
			v.Dir = tableDirection(s, i)
		}
		v.bounds = v.Dir
		if i < len(s.passage.Table.Header) {
			v.column = strings.TrimSpace(s.passage.Table.Header[i])
		}
		list = append(list, v)
	}
	if len(list) > 1 && !slices.ContainsFunc(list, func(v value) bool { return v.shown != list[0].shown }) {
		list[0].column = "" // the column makes no difference
		return list[:1]
	}
	return list
}

// cellSets reports whether a cell gives the property asked for: the header of
// its column says so, or else the caption, or the headings (CITATIONS N6).
func (a *query) cellSets(s *statement, column int, q ask.Quantity) bool {
	if a.property == nil {
		return true
	}
	if !a.property.Measures(q.Dimension()) && q.Dimension() != "" {
		return false
	}
	if p := soleProperty(s.passage.Table.Header[column]); p != nil {
		return a.asksFor(p)
	}
	if p := s.property(q.Dimension()); p != nil {
		return a.asksFor(p)
	}
	return a.names(s)
}

// soleProperty is the property a heading names in its first words, nil when none
// or more than one.
func soleProperty(heading string) *ask.Property {
	var found *ask.Property
	for _, w := range retrieval.Words(heading, "") {
		if p := ask.PropertyOf(w.Fold); p != nil && p != found {
			if found != nil {
				return nil
			}
			found = p
		}
	}
	return found
}

// tableDirection is how the heading of a column, the caption or the headings
// bound a bare cell.
func tableDirection(s *statement, column int) ask.Direction {
	for _, text := range []string{s.passage.Table.Header[column], s.cells()[0], s.innermost(), s.heading()} {
		if d := wantedDirection(plain(text)); d != ask.Unsaid {
			return d
		}
	}
	return ask.Unsaid
}

// rowLabel names a row by its key cells.
func (a *query) rowLabel(s *statement) string {
	t := s.passage.Table
	keys := s.cells()[:min(s.keys(), len(s.cells()))]
	parts := make([]string, 0, len(keys))
	for i, cell := range keys {
		if cell = strings.TrimSpace(cell); i > 0 && t.Header[i] != "" && cell != "" {
			cell = strings.TrimSpace(t.Header[i]) + " " + cell
		}
		parts = append(parts, cell)
	}
	return strings.Join(nonEmpty(parts...), ", ")
}

// cellText is a cell with the unit its header, label or caption gives it.
func (a *query) cellText(s *statement, column int) string {
	cell := strings.TrimSpace(s.cells()[column])
	for _, q := range ask.Quantities(cell) {
		if q.Dimension() != "" {
			return cell
		}
	}
	t := s.passage.Table
	if a.property == nil || !hasNumber(cell) {
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
			if q := ask.Quantities("1 " + token); len(q) > 0 && q[0].Dimension() != "" && a.property.Measures(q[0].Dimension()) {
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
