package pack

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
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
func escape(text string, in place) string {
	var b strings.Builder
	inner := len(strings.TrimRightFunc(text, unicode.IsSpace))
	for i, r := range text {
		switch {
		case unicode.IsSpace(r) && (i == 0 || i >= inner), r == '\\', unicode.IsControl(r):
			fmt.Fprintf(&b, "&#%d;", r)
		case special(text, i, r, in):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
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
		return strings.HasPrefix(rest, "#")
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

var numbered = regexp.MustCompile(`^([0-9]{1,9})([.)])( |$)`)

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
func escapeLines(text string) string {
	lines := strings.Split(text, "\n")
	var b strings.Builder
	for i, line := range lines {
		switch {
		case i == 0:
			b.WriteString(escapeStart(escape(line, inProse)))
		case line == "" || lines[i-1] == "":
			b.WriteString("&#10;" + escape(line, inProse))
		default:
			b.WriteString("\\\n" + escapeStart(escape(line, inProse)))
		}
	}
	return b.String()
}
