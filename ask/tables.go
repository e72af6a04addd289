package ask

import (
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// tableOf reads a table from its text, where a block has no structure; nil when
// there is none in it.
func tableOf(text string) *retrieval.Table {
	t := &retrieval.Table{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		cells := strings.Split(strings.Trim(line, "|"), "|")
		switch {
		case line == "" || ruleShape.MatchString(line) && strings.Contains(line, "|"):
		case len(cells) < 2 && t.Header == nil && len(t.Rows) == 0:
			t.Caption = strings.TrimSpace(t.Caption + " " + line)
		case len(cells) < 2:
			t.Notes = append(t.Notes, line)
		case t.Header == nil && len(t.Rows) == 0 && !strings.ContainsAny(strings.Join(cells[1:], ""), "0123456789"):
			t.Header = trimAll(cells)
		default:
			t.Rows = append(t.Rows, trimAll(cells))
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

func trimAll(cells []string) []string { return mapped(cells, strings.TrimSpace) }

// mostCells bounds what is read of a table.
const mostCells = 4000

// addTable takes in every cell with a number under its row and column.
func (s *support) addTable(t *retrieval.Table, title string) {
	named := unitsNamed(t.Caption + " " + strings.Join(t.Header, " | ") + " " + strings.Join(t.Notes, " "))
	if len(named) == 0 {
		named = unitsNamed(title)
	}
	caption := headOf(t.Caption)
	if len(caption.words) == 0 {
		caption = headOf(title)
	}
	for _, header := range t.Header {
		for _, q := range Quantities(header) {
			s.figures = append(s.figures, figure{Quantity: q, units: named, at: len(s.statements), isCase: true})
		}
	}
	cells := 0
	for i, row := range t.Rows {
		label := rowLabel(row)
		s.statements = append(s.statements, rowStatement(t, row, s.lang))
		s.addVerdicts(t, row, label)
		for j, cell := range row {
			if cells++; cells > mostCells {
				return
			}
			s.addCell(t, cellAt{i, j, cell, label}, named, caption)
		}
	}
}

type cellAt struct {
	row, col int
	text     string
	label    string
}

func (s *support) addCell(t *retrieval.Table, c cellAt, named []unit, caption heading) {
	header := ""
	if c.col < len(t.Header) {
		header = t.Header[c.col]
	}
	isLabel := c.col == 0 && len(t.Rows[c.row]) > 1
	units := unitsNamed(header)
	if len(Quantities(header)) > 0 && len(named) > 0 { // it counts a case: "hasta 25 personas"
		units = nil
	}
	if !strings.ContainsAny(header, "(,") || len(units) == 0 {
		units = append(append(units, unitsNamed(c.label)...), named...)
	}
	refs := refsIn(c.text)
	list := parse(c.text, s.lang).quantities()
	for _, q := range list {
		if inRef(refs, q) {
			continue
		}
		f := figure{Quantity: q, units: units, at: -1 - c.row}
		if !isLabel {
			headOf(header).lendCell(&f.Quantity, units)
			caption.lendCell(&f.Quantity, units)
			f.row, f.col = labelTerms(c.label, s.lang), labelTerms(header, s.lang)
			f.own = map[string]bool{}
			for term := range f.row {
				f.own[term] = true
			}
			for term := range f.col {
				f.own[term] = true
			}
			f.cases = append(Quantities(c.label), Quantities(header)...)
		}
		s.figures = append(s.figures, f)
	}
}

// rowLabel joins the cells of a row that name it: the first, and further ones
// without a number.
func rowLabel(row []string) string {
	var parts []string
	for j, cell := range row {
		if j == 0 || !strings.ContainsAny(cell, "0123456789") {
			parts = append(parts, cell)
		}
	}
	return strings.Join(parts, " ; ")
}

func rowStatement(t *retrieval.Table, row []string, lang string) statement {
	r := parse(t.Caption+" ; "+strings.Join(t.Header, " ; ")+" ; "+strings.Join(row, " ; "), lang)
	return statement{terms: r.terms(), parts: partsOf(r)}
}
