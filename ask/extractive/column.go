package extractive

import (
	"regexp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// keys is how many of the first columns say what a row is of: the first, and
// those behind it whose cells are worded ("hasta 1", "4 o más").
func (s *statement) keys() int {
	n := 1
	for n < len(s.passage.Table.Header) && slices.ContainsFunc(s.passage.Table.Rows, func(row []string) bool {
		return n < len(row) && worded.MatchString(retrieval.Fold(row[n])) && len(quantitiesOf(row[n])) > 0
	}) {
		n++
	}
	if n >= len(s.passage.Table.Header) {
		return 1
	}
	return n
}

var worded = regexp.MustCompile(`\b(?:hasta|menos|menor|mas|mayor|entre|desde|resto|up to|less|more|over|under|between)\b`)

// columns returns the indexes of the cells that answer: the zone's column, or
// the one the question's amounts select, or those the question names, or every
// cell with a number.
func (a *query) columns(s *statement) []int {
	t := s.passage.Table
	var zoned, named, numbered []int
	keys, most := s.keys(), 0
	for i, cell := range s.cells() {
		if i >= len(t.Header) {
			break
		}
		if i < keys || !hasNumber(cell) {
			continue
		}
		numbered = append(numbered, i)
		if isZone(t.Header[i], a.zone) {
			zoned = append(zoned, i)
		}
		if n := a.namedIn(t.Header[i]); n > 0 && n >= most {
			if n > most {
				most, named = n, nil
			}
			named = append(named, i)
		}
	}
	switch {
	case len(zoned) > 0:
		return zoned
	case len(numbered) > 1:
		if i, ok := a.columnByAmount(t, numbered); ok {
			return []int{i}
		}
	}
	if len(named) > 0 {
		return named
	}
	return numbered
}

// namedIn counts the question's words that a heading has.
func (a *query) namedIn(heading string) (n int) {
	b := a.read(heading)
	for i := range a.terms {
		if b.match(&a.terms[i]) > 0 {
			n++
		}
	}
	return n
}

// columnByAmount finds the column whose bound ("Hasta 50") an amount of the
// question meets, the closest where several do. A bound without unit is in the
// amount's, where the table speaks of it.
func (a *query) columnByAmount(t *retrieval.Table, columns []int) (column int, ok bool) {
	var closest ask.Quantity
	for _, i := range columns {
		bounds := quantitiesOf(t.Header[i])
		for _, f := range a.figures {
			bound, met := a.meetsBounds(t, bounds, f)
			if met && (!ok || closer(bound, closest)) {
				column, closest, ok = i, bound, true
			}
		}
	}
	return column, ok
}

// meetsBounds reports whether an amount lies within all bounds of a heading, and
// returns the last of them: "de más de 15 m y hasta 28 m" has two.
func (a *query) meetsBounds(t *retrieval.Table, bounds []ask.Quantity, f ask.Quantity) (last ask.Quantity, met bool) {
	for _, bound := range bounds {
		if bound.Dimension() == "" && a.tableCounts(t, f) {
			bound = bound.In(f)
		}
		ok, known := holds(bound, []ask.Quantity{f})
		if !ok || !known {
			return bound, false
		}
		last = bound
	}
	return last, len(bounds) > 0
}

// unitWord is the unit of an amount as the question writes it.
func unitWord(text string, q ask.Quantity) string {
	return strings.TrimSpace(strings.TrimLeft(shown(text, q), "0123456789., "))
}

// tableCounts reports whether a table speaks of amounts of the figure's kind, other
// than those in its cells: "según el número de personas".
func (a *query) tableCounts(t *retrieval.Table, f ask.Quantity) bool {
	if a.property != nil && a.property.Measures(f.Dimension()) {
		return false
	}
	for w := range strings.FieldsSeq(t.Caption + " " + t.Header[0]) {
		if q := quantitiesOf("1 " + strings.Trim(w, ".,;:()")); len(q) > 0 && q[0].Dimension() == f.Dimension() {
			return true
		}
	}
	return false
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
