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
	table := &retrieval.Table{Caption: named.title}
	// Rows follow each other line by line, the header and the rule first.
	for row, n := t.FirstChild(), 0; row != nil; row, n = row.NextSibling(), n+1 {
		cells := m.cells(row)
		if n == 0 {
			m.checkHeader(line, len(cells))
			if strings.Join(cells, "") != "" {
				table.Header = cells
			}
			continue
		}
		m.checkWidth(line, line+1+n, len(cells))
		table.Rows = append(table.Rows, cells)
	}
	m.emit(retrieval.TableKind, named, tableText(table), table, line)
	m.at = line
}

func (m *markdown) cells(row ast.Node) []string {
	var cells []string
	for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
		m.footnotes(cell)
		var b strings.Builder
		m.inline(&b, cell.FirstChild(), 0)
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

// tableText is what a person reads of a table: caption, header, rows and notes,
// a line each. A line break inside a cell or note is a space.
func tableText(t *retrieval.Table) string {
	var lines []string
	if t.Caption != "" {
		lines = append(lines, t.Caption)
	}
	if t.Header != nil {
		lines = append(lines, strings.Join(t.Header, " | "))
	}
	for _, row := range t.Rows {
		lines = append(lines, strings.Join(row, " | "))
	}
	lines = append(lines, t.Notes...)
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(line, "\n", " ")
	}
	return strings.Join(lines, "\n")
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
		var note strings.Builder
		m.inline(&note, p.FirstChild(), 0)
		b.Table.Notes = append(b.Table.Notes, note.String())
	}
	b.Text = tableText(b.Table)
}
