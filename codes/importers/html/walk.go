package html

import (
	"context"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// reader turns the main element of a page into elements of its text.
type reader struct {
	ctx    context.Context
	page   *page
	source *legal.Source
	base   *url.URL
	lang   string
	tables importers.Tables
	nodes  int
	err    error

	// The element at hand.
	prose  *importers.Prose
	next   legal.Element // what is known of it: level, mark, role
	bold   int           // within so many elements of emphasis
	text   int           // bytes of text, and of those emphasised
	strong int
	lead   int    // end of the emphasis it begins with
	number string // of a numbered paragraph, where the text begins with it
	list   []list
	notes  int  // within so many footnotes
	within bool // within one that is called
	calls  notes
	unsaid []*html.Node // pictures without a description that nothing announces
}

// read reads an element with all below it.
func (r *reader) read(main *html.Node) error {
	r.prose = new(importers.Prose)
	r.children(main)
	r.flush()
	r.source.Elements = r.calls.place(r.source.Elements)
	return r.err
}

func (r *reader) children(n *html.Node) {
	for c := n.FirstChild; c != nil && r.err == nil; c = c.NextSibling {
		r.node(c)
	}
}

func (r *reader) node(n *html.Node) {
	if r.nodes++; r.nodes%1024 == 0 && r.err == nil {
		r.err = r.ctx.Err()
	}
	switch {
	case n.Type == html.TextNode:
		r.write(n.Data)
	case n.Type != html.ElementNode || r.page.skip[n]:
	case isInline(n):
		r.inline(n)
	default:
		r.block(n)
	}
}

var softHyphen = strings.NewReplacer("\u00ad", "", "\u200b", "", "\u2060", "")

func (r *reader) write(s string) {
	s = softHyphen.Replace(s)
	n := len(strings.TrimSpace(s))
	r.text += n
	if r.bold > 0 {
		r.strong += n
	}
	r.prose.Write(s)
}

// flush ends the element at hand.
func (r *reader) flush() {
	e := r.next
	text := r.prose.String()
	if text != "" || e.Mark != "" {
		e.Text, e.Refs = text, r.prose.Refs(r.lang)
		e.Strong = e.Strong || r.text > 0 && r.strong == r.text
		e.Lead = min(r.lead, len(text))
		if e.Role == legal.Prose && r.notes > 0 {
			e.Role = legal.AsNote
		}
		r.emit(e)
	}
	r.prose = new(importers.Prose)
	r.next = legal.Element{}
	r.text, r.strong, r.lead, r.number = 0, 0, 0, ""
}

func (r *reader) emit(e legal.Element) {
	if len(r.source.Elements) >= legal.MaxElements {
		r.err = legal.ErrTooMany
		return
	}
	r.calls.emitted(len(r.source.Elements))
	r.source.Elements = append(r.source.Elements, e)
}

// numberAlone is a line that is only the number of what follows.
var numberAlone = lazyregexp.New(`^\(?(?:\d{1,3}|[a-zñ]{1,2}|[ivx]{1,5})[.)]$`)

// block reads an element that stands in lines of its own.
func (r *reader) block(n *html.Node) {
	switch n.Data {
	case "br":
		r.prose.Break()
		return
	case "img":
		r.image(n)
		return
	case "math":
		r.write(mathText(n))
		return
	case "svg", "wbr", "hr", "col", "colgroup":
		return
	}
	list := n.Data == "ul" || n.Data == "ol" || n.Data == "dl" || n.Data == "table"
	if !list && r.next.Mark == "" && r.number == "" && numberAlone.MatchString(r.prose.String()) {
		r.number = r.prose.String() // set apart from the block it numbers
	}
	if list || r.number != "" && r.prose.String() != r.number || r.number == "" && (r.next.Mark == "" || !r.prose.Empty()) {
		r.flush()
	}
	r.footnote(n, func() { r.lined(n) })
	r.flush()
}

// lined reads an element that stands in lines of its own, by its name.
func (r *reader) lined(n *html.Node) {
	switch n.Data {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		r.heading(n, int(n.Data[1]-'0'))
	case "ul", "ol":
		r.openList(n)
	case "li":
		r.item(n)
	case "dt", "dd":
		r.definition(n)
	case "table":
		r.table(n)
	case "pre":
		r.preformatted(n)
	case "figcaption", "caption":
		r.next.Role = legal.AsCaption
		r.children(n)
	default:
		r.paragraph(n)
	}
}

// paragraph reads a block, with what its class and style say of it.
func (r *reader) paragraph(n *html.Node) {
	level := headingRole(n)
	if level > 0 && r.page.first(n, "p") == nil {
		r.heading(n, level)
		return
	}
	if isFootnote(n) {
		r.notes++
		defer func() { r.notes-- }()
	}
	if leaf(n) {
		r.next.Strong = r.next.Strong || named(n, "head") || centred(n)
		r.next.Subtitle = named(n, "subtitle")
		if named(n, "remark") {
			r.next.Role = legal.AsRemark
		}
	}
	r.children(n)
}

// headingRole returns the level of an element said to be a heading.
func headingRole(n *html.Node) int {
	if attr(n, "role") != "heading" {
		return 0
	}
	level := 2
	if l := attr(n, "aria-level"); len(l) == 1 && l[0] >= '1' && l[0] <= '6' {
		level = int(l[0] - '0')
	}
	return level
}

// leaf reports whether a block holds text and no other block.
func leaf(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && !isInline(c) && c.Data != "br" && c.Data != "img" {
			return false
		}
	}
	return true
}

