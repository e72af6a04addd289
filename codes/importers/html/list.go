package html

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
)

func missing(lang, of string, n *html.Node) string {
	return importers.Missing(lang, of, strings.Join(strings.Fields(attr(n, "alt")), " "))
}

// list is a list that is open.
type list struct {
	ordered, bare bool
	kind          string // of numbers: "1", "a", "A", "i", "I"
	value         int    // of the item that comes
	step          int
}

func (r *reader) openList(n *html.Node) {
	l := list{ordered: n.Data == "ol", kind: "1", value: 1, step: 1}
	style := strings.ToLower(strings.ReplaceAll(attr(n, "style"), " ", ""))
	l.bare = strings.Contains(style, "list-style-type:none") || strings.Contains(style, "list-style:none")
	switch t := attr(n, "type"); t {
	case "1", "a", "A", "i", "I":
		l.kind = t
	}
	for name, kind := range map[string]string{"lower-alpha": "a", "lower-latin": "a", "upper-alpha": "A", "upper-latin": "A", "lower-roman": "i", "upper-roman": "I"} {
		if strings.Contains(style, "list-style-type:"+name) {
			l.kind = kind
		}
	}
	if start, err := strconv.Atoi(attr(n, "start")); err == nil {
		l.value = start
	}
	if l.ordered && has(n, "reversed") {
		l.step = -1
		if !has(n, "start") {
			l.value = itemsOf(n)
		}
	}
	r.list = append(r.list, l)
	r.children(n)
	r.list = r.list[:len(r.list)-1]
}

func itemsOf(n *html.Node) int {
	items := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && c.Data == "li" {
			items++
		}
	}
	return items
}

// item reads an item, with the mark a browser would show: none where its text
// brings one.
func (r *reader) item(n *html.Node) {
	if len(r.list) == 0 {
		r.children(n)
		return
	}
	l := &r.list[len(r.list)-1]
	if v, err := strconv.Atoi(attr(n, "value")); err == nil && l.ordered {
		l.value = v
	}
	mark := l.mark()
	l.value += l.step
	first := firstText(n)
	_, marked := legal.ParseMark(first)
	_, numbered := legal.Numbered(first)
	depth := min(len(r.list), 12)
	switch {
	case marked || numbered || startsNumbered(first) || first == "":
		r.next.Depth = depth
	case l.ordered && l.kind == "1" && depth == 1:
		r.prose.Write(mark + " ") // a numbered paragraph
		r.number = mark
	case mark != "":
		r.next.Mark, r.next.Depth = mark, depth
	}
	r.children(n)
}

// firstText returns the beginning of the text of an item, of its first block.
func firstText(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
		if b.Len() > 200 {
			break
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// startsNumbered reports whether a text brings a number of its own: "3. ...".
func startsNumbered(text string) bool {
	rest := strings.TrimLeft(text, "0123456789")
	return rest != text && len(rest) > 1 && (rest[0] == '.' || rest[0] == ')')
}

func (l *list) mark() string {
	switch {
	case l.bare:
		return ""
	case !l.ordered:
		return "•"
	}
	switch {
	case l.value < 1 || l.value > 3999:
	case l.kind == "a":
		return letters(l.value) + ")"
	case l.kind == "A":
		return strings.ToUpper(letters(l.value)) + ")"
	case l.kind == "i":
		return roman(l.value) + ")"
	case l.kind == "I":
		return strings.ToUpper(roman(l.value)) + ")"
	}
	return fmt.Sprintf("%d.", l.value)
}

// letters writes a number as a, b ... z, aa, ab.
func letters(n int) string {
	var b []byte
	for ; n > 0; n = (n - 1) / 26 {
		b = append([]byte{byte('a' + (n-1)%26)}, b...)
	}
	return string(b)
}

// roman writes a number in Roman figures, lower case.
func roman(n int) string { return legal.Roman(n) }
