package akn

import (
	"strings"

	"github.com/reglookup/regengine/codes/importers"
)

var lineElements = map[string]bool{
	"p": true, "block": true, "tr": true, "li": true, "item": true, "content": true, "intro": true, "wrapUp": true,
	"tblock": true, "blockList": true, "ul": true, "ol": true, "table": true, "num": true,
	"heading": true, "container": true, "listIntroduction": true, "listWrapUp": true, "recital": true, "citation": true, "longTitle": true,
	"formula": true, "recitals": true, "citations": true, "blockContainer": true, "tbody": true, "thead": true,
}

// isInline reports whether an element stands within a line of text.
func isInline(n *importers.Node) bool { return !lineElements[n.Name] && roles[n.Name] == "" }

func (r *reading) inlines(text *importers.Prose, n *importers.Node) {
	for kid := n.First; kid != nil; kid = kid.Next {
		r.inline(text, kid)
	}
}

func (r *reading) inline(text *importers.Prose, n *importers.Node) {
	if n.Gap {
		text.Space()
	}
	switch n.Name {
	case "":
		text.Write(n.Text)
	case "ref", "rref", "a", "mref":
		r.kept.add("references")
		text.LinkTo(r.target(n), func() { r.inlines(text, n) })
	case "sup":
		text.Raise(n.Plain())
	case "br", "eol", "eop":
		text.Space()
	case "td", "th":
		text.Space()
		r.inlines(text, n)
	case "img":
		r.missing(text, n, importers.Announced(text.String()+" "+r.last), n.Attr("alt"))
	case "foreign", "math":
		r.foreign(text, n)
	case "authorialNote":
		r.authorialNote(text, n)
	case "quotedStructure", "embeddedStructure":
		r.quote(text, n)
	case "quotedText", "embeddedText":
		text.Write(n.Attr("startQuote"))
		r.inlines(text, n)
		text.Write(n.Attr("endQuote"))
	case "noteRef":
		text.Raise(n.Attr("marker"))
	default:
		r.nested(text, n)
	}
}

// nested writes an element that stands in a line although it is none: quoted
// provisions, paragraphs in cells.
func (r *reading) nested(text *importers.Prose, n *importers.Node) {
	switch role := roles[n.Name]; {
	case role == "skip":
		return
	case n.Name == "num", n.Name == "heading", n.Name == "subheading":
		r.inlines(text, n)
		text.Space()
		return
	case role == "" && isInline(n), n.Name == "content", n.Name == "intro", n.Name == "wrapUp":
		r.inlines(text, n)
		return
	case n.Name == "p" && n.First != nil && n.Plain() != "":
		r.kept.add("paragraphs")
	case n.Name == "table":
		r.report.Add(importers.Problem{Line: int(n.Line), Where: id(n), Message: "a table within a line, a cell or quoted text is kept as lines of text"})
	case n.Name == "tr":
		r.kept.add("rows")
	case n.Name == "item", n.Name == "li":
		r.kept.add("items")
	case role == "item", role == "below", role == "beside":
		r.kept.add("provisions")
	}
	switch {
	case r.opened > 0 && text.Len() == r.opened: // right behind an opening quote
		text.Join()
	case n.Name != "p" || !afterNumber(text):
		text.Break()
	}
	r.inlines(text, n)
	if n.Name != "p" {
		text.Break()
	}
}

// afterNumber reports whether the line so far is no more than a number, which the
// paragraph behind it goes on.
func afterNumber(text *importers.Prose) bool {
	line := text.LastLine()
	return line != "" && len(line) < 8 && importers.HasMark(line+" ")
}

// quote writes a provision that this one puts into another act: it is what this
// one says, and no provision of its own.
func (r *reading) quote(text *importers.Prose, n *importers.Node) {
	text.Break()
	text.Write(n.Attr("startQuote"))
	if n.Attr("startQuote") != "" {
		r.opened = text.Len()
	}
	for kid := n.First; kid != nil; kid = kid.Next {
		kid := single(kid)
		kid.Gap = kid.Gap && kid.Name == ""
		r.inline(text, kid)
	}
	if n.Attr("endQuote") != "" {
		text.Join()
		text.Write(n.Attr("endQuote"))
	}
	text.Break()
}

func webAddress(href string) string {
	if strings.HasPrefix(href, "https://") || strings.HasPrefix(href, "http://") {
		return href
	}
	return ""
}

// missing says that something is only to be seen in the source.
func (r *reading) missing(text *importers.Prose, n *importers.Node, what, alt string) {
	r.kept.add("images")
	text.Space()
	text.Link("", webAddress(n.Attr("src")), func() { text.Write(importers.Missing(r.lang, what, alt)) })
}

// foreign says the same of a formula: its letters in a row are not what it says.
func (r *reading) foreign(text *importers.Prose, n *importers.Node) {
	math := n
	if n.Name != "math" {
		math = n.Find("math")
	}
	if math == nil {
		r.inlines(text, n)
		return
	}
	text.Space()
	text.Write(importers.Missing(r.lang, "formula", math.Attr("alttext")))
}

// authorialNote leaves the mark of a footnote in the text and enters the note
// behind the block.
func (r *reading) authorialNote(text *importers.Prose, n *importers.Node) {
	marker := n.Attr("marker")
	text.Raise(marker)
	r.note(marker, n)
}

func (r *reading) note(marker string, n *importers.Node) {
	var body importers.Prose
	if marker != "" {
		body.Write(marker + " ")
	}
	for kid := n.First; kid != nil; kid = kid.Next {
		if kid.Name == "p" && kid == n.First && kid.Plain() != "" {
			r.kept.add("paragraphs")
			r.inlines(&body, kid)
			continue
		}
		r.inline(&body, kid)
	}
	r.kept.add("notes")
	r.notes = append(r.notes, note{body.String(), body.Refs(r.lang)})
}

// notesOf enters the notes in a heading, whose text is taken without them.
func (r *reading) notesOf(n *importers.Node) {
	if n == nil {
		return
	}
	for kid := n.First; kid != nil; kid = kid.Next {
		if kid.Name == "authorialNote" {
			r.note(kid.Attr("marker"), kid)
		} else {
			r.notesOf(kid)
		}
	}
}
