package pack

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"github.com/reglookup/regengine/codes/retrieval"
)

func (m *markdown) table(t *east.Table) {
	line := m.at
	named := m.takeLabel()
	b := locatedBlock{line: line, parts: make(map[part][]retrieval.Ref)}
	// Rows follow each other line by line, the header and the rule first.
	var rows [][]string
	for row, n := t.FirstChild(), 0; row != nil; row, n = row.NextSibling(), n+1 {
		cells := m.cells(row, func(col int) part { return rowOf(n, col, named.head) }, b.parts)
		if n == 0 {
			m.checkHeader(line, len(cells))
		} else {
			m.checkWidth(line, line+1+n, len(cells))
		}
		rows = append(rows, cells)
	}
	b.Table = &retrieval.Table{Spans: named.spans}
	m.headRows(b.Table, rows, named)
	b.Title, b.Table.Caption = titles(&named)
	if b.Table.Caption != "" {
		b.parts[part{what: captionPart}] = named.links
	}
	m.checkSpans(b.Table, &named)
	b.Text = b.Table.Text()
	m.emit(retrieval.TableKind, named, b)
	m.at = line
}

// rowOf names a cell of the n-th row of a table that says it has head header
// rows.
func rowOf(n, col, head int) part {
	if head = max(head, 1); n < head {
		return part{headPart, n, col}
	}
	return part{rowPart, n - head, col}
}

// headRows tells the header from the rows. A header of one row that is all empty
// is none.
func (m *markdown) headRows(t *retrieval.Table, rows [][]string, named label) {
	switch {
	case named.head == unsaid || named.head == 1:
		t.Rows = rows[1:]
		if strings.Join(rows[0], "") != "" {
			t.Header = rows[0]
		}
	case named.head < 1 || named.head > len(rows):
		m.bad(named.line, "head=%d: the table has %d rows, with the one above the ---", named.head, len(rows))
		t.Header, t.Rows = rows[0], rows[1:]
	default:
		t.Head, t.Rows = rows[:named.head], rows[named.head:]
		t.Header = headLabels(t.Head)
	}
	if len(t.Rows) == 0 {
		t.Rows = nil
	}
}

// titles returns the title of a table and its caption: one and the same unless
// the lines above say otherwise.
func titles(l *label) (title, caption string) {
	switch {
	case l.caption != nil:
		return l.title, *l.caption
	case l.class == captionClass:
		return "", l.title
	case l.class == titleClass:
		return l.title, ""
	}
	return l.title, l.title
}

// checkSpans reports merged cells that reach beyond the table or are none.
func (m *markdown) checkSpans(t *retrieval.Table, l *label) {
	rows, cols := len(t.Head)+len(t.Rows), 0
	switch {
	case len(t.Rows) > 0:
		cols = len(t.Rows[0])
	case len(t.Head) > 0:
		cols = len(t.Head[0])
	}
	for _, s := range t.Spans {
		if s.Row+s.Rows > rows || s.Col+s.Cols > cols {
			m.bad(l.line, "span: %s reaches beyond the %d rows and %d columns of the table; a single header row does not count",
				spanText([]retrieval.Span{s}), rows, cols)
		}
		if s.Rows*s.Cols < 2 {
			m.bad(l.line, "span: %s is a single cell; remove it", spanText([]retrieval.Span{s}))
		}
	}
}

// cells returns the texts of a row and enters the links in them.
func (m *markdown) cells(row ast.Node, name func(col int) part, links map[part][]retrieval.Ref) []string {
	var cells []string
	for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
		m.footnotes(cell)
		var b prose
		m.inline(&b, cell.FirstChild(), 0)
		if len(b.links) > 0 {
			links[name(len(cells))] = b.links
		}
		cells = append(cells, b.String())
	}
	return cells
}

// checkHeader and checkWidth compare the cells written on a line with those of
// the table: a Markdown parser drops what is too much and fills up what is
// missing, unseen.
func (m *markdown) checkHeader(line, want int) {
	if got := countCells(m.row(line)); got != want {
		m.bad(line, "has %d cells, the row of --- below has %d; write a --- for every cell of the header", got, want)
	}
}

func (m *markdown) checkWidth(header, line, want int) {
	if got := countCells(m.row(line)); got != want {
		m.bad(line, "has %d cells, the table's header on line %d has %d; write every cell, empty ones too, and \\| for the sign itself", got, header, want)
	}
}

func countCells(row string) int {
	row = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	n := 1
	for i := range len(row) {
		if row[i] == '|' && (i == 0 || row[i-1] != '\\') {
			n++
		}
	}
	return n
}

// notes reads a quote directly below a table: each of its paragraphs is a note of
// the table. Elsewhere there are no quotes.
func (m *markdown) notes(q *ast.Blockquote) {
	table, below := q.PreviousSibling().(*east.Table)
	if !below || len(m.blocks) == 0 || table == nil || m.blocks[len(m.blocks)-1].Table == nil {
		m.bad(m.at, "a quote (>) holds the notes of the table directly above it; write a paragraph instead")
		return
	}
	b := &m.blocks[len(m.blocks)-1]
	for c := q.FirstChild(); c != nil; c = c.NextSibling() {
		p, ok := c.(*ast.Paragraph)
		if !ok {
			m.bad(m.at, "notes of a table are paragraphs; begin each with > and put a line with > alone between them")
			return
		}
		m.at = m.lineOf(p)
		m.lookalikes(p)
		var note prose
		m.inline(&note, p.FirstChild(), 0)
		if len(note.links) > 0 {
			b.parts[part{notePart, len(b.Table.Notes), 0}] = note.links
		}
		b.Table.Notes = append(b.Table.Notes, note.String())
	}
	b.Text = b.Table.Text()
}
