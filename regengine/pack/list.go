package pack

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/reglookup/regengine/codes/retrieval"
)

func (m *markdown) list(l *ast.List) {
	b := locatedBlock{line: m.at}
	var items []prose
	m.items(l, 0, &items)
	var text strings.Builder
	for i := range items {
		if i > 0 {
			text.WriteByte('\n')
		}
		for _, link := range items[i].links {
			b.links = append(b.links, moved(link, text.Len()))
		}
		text.WriteString(items[i].String())
	}
	b.Text = text.String()
	m.emit(retrieval.List, m.takeLabel(), b)
}

// items appends the lines of a list: one for each item, indented by two spaces a
// level. The number of a numbered item stands before its text.
func (m *markdown) items(l *ast.List, depth int, items *[]prose) {
	if depth >= maxNesting {
		m.bad(m.at, "lists are nested too deeply; begin sections instead")
		return
	}
	number := l.Start
	for item := l.FirstChild(); item != nil; item = item.NextSibling() {
		prefix := strings.Repeat("  ", depth) + "- "
		if l.IsOrdered() {
			prefix += fmt.Sprintf("%d%c ", number, l.Marker)
			number++
		}
		m.item(item, prefix, depth, items)
		m.offset = max(m.offset, endOf(item))
	}
}

func (m *markdown) item(item ast.Node, prefix string, depth int, items *[]prose) {
	m.at = m.lineOf(item)
	at := len(*items)
	*items = append(*items, prose{})
	var b prose
	b.WriteString(prefix)
	for c := item.FirstChild(); c != nil; c = c.NextSibling() {
		m.at = m.lineOf(c)
		switch c := c.(type) {
		case *ast.TextBlock, *ast.Paragraph:
			if len(*items) > at+1 {
				m.bad(m.at, "text of an item behind its inner list; make it an item of its own, or put it before the list")
			}
			m.lookalikes(c)
			if b.Len() > len(prefix) {
				b.WriteByte(' ')
			}
			m.inline(&b, c.FirstChild(), 0)
		case *ast.List:
			m.items(c, depth+1, items)
		case *ast.ThematicBreak, *ast.HTMLBlock, *ast.FencedCodeBlock, *ast.CodeBlock:
			m.unsupported(c)
		default:
			m.bad(m.at, "an item of a list holds text and further lists only; put headings, quotes and tables outside, at the margin")
		}
		m.offset = max(m.offset, endOf(c))
	}
	text := strings.ReplaceAll(b.String(), "\n", " ")
	if strings.TrimSpace(text[len(prefix):]) == "" {
		m.bad(m.at, "an item of a list without text; write it, or remove the mark")
	}
	line := &(*items)[at]
	line.WriteString(text)
	line.links = b.links
}
