package importers

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Heading opens a section of a text.
type Heading struct {
	Title string
	Level int // 1 for the outermost; a level deeper than the last but one is brought up to it

	// Slug is the web anchor the source has for it ("a13"); "" derives it from
	// Title. It is folded to the form slugs have, and numbered where it is taken.
	Slug string

	// Article says that this is an article or the like: the smallest provision
	// with a number of its own.
	Article bool
}

// Piece is one block of a text before it is named.
type Piece struct {
	Kind   retrieval.Kind
	Title  string
	Text   string // of a table: left empty, it is made of Table
	Table  *retrieval.Table
	Anchor string // given by the source; "" names the block by what it says
	Depth  int    // of an item
	Page   int
	Lang   string          // "" is the text's language
	Refs   []retrieval.Ref // nil looks for them in Text
}

// Builder puts one version's text together: sections in order, and the blocks
// below them. What stands before the first heading goes into a section of the
// title given to [NewBuilder].
type Builder struct {
	doc, lang, title string

	slugs    *Slugger
	sections []codes.Section
	articles map[string]bool // slugs
	path     []codes.Section
	anchors  Anchors
	blocks   []retrieval.Block
}

// NewBuilder returns a Builder for one document, "code/version" or a project's
// document id, in a language (BCP 47). title is the heading of what stands
// before the first heading.
func NewBuilder(doc, lang, title string) *Builder {
	return &Builder{doc: doc, lang: lang, title: title, slugs: NewSlugger(nil), articles: make(map[string]bool)}
}

// Open begins a section.
func (b *Builder) Open(h Heading) {
	h.Title = tidy(h.Title)
	level := min(max(h.Level, 1), b.depth(h.Level)+1)
	for len(b.path) > 0 && b.path[len(b.path)-1].Level >= level {
		b.path = b.path[:len(b.path)-1]
	}
	name := h.Slug
	if name == "" {
		name = h.Title
	}
	s := codes.Section{Slug: b.slugs.Derive(name), Title: h.Title, Level: level}
	if h.Article {
		b.articles[s.Slug] = true
	}
	b.sections = append(b.sections, s)
	b.path = append(slices.Clone(b.path), s)
	b.anchors = Anchors{}
}

// depth returns the level of the innermost open section above a level.
func (b *Builder) depth(level int) int {
	for _, s := range slices.Backward(b.path) {
		if s.Level < level {
			return s.Level
		}
	}
	return 0
}

// Add appends a block to the section open. A piece without text is left out; it
// reports whether there was any.
func (b *Builder) Add(p Piece) bool {
	if p.Table != nil && p.Text == "" {
		p.Kind, p.Text = retrieval.TableKind, p.Table.Text()
	}
	if p.Text = strings.TrimSpace(p.Text); p.Text == "" {
		return false
	}
	if len(b.path) == 0 {
		b.Open(Heading{Title: b.title, Level: 1})
	}
	section := b.path[len(b.path)-1].Slug
	var anchor string
	if p.Anchor == "" {
		anchor = b.anchors.Of(p.Kind, p.Text)
	} else {
		p.Anchor = b.anchors.Given(p.Anchor)
		anchor = p.Anchor
	}
	if p.Refs == nil {
		p.Refs = crossref.Find(p.Text, cmp.Or(p.Lang, b.lang))
	}
	b.blocks = append(b.blocks, retrieval.Block{
		ID: BlockID(b.doc, section, anchor), Doc: b.doc, Section: section, Title: tidy(p.Title), Path: b.titles(),
		Kind: p.Kind, Lang: cmp.Or(p.Lang, b.lang), Order: len(b.blocks), Depth: p.Depth, Page: p.Page, Anchor: p.Anchor,
		Text: p.Text, Table: p.Table, Refs: p.Refs, SHA256: retrieval.HashText(p.Text),
	})
	return true
}

func (b *Builder) titles() []string {
	titles := make([]string, len(b.path))
	for i, s := range b.path {
		titles[i] = s.Title
	}
	return titles
}

// Done returns the sections and blocks. An article that is a single paragraph
// becomes a block of that kind; ids are unique.
func (b *Builder) Done() ([]codes.Section, []retrieval.Block) {
	paragraphs := make(map[string][]int)
	for i, block := range b.blocks {
		paragraphs[block.Section] = append(paragraphs[block.Section], i)
	}
	for section, list := range paragraphs {
		if first := &b.blocks[list[0]]; len(list) == 1 && b.articles[section] && first.Kind == retrieval.Paragraph {
			first.Kind = retrieval.Article
		}
	}
	return b.sections, b.blocks
}

// Len returns the number of blocks so far.
func (b *Builder) Len() int { return len(b.blocks) }

// tidy joins the lines of a title and its runs of blanks, no-break spaces too.
func tidy(s string) string { return strings.Join(strings.Fields(s), " ") }
