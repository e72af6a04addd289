package pack

import (
	"reflect"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// reserveSlugs collects the slugs given by hand before any is derived.
func (m *markdown) reserveSlugs(doc ast.Node) {
	var explicit []string
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			if match := m.headingMark(h); match != nil {
				if token := markToken.FindStringSubmatch(match[2]); token != nil && token[1] != "" {
					explicit = append(explicit, token[1])
				}
			}
		}
	}
	m.slugs = importers.NewSlugger(explicit)
}

// headingMark returns the mark behind a title: with the blanks before it, and
// what is between the braces; nil when there is none.
func (m *markdown) headingMark(h *ast.Heading) []string {
	if h.Lines().Len() == 0 {
		return nil
	}
	segment := h.Lines().At(0)
	return trailingMark.FindStringSubmatch(string(segment.Value(m.source)))
}

func (m *markdown) heading(h *ast.Heading) {
	m.settle()
	if start := startOf(h); start >= 0 && !strings.HasPrefix(strings.TrimLeft(m.raw(start), " "), "#") {
		m.bad(m.at, "a heading underlined with === or --- is not taken; write ## before it, or leave a blank line before the ---")
		return
	}
	var b prose
	m.footnotes(h)
	m.inline(&b, h.FirstChild(), 0)
	title := b.String()
	said := newLabel(m.at)
	if match := m.headingMark(h); match != nil {
		title = strings.TrimSuffix(title, match[1])
		m.sectionMark(&said, match[2])
	}
	if strings.TrimSpace(title) == "" {
		m.bad(m.at, "a heading without a title; write one")
		return
	}
	s := codes.Section{Slug: said.anchor, Title: title, Level: h.Level}
	if s.Slug == "" {
		s.Slug = m.slugs.Derive(title)
	}
	if said.level != unsaid {
		s.Level = said.level
		if h.Level != maxHeading || s.Level <= maxHeading {
			m.bad(m.at, "level=%d is for headings deeper than %d, which are written %s", s.Level, maxHeading, strings.Repeat("#", maxHeading))
		}
	}
	m.enter(s)
}

// maxHeading is the deepest heading of Markdown.
const maxHeading = 6

// sectionMark reads the mark behind a title. A slug that is malformed or taken is
// dropped.
func (m *markdown) sectionMark(said *label, text string) {
	level := len(m.rep.problems)
	m.mark(said, text)
	if said.class != "" || said.lang != "" || said.depth != unsaid || said.page != unsaid || said.head != unsaid || said.spans != nil {
		m.bad(m.at, "{%s}: of a section a mark says #slug, and level where that is above %d", text, maxHeading)
	}
	first, twice := m.explicit[said.anchor]
	switch {
	case said.anchor == "":
	case twice:
		m.bad(m.at, "slug {#%s} is used already on line %d; choose another", said.anchor, first)
		said.anchor = ""
	case len(m.rep.problems) > level:
		said.anchor = ""
	default:
		m.explicit[said.anchor] = m.at
	}
}

func (m *markdown) enter(s codes.Section) {
	m.sections = append(m.sections, s)
	for len(m.path) > 0 && m.path[len(m.path)-1].Level >= s.Level {
		m.path = m.path[:len(m.path)-1]
	}
	m.path = append(m.path, s)
}

var (
	tableRule  = lazyregexp.New(`^[ \t]*\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$`)
	definition = lazyregexp.New(`^[ \t]*\[(?:[^\]\\]|\\.)+\]:`)
	footnote   = lazyregexp.New(`(?:^|[^\\])\[\^[^\]\s]+\]`)
)

// footnotes reports marks of footnotes in the lines of a block.
func (m *markdown) footnotes(n ast.Node) {
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		if mark := footnote.Get().Find(segment.Value(m.source)); mark != nil {
			m.bad(m.lineAt(segment.Start), "footnotes are not taken; write the note into the text, or below a table as > note")
		}
	}
}

// lookalikes reports lines of a paragraph that were meant to be something else.
func (m *markdown) lookalikes(p ast.Node) {
	for i := range p.Lines().Len() {
		segment := p.Lines().At(i)
		line, row := m.lineAt(segment.Start), strings.TrimRight(string(segment.Value(m.source)), "\n")
		switch {
		case strings.HasPrefix(strings.TrimLeft(row, " \t"), "|") || strings.Contains(row, "|") && tableRule.MatchString(row):
			m.bad(line, "looks like a table but is none; it needs a header row, then a row of --- with as many cells, or write \\| for the sign itself")
			return
		case definition.MatchString(row) && !footnote.MatchString(row):
			m.bad(line, "link definitions are not taken; write the address where it is needed: [text](https://...), or \\[ for the sign itself")
		}
	}
	m.footnotes(p)
}

func (m *markdown) paragraph(p *ast.Paragraph) {
	m.lookalikes(p)
	named, rest, ok := m.label(p)
	if ok {
		if named.class == captionClass && m.pending != nil {
			m.below(named)
		} else {
			m.settle()
			m.pending = &named
		}
		if rest == nil {
			return
		}
	} else {
		rest = p.FirstChild()
	}
	b := locatedBlock{line: m.at}
	var text prose
	m.inline(&text, rest, 0)
	b.Text, b.links = text.String(), text.links
	m.emit(retrieval.Paragraph, m.takeLabel(), b)
}

// below puts the caption of a table under the line with its title.
func (m *markdown) below(caption label) {
	bare := newLabel(caption.line)
	bare.title, bare.class, bare.links = caption.title, caption.class, caption.links
	if m.pending.class != "" || m.pending.caption != nil || !reflect.DeepEqual(bare, caption) {
		m.bad(caption.line, "the second line above a table is its caption: **Caption** {.%s}; say the rest on the first", captionClass)
	}
	m.pending.caption, m.pending.links = &caption.title, caption.links
}

// label reads a first line that is only bold, or only a mark, or both. rest is
// what follows it in the same paragraph; nil when nothing does.
func (m *markdown) label(p *ast.Paragraph) (named label, rest ast.Node, ok bool) {
	named = newLabel(m.at)
	n := p.FirstChild()
	var title ast.Node
	if strong, isBold := n.(*ast.Emphasis); isBold && strong.Level == 2 {
		title = strong.FirstChild()
		n = n.NextSibling()
	}
	var tail strings.Builder
	for ; n != nil; n = n.NextSibling() {
		t, isText := n.(*ast.Text)
		if !isText {
			return label{}, nil, false
		}
		tail.Write(t.Segment.Value(m.source))
		if t.SoftLineBreak() || t.HardLineBreak() {
			rest = n.NextSibling()
			break
		}
	}
	mark := strings.TrimSpace(tail.String())
	match := lineMark.FindStringSubmatch(mark)
	if mark != "" && match == nil {
		return label{}, nil, false
	}
	var b prose
	m.inline(&b, title, 0)
	named.title, named.links = b.String(), b.links
	if match != nil {
		m.mark(&named, match[1])
	}
	return named, rest, match != nil || strings.TrimSpace(named.title) != ""
}

// settle reports a title that no block followed.
func (m *markdown) settle() {
	if m.pending != nil {
		m.bad(m.pending.line, "a line that is only bold is the title of the block below it, and none follows; write one, or make it a heading")
	}
	m.pending = nil
}

func (m *markdown) takeLabel() label {
	if m.pending == nil {
		return newLabel(m.at)
	}
	named := *m.pending
	m.pending = nil
	return named
}
