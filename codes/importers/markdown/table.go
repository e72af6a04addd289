package markdown

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// table reads a pipe table. Markdown has no merged cells: what was merged is
// repeated in every cell, which is undone where the form of the table shows it.
func (r *reader) table(n *east.Table) error {
	line := r.place(n)
	var rows [][]string
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		cells := r.cells(row)
		if _, header := row.(*east.TableHeader); header && strings.Join(cells, "") == "" {
			rows = append(rows, nil)
			continue
		}
		rows = append(rows, cells)
	}
	if len(rows) == 0 {
		return nil
	}
	r.surplus(n)
	rows, notes := cutNotes(rows)
	grid := fillGrid(r.tables.New(), rows)
	for _, note := range notes {
		grid.Note(note)
	}
	e := legal.Element{Role: legal.AsTable, Line: line}
	if t, ok := grid.Table(); ok {
		e.Table = t
	} else {
		e.Text = strings.Join(grid.Lines(), "\n")
		if e.Text == "" {
			return nil
		}
		r.source.Report.Add(importers.Problem{Line: line, Message: "a table too large, or with nothing but a header: its text is taken row by row"})
	}
	return r.emit(e)
}

func (r *reader) cells(row ast.Node) []string {
	var cells []string
	for c := row.FirstChild(); c != nil; c = c.NextSibling() {
		in := r.inline()
		in.children(c)
		cells = append(cells, in.prose.String())
	}
	return cells
}

// surplus reports rows that have more cells than the table has columns: Markdown
// leaves them out.
func (r *reader) surplus(n *east.Table) {
	columns := len(n.Alignments)
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		last := row.LastChild()
		if last == nil || last.Lines() == nil || last.Lines().Len() == 0 || row.ChildCount() < columns {
			continue
		}
		end := last.Lines().At(last.Lines().Len() - 1).Stop
		rest, _, _ := strings.Cut(string(r.src[end:min(len(r.src), end+2000)]), "\n")
		if surplus := strings.Trim(rest, " \t|"); surplus != "" && strings.Contains(rest, "|") {
			r.source.Report.Add(importers.Problem{
				Line: r.lineOf(end), Message: fmt.Sprintf("a row has more cells than its table has columns (%d); left out: %.60q", columns, surplus),
			})
		}
	}
}

// starred begins a note set as the last row of its table.
var starred = lazyregexp.New(`^\(?\*+\)?\s*\pL`)

// cutNotes takes the notes set as last rows off a table.
func cutNotes(rows [][]string) (body [][]string, notes []string) {
	for len(rows) > 2 && wholeRow(rows[len(rows)-1]) && starred.MatchString(rows[len(rows)-1][0]) {
		notes = slices.Insert(notes, 0, rows[len(rows)-1][0])
		rows = rows[:len(rows)-1]
	}
	return rows, notes
}

// fillGrid fills a grid with rows, the first of which is the header of the
// Markdown table, nil where it is empty.
func fillGrid(g *importers.Grid, rows [][]string) *importers.Grid {
	m := merges{rows: rows, head: headHeight(rows)}
	for i, row := range rows {
		if row == nil {
			continue
		}
		g.Row(rows[0] != nil && i < m.head)
		for col := 0; col < len(row); {
			if m.above(i, col) {
				col++
				continue
			}
			width := m.width(i, col)
			g.Cell(importers.Cell{Text: row[col], Cols: width, Rows: m.height(i, col, width)})
			col += width
		}
	}
	return g
}

// headHeight returns how many of the rows are likely header: the first, and the
// next where it repeats cells of a first row that groups columns.
func headHeight(rows [][]string) int {
	first := 0
	if rows[0] == nil {
		first = 1
	}
	if len(rows) <= first+1 {
		return min(len(rows), first+1)
	}
	head, next := rows[first], rows[first+1]
	grouped, repeated := false, false
	for col := range head {
		grouped = grouped || col > 0 && label(head[col]) && head[col] == head[col-1]
		repeated = repeated || col < len(next) && label(head[col]) && head[col] == next[col]
	}
	if grouped && repeated && !wholeRow(next) {
		return first + 2
	}
	return first + 1
}

// merges finds the cells that were one.
type merges struct {
	rows [][]string
	head int // rows of the header
}

// same reports whether a text that is repeated is that of one merged cell. In the
// header words are enough; among the values only a long text is: figures and
// codes are often equal side by side.
func (m *merges) same(row int, a, b string) bool {
	if a != b || a == "" {
		return false
	}
	if row < m.head {
		return label(a)
	}
	return wholeRow(m.rows[row]) || prose(a)
}

// width returns how many columns the cell covers.
func (m *merges) width(row, col int) int {
	cells := m.rows[row]
	n := 1
	for col+n < len(cells) && m.same(row, cells[col], cells[col+n]) && !m.above(row, col+n) {
		n++
	}
	return n
}

// height returns how many rows the cell covers: within the header, or down the
// first column, where groups of rows are named.
func (m *merges) height(row, col, width int) int {
	last := len(m.rows)
	if row < m.head {
		last = m.head
	} else if col > 0 || width > 1 {
		return 1
	}
	n := 1
	for row+n < last && m.repeats(row+n, col, width) {
		n++
	}
	return n
}

// repeats reports whether the cells of a row say what stands above them, as words.
func (m *merges) repeats(row, col, width int) bool {
	if m.rows[row] == nil || m.rows[row-1] == nil || wholeRow(m.rows[row]) {
		return false
	}
	for c := col; c < col+width; c++ {
		if c >= len(m.rows[row]) || c >= len(m.rows[row-1]) || m.rows[row][c] != m.rows[row-1][c] || !label(m.rows[row][c]) {
			return false
		}
	}
	return true
}

// above reports whether a cell belongs to one of the row above.
func (m *merges) above(row, col int) bool {
	if row == 0 || m.rows[row-1] == nil || row == m.head {
		return false
	}
	if row >= m.head && col > 0 {
		return false
	}
	return m.repeats(row, col, 1) && m.startsAt(row-1, col)
}

// startsAt reports whether the cell at a place is not cut through by a wider one
// beside it that does not go on below.
func (m *merges) startsAt(row, col int) bool {
	cells := m.rows[row]
	next := m.rows[row+1]
	from, to := col, col+1
	for from > 0 && m.same(row, cells[from-1], cells[col]) {
		from--
	}
	for to < len(cells) && m.same(row, cells[col], cells[to]) {
		to++
	}
	for c := from; c < to; c++ {
		if c >= len(next) || next[c] != cells[c] {
			return false
		}
	}
	return true
}

// wholeRow reports whether a row is one text in every cell.
func wholeRow(row []string) bool {
	if len(row) < 2 || row[0] == "" {
		return false
	}
	for _, cell := range row[1:] {
		if cell != row[0] {
			return false
		}
	}
	return label(row[0])
}

// label reports whether a text is words, not a figure or a code.
func label(s string) bool {
	letters := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= 4
}

// prose reports whether a text is several words.
func prose(s string) bool {
	words := 0
	for _, w := range strings.Fields(s) {
		if label(w) {
			words++
		}
	}
	return words >= 3
}
