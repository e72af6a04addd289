package extract

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/reglookup/regengine/codes/retrieval"
)

// kind is a kind of characters that have no place in a text to be read.
type kind uint8

const (
	shown     kind = iota // to be read as it stands
	lineBreak             // read, in the form of all others
	zeroWidth
	tags
	direction
	softHyphen
	selector
	private
	control
	blank   // looks like a space and is another character
	stacked // marks piled on one letter
	invisible
	kinds
)

// words say what each kind is, for a warning.
var words = [kinds]string{
	zeroWidth:  "zero-width characters",
	tags:       "Unicode tag characters, which nobody sees",
	direction:  "characters that change the direction of the text",
	softHyphen: "soft hyphens",
	selector:   "variation selectors",
	private:    "characters of private use, which have no agreed meaning",
	control:    "control characters",
	blank:      "characters that look like blanks",
	stacked:    "marks piled on one letter",
	invisible:  "other characters nobody sees",
}

func runes(list ...rune) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	for i := 0; i < len(list); i += 2 {
		t.R32 = append(t.R32, unicode.Range32{Lo: uint32(list[i]), Hi: uint32(list[i+1]), Stride: 1})
	}
	return t
}

// tables hold the characters of each kind (The Unicode Standard 15, chapters 6 and
// 23, and property Default_Ignorable_Code_Point), as pairs of first and last.
var tables = []struct {
	kind  kind
	table *unicode.RangeTable
}{
	{lineBreak, runes(0x0B, 0x0D, 0x85, 0x85, 0x2028, 0x2029)},
	{softHyphen, runes(0xAD, 0xAD)},
	{zeroWidth, runes(0x34F, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x180E, 0x200B, 0x200D, 0x2060, 0x2064, 0x3164, 0x3164, 0xFEFF, 0xFEFF, 0xFFA0, 0xFFA0)},
	{direction, runes(0x61C, 0x61C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x206F)},
	{selector, runes(0x180B, 0x180D, 0x180F, 0x180F, 0xFE00, 0xFE0F, 0xE0100, 0xE01EF)},
	{tags, runes(0xE0000, 0xE00FF)},
	{private, runes(0xE000, 0xF8FF, 0xF0000, 0xFFFFD, 0x100000, 0x10FFFD)},
	{blank, runes(0x1680, 0x1680, 0x2000, 0x200A, 0x205F, 0x205F, 0x2800, 0x2800, 0x3000, 0x3000)},
	{control, runes(0x00, 0x08, 0x0E, 0x1F, 0x7F, 0x84, 0x86, 0x9F)},
	{invisible, runes(0x2065, 0x2065, 0xFFF0, 0xFFFB, 0x1BCA0, 0x1BCA3, 0x1D173, 0x1D17A, 0xE01F0, 0xE0FFF)},
}

// kindOf returns the kind of a character.
func kindOf(r rune) kind {
	if r >= ' ' && r < 0x7F || r == '\n' || r == '\t' {
		return shown
	}
	for _, t := range tables {
		if unicode.Is(t.table, r) {
			return t.kind
		}
	}
	if r&0xFFFE == 0xFFFE || r >= 0xFDD0 && r <= 0xFDEF || unicode.Is(unicode.Cf, r) {
		return invisible
	}
	return shown
}

// hidden counts what was taken out, by kind.
type hidden [kinds]int

// mostMarks is how many marks one letter may carry; no language needs more.
const mostMarks = 4

// clean takes the characters nobody sees out of a text and gives every blank and
// line break its plain form. The result is UTF-8 in normal form C.
func (h *hidden) clean(text string) string {
	if plain(text) {
		return text
	}
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\r\n", "\n")
	text = norm.NFC.String(text) // before marks are counted, as it takes some characters apart
	var b strings.Builder
	b.Grow(len(text))
	marks := 0 // on the letter last written: what is taken out between them parts nothing
	for _, r := range text {
		k, mark := kindOf(r), unicode.Is(unicode.Mn, r)
		if k == shown && mark && marks == mostMarks {
			k = stacked
		}
		h[k]++
		if r = plainForm(r, k); r < 0 {
			continue
		}
		if marks++; !mark {
			marks = 0
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// plain reports whether there is nothing to clean in a text.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= utf8.RuneSelf || c < ' ' && c != '\n' && c != '\t' || c == 0x7F {
			return false
		}
	}
	return true
}

// plainForm returns what stands for a character, -1 for nothing.
func plainForm(r rune, k kind) rune {
	switch {
	case k == lineBreak:
		return '\n'
	case k == blank || unicode.Is(unicode.Zs, r): // the blanks of good typesetting are no kind to be told of
		return ' '
	case k != shown:
		return -1
	}
	return r
}

// warnings tells of each kind that was taken out.
func (h *hidden) warnings() []string {
	var list []string
	for k := lineBreak + 1; k < kinds; k++ {
		switch {
		case h[k] == 0:
		case k == blank:
			list = append(list, fmt.Sprintf("made plain blanks: %s (%d)", words[k], h[k]))
		default:
			list = append(list, fmt.Sprintf("taken out: %s (%d)", words[k], h[k]))
		}
	}
	return list
}

// line is clean for what stands on one line.
func (h *hidden) line(text string) string { return strings.Join(strings.Fields(h.clean(text)), " ") }

// lines is line for several.
func (h *hidden) lines(list []string) []string {
	if list == nil {
		return nil
	}
	list = slices.Clone(list)
	for i, s := range list {
		list[i] = h.line(s)
	}
	return list
}

// cleanBlock returns a block whose every text is clean; ok is false where nothing
// is left of it. Its references are to be looked for anew.
func (h *hidden) cleanBlock(b *retrieval.Block) (clean retrieval.Block, ok bool) {
	clean = *b
	clean.Title, clean.Path = h.line(b.Title), h.lines(b.Path)
	clean.Refs, clean.Anchor, clean.SHA256 = nil, "", ""
	clean.Path = slices.DeleteFunc(clean.Path, func(s string) bool { return s == "" })
	if b.Table == nil {
		clean.Text = tidyLines(h.clean(b.Text))
		return clean, clean.Text != ""
	}
	clean.Table = h.table(b.Table)
	clean.Text = clean.Table.Text()
	return clean, strings.Trim(clean.Text, " |\n") != ""
}

func (h *hidden) table(t *retrieval.Table) *retrieval.Table {
	clean := *t
	clean.Caption, clean.Header, clean.Notes = h.line(t.Caption), h.lines(t.Header), h.lines(t.Notes)
	clean.Head, clean.Rows = slices.Clone(t.Head), slices.Clone(t.Rows)
	for _, rows := range [][][]string{clean.Head, clean.Rows} {
		for i := range rows {
			rows[i] = h.lines(rows[i])
		}
	}
	return &clean
}

// tidyLines joins runs of blanks and drops empty lines.
func tidyLines(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
