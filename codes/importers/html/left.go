package html

import (
	"cmp"
	"fmt"
	"path"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
)

// struck are the elements of text that no longer holds.
var struck = nameSet("del s strike")

// The reasons for which text is left out, in the words of a report.
const (
	outside = "stand beside its text"
	menus   = "are of menus, notices and the like"
	unseen  = "are hidden"
	crossed = "are struck out"
)

// leftOut collects what is left out for one reason.
type leftOut struct {
	words  legal.Words
	begins []string // the first words of each part
}

// reportLeft counts the words of a page that are left out on purpose, and says
// how many they are, why, and how each part of them begins.
func (r *reader) reportLeft(main *html.Node) {
	parts := make(map[string]*leftOut)
	for _, why := range []string{outside, menus, unseen, crossed} {
		parts[why] = new(leftOut)
	}
	l := &left{page: r.page, main: main, around: map[*html.Node]bool{main: true}, all: &r.source.Left, parts: parts}
	for n := main.Parent; n != nil; n = n.Parent {
		l.around[n] = true
	}
	l.walk(r.page.doc, outside, false)
	l.all.End()
	for _, why := range []string{outside, menus, unseen, crossed} {
		part := parts[why]
		part.words.End()
		if n := part.words.Total(); n > 0 {
			r.source.Report.Add(importers.Problem{Message: fmt.Sprintf("%d words of the page are left out, for they %s: %s", n, why, strings.Join(part.begins, "; "))})
		}
	}
	if n := len(r.unsaid); n > 0 {
		names := make([]string, 0, n)
		for _, img := range r.unsaid[:min(n, mostNamed)] {
			names = append(names, path.Base(attr(img, "src")))
		}
		r.source.Report.Add(importers.Problem{Message: fmt.Sprintf("%d pictures have no description and are left out; look whether they say something: %s", n, strings.Join(names, ", "))})
	}
}

// mostNamed is how many parts a report names.
const mostNamed = 5

// left goes over a page for what is not read of it.
type left struct {
	page   *page
	main   *html.Node
	around map[*html.Node]bool // main and all it stands in
	all    *legal.Words
	parts  map[string]*leftOut
}

// walk counts the text below a node that is not read. why is the reason it is not,
// where in is false.
func (l *left) walk(n *html.Node, why string, in bool) {
	if n.Type == html.TextNode && !in {
		l.all.Add(n.Data)
		l.parts[why].words.Add(n.Data)
	}
	if n.Type == html.ElementNode {
		if silent[n.Data] {
			return
		}
		reason := l.reason(n)
		entered := n == l.main
		if reason != "" || !in && !entered && n.Parent != nil && l.around[n.Parent] && !l.around[n] {
			why = cmp.Or(reason, why)
			if n.Data != "head" {
				l.parts[why].name(n)
			}
		}
		in = (in || entered) && reason == ""
		if n.Data == "math" && in { // its source may stand in it too, in another notation
			in = false
		}
	}
	in = in || n == l.main && n.Type == html.DocumentNode
	ends := n.Type == html.ElementNode && !isInline(n) && n.Data != "wbr"
	end := func() {
		if ends {
			l.all.End()
			l.parts[why].words.End()
		}
	}
	end()
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		l.walk(c, why, in)
	}
	end()
}

// reason says why an element is not read, "" where it may be.
func (l *left) reason(n *html.Node) string {
	switch {
	case struck[n.Data]:
		return crossed
	case isHidden(n) && l.page.skip[n]:
		return unseen
	case l.page.isNever(n), n.Data == "svg", l.page.skip[n] && l.page.noise[n]:
		return menus
	case l.page.skip[n]:
		return outside
	}
	return ""
}

// name enters how a part begins.
func (o *leftOut) name(n *html.Node) {
	const few = 6 // words
	said := strings.Fields(textOf(n))
	switch {
	case len(said) == 0:
	case len(o.begins) == mostNamed:
		o.begins = append(o.begins, "...")
	case len(o.begins) < mostNamed:
		o.begins = append(o.begins, strconv.Quote(strings.Join(said[:min(len(said), few)], " ")))
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
