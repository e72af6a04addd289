package html

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
)

// struck are the elements of text that no longer holds.
var struck = nameSet("del s strike")

// reportLeft counts the words of a page that are left out on purpose, and says
// how many they are.
func (r *reader) reportLeft(main *html.Node) {
	left := &r.source.Left
	r.left(r.page.doc, main, false, left)
	left.End()
	if n := left.Total(); n > 0 {
		r.source.Report.Add(importers.Problem{Message: fmt.Sprintf("%d words of the page are left out: they stand outside its main text (menus, notices), are hidden or struck out", n)})
	}
}

func (r *reader) left(n, main *html.Node, in bool, words *legal.Words) {
	if n.Type == html.TextNode && !in {
		words.Add(n.Data)
	}
	if n.Type == html.ElementNode {
		if silent[n.Data] {
			return
		}
		in = (in || n == main) && !r.page.skip[n] && !never[n.Data] && !struck[n.Data] && n.Data != "svg"
		if n.Data == "math" && in { // its source may stand in it too, in another notation
			in = false
		}
	}
	in = in || n == main && n.Type == html.DocumentNode
	ends := n.Type == html.ElementNode && !isInline(n) && n.Data != "wbr"
	if ends {
		words.End()
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.left(c, main, in, words)
	}
	if ends {
		words.End()
	}
}

// reportNUL says that a page holds characters no text has.
func reportNUL(text string, s *legal.Source) {
	if n := strings.Count(text, "\x00"); n > 0 {
		at := strings.IndexByte(text, 0)
		s.Report.Add(importers.Problem{
			Line: 1 + strings.Count(text[:at], "\n"), Message: fmt.Sprintf("%d NUL characters are left out, the first in this line; the file may be damaged", n),
		})
	}
}
