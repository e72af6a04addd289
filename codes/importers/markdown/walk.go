package markdown

import (
	"context"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
)

// reader turns one file into elements.
type reader struct {
	ctx       context.Context
	name      string
	lang      string
	source    *legal.Source
	firstLine int // of the body in the file
	tables    importers.Tables

	onlyVisible bool // see importers.Given

	parser parser.Parser
	notes  map[string]footnote // by label
	called []string            // labels of the notes called since the last element

	src   []byte
	line  int   // of the chunk at hand, in the file
	lines []int // offsets of its lines
}

// paragraphs is goldmark's parser of paragraphs, for indented lines too: in legal
// texts they are no code. Without a parser for such a line goldmark stops reading.
type paragraphs struct{ parser.BlockParser }

// CanAcceptIndentedLine implements parser.BlockParser.
func (paragraphs) CanAcceptIndentedLine() bool { return true }

// underlines is goldmark's parser of underlined headings, for lines of "=" only:
// below a line of "-" legal texts begin something else.
type underlines struct{ parser.BlockParser }

// Trigger implements parser.BlockParser.
func (underlines) Trigger() []byte { return []byte{'='} }

// newParser returns goldmark as legal texts need it: see [paragraphs],
// [underlines] and [callParser].
func newParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(underlines{parser.NewSetextHeadingParser()}, 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(paragraphs{parser.NewParagraphParser()}, 1000),
		),
		parser.WithInlineParsers(append(parser.DefaultInlineParsers(), util.Prioritized(callParser{}, 150))...),
		parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(),
			util.Prioritized(extension.NewTableParagraphTransformer(), 200))...),
	)
}

// markdown reads the body of a file, a chunk at a time.
func (r *reader) markdown(body string) error {
	body = r.takeNotes(body)
	chunks, err := r.chunks(body)
	if err != nil {
		return err
	}
	r.parser = newParser()
	definitions := linkDefinitions(body)
	for _, c := range chunks {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		r.line = r.firstLine + c.line
		if c.plain {
			r.source.Report.Add(importers.Problem{Line: r.line, Message: "a block too long for its markup to be read: taken as plain text"})
			if err := r.emit(legal.Element{Role: legal.AsPlain, Text: strings.Join(strings.Fields(c.text), " "), Line: r.line}); err != nil {
				return err
			}
			continue
		}
		r.begin(c.text)
		pc := parser.NewContext()
		for _, d := range definitions {
			pc.AddReference(d)
		}
		if err := r.blocks(r.parser.Parse(text.NewReader(r.src), parser.WithContext(pc)), 0); err != nil {
			return err
		}
	}
	return r.uncalledNotes()
}

func (r *reader) begin(chunk string) {
	r.src = []byte(chunk)
	r.lines = r.lines[:0]
	at := 0
	for line := range strings.Lines(chunk) {
		r.lines = append(r.lines, at)
		at += len(line)
	}
}

// lineOf returns the line of the file an offset of the chunk stands in.
func (r *reader) lineOf(offset int) int {
	return r.line + sort.Search(len(r.lines), func(i int) bool { return r.lines[i] > offset }) - 1
}

func (r *reader) place(n ast.Node) int {
	for ; n != nil; n = n.FirstChild() {
		if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
			return r.lineOf(n.Lines().At(0).Start)
		}
		if t, ok := n.(*ast.Text); ok {
			return r.lineOf(t.Segment.Start)
		}
	}
	return r.line
}

func (r *reader) emit(e legal.Element) error {
	if len(r.source.Elements) >= legal.MaxElements {
		return legal.ErrTooMany
	}
	if e.Text != "" || e.Mark != "" || e.Role == legal.AsTable || e.Role == legal.AsLost {
		r.source.Elements = append(r.source.Elements, e)
	}
	return nil
}

// blocks reads the children of a block. depth is how many lists are around it.
func (r *reader) blocks(parent ast.Node, depth int) error {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if err := r.block(n, depth); err != nil {
			return err
		}
		if err := r.calledNotes(); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) block(n ast.Node, depth int) error {
	switch n := n.(type) {
	case *ast.Heading:
		return r.heading(n)
	case *ast.Paragraph, *ast.TextBlock:
		return r.paragraph(n, "", depth)
	case *ast.List:
		return r.listItems(n, depth+1)
	case *east.Table:
		return r.table(n)
	case *ast.FencedCodeBlock:
		return r.emit(legal.Element{Role: legal.AsPlain, Text: strings.TrimRight(string(n.Lines().Value(r.src)), "\n"), Line: r.place(n)})
	case *ast.HTMLBlock:
		return r.html(n)
	}
	return r.blocks(n, depth)
}

