package boe

import (
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// site is where the addresses in the texts begin.
const site = "https://www.boe.es"

// inline writes text and what stands in it.
func (r *reading) inline(text *importers.Prose, n *importers.Node) {
	if n.Gap {
		text.Space()
	}
	switch n.Name {
	case "":
		text.Write(n.Text)
	case "sup":
		text.Raise(n.Plain())
	case "br":
		text.Space()
	case "img":
		r.image(text, n)
	case "a":
		r.w.kept.add("references", 1)
		work, url := link(n)
		text.Link(work, url, func() { r.inlines(text, n) })
	default:
		r.inlines(text, n)
	}
}

func (r *reading) inlines(text *importers.Prose, n *importers.Node) {
	for kid := n.First; kid != nil; kid = kid.Next {
		if !isInline(kid) {
			text.Space()
		}
		r.inline(text, kid)
	}
}

// identifier is the publisher's number of a norm.
var identifier = lazyregexp.New(`\b[A-Z]{2,5}-[A-Za-z]-\d{4}-\d{1,7}\b`)

// link returns the norm a link names and its address. The publisher's own links
// often have no address but name the norm: "Ref. BOE-A-2011-15210".
func link(n *importers.Node) (work, url string) {
	work = identifier.FindString(n.Plain() + " " + n.Attr("href"))
	url = address(n.Attr("href"))
	if url == "" && strings.HasPrefix(work, "BOE-") {
		url = site + "/buscar/doc.php?id=" + work
	}
	return work, url
}

// address makes a link of the site whole, and drops what is no web address.
func address(href string) string {
	switch {
	case strings.HasPrefix(href, "https://"), strings.HasPrefix(href, "http://"):
		return href
	case strings.HasPrefix(href, "/") && !strings.HasPrefix(href, "//"):
		return site + href
	}
	return ""
}

// fileName is a description of an image that describes nothing.
var fileName = lazyregexp.New(`(?i)\.(?:png|jpe?g|gif|svg|bmp|tiff?|webp|pdf)$|^\S*/\S*/\S*$`)

// image says that something is only to be seen in the source, so that nobody
// takes the text for whole, and where.
func (r *reading) image(text *importers.Prose, n *importers.Node) {
	r.w.kept.add("images", 1)
	before := text.String()
	if before == "" {
		before = r.pieceBefore()
	}
	alt := strings.TrimSpace(n.Attr("alt"))
	if fileName.MatchString(alt) {
		alt = ""
	}
	r.pictured = true
	text.Space()
	text.Link("", address(n.Attr("src")), func() { text.Write(importers.Missing(r.lang, importers.Announced(before), alt)) })
}

// table reads a table; the paragraph before it is its caption where it looks like
// one.
func (r *reading) table(n *importers.Node) {
	g := r.tables.New()
	if last := len(r.w.pieces) - 1; last >= 0 && r.w.pieces[last].text.Table == nil && r.w.pieces[last].heading == nil {
		if before := r.w.pieces[last].text.Text; len(before) <= maxHeading && importers.IsTableCaption(before) && !strings.HasSuffix(before, ":") {
			g.Caption(before)
			r.w.pieces = r.w.pieces[:last]
		}
	}
	r.heading = class{}
	rows := 0
	r.rows(g, n, false, &rows)
	r.w.kept.add("tables", 1)
	r.w.kept.add("rows", rows)
	if t, ok := g.Table(); ok {
		r.enter(importers.Piece{Kind: retrieval.TableKind, Table: t}, n)
		return
	}
	lines := g.Lines()
	for _, line := range lines {
		r.enter(importers.Piece{Kind: retrieval.Paragraph, Text: line}, n)
	}
	if len(lines) > 0 {
		r.report.Add(importers.Problem{Line: int(n.Line), Where: r.id, Message: "a table whose merged cells make it too large is kept as lines of text"})
	}
}

func (r *reading) rows(g *importers.Grid, n *importers.Node, head bool, count *int) {
	for kid := n.First; kid != nil; kid = kid.Next {
		switch kid.Name {
		case "caption":
			g.Caption(r.cellText(kid))
		case "thead", "tbody", "tfoot":
			r.rows(g, kid, head || kid.Name == "thead", count)
			g.EndGroup()
		case "tr":
			*count++
			g.Row(head)
			for cell := kid.First; cell != nil; cell = cell.Next {
				if cell.Name == "td" || cell.Name == "th" {
					g.Cell(r.cell(cell))
				}
			}
		case "", "colgroup", "col":
		default:
			r.rows(g, kid, head, count)
		}
	}
}

func (r *reading) cell(n *importers.Node) importers.Cell {
	header := n.Name == "th" || strings.HasPrefix(n.Attr("class"), "cabeza_tabla")
	if p := n.Child("p"); p != nil && strings.HasPrefix(p.Attr("class"), "cabeza_tabla") {
		header = true
	}
	return importers.Cell{Text: r.cellText(n), Rows: number(n.Attr("rowspan")), Cols: number(n.Attr("colspan")), Header: header}
}

// number reads a span; what is no number counts as one.
func number(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 1
	}
	return n
}

// cellText puts the paragraphs of a cell on lines of their own. The rows of a
// table in a cell become lines.
func (r *reading) cellText(n *importers.Node) string {
	var text importers.Prose
	r.cellInto(&text, n)
	return text.String()
}

func (r *reading) cellInto(text *importers.Prose, n *importers.Node) {
	for kid := n.First; kid != nil; kid = kid.Next {
		switch {
		case isInline(kid) && kid.Name != "tr" && kid.Name != "tbody" && kid.Name != "thead":
			if kid.Name == "td" || kid.Name == "th" {
				text.Space()
				r.cellInto(text, kid)
				continue
			}
			r.inline(text, kid)
		default:
			if kid.Name == "table" {
				r.w.kept.add("tables", 1)
			}
			if kid.Name == "tr" {
				r.w.kept.add("rows", 1)
			}
			text.Break()
			r.cellInto(text, kid)
			text.Break()
		}
	}
}
