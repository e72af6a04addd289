package pack

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// where text is going to stand, besides a paragraph.
type place uint8

const (
	inProse place = iota
	inHeading
	inCell
)

// escape writes text so that Markdown reads exactly it back on one line. Marks
// are escaped only where they would mean something, so that people can read the
// source; what no escape can save (blanks at the ends, control characters) is
// written as a character reference.
func escape(text string, in place) string { return (&escaper{in: in}).line(text, 0) }

// escaper writes a text with links in it, line by line.
type escaper struct {
	in    place
	links []retrieval.Ref // in order, none overlapping; Work is the title
}

// line writes a line that begins at an offset of the text.
func (e *escaper) line(text string, offset int) string {
	var b strings.Builder
	inner := len(strings.TrimRightFunc(text, unicode.IsSpace))
	for i, r := range text {
		edge, inside := e.marks(&b, offset+i)
		switch {
		case unicode.IsSpace(r) && (i == 0 || i >= inner), r == '\\', unicode.IsControl(r):
			fmt.Fprintf(&b, "&#%d;", r)
		case special(text, i, r, e.in), inside && r == ']', edge && strings.ContainsRune("_!^", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	e.marks(&b, offset+len(text))
	return b.String()
}

// marks writes the ends and beginnings of links at an offset. It reports whether
// the character there touches one, and whether it stands in a link. What ends
// behind a line break is written at the beginning of the next line, and what
// begins with one at the end of the line before.
func (e *escaper) marks(b *strings.Builder, at int) (edge, inside bool) {
	for _, link := range e.links {
		if link.End == at {
			b.WriteString("](" + destination(link, e.in) + ")")
		}
	}
	for _, link := range e.links {
		if link.Start == at {
			b.WriteByte('[')
		}
		edge = edge || link.Start == at || link.Start == at+1 || link.End == at || link.End == at+1
		inside = inside || link.Start <= at && at < link.End
	}
	return edge, inside
}

// destination writes the address of a link, and its title where it has one.
func destination(link retrieval.Ref, in place) string {
	address := cmp.Or(reference(link.URL, "\\()<>[] ", in), "<>")
	if link.Work == "" {
		return address
	}
	return address + ` "` + reference(link.Work, `\"[]`, in) + `"`
}

// reference writes what would end an address or a title as character references.
func reference(text, marks string, in place) string {
	var b strings.Builder
	for i, r := range text {
		if strings.ContainsRune(marks, r) || unicode.IsControl(r) || unicode.IsSpace(r) && r != ' ' ||
			r == '&' && entity.MatchString(text[i:]) || r == '|' && in == inCell {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// special reports whether the character at i of text is a mark there.
func special(text string, i int, r rune, in place) bool {
	_, size := utf8.DecodeRuneInString(text[i:])
	rest := text[i+size:]
	switch r {
	case '*', '`', '[':
		return true
	case '_':
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(rest)
		return !isWord(before) || !isWord(after)
	case '<':
		return rest != "" && (isLetter(rest[0]) || strings.IndexByte("/!?", rest[0]) >= 0)
	case '&':
		return entity.MatchString(text[i:])
	case '{':
		return beginsMark.MatchString(text[i:])
	case '#':
		return in == inHeading
	case '|':
		return in == inCell
	}
	return false
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

var numbered = lazyregexp.New(`^([0-9]{1,9})([.)])( |$)`)

// escapeStart escapes what would begin a list, a heading, a table or a rule at
// the beginning of a line; line has been escaped already.
func escapeStart(line string) string {
	if line == "" {
		return line
	}
	switch line[0] {
	case '#', '>', '=', '~', ':', '|':
		return `\` + line
	case '-', '+':
		if len(line) == 1 || line[1] < utf8.RuneSelf && isPunct(line[1]) || line[1] == ' ' {
			return `\` + line
		}
	}
	return numbered.ReplaceAllString(line, `$1\$2$3`)
}

// escapeLines writes a paragraph: a line break of the text is a backslash at the
// end of the source line, or a character reference where an empty line would
// end the paragraph.
func escapeLines(text string, links []retrieval.Ref) string {
	e := &escaper{links: links}
	lines := strings.Split(text, "\n")
	var b strings.Builder
	offset := 0
	for i, line := range lines {
		written := e.line(line, offset)
		switch {
		case i == 0:
			b.WriteString(escapeStart(written))
		case line == "" || lines[i-1] == "":
			b.WriteString("&#10;" + written)
		default:
			b.WriteString("\\\n" + escapeStart(written))
		}
		offset += len(line) + 1
	}
	return b.String()
}

// escapeItem writes the text of a list's item.
func escapeItem(text string, links []retrieval.Ref) string {
	return escapeStart((&escaper{links: links}).line(text, 0))
}
