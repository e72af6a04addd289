package extract

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// onlyShown takes out of Markdown what nobody sees of it when it is set: front
// matter, comments, elements of HTML that are hidden or no text. notes say what
// there was, also of what the reader leaves out by itself: tags, pictures, the
// targets of links. What stands in fenced code is shown as it is.
func onlyShown(text string) (left string, notes []string) {
	s := &shower{}
	text = s.front(text)
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		if s.fenced(line) {
			s.out.WriteString(line + "\n")
			text = rest
			continue
		}
		text = s.markup(text)
	}
	return s.out.String(), s.notes()
}

// shower goes through a text of Markdown.
type shower struct {
	out   strings.Builder
	fence string // the mark that ends the code at hand, "" outside
	count struct{ front, comments, elements, tags, pictures, links, definitions int }
}

var fenceMark = lazyregexp.New("^ {0,3}(`{3,}|~{3,})(.*)$")

// fenced reports whether a line is of fenced code, its marks included.
func (s *shower) fenced(line string) bool {
	m := fenceMark.FindStringSubmatch(line)
	switch {
	case s.fence == "" && m != nil && !strings.Contains(m[2], "`"):
		s.fence = m[1]
		return true
	case s.fence == "":
		return false
	case m != nil && strings.HasPrefix(m[1], s.fence) && strings.TrimSpace(m[2]) == "":
		s.fence = ""
	}
	return true
}

// front takes out the front matter.
func (s *shower) front(text string) string {
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return text
	}
	for _, end := range []string{"\n---\n", "\n...\n"} {
		if matter, body, found := strings.Cut("\n"+rest, end); found && isFront(matter) {
			s.count.front++
			return body
		}
	}
	return "\n" + rest // a line across the page, not the beginning of front matter
}

var frontLine = lazyregexp.New(`^\s*$|^[\pL_][\pL\d_ -]*:(?:\s|$)|^\s+\S|^- |^#`)

// isFront reports whether text is made of keys and values.
func isFront(text string) bool {
	for line := range strings.Lines(text) {
		if !frontLine.MatchString(strings.TrimRight(line, "\n")) {
			return false
		}
	}
	return true
}

var (
	openTag    = lazyregexp.New(`^<([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[^<>]*?)?)(/?)>`)
	closeTag   = lazyregexp.New(`^</[a-zA-Z][a-zA-Z0-9-]*\s*>`)
	void       = lazyregexp.New(`(?i)^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$`)
	noText     = lazyregexp.New(`(?i)^(?:script|style|template|noscript|iframe|object|svg|title|head)$`)
	unseen     = lazyregexp.New(`(?i)(?:^|\s)hidden(?:[\s=]|$)|display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*(?:\.0+)?\s*(?:[;"']|$)|font-size\s*:\s*0*(?:\.\d+)?(?:px|pt|em|rem|%)?\s*(?:[;"']|$)|(?:^|[;"'\s])color\s*:\s*(?:white|transparent|#fff(?:fff)?\b)`)
	picture    = lazyregexp.New(`!\[[^\]\n]*\](?:\([^)\n]*\)|\[)`)
	linkTarget = lazyregexp.New(`\]\([^)\n]+\)`)
	definition = lazyregexp.New(`(?m)^ {0,3}\[[^\]\n^]{1,200}\]:[ \t]*\S+`)
)

// markup takes what begins a text: plain text up to the next tag, code or line. It
// returns what stands behind.
func (s *shower) markup(text string) string {
	at := strings.IndexAny(text, "<\n`\\")
	if at < 0 {
		at = len(text)
	}
	s.lines(text[:at])
	s.out.WriteString(text[:at])
	switch text = text[at:]; {
	case text == "":
		return ""
	case text[0] == '<':
		return s.tag(text)
	case text[0] == '`':
		return s.literal(text, codeSpan(text))
	case text[0] == '\\' && len(text) > 1 && text[1] != '\n':
		return s.literal(text, 2)
	}
	return s.literal(text, 1)
}