func centred(n *html.Node) bool {
	style := strings.ToLower(strings.ReplaceAll(attr(n, "style"), " ", ""))
	return strings.EqualFold(attr(n, "align"), "center") || strings.Contains(style, "text-align:center") || n.Parent != nil && n.Parent.Data == "center"
}

func (r *reader) heading(n *html.Node, level int) {
	r.next.Level = level
	r.next.Slug = anchorOf(n)
	r.children(n)
	if text := r.prose.String(); strings.Contains(text, "\n") { // a title of several lines
		joined := new(importers.Prose)
		joined.Write(text)
		r.prose = joined
	}
}

// anchorOf returns the name links lead to a heading by.
func anchorOf(n *html.Node) string {
	id := attr(n, "id")
	if id == "" {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type == html.ElementNode && c.Data == "a" {
				id = attr(c, "id") + attr(c, "name")
				break
			}
		}
	}
	slug := strings.ToLower(id)
	if len(slug) > 40 || !importers.IsAnchor(slug) {
		return ""
	}
	return slug
}

func (r *reader) preformatted(n *html.Node) {
	r.next.Role = legal.AsPlain
	for i, line := range strings.Split(strings.Trim(textOf(n), "\n"), "\n") {
		if i > 0 {
			r.prose.Break()
		}
		r.write(line)
	}
}

// definition reads a term or the meaning of one. Blocks within are joined.
func (r *reader) definition(n *html.Node) {
	if !leaf(n) && n.Data == "dd" && (r.page.first(n, "table") != nil || r.page.first(n, "li") != nil) {
		r.children(n)
		return
	}
	role := legal.AsTerm
	if n.Data == "dd" {
		role = legal.AsMeaning
	}
	in := r.collect(n)
	r.next.Role = role
	r.prose = in
}

// collect puts the text of an element together in one piece, blocks in lines.
func (r *reader) collect(n *html.Node) *importers.Prose {
	c := &reader{ctx: r.ctx, page: r.page, source: r.source, base: r.base, lang: r.lang, prose: new(importers.Prose)}
	c.lines(n)
	r.calls.pending = append(r.calls.pending, c.calls.pending...)
	return c.prose
}

// lines reads an element as lines of the prose at hand.
func (r *reader) lines(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			r.write(c.Data)
		case c.Type != html.ElementNode || r.page.skip[c]:
		case c.Data == "img":
			r.write(" " + importers.Missing(r.lang, pictured(c), attr(c, "alt")) + " ")
		case c.Data == "math":
			r.write(mathText(c))
		case isInline(c):
			r.styled(c, func() { r.lines(c) })
		default:
			r.prose.Break()
			r.lines(c)
			r.prose.Break()
		}
	}
}

// seen counts what there is below an element, on its tree, beside what was counted
// on the raw page.
func (r *reader) seen(main *html.Node, seen legal.Seen) legal.Seen {
	var walk func(n *html.Node, note bool)
	walk = func(n *html.Node, note bool) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode || r.page.skip[c] {
				continue
			}
			inside := note || isFootnote(c)
			switch {
			case c.Data == "li" && !inside:
				seen.Items++
			case c.Data == "img":
				seen.Images++
			case inside && strings.TrimSpace(textOf(c)) != "" && (leaf(c) && !isInline(c) && c.Parent.Data != "li" || c.Data == "li"):
				seen.Notes++
			}
			walk(c, inside)
		}
	}
	walk(main, false)
	return seen
}
