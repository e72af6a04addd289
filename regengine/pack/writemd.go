package pack

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// mdWriter writes sections and blocks as the Markdown they are read from.
type mdWriter struct {
	b        strings.Builder
	ref      codes.VersionRef
	section  string
	ordinals map[retrieval.Kind]int
	marker   byte // of the list written last, if nothing came behind it
}

// writeMarkdown returns the canonical text of a version. What the format cannot
// hold comes out changed: the caller reads the result back and compares.
func writeMarkdown(ref codes.VersionRef, sections []codes.Section, blocks []retrieval.Block) string {
	w := &mdWriter{ref: ref}
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
		slugs := newSlugger(slices.Collect(maps.Keys(explicit)))
		settled := true
		for _, s := range sections {
			if !explicit[s.Slug] && slugs.derive(s.Title) != s.Slug {
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
	fmt.Fprintf(&w.b, "\n%s %s", strings.Repeat("#", max(s.Level, 0)), escape(s.Title, inHeading))
	if explicit {
		fmt.Fprintf(&w.b, " {#%s}", s.Slug)
	}
	w.b.WriteByte('\n')
	w.section, w.marker, w.ordinals = s.Slug, 0, make(map[retrieval.Kind]int)
}

func (w *mdWriter) block(b *retrieval.Block) {
	w.label(b)
	marker := w.marker
	w.marker = 0
	w.b.WriteByte('\n')
	switch b.Kind {
	case retrieval.List:
		w.list(b.Text, marker)
	case retrieval.TableKind:
		w.table(b.Table)
	default:
		w.b.WriteString(escapeLines(b.Text) + "\n")
	}
}

// label writes the line that names a block, if it needs one.
func (w *mdWriter) label(b *retrieval.Block) {
	var parts []string
	if b.Title != "" {
		parts = append(parts, "**"+escape(b.Title, inProse)+"**")
	}
	if anchor := w.anchor(b); anchor != "" {
		parts = append(parts, "{#"+anchor+"}")
	}
	if len(parts) > 0 {
		fmt.Fprintf(&w.b, "\n%s\n", strings.Join(parts, " "))
		w.marker = 0
	}
}

// anchor returns what makes the block's id come out again: nothing where it
// follows from its place, the anchor its author gave it, or else the id itself.
func (w *mdWriter) anchor(b *retrieval.Block) string {
	w.ordinals[b.Kind]++
	switch {
	case b.Anchor != "" && BlockID(w.ref, w.section, b.Anchor) == b.ID:
		return b.Anchor
	case BlockID(w.ref, w.section, ordinalAnchor(b.Kind, w.ordinals[b.Kind])) == b.ID:
		return ""
	}
	return b.ID
}

// listLine is one item of a list's text.
type listLine struct {
	depth int
	text  string
}

func listLines(text string) []listLine {
	var lines []listLine
	for row := range strings.SplitSeq(text, "\n") {
		item := listLine{}
		for strings.HasPrefix(row, "  ") && !strings.HasPrefix(row, "- ") {
			row = row[2:]
			item.depth++
		}
		item.text = strings.TrimPrefix(row, "- ")
		lines = append(lines, item)
	}
	return lines
}

// list writes a list so that it does not run into the one before it, whose marker
// is given.
func (w *mdWriter) list(text string, before byte) {
	w.marker = '-'
	if before == '-' {
		w.marker = '*'
	}
	lines := listLines(text)
	if start, delimiter, ok := numbering(lines, 0); ok && delimiter != before {
		w.marker = delimiter
		w.numbered(lines, "", start, delimiter)
		return
	}
	w.bullets(lines, "", w.marker)
}

// siblings calls yield for each item at the depth of the first, with the lines
// below it.
func siblings(lines []listLine, yield func(item listLine, below []listLine)) {
	for len(lines) > 0 {
		n := 1
		for n < len(lines) && lines[n].depth > lines[0].depth {
			n++
		}
		yield(lines[0], lines[1:n])
		lines = lines[n:]
	}
}

func (w *mdWriter) bullets(lines []listLine, indent string, marker byte) {
	siblings(lines, func(item listLine, below []listLine) {
		fmt.Fprintf(&w.b, "%s%c %s\n", indent, marker, escapeStart(escape(item.text, inProse)))
		w.inner(below, indent+"  ")
	})
}

func (w *mdWriter) numbered(lines []listLine, indent string, number int, delimiter byte) {
	siblings(lines, func(item listLine, below []listLine) {
		mark := fmt.Sprintf("%d%c ", number, delimiter)
		number++
		text := strings.TrimPrefix(item.text, mark)
		fmt.Fprintf(&w.b, "%s%s%s\n", indent, mark, escapeStart(escape(text, inProse)))
		w.inner(below, indent+strings.Repeat(" ", len(mark)))
	})
}

func (w *mdWriter) inner(lines []listLine, indent string) {
	if len(lines) == 0 {
		return
	}
	// A list that does not begin with 1 cannot follow a line of text directly.
	if start, delimiter, ok := numbering(lines, lines[0].depth); ok && start == 1 {
		w.numbered(lines, indent, start, delimiter)
		return
	}
	w.bullets(lines, indent, '-')
}

var itemNumber = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})([.)]) (.*)$`)

// numbering reports whether the items at a depth are numbered one after the
// other, from which number, and with which mark behind it.
func numbering(lines []listLine, depth int) (start int, delimiter byte, ok bool) {
	next := -1
	for _, line := range lines {
		if line.depth != depth {
			continue
		}
		match := itemNumber.FindStringSubmatch(line.text)
		if match == nil || strings.TrimSpace(match[3]) == "" {
			return 0, 0, false
		}
		n, err := strconv.Atoi(match[1])
		switch {
		case err != nil:
			return 0, 0, false
		case next < 0:
			start, delimiter = n, match[2][0]
		case n != next || match[2][0] != delimiter || len(match[1]) > 9:
			return 0, 0, false
		}
		next = n + 1
	}
	return start, delimiter, next >= 0
}

func (w *mdWriter) table(t *retrieval.Table) {
	header := t.Header
	if header == nil && len(t.Rows) > 0 {
		header = make([]string, len(t.Rows[0]))
	}
	w.row(header)
	w.b.WriteString("|" + strings.Repeat(" --- |", len(header)) + "\n")
	for _, row := range t.Rows {
		w.row(row)
	}
	for i, note := range t.Notes {
		if i == 0 {
			w.b.WriteByte('\n')
		} else {
			w.b.WriteString(">\n")
		}
		w.b.WriteString("> " + strings.ReplaceAll(escapeLines(note), "\n", "\n> ") + "\n")
	}
}

func (w *mdWriter) row(cells []string) {
	w.b.WriteByte('|')
	for _, cell := range cells {
		w.b.WriteString(" " + escape(cell, inCell) + " |")
	}
	w.b.WriteByte('\n')
}
