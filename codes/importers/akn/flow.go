package akn

import (
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
)

// block is one block being put together, of the paragraphs of one element.
type block struct {
	kind   retrieval.Kind
	depth  int
	anchor string // of the first piece only
	title  string
	number string // leads the first piece; "" once it is written
	text   importers.Prose
}

// note is a footnote met in a block, entered behind it.
type note struct {
	text string
	refs []retrieval.Ref
}

// flush enters what a block has so far.
func (r *reading) flush(b *block) {
	if b.text.Empty() && b.number == "" {
		r.flushNotes()
		return
	}
	if b.number != "" {
		b.text.Write(b.number)
		b.number = ""
	}
	p := importers.Piece{Kind: b.kind, Depth: b.depth, Title: b.title, Text: b.text.String(), Anchor: b.anchor, Refs: b.text.Refs(r.lang)}
	if r.b.Add(p) {
		r.last = p.Text
		b.anchor = ""
	}
	b.text, r.opened = importers.Prose{}, 0
	r.flushNotes()
}

func (r *reading) flushNotes() {
	for _, n := range r.notes {
		r.b.Add(importers.Piece{Kind: retrieval.Note, Text: n.text, Refs: n.refs})
	}
	r.notes = nil
}

// flow reads text outside any numbered provision: each paragraph is a block.
func (r *reading) flow(n *importers.Node, at place) {
	b := &block{kind: retrieval.Paragraph}
	if isInline(n) || n.Name == "p" || n.Name == "block" {
		r.blocks(&importers.Node{First: single(n)}, b, at)
		r.flush(b)
		return
	}
	switch n.Name {
	case "table", "tblock", "blockList", "ul", "ol":
		r.blocks(&importers.Node{First: single(n)}, b, at)
		r.flush(b)
	default:
		r.children(n, at)
	}
}

// blocks reads paragraphs, lists and tables into a block, which tables and lists
// end. Several paragraphs are lines of one block.
func (r *reading) blocks(n *importers.Node, b *block, at place) {
	for kid := n.First; kid != nil; kid = kid.Next {
		switch kid.Name {
		case "p", "block", "listIntroduction", "listWrapUp":
			r.line(kid, b)
		case "table":
			r.tableIn(kid, b)
		case "blockList", "ul", "ol":
			r.items(kid, b, max(at.depth, 1))
		case "tblock", "container":
			r.titled(kid, b, at)
		case "blockContainer", "content", "intro", "wrapUp", "formula", "recitals", "citations", "recital", "citation", "longTitle":
			r.blocks(kid, b, at)
		default:
			switch {
			case roles[kid.Name] == "skip":
			case isInline(kid):
				r.lead(b)
				r.run(kid, b)
			default:
				r.blocks(kid, b, at)
			}
		}
	}
}

// lead writes the number of a provision before its first words.
func (r *reading) lead(b *block) {
	if b.number == "" {
		return
	}
	b.text.Write(b.number)
	b.text.Space()
	b.number = ""
}

func (r *reading) line(n *importers.Node, b *block) {
	b.text.Break()
	if n.Plain() != "" {
		if n.Name == "p" {
			r.kept.add("paragraphs")
		}
		r.lead(b)
	}
	r.runs(n, b)
}

// titled reads a container with a heading, which is the caption of a table alone
// in it and else its first line.
func (r *reading) titled(n *importers.Node, b *block, at place) {
	title := heading(n)
	if n.Name == "tblock" && holdsTable(n) {
		r.title = title
	} else {
		b.text.Break()
		b.text.Write(title)
	}
	for kid := n.First; kid != nil; kid = kid.Next {
		if roles[kid.Name] != "title" {
			r.blocks(&importers.Node{First: single(kid)}, b, at)
		}
	}
	r.title = ""
}

// runs reads what stands in a line. A table in it, of whatever vocabulary and
// however wrapped, ends the block and is a block of its own.
func (r *reading) runs(n *importers.Node, b *block) {
	for kid := n.First; kid != nil; kid = kid.Next {
		r.run(kid, b)
	}
}

