package akn

import (
	"cmp"
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
)

// reading turns the elements of a document into sections and blocks.
type reading struct {
	ctx    context.Context
	given  *importers.Given
	report *importers.Report
	lines  int
	b      *importers.Builder
	lang   string
	host   string // where the publisher has its acts, see hostOf

	tables importers.Tables
	kept   tally
	notes  []note // met in the block being put together
	title  string // of the table to come
	last   string // text of the block before
	opened int    // length of the block when a quotation was opened
}

// place is where in the hierarchy an element stands.
type place struct {
	level  int  // of a section below it
	unit   bool // inside an article or the like
	behind bool // one that stands at the same place
	depth  int  // of an item below it; 0 where paragraphs of the unit stand
	intro  bool // behind words that introduce it
}

// document reads an act, or the document in an attachment.
func (r *reading) document(n *importers.Node, level int) error {
	for kid := n.First; kid != nil; kid = kid.Next {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		at := place{level: level}
		switch kid.Name {
		case "preface", "preamble", "conclusions":
			r.part(kid, level)
		case "body", "mainBody", "blockContainer":
			r.children(kid, at)
		case "attachments", "components":
			r.attachments(kid, level)
		}
	}
	return r.ctx.Err()
}

// part reads the text around the body. The title of the act in it is metadata.
func (r *reading) part(n *importers.Node, level int) {
	open := false
	for kid := n.First; kid != nil; kid = kid.Next {
		if n.Name == "preface" && titled(kid) {
			r.skipped(kid)
			continue
		}
		if !open && kid.Plain() != "" {
			r.b.Open(importers.Heading{Title: titleOf(n.Name, r.lang), Level: level, Slug: n.Name})
			open = true
		}
		r.element(kid, place{level: level + 1})
	}
}

// titled reports whether a part of the preface is the title of the act.
func titled(n *importers.Node) bool {
	return n.Find("docTitle") != nil || n.Find("shortTitle") != nil || n.Name == "longTitle" && n.Find("p") == nil
}

// skipped counts paragraphs that went into the title.
func (r *reading) skipped(n *importers.Node) {
	if n.Name == "p" && n.Plain() != "" {
		r.kept.add("paragraphs")
	}
	for kid := n.First; kid != nil; kid = kid.Next {
		r.skipped(kid)
	}
}

func (r *reading) attachments(n *importers.Node, level int) {
	for kid := n.First; kid != nil; kid = kid.Next {
		if kid.Name == "" {
			continue
		}
		title := heading(kid)
		inner := kid.Child("doc")
		for _, name := range []string{"act", "statement"} {
			if inner == nil {
				inner = kid.Child(name)
			}
		}
		if inner != nil {
			title = joined(title, inner.Child("preface").Find("docTitle").Plain())
		}
		r.kept.add("annexes")
		title = cmp.Or(title, titleOf("attachment", r.lang))
		r.b.Open(importers.Heading{Title: title, Level: level, Slug: id(kid)})
		if inner != nil {
			_ = r.document(inner, level+1) // the caller asks ctx again
			continue
		}
		r.children(kid, place{level: level + 1})
	}
}

// joined puts what an attachment is called outside and inside together: either may
// say what the other leaves out.
func joined(outer, inner string) string {
	switch {
	case strings.Contains(inner, outer):
		return inner
	case strings.Contains(outer, inner):
		return outer
	}
	return outer + ". " + inner
}

func id(n *importers.Node) string {
	for _, name := range []string{"eId", "id", "wId"} {
		if v := n.Attr(name); v != "" {
			return v
		}
	}
	return ""
}

// heading joins number, heading and subheading: "5. Ventilation".
func heading(n *importers.Node) string {
	num := words(n.Child("num"))
	title := words(n.Child("heading"))
	if sub := words(n.Child("subheading")); sub != "" {
		title = strings.TrimSpace(title + " " + sub)
	}
	if last, _ := utf8.DecodeLastRuneInString(num); title != "" && (unicode.IsLetter(last) || unicode.IsDigit(last)) {
		num += "."
	}
	return strings.TrimSpace(num + " " + title)
}

// apart sets a bare figure apart from the words behind it: "1 La anchura" would be read as
// an amount.
func apart(num string) string {
	if last, _ := utf8.DecodeLastRuneInString(num); unicode.IsDigit(last) {
		return num + "."
	}
	return num
}

// words returns the text of a heading without the footnotes in it; n may be nil.
func words(n *importers.Node) string {
	if n == nil {
		return ""
	}
	var text importers.Prose
	write(&text, n)
	return text.String()
}

func write(text *importers.Prose, n *importers.Node) {
	if n.Gap {
		text.Space()
	}
	text.Write(n.Text)
	for kid := n.First; kid != nil; kid = kid.Next {
		if kid.Name != "authorialNote" && kid.Name != "noteRef" {
			write(text, kid)
		}
	}
}

func (r *reading) children(n *importers.Node, at place) {
	at.intro, at.behind = n.Child("intro") != nil, false
	for kid := n.First; kid != nil; kid = kid.Next {
		r.element(kid, at)
		at.behind = at.behind || roles[kid.Name] == "unit"
	}
}

