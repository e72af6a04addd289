package html

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
)

// maxTags bounds the tree a page becomes; consolidated codes of a thousand
// articles have a fifth of it.
const maxTags = 500_000

// maxOpen is how many elements of formatting may be left open: each is opened
// again in every paragraph that follows.
const maxOpen = 64

// scan goes over the tags of a page before a tree is made of them.
type scan struct {
	words legal.Words // of its text
	seen  legal.Seen  // articles, annexes and tables, wherever they stand
	row   strings.Builder
	links int // elements open that are links
	plain int // bytes of the line that are no link

	formats, blocks map[string]int // elements open
	left            int            // elements of formatting open
	tags, line      int
	ended           bool // </body> or </html> was read
	silent          bool // the text that comes is none of the page
}

var formatting = nameSet("b big code em font i s small strike strong tt u")

// closed are the elements whose end a page must write. One that ends within them
// was cut.
var closed = nameSet("html head body main article section table ul ol dl div blockquote pre h1 h2 h3 h4 h5 h6 script style title textarea")

// silent are the elements whose content the tokenizer gives as text, and that is
// none of the page.
var silent = nameSet("script style title textarea iframe noembed noframes")

func nameSet(names string) map[string]bool {
	set := make(map[string]bool)
	for name := range strings.FieldsSeq(names) {
		set[name] = true
	}
	return set
}

// check refuses a page that is none, was cut, or is nested beyond reason.
func check(ctx context.Context, name, text string) (*scan, error) {
	s := &scan{formats: make(map[string]int), blocks: make(map[string]int), line: 1}
	z := html.NewTokenizer(strings.NewReader(text))
	for n := 0; ; n++ {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		s.line += bytes.Count(z.Raw(), []byte("\n"))
		s.token(z, kind)
		if err := s.beyond(name); err != nil {
			return nil, err
		}
		if n%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	s.words.End()
	s.endLine()
	if s.tags == 0 {
		return nil, importers.Refuse(name, importers.ErrFormat, importers.Problem{Line: 1, Message: "there is no tag in it: import it as Markdown or plain text"})
	}
	if cut := s.cut(text); cut != "" {
		return nil, importers.Refuse(name, importers.ErrMalformed, importers.Problem{Line: s.line, Message: "the page is cut: " + cut + "; download it again"})
	}
	return s, nil
}

func (s *scan) token(z *html.Tokenizer, kind html.TokenType) {
	switch kind { //nolint:exhaustive // comments and the like are no text
	case html.TextToken:
		if !s.silent {
			s.text(string(z.Text()))
		}
	case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
		s.tags++
		tag, _ := z.TagName()
		name := string(tag)
		if !inlineNames[name] && name != "wbr" {
			s.words.End()
			s.endLine()
		}
		s.silent = kind == html.StartTagToken && silent[name]
		s.tag(name, kind)
	}
}

// longestLine is how much of a line is looked at: headings are shorter.
const longestLine = 2000

func (s *scan) text(text string) {
	s.words.Add(text)
	if s.row.Len() < longestLine {
		s.row.WriteString(text)
	}
	if s.links == 0 {
		s.plain += len(strings.TrimSpace(text))
	}
}

// endLine counts the line at hand, unless it is a link: those of a table of contents
// and of menus name provisions that stand elsewhere.
func (s *scan) endLine() {
	if s.plain > 0 {
		line := strings.Join(strings.Fields(s.row.String()), " ")
		s.seen.Articles += legal.CountArticles(line)
		s.seen.Annexes += legal.CountAnnexes(line)
	}
	s.row.Reset()
	s.plain = 0
}

// tag follows which elements are open.
func (s *scan) tag(name string, kind html.TokenType) {
	switch {
	case name == "a" && kind == html.StartTagToken:
		s.links = 1 // a link ends where the next begins
	case name == "a" && kind == html.EndTagToken:
		s.links = 0
	case name == "table" && kind == html.StartTagToken:
		s.seen.Tables++
		s.blocks[name]++
	case kind == html.SelfClosingTagToken: // of no effect in HTML, but meant as closed
	case kind == html.StartTagToken && formatting[name]:
		s.formats[name]++
		s.left++
	case kind == html.StartTagToken && closed[name]:
		s.blocks[name]++
	case kind == html.EndTagToken && s.formats[name] > 0:
		s.formats[name]--
		s.left--
	case kind == html.EndTagToken && s.blocks[name] > 0:
		s.blocks[name]--
	}
	s.ended = s.ended || kind == html.EndTagToken && (name == "html" || name == "body")
}

func (s *scan) beyond(name string) error {
	switch {
	case s.left > maxOpen:
		return importers.Refuse(name, importers.ErrMalformed, importers.Problem{Line: s.line, Message: fmt.Sprintf("more than %d elements of formatting are never closed", maxOpen)})
	case s.tags > maxTags:
		return importers.Refuse(name, importers.ErrTooLarge, importers.Problem{Line: s.line, Message: fmt.Sprintf("more than %d tags; split the page", maxTags)})
	}
	return nil
}

// cut says how a page shows that its end is missing, "" when it does not. A page
// that never wrote <html> or <body> need not close them, and one that closed
// either is whole, whatever else it left open.
func (s *scan) cut(text string) string {
	if s.ended {
		return ""
	}
	if at := strings.LastIndexByte(text, '<'); at >= 0 && inTag(text[at+1:]) {
		return "it ends within a tag"
	}
	if strings.LastIndex(text, "<!--") > strings.LastIndex(text, "-->") {
		return "it ends within a comment"
	}
	for _, name := range slices.Sorted(maps.Keys(s.blocks)) {
		if s.blocks[name] > 0 {
			return fmt.Sprintf("<%s> is opened and never closed", name)
		}
	}
	return ""
}

// inTag reports whether what stands behind the last < of a file is a tag without
// its end.
func inTag(rest string) bool {
	if rest == "" {
		return true
	}
	c := rest[0] | 0x20
	return !strings.Contains(rest, ">") && (c >= 'a' && c <= 'z' || rest[0] == '/' || rest[0] == '!')
}
