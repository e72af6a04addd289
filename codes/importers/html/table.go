package html

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
)

// table reads a table. One that only places its content on the page is read as
// what it places.
func (r *reader) table(n *html.Node) {
	rows := tableRows(n)
	switch {
	case r.isLayout(n, rows):
		for _, row := range rows {
			for _, cell := range cellsOf(row) {
				r.children(cell)
				r.flush()
			}
		}
	case r.isList(n, rows):
		r.marks(rows)
	default:
		r.data(n, rows)
	}
}

// tableRows returns the rows of a table, not those of tables within it: those of
// the head first, those of the foot last.
func tableRows(n *html.Node) []*html.Node {
	var head, body, foot []*html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type != html.ElementNode:
		case c.Data == "tr":
			body = append(body, c)
		case c.Data == "thead":
			head = append(head, children(c, "tr")...)
		case c.Data == "tbody":
			body = append(body, children(c, "tr")...)
		case c.Data == "tfoot":
			foot = append(foot, children(c, "tr")...)
		}
	}
	return append(append(head, body...), foot...)
}

func children(n *html.Node, name string) []*html.Node {
	var list []*html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && c.Data == name {
			list = append(list, c)
		}
	}
	return list
}

func cellsOf(row *html.Node) []*html.Node {
	var cells []*html.Node
	for c := row.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && (c.Data == "td" || c.Data == "th") {
			cells = append(cells, c)
		}
	}
	return cells
}

// isLayout reports whether a table only places things: said to, of a single
// cell, or with headings, or whole tables beside much text, in its cells.
func (r *reader) isLayout(n *html.Node, rows []*html.Node) bool {
	if role := attr(n, "role"); role == "presentation" || role == "none" {
		return true
	}
	if count(n, "th", 1) > 0 || count(n, "caption", 1) > 0 {
		return false
	}
	if len(rows) == 1 && len(cellsOf(rows[0])) == 1 {
		return true
	}
	for _, tag := range []string{"h1", "h2", "h3", "h4"} {
		if count(n, tag, 1) > 0 {
			return true
		}
	}
	const much = 2000
	return count(n, "table", 1) > 0 && len(rows) <= 3 && r.page.all[n] > much
}

// isList recognises the two columns in which some publishers set their lists: a
// mark, and its text.
func (r *reader) isList(n *html.Node, rows []*html.Node) bool {
	if count(n, "th", 1) > 0 || len(rows) == 0 {
		return false
	}
	for _, row := range rows {
		cells := cellsOf(row)
		if len(cells) < 2 || len(cells) > 3 {
			return false
		}
		mark := strings.Join(strings.Fields(textOf(cells[len(cells)-2])), " ")
		_, ok := legal.ParseMark(mark + " x")
		if !ok && !startsNumbered(mark+" ") || len(mark) > 8 || len(cells) == 3 && strings.TrimSpace(textOf(cells[0])) != "" {
			return false
		}
	}
	return true
}

// marks reads such a list.
func (r *reader) marks(rows []*html.Node) {
	for _, row := range rows {
		cells := cellsOf(row)
		mark := strings.Join(strings.Fields(textOf(cells[len(cells)-2])), " ")
		r.write(mark + " ")
		last := cells[len(cells)-1]
		block := last.FirstChild
		for block != nil && (block.Type != html.ElementNode || isInline(block)) {
			block = block.NextSibling
		}
		if block != nil && block.Data == "p" { // its first paragraph goes on behind the mark
			r.children(block)
			r.flush()
			for c := block.NextSibling; c != nil && r.err == nil; c = c.NextSibling {
				r.node(c)
			}
		} else {
			r.children(last)
		}
		r.flush()
	}
}

// data reads a table of data.
func (r *reader) data(n *html.Node, rows []*html.Node) {
	grid := r.tables.New()
	for _, c := range children(n, "caption") {
		grid.Caption(strings.ReplaceAll(r.collect(c).String(), "\n", " "))
	}
	var group *html.Node
	var below []nested
	for _, row := range rows {
		if group != nil && row.Parent != group {
			grid.EndGroup()
		}
		group = row.Parent
		cells := cellsOf(row)
		if row.Parent.Data == "tfoot" && len(cells) == 1 {
			grid.Note(r.collect(cells[0]).String())
			continue
		}
		if len(cells) == 0 {
			continue
		}
		grid.Row(row.Parent.Data == "thead")
		for i, cell := range cells {
			text, inner := r.cell(cell)
			for _, table := range inner {
				label := ""
				if i > 0 {
					label = strings.Join(strings.Fields(textOf(cells[0])), " ")
				}
				below = append(below, nested{table, label})
			}
			grid.Cell(importers.Cell{
				Text: text, Rows: span(cell, "rowspan", row), Cols: span(cell, "colspan", row),
				Header: cell.Data == "th" && attr(cell, "scope") != "row",
			})
		}
	}
	r.addTable(grid)
	for _, inner := range below {
		if inner.of != "" {
			r.emit(legal.Element{Role: legal.AsCaption, Of: legal.OfTable, Text: inner.of})
		}
		r.table(inner.table)
	}
}

// nested is a table in a cell of another, and what the row of it begins with.
type nested struct {
	table *html.Node
	of    string
}

// cell reads a cell without the tables of data in it, which stand behind its table.
func (r *reader) cell(n *html.Node) (text string, inner []*html.Node) {
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && c.Data == "table" && within(c, "table") == within(n, "table") && !r.page.skip[c] && count(c, "td", 2)+count(c, "th", 2) >= 2 {
			inner = append(inner, c)
		}
	}
	if len(inner) == 0 {
		return r.collect(n).String(), nil
	}
	hidden := make(map[*html.Node]bool)
	for _, t := range inner {
		hidden[t], r.page.skip[t] = r.page.skip[t], true
	}
	text = strings.TrimSpace(r.collect(n).String() + " " + importers.TableBelow)
	for t, was := range hidden {
		r.page.skip[t] = was
	}
	return text, inner
}

func (r *reader) addTable(grid *importers.Grid) {
	t, ok := grid.Table()
	e := legal.Element{Role: legal.AsTable, Table: t}
	if !ok {
		if e.Text = strings.Join(grid.Lines(), "\n"); e.Text == "" {
			return
		}
		e.Table = nil
		r.source.Report.Add(importers.Problem{Where: "table", Message: "too large for a table with its merged cells: its text is taken row by row: " + strings.SplitN(e.Text, "\n", 2)[0]})
	}
	r.emit(e)
}

// span returns how many rows or columns a cell covers; rowspan="0" is all rows to
// the end of the group.
func span(cell *html.Node, name string, row *html.Node) int {
	n, err := strconv.Atoi(strings.TrimSpace(attr(cell, name)))
	if err != nil || n < 0 {
		return 1
	}
	if n == 0 && name == "rowspan" {
		for ; row != nil; row = row.NextSibling {
			n++
		}
	}
	return max(n, 1)
}
