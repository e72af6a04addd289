package pdf

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
)

// lattice is a table before it becomes one: cells by row and column.
type lattice struct {
	box
	rows, cols int
	cells      []cell
	head       int       // rows that are headings, by what they look like; 0 leaves it to the figures
	edges      []float64 // where its columns begin
	ruled      bool      // its lines tell its cells
}

// cell is one cell, perhaps merged of several.
type cell struct {
	row, col   int
	rows, cols int
	text       string
	bold       bool
}

// grid gives the cells to a Grid, row by row.
func (l *lattice) grid(tables *importers.Tables) *importers.Grid {
	g := tables.New()
	covered := make([]bool, l.rows*l.cols)
	byPlace := make(map[int]*cell, len(l.cells))
	for i := range l.cells {
		c := &l.cells[i]
		byPlace[c.row*l.cols+c.col] = c
	}
	for row := range l.rows {
		g.Row(row < l.head)
		for col := range l.cols {
			if covered[row*l.cols+col] {
				continue
			}
			c := byPlace[row*l.cols+col]
			if c == nil {
				c = &cell{row: row, col: col, rows: 1, cols: 1}
			}
			for r := row; r < min(row+c.rows, l.rows); r++ {
				for k := col; k < min(col+c.cols, l.cols); k++ {
					covered[r*l.cols+k] = true
				}
			}
			g.Cell(importers.Cell{Text: c.text, Rows: c.rows, Cols: c.cols})
		}
	}
	return g
}

// findHead takes the bold rows at the top for the head, where those below are
// not.
func (l *lattice) findHead() {
	bold := make([]int, l.rows)
	plain := make([]int, l.rows)
	for _, c := range l.cells {
		if strings.TrimSpace(c.text) == "" {
			continue
		}
		for r := c.row; r < min(c.row+c.rows, l.rows); r++ {
			if c.bold {
				bold[r]++
			} else if r == c.row {
				plain[r]++
			}
		}
	}
	n := 0
	for n < l.rows && bold[n] > 0 && plain[n] == 0 {
		n++
	}
	below := 0
	for r := n; r < l.rows; r++ {
		below += plain[r]
	}
	if n < l.rows && n <= 4 && below > 0 {
		l.head = n
	}
	l.deepenHead()
}

// filled counts the cells that hold text.
func (l *lattice) filled() int {
	n := 0
	for _, c := range l.cells {
		if c.text != "" {
			n++
		}
	}
	return n
}

// cellText joins the segments of a cell, line by line.
func cellText(segments []segment, h *hyphens) (text string, bold bool) {
	bold = len(segments) > 0
	upright, turned := []segment{}, []segment{}
	for _, s := range segments {
		bold = bold && s.bold
		if s.turned {
			turned = append(turned, s)
		} else {
			upright = append(upright, s)
		}
	}
	slices.SortStableFunc(turned, func(a, b segment) int {
		if a.x0 < b.x0 {
			return -1
		}
		return 1
	})
	for _, s := range turned {
		text = h.join(text, s.text)
	}
	for _, r := range rowsOf(upright) {
		text = h.join(text, r.line().text)
	}
	return text, bold
}
