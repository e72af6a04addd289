package pack

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// trailingAnchor is {#anchor} at the end of a line, with the blanks before it, not
// led by a backslash.
var trailingAnchor = regexp.MustCompile(`(?:^|[^\\ \t])([ \t]*\{#([^{}]*)\})[ \t]*$`)

// reserveSlugs collects the slugs given by hand before any is derived.
func (m *markdown) reserveSlugs(doc ast.Node) {
	var explicit []string
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			if slug, mark := m.givenSlug(h); mark != "" {
				explicit = append(explicit, slug)
			}
		}
	}
	m.slugs = newSlugger(explicit)
}

// givenSlug returns the slug written behind a title, and the whole mark with the
// blanks before it; both are "" when there is none.
func (m *markdown) givenSlug(h *ast.Heading) (slug, mark string) {
	if h.Lines().Len() == 0 {
		return "", ""
	}
	segment := h.Lines().At(0)
	match := trailingAnchor.FindSubmatch(segment.Value(m.source))
	if match == nil {
		return "", ""
	}
	return string(match[2]), string(match[1])
}

func (m *markdown) heading(h *ast.Heading) {
	m.settle()
	if start := startOf(h); start >= 0 && !strings.HasPrefix(strings.TrimLeft(m.raw(start), " "), "#") {
		m.bad(m.at, "a heading underlined with === or --- is not taken; write ## before it, or leave a blank line before the ---")
		return
	}
	var b strings.Builder
	m.footnotes(h)
	m.inline(&b, h.FirstChild(), 0)
	slug, mark := m.givenSlug(h)
	title := strings.TrimSuffix(b.String(), mark)
	if strings.TrimSpace(title) == "" {
		m.bad(m.at, "a heading without a title; write one")
		return
	}
	if mark == "" || !m.reserve(slug) {
		slug = m.slugs.derive(title)
	}
	m.enter(codes.Section{Slug: slug, Title: title, Level: h.Level})
}

// reserve takes a slug given by hand, unless it is malformed or taken.
func (m *markdown) reserve(slug string) bool {
	switch first, twice := m.explicit[slug]; {
	case !anchorForm.MatchString(slug):
		m.bad(m.at, "slug {#%s} must be made of lower-case letters, digits and single hyphens", slug)
	case len(slug) > codes.MaxSlug:
		m.bad(m.at, "slug {#%s} is longer than %d characters", slug, codes.MaxSlug)
	case twice:
		m.bad(m.at, "slug {#%s} is used already on line %d; choose another", slug, first)
	default:
		m.explicit[slug] = m.at
		return true
	}
	return false
}

func (m *markdown) enter(s codes.Section) {
	m.sections = append(m.sections, s)
	for len(m.path) > 0 && m.path[len(m.path)-1].Level >= s.Level {
		m.path = m.path[:len(m.path)-1]
	}
	m.path = append(m.path, s)
	clear(m.ordinals)
}

var (
	tableRule  = regexp.MustCompile(`^[ \t]*\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$`)
	definition = regexp.MustCompile(`^[ \t]*\[[^\]]+\]:`)
	footnote   = regexp.MustCompile(`(?:^|[^\\])\[\^[^\]\s]+\]`)
)

// footnotes reports marks of footnotes in the lines of a block.
func (m *markdown) footnotes(n ast.Node) {
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		if mark := footnote.Find(segment.Value(m.source)); mark != nil {
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
		m.settle()
		m.pending = &named
		if rest == nil {
			return
		}
	} else {
		rest = p.FirstChild()
	}
	var b strings.Builder
	m.inline(&b, rest, 0)
	m.emit(retrieval.Paragraph, m.takeLabel(), b.String(), nil, m.at)
}

// anchorMark is the anchor of a block.
var anchorMark = regexp.MustCompile(`^\{#([^{}]*)\}$`)

// label reads a first line that is only bold, or only an anchor, or both. rest is
// what follows it in the same paragraph; nil when nothing does.
func (m *markdown) label(p *ast.Paragraph) (named label, rest ast.Node, ok bool) {
	named.line = m.at
	n := p.FirstChild()
	if strong, isBold := n.(*ast.Emphasis); isBold && strong.Level == 2 {
		var b strings.Builder
		m.inline(&b, strong.FirstChild(), 0)
		named.title = b.String()
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
	if mark == "" {
		return named, rest, strings.TrimSpace(named.title) != ""
	}
	match := anchorMark.FindStringSubmatch(mark)
	if match == nil {
		return label{}, nil, false
	}
	if named.anchor = match[1]; !anchorForm.MatchString(named.anchor) {
		m.bad(m.at, "anchor %s must be made of lower-case letters, digits and single hyphens", mark)
	}
	return named, rest, true
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
		return label{}
	}
	named := *m.pending
	m.pending = nil
	return named
}
