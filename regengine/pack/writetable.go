package pack

import (
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

func (w *mdWriter) table(t *retrieval.Table, links map[part][]retrieval.Ref) {
	head := t.Head
	if len(head) == 0 {
		head = [][]string{t.Header}
	}
	if t.Header == nil && len(t.Rows) > 0 {
		head = [][]string{make([]string, len(t.Rows[0]))}
	}
	for i, cells := range head {
		w.row(cells, func(col int) []retrieval.Ref { return links[part{headPart, i, col}] })
		if i == 0 {
			w.b.WriteString("|" + strings.Repeat(" --- |", len(cells)) + "\n")
		}
	}
	for i, cells := range t.Rows {
		w.row(cells, func(col int) []retrieval.Ref { return links[part{rowPart, i, col}] })
	}
	for i, note := range t.Notes {
		if i == 0 {
			w.b.WriteByte('\n')
		} else {
			w.b.WriteString(">\n")
		}
		text := escapeLines(note, links[part{notePart, i, 0}])
		w.b.WriteString("> " + strings.ReplaceAll(text, "\n", "\n> ") + "\n")
	}
}

func (w *mdWriter) row(cells []string, links func(col int) []retrieval.Ref) {
	w.b.WriteByte('|')
	for col, cell := range cells {
		w.b.WriteString(" " + (&escaper{in: inCell, links: links(col)}).line(cell, 0) + " |")
	}
	w.b.WriteByte('\n')
}
