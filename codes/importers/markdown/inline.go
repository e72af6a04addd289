package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// inline puts the text of one block together.
type inline struct {
	r     *reader
	prose *importers.Prose
	split bool // lines that begin as items, and pictures, become elements

	bold, text int // bytes of text that are emphasised, and all
	lead       int // end of the emphasis the text begins with
	level      int // emphasis around what is read
	raised     int // within so many <sup>
	line       int // of the element, counted from the block's first
	lines      int
	done       []legal.Element
}

func (r *reader) inline() *inline { return &inline{r: r, prose: new(importers.Prose)} }

func (in *inline) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		in.node(c)
	}
}

func (in *inline) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		in.write(decodeText(n.Segment.Value(in.r.src)))
		if n.SoftLineBreak() || n.HardLineBreak() {
			in.endLine(n)
		}
	case *ast.String:
		in.write(string(n.Value))
	case *ast.CodeSpan:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				in.write(string(t.Segment.Value(in.r.src)))
			}
		}
	case *ast.Emphasis:
		in.emphasis(n)
	case *ast.Link:
		in.prose.Link("", string(n.Destination), func() { in.children(n) })
	case *ast.AutoLink:
		in.prose.Link("", string(n.URL(in.r.src)), func() { in.write(string(n.Label(in.r.src))) })
	case *noteCall:
		in.r.called = append(in.r.called, n.label)
		in.write("(" + n.label + ")")
	case *ast.Image:
		in.image(n)
	case *ast.RawHTML:
		in.tag(n)
	default:
		in.children(n)
	}
}

func (in *inline) write(s string) {
	n := len(strings.TrimSpace(s))
	in.text += n
	if in.level > 0 {
		in.bold += n
	}
	if in.raised > 0 {
		in.prose.Raise(s)
		return
	}
	in.prose.Write(s)
}

func (in *inline) emphasis(n *ast.Emphasis) {
	strong := n.Level >= 2
	begins := in.bold == in.text
	if strong {
		in.level++
	}
	in.children(n)
	if strong {
		in.level--
		if begins {
			in.lead = len(in.prose.String())
		}
	}
}

// endLine ends a line of the source: a new one begins where the line behind has
// the mark of an item, or the source breaks on purpose.
func (in *inline) endLine(t *ast.Text) {
	in.lines++
	rest := in.r.src[t.Segment.Stop:]
	rest = bytes.TrimLeft(rest, " \t\\")
	line, _, _ := bytes.Cut(bytes.TrimLeft(bytes.TrimPrefix(rest, []byte("\n")), " \t>"), []byte("\n"))
	mark, ok := legal.ParseMark(decodeText(bytes.Trim(line[:min(len(line), 200)], "*_ ")))
	switch {
	case in.split && ok && mark.Rest != "":
		in.flush()
	case t.HardLineBreak() && in.level == 0:
		in.prose.Break()
	default:
		in.prose.Space()
	}
}

// flush ends an element.
func (in *inline) flush() {
	if text := in.prose.String(); text != "" {
		in.done = append(in.done, legal.Element{
			Text: text, Refs: in.prose.Refs(in.r.lang), Line: in.line,
			Strong: in.text > 0 && in.bold == in.text, Lead: min(in.lead, len(text)),
		})
	}
	in.prose = new(importers.Prose)
	in.bold, in.text, in.lead, in.line = 0, 0, 0, in.lines
}

func (in *inline) image(n *ast.Image) {
	if !in.split {
		if in.r.onlyVisible {
			return
		}
		alt := new(inline)
		*alt = inline{r: in.r, prose: in.prose}
		alt.children(n)
		return
	}
	alt := in.r.inline()
	alt.children(n)
	in.flush()
	in.done = append(in.done, legal.Element{Role: legal.AsLost, Text: alt.prose.String(), Line: in.lines})
}

var tagName = lazyregexp.New(`^<(/?)([a-zA-Z0-9]+)`)

// tag follows the tags of HTML that change what is read.
func (in *inline) tag(n *ast.RawHTML) {
	m := tagName.Get().FindSubmatch(n.Segments.Value(in.r.src))
	if m == nil {
		return
	}
	switch strings.ToLower(string(m[2])) {
	case "sup":
		if len(m[1]) == 0 {
			in.raised++
		} else {
			in.raised = max(in.raised-1, 0)
		}
	case "br":
		in.prose.Break()
	case "b", "strong":
		if len(m[1]) == 0 {
			in.level++
		} else {
			in.level = max(in.level-1, 0)
		}
	}
}

var definitionLine = lazyregexp.New(`(?m)^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*(?:\n[ \t]*)?<?([^\s>]+)>?`)

// linkDefinitions finds the addresses that links name elsewhere in the file.
func linkDefinitions(body string) []parser.Reference {
	const most = 10_000
	var list []parser.Reference
	for _, m := range definitionLine.FindAllStringSubmatch(body, most) {
		if !strings.HasPrefix(m[1], "^") {
			list = append(list, parser.NewReference([]byte(m[1]), []byte(m[2]), nil))
		}
	}
	return list
}