func (r *reading) run(n *importers.Node, b *block) {
	switch {
	case n.Name == "table":
		r.tableIn(n, b)
	case holdsTable(n):
		r.runs(n, b)
	default:
		r.inline(&b.text, n)
	}
}

// holdsTable reports whether there is a table in an element that is neither quoted
// nor in a note.
func holdsTable(n *importers.Node) bool {
	for kid := n.First; kid != nil && !quoted(n) && n.Name != "authorialNote"; kid = kid.Next {
		if kid.Name == "table" || holdsTable(kid) {
			return true
		}
	}
	return false
}

// tableIn reads a table that stands in a block, which it ends.
func (r *reading) tableIn(n *importers.Node, b *block) {
	caption := r.title
	if r.title = ""; caption == "" {
		caption = r.captionFrom(b)
	}
	r.flush(b)
	r.table(n, caption)
}

// items reads a list within text.
func (r *reading) items(n *importers.Node, b *block, depth int) {
	for kid := n.First; kid != nil; kid = kid.Next {
		switch kid.Name {
		case "item", "li":
			r.flush(b)
			r.kept.add("items")
			item := &block{kind: retrieval.Item, depth: depth, anchor: id(kid), number: words(kid.Child("num")), title: words(kid.Child("heading"))}
			if item.number == "" && kid.Name == "li" {
				item.number = "–"
			}
			for part := kid.First; part != nil; part = part.Next {
				if roles[part.Name] != "title" {
					r.blocks(&importers.Node{First: single(part)}, item, place{depth: depth + 1})
				}
			}
			r.flush(item)
		default:
			r.blocks(&importers.Node{First: single(kid)}, b, place{depth: depth})
		}
	}
}

// captionFrom takes the last line of a block for the caption of the table behind
// it, where it begins as one.
func (r *reading) captionFrom(b *block) string {
	text := b.text.LastLine()
	if !importers.IsTableCaption(text) || len(text) > maxCaption || strings.HasSuffix(text, ":") {
		return ""
	}
	return b.text.TakeLine()
}

// maxCaption is the longest line taken for a caption, in bytes.
const maxCaption = 200

func (r *reading) table(n *importers.Node, caption string) {
	r.kept.add("tables")
	g := r.tables.New()
	g.Caption(caption)
	r.rows(g, n, false)
	if t, ok := g.Table(); ok {
		for _, note := range r.notes {
			t.Notes = append(t.Notes, note.text)
		}
		r.notes = nil
		r.b.Add(importers.Piece{Kind: retrieval.TableKind, Table: t, Anchor: id(n)})
		return
	}
	lines := g.Lines()
	for _, line := range lines {
		r.b.Add(importers.Piece{Kind: retrieval.Paragraph, Text: line})
	}
	if len(lines) > 0 {
		r.report.Add(importers.Problem{Line: int(n.Line), Where: id(n), Message: "a table whose merged cells make it too large is kept as lines of text"})
	}
	r.flushNotes()
}

func (r *reading) rows(g *importers.Grid, n *importers.Node, head bool) {
	for kid := n.First; kid != nil; kid = kid.Next {
		switch kid.Name {
		case "caption":
			g.Caption(r.cellText(kid))
		case "thead", "tbody", "tfoot":
			r.rows(g, kid, head || kid.Name == "thead")
			g.EndGroup()
		case "tr":
			r.kept.add("rows")
			g.Row(head)
			for c := kid.First; c != nil; c = c.Next {
				if c.Name == "td" || c.Name == "th" {
					g.Cell(importers.Cell{Text: r.cellText(c), Rows: number(c.Attr("rowspan")), Cols: number(c.Attr("colspan")), Header: c.Name == "th"})
				}
			}
		}
	}
}

// number reads a span; what is no number counts as one.
func number(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 1
	}
	return n
}

// cellText puts the paragraphs of a cell on lines of their own.
func (r *reading) cellText(n *importers.Node) string {
	var text importers.Prose
	r.inlines(&text, n)
	return text.String()
}
