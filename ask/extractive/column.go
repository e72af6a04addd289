package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// keys is how many of the first columns say what a row is of: the first, and
// those behind it whose cells are worded ("hasta 1", "4 o más"). A column of what is
// asked for is none.
func (a *query) keys(s *statement) int {
	n := 1
	for n < len(s.passage.Table.Header) && !a.headsColumn(s.passage.Table.Header[n]) && slices.ContainsFunc(s.passage.Table.Rows, func(row []string) bool {
		return n < len(row) && worded.MatchString(retrieval.Fold(row[n])) && len(quantitiesOf(row[n])) > 0
	}) {
		n++
	}
	if n >= len(s.passage.Table.Header) {
		return 1
	}
	return n
}

// headsColumn reports whether the heading of a column names the property asked for.
func (a *query) headsColumn(heading string) bool {
	p := soleProperty(heading)
	return p != nil && a.property != nil && a.asksFor(p)
}

// referring heads a column that says where a rule stands, and gives no amount.
var referring = words("articulo art apartado seccion norma referencia nota notas parrafo disposicion article clause section reference ref note notes paragraph")

var worded = lazyregexp.New(`\b(?:hasta|menos|menor|mas|mayor|entre|desde|resto|up to|less|more|over|under|between)\b`)

// columns returns the indexes of the cells that answer: the zone's column, or
// the one the question's amounts select, or those the question names, or every
// cell with a number.
func (a *query) columns(s *statement) []int {
	t := s.passage.Table
	var zoned, named, numbered []int
	keys, most := a.keys(s), 0
	for i, cell := range s.cells() {
		if i >= len(t.Header) {
			break
		}
		if i < keys || !hasNumber(cell) || referring[strings.Trim(retrieval.Fold(t.Header[i]), " .")] {
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
		if i, ok := a.columnByCell(s.cells(), numbered); ok {
			return []int{i}
		}
	}
	if designed := slices.DeleteFunc(slices.Clone(numbered), func(i int) bool { same, _ := a.designates(t.Header[i]); return same == 0 }); len(designed) > 0 {
		return designed
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

// columnByCell finds the one column whose cell is a condition ("de más de 20 y hasta
// 30 kW") that an amount of the question meets: its heading is what is asked for.
func (a *query) columnByCell(cells []string, columns []int) (column int, ok bool) {
	for _, i := range columns {
		met, known := false, false
		for _, b := range bracketsOf(cells[i]) {
			met, known = b.holds(a.figures)
		}
		switch {
		case !known:
		case met && ok:
			return 0, false
		case met:
			column, ok = i, true
		}
	}
	return column, ok
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
