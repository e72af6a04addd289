package boe

import (
	"cmp"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Levels of headings that the class of a paragraph does not give.
const (
	levelTop       = 1
	levelProvision = 2
	levelArticle   = 7
	levelSub       = 8
)

// reading turns the elements of one wording into its pieces.
type reading struct {
	*parser
	w        *wording
	id       string // of the block, the slug of its first heading
	kind     string // tipo of the block
	slugged  bool   // a heading has taken the id
	heading  class  // of the heading that ends the pieces, which may go on
	marks    importers.Marks
	note     bool // inside an editorial note
	pictured bool // an image stands in the text being put together
}

func (p *parser) read(n, blockNode *importers.Node) *wording {
	w := &wording{norm: n.Attr("id_norma"), line: int(n.Line)}
	r := &reading{parser: p, w: w, id: blockNode.Attr("id"), kind: blockNode.Attr("tipo")}
	p.dates(w, n, r.id)
	r.opening(n, blockNode)
	r.children(n)
	r.announced()
	w.words = n.Spell(isRunOn, nil)
	return w
}

// opening gives a block that does not begin with a heading one by its title or
// type.
func (r *reading) opening(n, blockNode *importers.Node) {
	for kid := n.First; kid != nil; kid = kid.Next {
		if kid.Name != "p" {
			break
		}
		if kid.Plain() == "" {
			continue
		}
		if c := classOf(kid); c.role == "heading" || c.role == "article" {
			return
		}
		break
	}
	t := blockTypes[r.kind]
	title := titleOf(blockNode, r.lang)
	if title == "" && r.id == "" {
		return
	}
	level := cmp.Or(t.level, levelArticle)
	if single, group := provision(title); group {
		level = levelTop
	} else if single {
		level = levelProvision
	}
	r.open(title, level, r.kind == "precepto")
}

// open begins a section. The first of a block has its id for a slug, others the
// id and their title, so that a heading put before them leaves them their names.
func (r *reading) open(title string, level int, article bool) {
	slug := r.id
	if r.slugged && r.id != "" {
		slug = r.id + "-" + importers.SlugOf(title)
	}
	r.slugged = true
	r.marks = importers.Marks{}
	r.w.pieces = append(r.w.pieces, piece{heading: &importers.Heading{Title: title, Level: level, Slug: slug, Article: article}})
}

func (r *reading) children(n *importers.Node) {
	var inline importers.Prose
	for kid := n.First; kid != nil; kid = kid.Next {
		if isInline(kid) {
			r.inline(&inline, kid)
			continue
		}
		r.paragraph(&inline, class{}, nil)
		inline = importers.Prose{}
		r.element(kid)
	}
	r.paragraph(&inline, class{}, nil)
}

var blockElements = map[string]bool{
	"p": true, "table": true, "blockquote": true, "ul": true, "ol": true, "dl": true, "div": true, "pre": true, "version": true,
	"h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "li": true, "dt": true, "dd": true, "hr": true,
}

func isInline(n *importers.Node) bool { return !blockElements[n.Name] }

var tableElements = map[string]bool{"tr": true, "td": true, "th": true, "thead": true, "tbody": true, "tfoot": true, "caption": true, "br": true, "img": true}

// isRunOn reports whether the words before an element and its own may be one.
func isRunOn(n *importers.Node) bool { return isInline(n) && !tableElements[n.Name] }

func (r *reading) element(n *importers.Node) {
	switch n.Name {
	case "p", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd":
		r.p(n)
	case "table":
		r.table(n)
	case "blockquote":
		was := r.note
		r.note = r.note || strings.Contains(n.Attr("class"), "vigencia") || n.Find("p") == nil || classOf(n.Find("p")).role == "note"
		r.children(n)
		r.note = was
	case "ul", "ol":
		r.list(n, 1)
	default:
		r.children(n)
	}
}

// p reads a paragraph, with what it holds beside text.
func (r *reading) p(n *importers.Node) {
	c := classOf(n)
	if r.note && c.role != "note" {
		c = class{role: "note"}
	}
	var text importers.Prose
	for kid := n.First; kid != nil; kid = kid.Next {
		if isInline(kid) {
			r.inline(&text, kid)
			continue
		}
		r.paragraph(&text, c, n)
		text = importers.Prose{}
		r.element(kid)
	}
	r.paragraph(&text, c, n)
}

// paragraph enters what a paragraph says by what its class is.
func (r *reading) paragraph(text *importers.Prose, c class, n *importers.Node) {
	if text.Empty() {
		return
	}
	s := text.String()
	if n != nil {
		r.w.kept.add("paragraphs", 1)
	}
	switch {
	case importers.IsTableCaption(s) && c.role == "subheading":
	case c.role == "heading" || c.role == "article" || c.role == "subheading" && len(s) <= maxHeading:
		r.head(s, c)
		return
	}
	r.heading = class{}
	if r.tableNote(s) {
		return
	}
	p := importers.Piece{Kind: retrieval.Paragraph, Text: s, Refs: text.Refs(r.lang)}
	if c.role == "note" || r.kind == "nota_inicial" {
		p.Kind = retrieval.Note
		r.w.kept.add("notes", 1)
	} else if p.Depth = r.marks.Depth(s); p.Depth > 0 {
		p.Kind = retrieval.Item
		r.w.kept.add("items", 1)
	}
	r.enter(p, n)
}

// enter adds a block of text to the pieces. n is what it stands in, or nil.
func (r *reading) enter(p importers.Piece, n *importers.Node) {
	line := r.w.line
	if n != nil {
		line = int(n.Line)
	}
	r.w.pieces = append(r.w.pieces, piece{text: p, line: line, pictured: r.pictured})
	r.pictured = false
}

// maxHeading is the longest centred paragraph taken for a heading, in bytes.
const maxHeading = 200

// head enters a heading, or joins it to the one before, of which it is the title
// or the next line.
func (r *reading) head(s string, c class) {
	if c.role == "article" {
		r.w.kept.add("articles", 1)
	}
	before := r.heading
	r.heading = c
	goesOn := before.role != "" && before.family == c.family && (c.part == "tit" || c.role == "subheading")
	if last := len(r.w.pieces) - 1; goesOn && last >= 0 && r.w.pieces[last].heading != nil {
		h := r.w.pieces[last].heading
		if before.part != "tit" && c.part == "tit" {
			h.Title = strings.TrimRight(h.Title, ". ") + "."
		}
		h.Title += " " + s
		return
	}
	r.open(s, r.level(s, c), c.role == "article")
}

// level returns the level of a heading: that of its class, but a provision at the
// end of a law stands under no title or chapter.
func (r *reading) level(s string, c class) int {
	single, group := provision(s)
	switch {
	case group && c.role != "subheading":
		return levelTop
	case single && c.role == "article":
		return levelProvision
	}
	return c.level
}

// tableNote takes a paragraph right behind a table that is a note to it.
func (r *reading) tableNote(s string) bool {
	last := len(r.w.pieces) - 1
	if last < 0 || r.w.pieces[last].text.Table == nil {
		return false
	}
	t := r.w.pieces[last].text.Table
	if !importers.IsTableNote(t, s) {
		return false
	}
	t.Notes = append(t.Notes, s)
	r.w.kept.add("notes", 1)
	return true
}

// list reads <ul> and <ol>: an item without a mark of its own gets a dash.
func (r *reading) list(n *importers.Node, depth int) {
	for kid := n.First; kid != nil; kid = kid.Next {
		if kid.Name == "ul" || kid.Name == "ol" {
			r.list(kid, depth+1)
			continue
		}
		r.item(kid, depth)
	}
}

func (r *reading) item(n *importers.Node, depth int) {
	var text importers.Prose
	var below []*importers.Node
	r.collect(&text, n, &below)
	if s := text.String(); s != "" {
		refs := text.Refs(r.lang)
		if !importers.HasMark(s) {
			s, refs = "– "+s, moved(refs, len("– "))
		}
		r.heading = class{}
		r.w.kept.add("items", 1)
		r.enter(importers.Piece{Kind: retrieval.Item, Depth: depth, Text: s, Refs: refs}, n)
	}
	for _, kid := range below {
		if kid.Name == "table" {
			r.table(kid)
		} else {
			r.list(kid, depth+1)
		}
	}
}

// moved shifts references by what was put before the text.
func moved(refs []retrieval.Ref, by int) []retrieval.Ref {
	for i := range refs {
		refs[i].Start, refs[i].End = refs[i].Start+by, refs[i].End+by
	}
	return refs
}

// collect puts the text of an item together; lists and tables in it come below.
func (r *reading) collect(text *importers.Prose, n *importers.Node, below *[]*importers.Node) {
	if n.Name == "" {
		r.inline(text, n)
		return
	}
	for kid := n.First; kid != nil; kid = kid.Next {
		switch {
		case kid.Name == "ul" || kid.Name == "ol" || kid.Name == "table":
			*below = append(*below, kid)
		case isInline(kid):
			r.inline(text, kid)
		default:
			text.Space()
			r.collect(text, kid, below)
		}
	}
}

// pieceBefore returns the text of the paragraph the reading stands behind.
func (r *reading) pieceBefore() string {
	if last := len(r.w.pieces) - 1; last >= 0 && r.w.pieces[last].heading == nil {
		return r.w.pieces[last].text.Text
	}
	return ""
}
