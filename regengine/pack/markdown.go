package pack

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// markdown reads the text of one version into sections and blocks.
type markdown struct {
	rep    *report
	file   string
	ref    codes.VersionRef
	lang   string
	source []byte
	first  int   // line of the file the source begins on
	ends   []int // offset of each line feed

	at     int // line of the block being read
	offset int // in source, behind the block read last

	sections []codes.Section
	path     []codes.Section // the sections around, outermost first
	slugs    *importers.Slugger
	explicit map[string]int // slugs given by hand, and their lines

	blocks   []locatedBlock
	page     int    // of the block read last
	pending  *label // a title whose block has not come yet
	headless bool   // text before the first heading was reported
}

// locatedBlock is a block and its line. Until the text is read its anchor may be
// an id, and its references are the links alone.
type locatedBlock struct {
	retrieval.Block
	line  int
	links []retrieval.Ref
	parts map[part][]retrieval.Ref // links of a table
}

func newMarkdown(rep *report, file string, ref codes.VersionRef, lang string, source []byte, first int) *markdown {
	m := &markdown{
		rep: rep, file: file, ref: ref, lang: lang, source: source, first: first,
		explicit: make(map[string]int),
	}
	for i, c := range source {
		if c == '\n' {
			m.ends = append(m.ends, i)
		}
	}
	return m
}

// newParser returns a CommonMark parser with tables. It has no link reference
// definitions: they would take lines out of a text unseen.
func newParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
}

// read returns the sections and blocks of the text, as far as it is sound.
func (m *markdown) read() ([]codes.Section, []locatedBlock) {
	before := len(m.rep.problems)
	if !m.bounded() {
		return nil, nil
	}
	doc := newParser().Parse(text.NewReader(m.source))
	m.reserveSlugs(doc)
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		m.at = m.lineOf(n)
		m.block(n)
		m.advance(n)
	}
	m.settle()
	m.finish()
	if len(m.blocks) == 0 && len(m.rep.problems) == before {
		m.bad(m.first, "there are headings but no text below them; write it, or set internal: false")
	}
	return m.sections, m.blocks
}

const (
	maxLine    = 64 << 10 // bytes of one line of Markdown, and of one paragraph
	maxMarkers = 64       // characters of list and quote marks at the beginning of a line
	maxLinks   = 1000     // links in one paragraph
)

var leadingMarkers = lazyregexp.New(`^(?:[ \t]*(?:[-+*>]|[0-9]{1,9}[.)]))+`)

// bounded refuses text that would cost a Markdown parser time or stack out of
// proportion to anything a regulation says: it takes the square of some lengths,
// and a call for each level of nesting.
func (m *markdown) bounded() bool {
	ok := true
	line, size, links := m.first, 0, 0
	refuse := func(what string) {
		m.bad(line, "%s", what)
		ok, size, links = false, 0, 0
	}
	for row := range bytes.Lines(m.source) {
		marks := leadingMarkers.Get().Find(row)
		if len(marks) > 0 || len(bytes.TrimSpace(row)) == 0 || bytes.HasPrefix(row, []byte("|")) {
			size, links = 0, 0 // a row, an item or a gap: a paragraph ends here
		}
		size += len(row)
		links += bytes.Count(row, []byte("]("))
		switch {
		case size > maxLine:
			refuse(fmt.Sprintf("a line or paragraph is longer than %d bytes; break it up", maxLine))
		case links > maxLinks:
			refuse("a paragraph has too many links; break it up")
		case len(marks) > maxMarkers && !rule(row):
			refuse("begins with too many list or quote marks; nest less deeply")
		}
		line++
	}
	return ok
}

// rule reports whether a line is nothing but one repeated mark: a rule drawn
// across the page, which nests nothing.
func rule(row []byte) bool {
	row = bytes.TrimSpace(row)
	return len(bytes.Trim(row, string(row[:1]))) == 0
}

func (m *markdown) bad(line int, format string, args ...any) {
	m.rep.add(m.file, line, format, args...)
}

// block reads one block of the document.
func (m *markdown) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		m.heading(n)
	case *ast.Paragraph:
		m.paragraph(n)
	case *ast.List:
		m.list(n)
	case *east.Table:
		m.table(n)
	case *ast.Blockquote:
		m.notes(n)
	default:
		m.unsupported(n)
	}
}

func (m *markdown) unsupported(n ast.Node) {
	switch n.(type) {
	case *ast.HTMLBlock:
		m.bad(m.at, "HTML is not taken, comments neither; write plain Markdown, or \\< for the sign itself")
	case *ast.FencedCodeBlock:
		m.bad(m.at, "code blocks are not taken; write a paragraph, a list or a table")
	case *ast.CodeBlock:
		m.bad(m.at, "a line indented by four spaces is a code block, which is not taken; remove the indentation")
	case *ast.ThematicBreak:
		m.bad(m.at, "a rule (---) is not taken; remove it, or begin a section with a heading")
	default:
		m.bad(m.at, "is not taken here; write headings, paragraphs, lists and tables")
	}
}