func (r *reader) heading(n *ast.Heading) error {
	in := r.inline()
	in.children(n)
	return r.emit(legal.Element{
		Text: strings.ReplaceAll(in.prose.String(), "\n", " "), Refs: in.prose.Refs(r.lang), Level: n.Level, Line: r.place(n),
	})
}

// paragraph reads a paragraph: lines that begin with the mark of an item become
// elements of their own, as do pictures.
func (r *reader) paragraph(n ast.Node, mark string, depth int) error {
	in := r.inline()
	in.split = true
	in.children(n)
	in.flush()
	line := r.place(n)
	for i, e := range in.done {
		e.Line += line
		if i == 0 && e.Role == legal.Prose {
			e.Mark, e.Depth = mark, depth
		}
		if err := r.emit(e); err != nil {
			return err
		}
	}
	return nil
}

// listItems reads a list. Its marks are those of the source: a list whose items
// count 1, 3, 4 has lost one, and must not be counted anew.
func (r *reader) listItems(list *ast.List, depth int) error {
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		mark := r.markOf(item)
		numbered := strings.HasSuffix(mark, ".") && depth == 1
		for n := item.FirstChild(); n != nil; n = n.NextSibling() {
			var err error
			switch n.(type) {
			case *ast.Paragraph, *ast.TextBlock:
				switch {
				case mark != "" && numbered:
					err = r.numbered(n, mark)
				case mark != "":
					err = r.paragraph(n, mark, depth)
				default:
					err = r.paragraph(n, "", 0)
				}
				mark = ""
			default:
				err = r.block(n, depth)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// numbered reads a numbered paragraph: its number is a part of what it says.
func (r *reader) numbered(n ast.Node, mark string) error {
	in := r.inline()
	in.split = true
	in.prose.Write(mark + " ")
	in.children(n)
	in.flush()
	for _, e := range in.done {
		e.Line += r.place(n)
		if err := r.emit(e); err != nil {
			return err
		}
	}
	return nil
}

// markOf returns the mark of an item as it stands in the source, before its
// content.
func (r *reader) markOf(item ast.Node) string {
	first := item.FirstChild()
	for first != nil && (first.Type() != ast.TypeBlock || first.Lines() == nil || first.Lines().Len() == 0) {
		first = first.FirstChild()
	}
	if first == nil {
		return ""
	}
	end := first.Lines().At(0).Start
	start := end
	for start > 0 && r.src[start-1] != '\n' {
		start--
	}
	fields := strings.Fields(strings.TrimLeft(string(r.src[start:end]), "> \t"))
	if len(fields) == 0 {
		return ""
	}
	if mark := fields[len(fields)-1]; mark != "*" && mark != "+" {
		return mark
	}
	return "•"
}

// html keeps the text of a block of HTML, without its tags.
func (r *reader) html(n *ast.HTMLBlock) error {
	var b strings.Builder
	b.Write(n.Lines().Value(r.src))
	if n.HasClosure() {
		b.Write(n.ClosureLine.Value(r.src))
	}
	line := r.place(n)
	raw := b.String()
	if rawImage.MatchString(raw) {
		return r.emit(legal.Element{Role: legal.AsLost, Text: attribute(raw, "alt"), Line: line})
	}
	content := strings.Join(strings.Fields(stripTags(raw)), " ")
	if content == "" {
		return nil
	}
	r.source.Report.Add(importers.Problem{Line: line, Message: "a block of HTML: only its text is taken; import the page as HTML to keep its structure"})
	return r.emit(legal.Element{Text: content, Line: line})
}

// stripTags takes the tags and comments out of HTML.
func stripTags(raw string) string {
	var b strings.Builder
	for raw != "" {
		before, rest, ok := strings.Cut(raw, "<")
		b.WriteString(decodeText([]byte(before)))
		if !ok {
			break
		}
		if comment, found := strings.CutPrefix(rest, "!--"); found {
			_, raw, _ = strings.Cut(comment, "-->")
			continue
		}
		_, raw, _ = strings.Cut(rest, ">")
		b.WriteByte(' ')
	}
	return b.String()
}

// attribute returns the value of an attribute of the first tag that has it.
func attribute(raw, name string) string {
	_, rest, ok := strings.Cut(raw, name+"=")
	if !ok || rest == "" || rest[0] != '"' && rest[0] != '\'' {
		return ""
	}
	value, _, _ := strings.Cut(rest[1:], rest[:1])
	return decodeText([]byte(value))
}

// decodeText resolves entities and escapes of Markdown.
func decodeText(raw []byte) string {
	s := util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(raw)))
	if !utf8.Valid(s) {
		return strings.ToValidUTF8(string(s), "\ufffd")
	}
	return string(s)
}
