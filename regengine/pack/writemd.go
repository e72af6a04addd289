package pack

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
)

// mdWriter writes sections and blocks as the Markdown they are read from.
type mdWriter struct {
	b      strings.Builder
	lang   string // of the version
	names  naming
	page   int  // of the block written last
	marker byte // of the list written last, if nothing came behind it
}

// writeMarkdown returns the canonical text of a version in a language. What the
// format cannot hold comes out changed: the caller reads the result back and
// compares.
func writeMarkdown(lang string, sections []codes.Section, blocks []retrieval.Block) string {
	w := &mdWriter{lang: lang}
	bySection := make(map[string][]*retrieval.Block)
	for i := range blocks {
		bySection[blocks[i].Section] = append(bySection[blocks[i].Section], &blocks[i])
	}
	explicit := explicitSlugs(sections)
	for _, s := range sections {
		w.heading(s, explicit[s.Slug])
		for _, b := range bySection[s.Slug] {
			w.block(b)
		}
	}
	return w.b.String()
}

// explicitSlugs returns the slugs that have to be written because they do not
// follow from the title. Reserving one may move others, so it is repeated until
// nothing moves.
func explicitSlugs(sections []codes.Section) map[string]bool {
	explicit := make(map[string]bool)
	for {
		slugs := importers.NewSlugger(slices.Collect(maps.Keys(explicit)))
		settled := true
		for _, s := range sections {
			if !explicit[s.Slug] && slugs.Derive(s.Title) != s.Slug {
				explicit[s.Slug] = true
				settled = false
			}
		}
		if settled {
			return explicit
		}
	}
}

func (w *mdWriter) heading(s codes.Section, explicit bool) {
	fmt.Fprintf(&w.b, "\n%s %s", strings.Repeat("#", min(max(s.Level, 0), maxHeading)), escape(s.Title, inHeading))
	switch deep := s.Level > maxHeading; {
	case explicit && deep:
		fmt.Fprintf(&w.b, " {#%s level=%d}", s.Slug, s.Level)
	case explicit:
		fmt.Fprintf(&w.b, " {#%s}", s.Slug)
	case deep:
		fmt.Fprintf(&w.b, " {level=%d}", s.Level)
	}
	w.b.WriteByte('\n')
	w.marker, w.names = 0, naming{}
}

func (w *mdWriter) block(b *retrieval.Block) {
	w.label(b)
	marker := w.marker
	w.marker = 0
	w.b.WriteByte('\n')
	links := linksOf(b)
	switch {
	case b.Kind == retrieval.List:
		w.list(b.Text, links, marker)
	case b.Kind == retrieval.TableKind && b.Table != nil:
		w.table(b.Table, inParts(b.Table, links))
	default:
		w.b.WriteString(escapeLines(b.Text, links) + "\n")
	}
}

// label writes the lines that say of a block what its text does not.
func (w *mdWriter) label(b *retrieval.Block) {
	title, class, caption := b.Title, "", ""
	switch {
	case b.Table != nil && b.Table.Caption != b.Title:
		title, class, caption = tableTitles(b.Title, b.Table.Caption)
	case slices.Contains(kindClasses, b.Kind):
		class = string(b.Kind)
	}
	lang := ""
	if b.Lang != w.lang {
		lang = b.Lang
	}
	w.line(title, blockMark(b, w.anchor(b), class, b.Page != w.page, lang), captionLinks(b, title))
	if caption != "" {
		w.line(caption, "{."+captionClass+"}", captionLinks(b, caption))
	}
	w.page = b.Page
}

// tableTitles tells how to write the title and the caption of a table that
// differ: what stands on the first line, what that is said to be, and what stands
// on a second.
func tableTitles(title, caption string) (first, class, second string) {
	switch {
	case title == "":
		return caption, captionClass, ""
	case caption == "":
		return title, titleClass, ""
	}
	return title, "", caption
}

// captionLinks returns the links of a line that is the caption of a table.
func captionLinks(b *retrieval.Block, line string) []retrieval.Ref {
	if b.Table == nil || b.Table.Caption != line {
		return nil
	}
	return inParts(b.Table, linksOf(b))[part{what: captionPart}]
}

func (w *mdWriter) line(title, mark string, links []retrieval.Ref) {
	if title != "" {
		title = "**" + (&escaper{links: links}).line(title, 0) + "**"
	}
	if text := strings.TrimSpace(title + " " + mark); text != "" {
		w.b.WriteString("\n" + text + "\n")
		w.marker = 0
	}
}

// anchor returns what makes the block's id come out again: nothing where it
// follows from its text, the anchor its author gave it, or else the id itself.
func (w *mdWriter) anchor(b *retrieval.Block) string {
	derived := w.names.next(b.Kind, b.Text)
	switch {
	case b.Anchor != "" && importers.BlockID(b.Doc, b.Section, b.Anchor) == b.ID:
		return b.Anchor
	case importers.BlockID(b.Doc, b.Section, derived) == b.ID:
		return ""
	}
	return b.ID
}
