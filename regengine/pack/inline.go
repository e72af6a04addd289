package pack

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// maxNesting bounds emphasis within emphasis and lists within lists.
const maxNesting = 32

// prose is plain text and the links in it. A link's Work is its title, untitled
// when it has none.
type prose struct {
	strings.Builder
	links []retrieval.Ref
}

// inline appends the plain text of n and the siblings behind it: emphasis, links
// and code lose their marks, a line of the source is no line of the text unless
// it was broken on purpose.
func (m *markdown) inline(b *prose, n ast.Node, depth int) {
	if depth > maxNesting {
		m.bad(m.at, "emphasis is nested too deeply; write plain text")
		return
	}
	for ; n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			m.textNode(b, n)
		case *ast.String:
			b.Write(n.Value)
		case *ast.CodeSpan:
			m.code(b, n)
		case *ast.Link:
			m.link(b, n, depth)
		case *ast.AutoLink:
			m.autoLink(b, n)
		case *ast.RawHTML:
			m.bad(m.at, "HTML is not taken; write plain text, or \\< for the sign itself")
		case *ast.Image:
			m.bad(m.at, "images are not taken; describe in words what the figure says")
		default: // emphasis
			m.inline(b, n.FirstChild(), depth+1)
		}
	}
}

func (m *markdown) link(b *prose, n *ast.Link, depth int) {
	start := b.Len()
	m.inline(b, n.FirstChild(), depth+1)
	ref := retrieval.Ref{Start: start, End: b.Len(), URL: plain(n.Destination), Work: untitled}
	if len(n.Title) > 0 {
		ref.Work, ref.Part = parseRefTitle(plain(n.Title))
	}
	switch problem := linkProblem(ref.URL, len(n.Title) > 0); {
	case problem != "":
		m.bad(m.at, "a link %s: write [text](https://...), or \\[ for the sign itself", problem)
	case start == b.Len():
		m.bad(m.at, "a link without text; write what it leads to between [ and ]")
	default:
		b.links = append(b.links, ref)
	}
}

// autoLink reads <https://...>. One to a mailbox is text.
func (m *markdown) autoLink(b *prose, n *ast.AutoLink) {
	label := string(n.Label(m.source))
	if n.AutoLinkType == ast.AutoLinkURL && linkProblem(label, false) == "" {
		b.links = append(b.links, retrieval.Ref{Start: b.Len(), End: b.Len() + len(label), URL: label, Work: untitled})
	}
	b.WriteString(label)
}

// plain resolves what is escaped in the address or title of a link.
func plain(raw []byte) string {
	var b strings.Builder
	unescape(&b, string(raw))
	return b.String()
}

func (m *markdown) textNode(b *prose, t *ast.Text) {
	if raw := t.Segment.Value(m.source); t.IsRaw() {
		b.Write(raw)
	} else {
		unescape(&b.Builder, string(raw))
	}
	switch {
	case t.HardLineBreak():
		b.WriteByte('\n')
	case t.SoftLineBreak():
		b.WriteByte(' ')
	}
}

func (m *markdown) code(b *prose, n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.WriteString(strings.ReplaceAll(string(t.Segment.Value(m.source)), "\n", " "))
		}
	}
}

// entity is a character reference of HTML.
var entity = lazyregexp.New(`^&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|[A-Za-z][A-Za-z0-9]*);`)

// unescape appends text with backslash escapes and character references
// resolved, in one pass, so that what one yields is not resolved again.
func unescape(b *strings.Builder, text string) {
	for {
		i := strings.IndexAny(text, `\&`)
		if i < 0 {
			b.WriteString(text)
			return
		}
		b.WriteString(text[:i])
		text = text[i:]
		switch {
		case text[0] == '\\' && len(text) > 1 && isPunct(text[1]):
			b.WriteByte(text[1])
			text = text[2:]
		case text[0] == '&' && entity.MatchString(text):
			match := entity.FindStringSubmatch(text)
			b.WriteString(character(match))
			text = text[len(match[0]):]
		default:
			b.WriteByte(text[0])
			text = text[1:]
		}
	}
}

func character(match []string) string {
	digits, base := match[1], 16
	if digits == "" {
		digits, base = match[2], 10
	}
	if digits == "" {
		return html.UnescapeString(match[0])
	}
	n, err := strconv.ParseInt(digits, base, 32)
	if err != nil || n == 0 || !utf8.ValidRune(rune(n)) {
		return string(utf8.RuneError)
	}
	return string(rune(n))
}

func isPunct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}
