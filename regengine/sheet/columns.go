package sheet

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/geo"
)

// Column is what a column of a table of checks holds. The names are those of the
// members of a check in the API.
type Column string

// The columns.
const (
	Element       Column = "element"
	Parameter     Column = "parameter"
	Value         Column = "value"
	Unit          Column = "unit"
	GeoID         Column = "geo_id"
	BuildingUse   Column = "building_use"
	Circumstances Column = "circumstances" // "id=value; id=value"
	Ref           Column = "ref"
	ID            Column = "id"    // to find the line in a report
	Codes         Column = "codes" // "slug; slug@version"
	AsOf          Column = "as_of"

	// Measure is a column of values whose heading is their parameter, perhaps with
	// the unit in brackets, as in schedules of a model. There may be many.
	Measure Column = "measure"
)

// Required are the columns every check needs; Optional those it may have.
var (
	Required = []Column{Element, Parameter, Value, Unit, GeoID}
	Optional = []Column{BuildingUse, Codes, ID, AsOf, Circumstances, Ref}
)

// Mapping says what each column of a table holds.
type Mapping struct {
	Columns []Column          // "" for one that is left aside; all but Measure once
	Fixed   map[Column]string // what every line has; a column of its own outranks it
}

//go:embed headings.tsv
var headingsFile string

// headings are the columns by the words they are headed with, folded.
var headings = sync.OnceValue(func() map[string]Column {
	byWord := map[string]Column{}
	for line := range strings.Lines(headingsFile) {
		column, words, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for word := range strings.SplitSeq(words, ",") {
			byWord[geo.Fold(word)] = Column(column)
		}
	}
	return byWord
})

// Guess says what the columns under a header hold, by their names and by words people
// head them with; of a header that has every required name, by names alone, and what else
// it has is left aside. Where none holds values, the columns headed with one of parameters are
// measures.
func Guess(header, parameters []string) Mapping {
	m := Mapping{Columns: make([]Column, len(header)), Fixed: map[Column]string{}}
	for i, heading := range header {
		if name := Column(strings.ToLower(strings.TrimSpace(heading))); slices.Contains(Required, name) || slices.Contains(Optional, name) {
			m.put(i, name)
		}
	}
	if len(m.Missing()) == 0 {
		return m
	}
	for i, heading := range header {
		name, _ := parts(heading)
		if c, known := headings()[geo.Fold(name)]; known {
			m.put(i, c)
		}
	}
	if !m.has(Value) {
		m.measures(header, parameters)
	}
	return m
}

// put says what a column holds, unless that is said of it or of another already.
func (m *Mapping) put(i int, c Column) {
	if m.Columns[i] == "" && !m.has(c) {
		m.Columns[i] = c
	}
}

func (m *Mapping) has(c Column) bool { return slices.Contains(m.Columns, c) }

func (m *Mapping) measures(header, parameters []string) {
	known := map[string]bool{}
	for _, name := range parameters {
		known[geo.Fold(name)] = true
	}
	for i, heading := range header {
		name, _ := parts(heading)
		if m.Columns[i] == "" && known[geo.Fold(name)] {
			m.Columns[i] = Measure
		}
	}
}

// Missing lists what every check needs and neither a column nor what is fixed says. A
// unit may stand with the value.
func (m *Mapping) Missing() []Column {
	var missing []Column
	for _, c := range Required {
		byMeasure := m.has(Measure) && (c == Parameter || c == Value || c == Unit)
		if !byMeasure && !m.has(c) && strings.TrimSpace(m.Fixed[c]) == "" {
			missing = append(missing, c)
		}
	}
	return missing
}

// Checks is how many checks so many lines are at most.
func (m *Mapping) Checks(lines int) int {
	measures := 0
	for _, c := range m.Columns {
		if c == Measure {
			measures++
		}
	}
	return lines * max(1, measures)
}

// Complete is an error, ErrNoChecks, of a mapping that leaves out what every check needs.
func (m *Mapping) Complete() error {
	missing := m.Missing()
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%w: the header has no column %s; it needs %s, and may have %s", ErrNoChecks, missing[0], names(Required), names(Optional))
}

func names(columns []Column) string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = string(c)
	}
	return strings.Join(out, ", ")
}

// parts takes a heading apart into its name and the unit in brackets behind it.
func parts(heading string) (name, unit string) {
	heading = strings.TrimSpace(heading)
	for _, brackets := range []string{"()", "[]"} {
		if before, after, found := strings.Cut(heading, brackets[:1]); found && strings.HasSuffix(after, brackets[1:]) {
			return strings.TrimSpace(before), strings.TrimSpace(strings.TrimSuffix(after, brackets[1:]))
		}
	}
	return heading, ""
}