// literal writes so many bytes as they stand.
func (s *shower) literal(text string, n int) string {
	s.out.WriteString(text[:n])
	return text[n:]
}

// codeSpan returns how long the code is that a text begins with, or its backticks
// where they open none. Code ends within its paragraph.
func codeSpan(text string) int {
	open := len(text) - len(strings.TrimLeft(text, "`"))
	paragraph, _, _ := strings.Cut(text, "\n\n")
	for at := open; at < len(paragraph); {
		next := strings.IndexByte(paragraph[at:], '`')
		if next < 0 {
			break
		}
		at += next
		run := len(paragraph[at:]) - len(strings.TrimLeft(paragraph[at:], "`"))
		if at += run; run == open {
			return at
		}
	}
	return open
}

// lines counts what a stretch of one line holds that the reader leaves out.
func (s *shower) lines(text string) {
	if strings.Contains(text, "](") || strings.Contains(text, "![") {
		s.count.pictures += len(picture.FindAllStringIndex(text, -1))
		s.count.links += len(linkTarget.FindAllStringIndex(picture.ReplaceAllString(text, " "), -1))
	}
	if strings.Contains(text, "]:") {
		s.count.definitions += len(definition.FindAllStringIndex(text, -1))
	}
}

// tag deals with a text that begins with "<".
func (s *shower) tag(text string) string {
	if comment, ok := strings.CutPrefix(text, "<!--"); ok {
		if _, rest, ended := strings.Cut(comment, "-->"); ended {
			s.count.comments++
			return rest
		}
		if s.lineBegins() { // without an end it takes all, as it does in a browser
			s.count.comments++
			return ""
		}
		return s.literal(text, 1)
	}
	m := openTag.FindStringSubmatch(text[:min(len(text), longestTag)])
	switch {
	case m == nil:
		if end := closeTag.FindString(text[:min(len(text), longestTag)]); end != "" {
			s.count.tags++
			s.out.WriteString(end)
			return text[len(end):]
		}
		return s.literal(text, 1)
	case m[3] == "" && !void.MatchString(m[1]) && (noText.MatchString(m[1]) || unseen.MatchString(m[2])):
		s.count.elements++
		return behind(text[len(m[0]):], m[1])
	}
	s.count.tags++
	if strings.EqualFold(m[1], "img") {
		s.count.pictures++
	}
	s.out.WriteString(m[0])
	return text[len(m[0]):]
}

// lineBegins reports whether what comes is the first of its line.
func (s *shower) lineBegins() bool {
	before := s.out.String()
	before = before[strings.LastIndexByte(before, '\n')+1:]
	return strings.Trim(before, " ") == ""
}

// longestTag is as much of a text as is searched for the end of a tag, in bytes.
const longestTag = 4 << 10

// behind returns what stands behind the end of an element that was opened; an
// element without end takes all.
func behind(text, name string) string {
	depth := 1
	for {
		at := strings.IndexByte(text, '<')
		if at < 0 {
			return ""
		}
		text = text[at+1:]
		rest, closes := strings.CutPrefix(text, "/")
		if len(rest) < len(name) || !strings.EqualFold(rest[:len(name)], name) || !endsName(rest[len(name):]) {
			continue
		}
		if depth++; closes {
			depth -= 2
		}
		if depth == 0 {
			_, rest, _ = strings.Cut(rest, ">")
			return rest
		}
	}
}

func endsName(rest string) bool { return rest == "" || strings.ContainsAny(rest[:1], " \t\n/>") }

// notes say what is not in the text.
func (s *shower) notes() []string {
	var list []string
	add := func(n int, what string) {
		if n > 0 {
			list = append(list, fmt.Sprintf("left out: %s (%d)", what, n))
		}
	}
	add(s.count.front, "front matter")
	add(s.count.comments, "comments")
	add(s.count.elements, "elements of HTML that are not shown")
	add(s.count.tags, "tags of HTML")
	add(s.count.pictures, "pictures, with what is said of them")
	add(s.count.links+s.count.definitions, "the targets of links; their text is kept")
	return list
}