func (r *reading) element(n *importers.Node, at place) {
	switch role := roles[n.Name]; {
	case r.ctx.Err() != nil || role == "skip" || role == "title":
		r.progress(n)
	case role == "unit" && !at.unit:
		r.section(n, at, !holds(n, "unit"))
	case role == "unit" || role == "below" && (at.unit || !at.behind && !standsAlone(n)):
		r.provision(n, at)
	case role == "below":
		r.section(n, at, true)
	case role == "division":
		r.division(n, at)
	case role == "beside" && !at.unit && n.First != nil:
		r.section(n, at, true)
	case role == "item", role == "beside":
		r.provision(n, at)
	case role == "list":
		at.depth++
		r.children(n, at)
	default:
		r.flow(n, at)
	}
}

// division reads a part of the hierarchy above the articles. A container without
// number and heading is none, unless it holds text that belongs to nothing else.
func (r *reading) division(n *importers.Node, at place) {
	title := heading(n)
	if n.Name == "hcontainer" {
		switch {
		case at.unit:
			r.provision(n, at)
			return
		case title == "" && n.Child("content") == nil && n.Child("intro") == nil:
			r.children(n, at)
			return
		case title == "":
			title = n.Attr("outline")
		}
		if title == "" {
			title = n.Attr("name")
		}
	}
	r.open(n, title, at, false)
	at.level++
	r.children(n, at)
}

// section reads an article or the like; article says that none is inside it.
func (r *reading) section(n *importers.Node, at place, article bool) {
	r.open(n, heading(n), at, article)
	r.kept.add(countOf(n.Name))
	at.unit = at.unit || article
	at.level++
	r.children(n, at)
}

func (r *reading) open(n *importers.Node, title string, at place, article bool) {
	r.progress(n)
	title = cmp.Or(title, titleOf(n.Name, r.lang), id(n), n.Name)
	r.b.Open(importers.Heading{Title: title, Level: at.level, Slug: id(n), Article: article})
	r.last = ""
	for _, part := range []string{"num", "heading", "subheading"} {
		r.notesOf(n.Child(part))
	}
}

func (r *reading) progress(n *importers.Node) {
	if r.given.Progress != nil && n.Line > 0 {
		r.given.Progress(int(n.Line)*100/max(r.lines, int(n.Line)), 100, "sections")
	}
}

// standsAlone reports whether a paragraph outside any article is a provision of its
// own, as those of a schedule are: it has a title, or a number and parts.
func standsAlone(n *importers.Node) bool {
	if n.Child("heading") != nil {
		return true
	}
	if n.Child("num") == nil {
		return false
	}
	for kid := n.First; kid != nil; kid = kid.Next {
		if role := roles[kid.Name]; role == "below" || role == "item" || role == "beside" {
			return true
		}
	}
	return false
}

// holds reports whether an element of a role is anywhere below n, quoted text
// not looked into.
func holds(n *importers.Node, role string) bool {
	for kid := n.First; kid != nil; kid = kid.Next {
		if roles[kid.Name] == role {
			return true
		}
		if !quoted(kid) && kid.Name != "content" && holds(kid, role) {
			return true
		}
	}
	return false
}

func quoted(n *importers.Node) bool {
	return n.Name == "quotedStructure" || n.Name == "embeddedStructure"
}

// provision reads a numbered paragraph of an article, or an item under one: its
// number leads its first words.
func (r *reading) provision(n *importers.Node, at place) {
	kind := retrieval.Paragraph
	if role := roles[n.Name]; at.depth > 0 || at.intro || role == "item" || role == "beside" {
		at.depth = max(at.depth, 1)
		kind = retrieval.Item
	}
	r.kept.add("provisions")
	lead := &block{kind: kind, depth: at.depth, anchor: id(n), title: words(n.Child("heading")), number: apart(words(n.Child("num")))}
	if kind == retrieval.Paragraph {
		lead.depth = 0
	}
	r.notesOf(n.Child("num"))
	r.notesOf(n.Child("heading"))
	below := at
	below.depth++
	below.intro = false
	for kid := n.First; kid != nil; kid = kid.Next {
		switch role := roles[kid.Name]; {
		case role == "title", role == "skip":
		case flowing[kid.Name]:
			r.blocks(kid, lead, below)
		case role == "list":
			if !lead.text.Empty() {
				r.flush(lead)
			}
			below := below
			if kind == retrieval.Item || n.Child("intro") != nil || kid.Child("intro") != nil {
				below.depth = at.depth + 1
			}
			r.list(kid, lead, below)
		case role != "":
			r.flush(lead)
			r.element(kid, below)
		default:
			r.blocks(&importers.Node{First: single(kid)}, lead, below)
		}
	}
	r.flush(lead)
}

// flowing are the containers of what a provision says itself.
var flowing = map[string]bool{"intro": true, "content": true, "wrapUp": true, "wrap": true}

// list reads the parts of a <list>: its introduction goes to the paragraph it
// stands in.
func (r *reading) list(n *importers.Node, lead *block, at place) {
	for kid := n.First; kid != nil; kid = kid.Next {
		switch kid.Name {
		case "intro", "wrapUp", "wrap":
			r.blocks(kid, lead, at)
			r.flush(lead)
		default:
			r.flush(lead)
			r.element(kid, at)
		}
	}
}

// single is a copy of an element without what comes behind it.
func single(n *importers.Node) *importers.Node {
	alone := *n
	alone.Next = nil
	return &alone
}
