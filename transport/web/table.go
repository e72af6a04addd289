package web

import "github.com/reglookup/regengine/codes/retrieval"

// table is a table as it is drawn: merged cells once, where they begin.
type table struct {
	Label      string // names it where no caption does
	Caption    string
	Head, Rows [][]cell
	Notes      []string
}

// cell covers Rows times Cols places of the grid.
type cell struct {
	Text       string
	Rows, Cols int
	Scope      string // of a heading: what it heads, "col" or "colgroup"
}

func newTable(t *retrieval.Table) *table {
	head := t.Head
	if head == nil && t.Header != nil {
		head = [][]string{t.Header}
	}
	spans, covered := merged(t, len(head))
	out := &table{Label: t.Caption, Caption: t.Caption, Notes: t.Notes}
	for row, cells := range head {
		out.Head = append(out.Head, drawn(cells, row, spans, covered, true))
	}
	for row, cells := range t.Rows {
		out.Rows = append(out.Rows, drawn(cells, len(head)+row, spans, covered, false))
	}
	return out
}

type spot struct{ row, col int }

// merged returns the merged cells by where they begin, and the places they cover
// beside that. A span of a header that is told in one row does not count: it is
// of rows that are not there.
func merged(t *retrieval.Table, headRows int) (spans map[spot]retrieval.Span, covered map[spot]bool) {
	spans, covered = make(map[spot]retrieval.Span), make(map[spot]bool)
	shift := 0
	if t.Head == nil {
		shift = headRows // spans count from the first row of Rows then
	}
	rows := headRows + len(t.Rows)
	for _, s := range t.Spans {
		s.Row += shift
		s.Rows = min(s.Rows, rows-s.Row)
		if s.Row < headRows {
			s.Rows = min(s.Rows, headRows-s.Row) // a cell cannot reach from head to body
		}
		if s.Rows < 1 || s.Cols < 1 || s.Row < 0 || s.Col < 0 || covered[spot{s.Row, s.Col}] {
			continue
		}
		spans[spot{s.Row, s.Col}] = s
		for r := range s.Rows {
			for c := range min(s.Cols, maxColumns) {
				if r+c > 0 {
					covered[spot{s.Row + r, s.Col + c}] = true
				}
			}
		}
	}
	return spans, covered
}

// maxColumns bounds what a damaged span can cost.
const maxColumns = 1000

func drawn(texts []string, row int, spans map[spot]retrieval.Span, covered map[spot]bool, heading bool) []cell {
	var cells []cell
	for col, text := range texts {
		at := spot{row, col}
		if covered[at] {
			continue
		}
		c := cell{Text: text, Rows: 1, Cols: 1}
		if s, ok := spans[at]; ok {
			c.Rows, c.Cols = s.Rows, min(s.Cols, len(texts)-col)
		}
		if heading {
			c.Scope = "col"
			if c.Cols > 1 {
				c.Scope = "colgroup"
			}
		}
		cells = append(cells, c)
	}
	return cells
}
