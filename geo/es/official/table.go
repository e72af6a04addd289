package official

import (
	"slices"
	"strings"
)

// row is one line of text, or one row of a sheet.
type row struct {
	line  int
	cells []string
}

func (r row) blank() bool {
	return !slices.ContainsFunc(r.cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

// table is what stands below a header.
type table struct {
	title   string // of the rows above the header
	columns map[string]int
	rows    []row
}

func (t *table) cell(r row, column string) string {
	i, ok := t.columns[column]
	if !ok || i >= len(r.cells) {
		return ""
	}
	return strings.TrimSpace(r.cells[i])
}

// titleRows is how many rows may come before the header.
const titleRows = 10

// findHeader looks for the row that names every required column. Where none
// does, the mistake names what the nearest one lacks.
func findHeader(rows []row, f format, bad *problems) *table {
	best, bestMissing := -1, f.required
	for i := range min(titleRows, len(rows)) {
		missing := missingColumns(rows[i].cells, f.required)
		if len(missing) < len(bestMissing) {
			best, bestMissing = i, missing
		}
	}
	switch {
	case best < 0:
		bad.add(0, "none of the first %d lines is a header with the columns %s; this is not %s",
			titleRows, strings.Join(f.required, ", "), f.what)
		return nil
	case len(bestMissing) > 0:
		bad.add(rows[best].line, "the header lacks the column(s) %s of %s", strings.Join(bestMissing, ", "), f.what)
		return nil
	}
	t := newTable(rows[best], rows[best+1:], f, bad)
	if t != nil {
		t.title = titleOf(rows[:best])
	}
	return t
}

// titleOf joins what stands above a header.
func titleOf(rows []row) string {
	var words []string
	for _, r := range rows {
		for _, cell := range r.cells {
			words = append(words, strings.Fields(cell)...)
		}
	}
	return strings.Join(words, " ")
}

func columnName(cell string) string {
	return strings.ToUpper(strings.Join(strings.Fields(cell), "_"))
}

func missingColumns(header, required []string) []string {
	var missing []string
	for _, column := range required {
		if !slices.ContainsFunc(header, func(cell string) bool { return columnName(cell) == column }) {
			missing = append(missing, column)
		}
	}
	return missing
}

// newTable keeps the rows that are whole. A row of another width than the header
// has lost or gained a separator, so that its cells cannot be told apart.
func newTable(header row, rows []row, f format, bad *problems) *table {
	t := &table{columns: make(map[string]int)}
	wanted := slices.Concat(f.required, f.optional)
	for i, cell := range header.cells {
		name := columnName(cell)
		if _, twice := t.columns[name]; twice && slices.Contains(wanted, name) {
			bad.add(header.line, "the header names %s twice; which one is meant?", name)
			return nil
		}
		t.columns[name] = i
	}
	for _, r := range rows {
		switch width, want := len(r.cells), len(header.cells); {
		case r.blank():
		case width < want:
			bad.add(r.line, "has %d of %d fields; the line is cut off", width, want)
		case width > want:
			bad.add(r.line, "has %d fields, the header %d; a separator within a name needs quotes", width, want)
		default:
			t.rows = append(t.rows, r)
		}
	}
	return t
}
