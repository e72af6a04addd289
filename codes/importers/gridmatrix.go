package importers

import (
	"slices"
	"sort"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// matrix is a Grid with every cell at the places it covers.
type matrix struct {
	cells  []gridCell
	rows   [][]int32 // index into cells by column, noCell where there is none
	header []bool    // by row: of the table's head
}

const noCell = -1

// matrix returns nil where the grid is larger than allowed.
func (g *Grid) matrix() *matrix {
	if g.tooLarge() {
		return nil
	}
	starts := g.starts()
	size := len(starts) * len(g.rows)
	if g.beyond(size) {
		return nil
	}
	m := &matrix{cells: g.cells, rows: make([][]int32, len(g.rows)), header: make([]bool, len(g.rows))}
	field := make([]int32, size)
	for i := range field {
		field[i] = noCell
	}
	for i := range m.rows {
		m.rows[i], field = field[:len(starts):len(starts)], field[len(starts):]
		m.header[i] = g.headerRow(i)
	}
	spare := 0
	for i := range g.cells {
		spare += len(g.cells[i].Text) * (m.cover(int32(i), g.rows, starts) - 1)
	}
	if spare > maxSpareBytes-g.spent.bytes {
		return nil
	}
	g.spent.cells += max(size-2*len(g.cells), 0)
	g.spent.bytes += max(spare, 0)
	m.dropEmpty()
	return m
}

// starts returns the columns some cell with text begins in, in order: others show
// nothing of their own.
func (g *Grid) starts() []int {
	list := make([]int, 0, len(g.cells))
	for _, c := range g.cells {
		if c.Text != "" {
			list = append(list, c.col)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// headerRow reports whether row i is of the head: it stands there, or all its
// cells are headings.
func (g *Grid) headerRow(i int) bool {
	if g.rows[i].header {
		return true
	}
	end := len(g.cells)
	if i+1 < len(g.rows) {
		end = g.rows[i+1].first
	}
	cells := g.cells[g.rows[i].first:end]
	return len(cells) > 0 && !slices.ContainsFunc(cells, func(c gridCell) bool { return !c.Header && c.Text != "" }) &&
		slices.ContainsFunc(cells, func(c gridCell) bool { return c.Header })
}

// cover enters a cell wherever it reaches, and returns how many places that is.
func (m *matrix) cover(i int32, rows []gridRow, starts []int) int {
	c := &m.cells[i]
	last := len(rows)
	if group := rows[c.row].group; group > 0 {
		last = group
	}
	from := sort.SearchInts(starts, c.col)
	to := sort.SearchInts(starts, c.col+c.Cols)
	places := 0
	for row := c.row; row < min(c.row+c.Rows, last); row++ {
		for col := from; col < to; col++ {
			m.rows[row][col] = i
			places++
		}
	}
	return places
}

// dropEmpty leaves out rows in which no cell begins or none has text, and columns
// without text.
func (m *matrix) dropEmpty() {
	kept := 0
	for i, row := range m.rows {
		var own, text bool
		for _, c := range row {
			own = own || c != noCell && m.cells[c].row == i
			text = text || m.text(c) != ""
		}
		if own && text {
			m.rows[kept], m.header[kept] = row, m.header[i]
			kept++
		}
	}
	m.rows, m.header = m.rows[:kept], m.header[:kept]
	var full []int
	for col := range m.width() {
		if slices.ContainsFunc(m.rows, func(row []int32) bool { return m.text(row[col]) != "" }) {
			full = append(full, col)
		}
	}
	if len(full) == m.width() {
		return
	}
	for i, row := range m.rows {
		for to, from := range full {
			row[to] = row[from]
		}
		m.rows[i] = row[:len(full)]
	}
}

func (m *matrix) width() int {
	if len(m.rows) == 0 {
		return 0
	}
	return len(m.rows[0])
}

func (m *matrix) text(c int32) string {
	if c == noCell {
		return ""
	}
	return m.cells[c].Text
}

// headRows returns how many rows at the top are of the head, -1 when none is said
// to be.
func (m *matrix) headRows() int {
	n := 0
	for n < len(m.rows) && m.header[n] {
		n++
	}
	if n == 0 {
		return -1
	}
	return n
}

// remove takes a row out.
func (m *matrix) remove(row int) {
	m.rows = slices.Delete(m.rows, row, row+1)
	m.header = slices.Delete(m.header, row, row+1)
}

// fill puts rows, labels and merged cells into t. head is the number of header
// rows.
func (m *matrix) fill(t *retrieval.Table, head int) {
	rows := make([][]string, len(m.rows))
	for i, row := range m.rows {
		rows[i] = make([]string, len(row))
		for col, c := range row {
			rows[i][col] = m.text(c)
		}
	}
	t.Rows = rows[head:]
	if head > 0 {
		t.Header = m.labels(head)
	}
	if head > 1 {
		t.Head = rows[:head]
	}
	t.Spans = m.spans(head)
}

// labels joins the header rows of each column, a cell over several of them once.
func (m *matrix) labels(head int) []string {
	labels := make([]string, m.width())
	for col := range labels {
		var parts []string
		last := int32(noCell)
		for _, row := range m.rows[:head] {
			if c := row[col]; c != last && m.text(c) != "" {
				parts = append(parts, tidy(m.text(c)))
			}
			last = row[col]
		}
		labels[col] = strings.Join(slices.Compact(parts), " / ")
	}
	return labels
}

// spans returns the merged cells, those of the header first. A cell that reaches
// from the header into the rows counts as two. The header of one row has no row
// of its own in a Table, so a merged cell in it is only repeated.
func (m *matrix) spans(head int) []retrieval.Span {
	var list []retrieval.Span
	shift := 0
	if head == 1 {
		shift = 1
	} else {
		list = m.spansIn(0, head)
	}
	for _, s := range m.spansIn(head, len(m.rows)) {
		s.Row -= shift
		list = append(list, s)
	}
	return list
}

func (m *matrix) spansIn(from, to int) []retrieval.Span {
	var list []retrieval.Span
	for row := from; row < to; row++ {
		for col := range m.width() {
			c := m.rows[row][col]
			if c == noCell || row > from && m.rows[row-1][col] == c || col > 0 && m.rows[row][col-1] == c {
				continue
			}
			s := retrieval.Span{Row: row, Col: col, Rows: 1, Cols: 1}
			for row+s.Rows < to && m.rows[row+s.Rows][col] == c {
				s.Rows++
			}
			for col+s.Cols < m.width() && m.rows[row][col+s.Cols] == c {
				s.Cols++
			}
			if s.Rows*s.Cols > 1 {
				list = append(list, s)
			}
		}
	}
	return list
}
