package importers

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Heading opens a section of a text.
type Heading struct {
	Title string
	Level int // 1 for the outermost; levels the text leaves out are closed up

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
	open     []openSection
	path     []string // titles of open
	anchors  Anchors
	blocks   []retrieval.Block
}

// openSection is a section whose end has not come, with the level its heading
// claimed: that of its section may be lower.
type openSection struct {
	codes.Section
	claimed  int
	defining bool // its heading announces definitions
}

// NewBuilder returns a Builder for one document, "code/version" or a project's
// document id, in a language (BCP 47). title is the heading of what stands
// before the first heading.
func NewBuilder(doc, lang, title string) *Builder {
	return &Builder{doc: doc, lang: lang, title: title, slugs: NewSlugger(nil), articles: make(map[string]bool)}
}

// Open begins a section.
func (b *Builder) Open(h Heading) {
	h.Title = cmp.Or(tidy(clean(h.Title)), tidy(clean(h.Slug)), b.title)
	level := max(h.Level, 1)
	for len(b.open) > 0 && b.open[len(b.open)-1].claimed >= level {
		b.open = b.open[:len(b.open)-1]
	}
	s := openSection{
		Section:  codes.Section{Slug: b.slugs.Derive(cmp.Or(h.Slug, h.Title)), Title: h.Title, Level: len(b.open) + 1},
		claimed:  level,
		defining: IsDefinitions(h.Title),
	}
	if h.Article {
		b.articles[s.Slug] = true
	}
	b.sections = append(b.sections, s.Section)
	b.open = append(b.open, s)
	b.path = make([]string, len(b.open))
	for i := range b.open {
		b.path[i] = b.open[i].Title
	}
	b.anchors = Anchors{}
}

// End closes every section open: the next heading stands below none.
func (b *Builder) End() { b.open, b.path, b.anchors = nil, nil, Anchors{} }

// Add appends a block to the section open. A piece without text is left out; it
// reports whether there was any. A paragraph or item under a heading that
// announces definitions becomes a definition where it has the form of one, with
// the term for its title. A text longer than MaxText becomes several blocks.
func (b *Builder) Add(p Piece) bool {
	if p.Table != nil && p.Text == "" {
		cleanTable(p.Table)
		p.Kind, p.Text = retrieval.TableKind, p.Table.Text()
	}
	if text := clean(p.Text); text != p.Text {
		p.Text, p.Refs = text, nil // the offsets no longer hold
	}
	if p.Table == nil { // of a table the text is that of [retrieval.Table.Text], empty cells at its ends too
		p.Text = trimRefs(p.Text, p.Refs)
	}
	if strings.Trim(p.Text, " |\n") == "" {
		return false
	}
	if p.Table == nil && len(p.Text) > MaxText {
		b.addLong(p)
		return true
	}
	if len(b.open) == 0 {
		b.Open(Heading{Title: b.title, Level: 1})
	}
	b.define(&p)
	p.Lang = cmp.Or(p.Lang, b.lang)
	if p.Refs == nil {
		p.Refs = FindRefs(p.Text, p.Lang)
	}
	if len(p.Refs) == 0 {
		p.Refs = nil
	}
	section := b.open[len(b.open)-1].Slug
	b.blocks = append(b.blocks, retrieval.Block{
		ID: BlockID(b.doc, section, b.anchor(&p)), Doc: b.doc, Section: section, Title: tidy(clean(p.Title)), Path: b.path,
		Kind: p.Kind, Lang: p.Lang, Order: len(b.blocks), Depth: p.Depth, Page: p.Page, Anchor: p.Anchor,
		Text: p.Text, Table: p.Table, Refs: p.Refs, SHA256: retrieval.HashText(p.Text),
	})
	return true
}

// anchor names the block within its section, by the source's anchor where it has
// one.
func (b *Builder) anchor(p *Piece) string {
	if p.Anchor == "" {
		return b.anchors.Of(p.Kind, p.Text)
	}
	if !IsUUID(p.Anchor) && !IsAnchor(p.Anchor) {
		p.Anchor = SlugOf(p.Anchor)
	}
	p.Anchor = b.anchors.Given(p.Anchor)
	return p.Anchor
}

func (b *Builder) define(p *Piece) {
	if p.Kind != retrieval.Paragraph && p.Kind != retrieval.Item {
		return
	}
	if !slices.ContainsFunc(b.open, func(s openSection) bool { return s.defining }) {
		return
	}
	if term := DefinedTerm(p.Text); term != "" {
		p.Kind, p.Title, p.Depth = retrieval.Definition, cmp.Or(p.Title, term), 0
	}
}

// Done returns the sections and blocks. An article that is a single paragraph
// becomes a block of that kind.
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
