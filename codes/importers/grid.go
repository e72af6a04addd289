package importers

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// What the tables of one file may add to what stands in the file, by repeating
// merged cells and filling short rows. No honest table comes near it; three cells
// with colspan="100000" do.
const (
	maxSpareCells = 1 << 20
	maxSpareBytes = 16 << 20
)

// maxSpan is the widest and highest a cell is believed to be.
const maxSpan = 1 << 16

// Tables makes the tables of one file and holds them together within bounds. The
// zero value is ready to use.
type Tables struct{ cells, bytes int } // spent

// New returns an empty Grid.
func (t *Tables) New() *Grid { return &Grid{spent: t} }

// Grid puts one table together from cells that may span rows and columns, in the
// order of the source: [Grid.Row] begins a row, [Grid.Cell] adds to it.
type Grid struct {
	spent   *Tables
	caption string
	notes   []string

	cells []gridCell
	rows  []gridRow
	open  []span // cells of rows above that reach into this one, by column
	begun []span // cells of this row that reach into the next, by column
	at    int    // first of open not looked at yet
	next  int    // first column of this row not looked at yet
	wide  int    // columns of the widest row so far, a lower bound
	large bool   // more than the bounds allow; cells are only collected
}

// Cell is one cell of a Grid.
type Cell struct {
	Text       string
	Rows, Cols int  // covered; below 1 counts as 1
	Header     bool // a heading of its column, such as <th>
}

type gridRow struct {
	first  int  // of its cells
	header bool // the row stands in the head of the table
	group  int  // last row + 1 a cell beginning here may reach; 0 while the group is open
}

type gridCell struct {
	Cell
	row, col int
}

// span is what a cell covers of the columns, until a row.
type span struct{ from, to, until int }

// Caption gives the table its caption; several are joined.
func (g *Grid) Caption(text string) { g.caption = strings.TrimSpace(g.caption + " " + tidy(text)) }

// Note adds a note to the table.
func (g *Grid) Note(text string) {
	if text = tidy(text); text != "" {
		g.notes = append(g.notes, text)
	}
}

// Row begins a row. header says that it belongs to the head of the table.
func (g *Grid) Row(header bool) {
	g.rows = append(g.rows, gridRow{first: len(g.cells), header: header})
	if g.tooLarge() {
		return
	}
	row := len(g.rows) - 1
	over := func(s span) bool { return s.until <= row }
	g.open = merge(slices.DeleteFunc(g.open, over), slices.DeleteFunc(g.begun, over))
	g.begun, g.at, g.next = nil, 0, 0
}

// merge joins two lists sorted by column.
func merge(a, b []span) []span {
	if len(b) == 0 {
		return a
	}
	list := make([]span, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0].from < b[0].from {
			list, a = append(list, a[0]), a[1:]
		} else {
			list, b = append(list, b[0]), b[1:]
		}
	}
	return append(append(list, a...), b...)
}

// EndGroup ends a group of rows, such as <tbody>: no cell reaches beyond it.
func (g *Grid) EndGroup() {
	g.open, g.begun, g.at = nil, nil, 0
	for i := len(g.rows) - 1; i >= 0 && g.rows[i].group == 0; i-- {
		g.rows[i].group = len(g.rows)
	}
}

// Cell adds a cell to the row begun last, in the next column that no cell from
// above covers; without a row it begins one.
func (g *Grid) Cell(c Cell) {
	if len(g.rows) == 0 {
		g.Row(false)
	}
	c.Text = strings.TrimSpace(c.Text)
	c.Rows, c.Cols = min(max(c.Rows, 1), maxSpan), min(max(c.Cols, 1), maxSpan)
	cell := gridCell{Cell: c, row: len(g.rows) - 1}
	if !g.tooLarge() {
		g.place(&cell)
	}
	g.cells = append(g.cells, cell)
}

// place finds the first free column of the row, and ends the cell where one from
// above stands in its way.
func (g *Grid) place(c *gridCell) {
	for ; g.at < len(g.open) && g.open[g.at].from <= g.next; g.at++ {
		g.next = max(g.next, g.open[g.at].to)
	}
	c.col = g.next
	if g.at < len(g.open) {
		c.Cols = min(c.Cols, g.open[g.at].from-c.col)
	}
	g.next = c.col + c.Cols
	if c.Rows > 1 {
		g.begun = append(g.begun, span{c.col, g.next, c.row + c.Rows})
	}
	g.wide = max(g.wide, len(g.open)+len(g.cells)-g.rows[c.row].first+1)
}

// tooLarge reports whether the table is beyond its bounds already. It must be
// cheap, and true before work or memory grows with the square of the file.
func (g *Grid) tooLarge() bool {
	g.large = g.large || g.beyond(g.wide*len(g.rows))
	return g.large
}

// beyond reports whether a table of that many places is beyond the bounds: those
// that have a cell of their own may be doubled, others come out of the allowance.
func (g *Grid) beyond(places int) bool {
	return places-2*len(g.cells) > maxSpareCells-g.spent.cells
}

// Lines returns the rows as they stand in the source, their cells separated by
// " | ": what is left to keep where [Grid.Table] makes no table.
func (g *Grid) Lines() []string {
	var lines []string
	if g.caption != "" {
		lines = append(lines, g.caption)
	}
	for i, row := range g.rows {
		end := len(g.cells)
		if i+1 < len(g.rows) {
			end = g.rows[i+1].first
		}
		var texts []string
		for _, c := range g.cells[row.first:end] {
			if c.Text != "" {
				texts = append(texts, tidy(c.Text))
			}
		}
		if len(texts) > 0 {
			lines = append(lines, strings.Join(texts, " | "))
		}
	}
	return append(lines, g.notes...)
}

// Table returns the table: every row with a cell for each column, merged cells
// repeated. Columns and rows that hold nothing of their own (no cell begins in
// them, or none has text) are left out. Rows in the head, or whose cells are all
// headings, are its header; without any, the first row is where its form shows it
// to be one. ok is false when there is no text in it, or more cells than
// [Tables] allows: then [Grid.Lines] has what there is.
func (g *Grid) Table() (t *retrieval.Table, ok bool) {
	m := g.matrix()
	if m == nil || len(m.rows) == 0 {
		return nil, false
	}
	t = &retrieval.Table{Caption: g.caption, Notes: slices.Clone(g.notes)}
	head := m.headRows()
	m.lift(t, &head)
	if head < 0 {
		head = m.guessHead()
	}
	if len(m.rows) == head { // nothing but headings: then they are the content
		head = 0
	}
	m.fill(t, head)
	return t, len(t.Rows) > 0
}
