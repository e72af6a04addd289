package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// rowValues reads the cells of a row that answer.
func (a *query) rowValues(s *statement) []value {
	var list []value
	columns := a.columns(s)
	for _, i := range columns {
		text := a.cellText(s, i)
		numbers := quantitiesOf(text)
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

// cellSets reports whether a cell gives the property asked for: the heading of
// its column says so, or else the caption, or the headings (CITATIONS N6).
func (a *query) cellSets(s *statement, column int, q ask.Quantity) bool {
	if a.property == nil {
		return true
	}
	if !a.property.Measures(q.Dimension()) {
		return false
	}
	if p := soleProperty(s.passage.Table.Header[column]); p != nil {
		return a.asksFor(p)
	}
	if p := s.property(q.Dimension()); p != nil {
		return a.asksFor(p)
	}
	return a.namesInTable(s, column)
}

// namesInTable reports whether what a cell is of names the property asked for; what
// the table depends on does not count.
func (a *query) namesInTable(s *statement, column int) bool {
	gives := givenBy(s.innermost())
	all := a.read(s.passage.Table.Header[column] + "\n" + s.key() + "\n" + gives)
	return a.property.Generic() || slices.ContainsFunc(a.terms, func(t term) bool { return t.property == a.property && all.match(&t) > 0 })
}

// otherUnit reports whether the cells that answer are in a unit the property asked
// for is never given in: watts per 100 lux are no lux.
func (a *query) otherUnit(s *statement) bool {
	if a.property == nil {
		return false
	}
	for _, column := range a.columns(s) {
		token, u, known := s.unitOf(column)
		if token == "" || a.namesInTable(s, column) || known && a.property.Measures(u.Dimension()) {
			return false
		}
	}
	return len(a.columns(s)) > 0
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
	for _, text := range []string{s.passage.Table.Header[column], s.key(), s.innermost(), s.passage.Title + "\n" + s.lead} {
		if d := wantedDirection(plain(text)); d != ask.Unsaid {
			return d
		}
	}
	return ask.Unsaid
}

// rowLabel names a row by its key cells.
func (a *query) rowLabel(s *statement) string {
	t := s.passage.Table
	keys := s.cells()[:min(a.keys(s), len(s.cells()))]
	parts := make([]string, 0, len(keys))
	for i, cell := range keys {
		if cell = strings.TrimSpace(cell); (i > 0 || bareNumber.MatchString(cell)) && i < len(t.Header) && t.Header[i] != "" && cell != "" {
			cell = strings.TrimSpace(t.Header[i]) + " " + cell
		}
		parts = append(parts, cell)
	}
	return strings.Join(nonEmpty(parts...), ", ")
}

// cellText is a cell with the unit its column, its row or the caption gives it.
// What a note counts in is no unit of a cell.
func (a *query) cellText(s *statement, column int) string {
	cell := strings.TrimSpace(s.cells()[column])
	if a.property == nil || !bareNumber.MatchString(cell) {
		return cell
	}
	if token, u, ok := s.unitOf(column); ok && a.property.Measures(u.Dimension()) {
		return cell + " " + token
	}
	return cell
}

// bareNumber is a cell that is a number, or two ends of a range, and nothing else.
var bareNumber = lazyregexp.New(`^[0-9][0-9.,\s]*$`)

// unitOf is the unit the cells of a column are in: as its heading says, or the
// row, or else the caption before it says on what they depend.
func (s *statement) unitOf(column int) (token string, u ask.Quantity, ok bool) {
	t := s.passage.Table
	var places []string
	if column < len(t.Header) {
		places = append(places, t.Header[column])
	}
	for _, place := range append(places, s.key(), givenBy(s.innermost())) {
		if token, ok := unitToken(place); ok {
			q, known := quantityOf(token)
			return token, q, known
		}
	}
	return "", ask.Quantity{}, false
}

var (
	// inUnit introduces a unit: "en m²", "(kN/m²)", "[lux]", or a heading that is one.
	inUnit = lazyregexp.New(`\b(?:en|in) ([\p{L}%‰°µ€][^\s,;:\[\]]*)|[(\[]([\p{L}%‰°µ€][^\s,;:\[\]]*)[)\]]`)

	// depends opens what the cells of a table depend on.
	depends = lazyregexp.New(`(?i)[\s,]+(?:por cada|(?:cada|per) [0-9]+|según|segun|en función de|according to|depending on|by)\s`)
)

// givenBy is what the cells of a table give, without what its caption says they
// depend on.
func givenBy(caption string) string {
	if at := depends.FindStringIndex(caption); at != nil {
		return caption[:at[0]]
	}
	return caption
}

// unitToken reads the unit that a heading introduces, as written; ok is true also
// for one that is of no dimension known, which then is the unit all the same.
func unitToken(heading string) (token string, ok bool) {
	for _, m := range inUnit.FindAllStringSubmatch(heading, -1) {
		token := balance(strings.TrimRight(m[1]+m[2], "."))
		if _, known := quantityOf(token); known || strings.ContainsAny(token, "/%²³°") {
			return token, true
		}
	}
	if first, _, _ := strings.Cut(heading, " "); strings.ContainsAny(first, "/%²³°") {
		return first, true
	}
	return "", false
}

func quantityOf(token string) (ask.Quantity, bool) {
	q := quantitiesOf("1 " + token)
	return append(q, ask.Quantity{})[0], len(q) > 0 && q[0].Dimension() != ""
}

// unitIn is the unit a heading introduces, where its dimension is known.
func unitIn(heading string) (ask.Quantity, bool) {
	token, _ := unitToken(heading)
	return quantityOf(token)
}

// balance drops a bracket that lost its other half.
func balance(token string) string {
	if strings.Count(token, "(") != strings.Count(token, ")") {
		return strings.Trim(token, "()")
	}
	return token
}