// advance moves on behind a block that was read.
func (m *markdown) advance(n ast.Node) {
	end := endOf(n)
	if n.Kind() == ast.KindFencedCodeBlock && end > 0 {
		fence, _, _ := bytes.Cut(m.source[end:], []byte("\n"))
		end += len(fence)
	}
	m.offset = max(m.offset, end)
}

// lineOf returns the line of the file a block begins on. A block without text of
// its own begins on the first line that is not blank behind the block before it.
func (m *markdown) lineOf(n ast.Node) int {
	start := startOf(n)
	if start < 0 {
		rest := m.source[min(m.offset, len(m.source)):]
		start = len(m.source) - len(bytes.TrimLeft(rest, " \t\n"))
	}
	line := m.lineAt(start)
	switch {
	case startOf(n) < 0:
	case n.Kind() == ast.KindFencedCodeBlock:
		line-- // its text begins below the fence
	case n.Kind() == east.KindTable:
		line -= rowsAbove(n)
	}
	return line
}

// rowsAbove returns how many lines of a table stand above its first text.
func rowsAbove(table ast.Node) int {
	lines := 0
	for row := table.FirstChild(); row != nil && startOf(row) < 0; row = row.NextSibling() {
		lines++
	}
	if lines > 0 {
		lines++ // the row of --- below the header
	}
	return lines
}

func (m *markdown) lineAt(offset int) int {
	low, high := 0, len(m.ends)
	for low < high {
		if mid := (low + high) / 2; m.ends[mid] < offset {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return m.first + low
}

// raw returns the line of the source that holds offset.
func (m *markdown) raw(offset int) string {
	start := bytes.LastIndexByte(m.source[:offset], '\n') + 1
	row, _, _ := bytes.Cut(m.source[start:], []byte("\n"))
	return string(row)
}

// row returns a line of the file.
func (m *markdown) row(line int) string {
	if i := line - m.first; i > 0 && i <= len(m.ends) {
		return m.raw(m.ends[i-1] + 1)
	}
	return m.raw(0)
}

// startOf returns the offset of a block's first text, or -1 when it has none.
func startOf(n ast.Node) int {
	if lines := n.Lines(); lines != nil && lines.Len() > 0 {
		return lines.At(0).Start
	}
	for c := n.FirstChild(); c != nil && c.Type() == ast.TypeBlock; c = c.NextSibling() {
		if start := startOf(c); start >= 0 {
			return start
		}
	}
	return -1
}

func endOf(n ast.Node) int {
	end := 0
	if lines := n.Lines(); lines != nil && lines.Len() > 0 {
		end = lines.At(lines.Len() - 1).Stop
	}
	for c := n.FirstChild(); c != nil && c.Type() == ast.TypeBlock; c = c.NextSibling() {
		end = max(end, endOf(c))
	}
	return end
}

// emit appends a block written as a form: a paragraph, a list or a table. Its text
// must not be blank.
func (m *markdown) emit(form retrieval.Kind, named label, b locatedBlock) {
	b.Kind = m.kindOf(form, &named)
	if strings.TrimSpace(b.Text) == "" {
		m.bad(b.line, "a %s without text; remove it", form)
		return
	}
	if len(m.path) == 0 {
		if !m.headless {
			m.bad(b.line, "text before the first heading; begin with a heading, such as # %s", "Scope")
		}
		m.headless = true
		return
	}
	if named.page != unsaid {
		m.page = named.page
	}
	if b.Depth = named.depth; b.Depth == unsaid {
		b.Depth = usualDepth(b.Kind)
	}
	if form != retrieval.TableKind {
		b.Title = named.title
	}
	b.Doc, b.Section, b.Order = m.ref.String(), m.path[len(m.path)-1].Slug, len(m.blocks)
	b.Lang, b.Page, b.Anchor = cmp.Or(named.lang, m.lang), m.page, named.anchor
	for _, s := range m.path {
		b.Path = append(b.Path, s.Title)
	}
	m.blocks = append(m.blocks, b)
}

// finish gives the blocks what follows from their text as a whole, which the
// notes of a table are part of.
func (m *markdown) finish() {
	ids := make(map[string]int, len(m.blocks)) // and their lines
	var names naming
	for i := range m.blocks {
		b := &m.blocks[i]
		if i > 0 && b.Section != m.blocks[i-1].Section {
			names = naming{}
		}
		if b.Table != nil {
			b.links = inText(b.Table, b.parts)
		}
		b.Refs, b.SHA256 = joinRefs(b.Text, b.Lang, b.links), retrieval.HashText(b.Text)
		anchor := names.next(b.Kind, b.Text)
		if b.Anchor != "" {
			anchor = b.Anchor
		}
		if importers.IsUUID(b.Anchor) { // the id itself is no name
			b.Anchor = ""
		}
		b.ID = importers.BlockID(b.Doc, b.Section, anchor)
		b.links, b.parts = nil, nil
		if first, twice := ids[b.ID]; twice {
			m.bad(b.line, "anchor %q is used already by the block of line %d; choose another", anchor, first)
			continue
		}
		ids[b.ID] = b.line
	}
}
