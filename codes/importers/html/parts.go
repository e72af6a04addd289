package html

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// widened returns the element the whole text stands in: main, or one around it
// where parts of the text stand beside main, as chapters, annexes and footnotes do
// on the pages of some publishers. What stands there and is no text is skipped. loose
// says that main was found by its weight alone, not by its name.
func (p *page) widened(main, body *html.Node, loose bool) *html.Node {
	calls := p.callsIn(main)
	top := main
	var beside []*html.Node // between main and the top, no text
	for n := main; n != body && n.Parent != nil; n = n.Parent {
		texts, others := p.sides(n, calls, loose)
		if texts > 0 {
			top = n.Parent
			for _, o := range beside {
				p.skip[o] = true
			}
			beside = nil
			for _, o := range others {
				p.skip[o] = true
			}
			continue
		}
		beside = append(beside, others...)
	}
	return top
}

// sides counts the siblings of an element that are text of the law, and returns
// those that are none.
func (p *page) sides(n *html.Node, calls map[string]bool, loose bool) (texts int, others []*html.Node) {
	for c := n.Parent.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c == n || c.Type != html.ElementNode || p.skip[c] || p.all[c] == 0:
		case p.isText(c, n, calls) || loose && p.isProse(c):
			texts++
		default:
			others = append(others, c)
		}
	}
	return texts, others
}

// isText reports whether an element beside the main one is text of the law too: it
// has provisions, an annex, a table, a title or a note that main calls, or is named
// as main is.
func (p *page) isText(n, main *html.Node, calls map[string]bool) bool {
	if p.weight[n]*2 < p.all[n] {
		return false
	}
	if n.Data == "h1" || named(n, "head") || isFootnote(n) || sameFamily(n, main) {
		return true
	}
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && (calls[attr(c, "id")] || c.Data == "a" && calls[attr(c, "name")] || isFootnote(c) || c.Data == "h1" && !p.skip[c]) {
			return true
		}
		if c.Type == html.ElementNode && c.Data == "table" && count(c, "tr", 2) == 2 && count(c, "td", 2)+count(c, "th", 2) >= 2 && !p.skip[c] {
			return true
		}
	}
	text := p.shownText(n)
	return legal.CountArticles(text) > 0 || legal.CountAnnexes(text) > 0
}

// isProse reports whether an element is a sentence or more without any link.
func (p *page) isProse(n *html.Node) bool {
	const sentence = 5 // words
	text := strings.TrimSpace(p.shownText(n))
	return p.weight[n] == p.all[n] && strings.HasSuffix(text, ".") && len(strings.Fields(text)) >= sentence
}

// callsIn returns what the links within an element lead to on the same page.
func (p *page) callsIn(main *html.Node) map[string]bool {
	calls := make(map[string]bool)
	for c := range main.Descendants() {
		if c.Type == html.ElementNode && c.Data == "a" {
			if _, id, ok := strings.Cut(attr(c, "href"), "#"); ok && id != "" {
				calls[id] = true
			}
		}
	}
	return calls
}

// sameFamily reports whether two elements are of a kind by their names: of one
// class, numbers aside ("WordSection1", "WordSection2").
func sameFamily(a, b *html.Node) bool {
	family := func(n *html.Node) []string { return strings.Fields(strings.Trim(attr(n, "class"), "0123456789")) }
	first, second := family(a), family(b)
	return a.Data == b.Data && len(first) > 0 && slices.Equal(first, second)
}

// controls returns what the buttons and links of a page open and close.
func controls(doc *html.Node) map[string]bool {
	set := make(map[string]bool)
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		for _, name := range []string{"aria-controls", "data-target", "data-bs-target"} {
			for id := range strings.FieldsSeq(attr(n, name)) {
				set[strings.TrimPrefix(id, "#")] = true
			}
		}
		if has(n, "data-toggle") || has(n, "data-bs-toggle") || attr(n, "role") == "button" || attr(n, "role") == "tab" {
			set[strings.TrimPrefix(attr(n, "href"), "#")] = true
		}
	}
	delete(set, "")
	return set
}

// isPanel reports whether an element that is hidden is one a reader opens: some
// button does, it is named as one, or it is what stands below a heading.
func (p *page) isPanel(n *html.Node) bool {
	if p.controlled[attr(n, "id")] {
		return true
	}
	if p.onlyVisible {
		return false
	}
	if named(n, "panel") || attr(n, "role") == "tabpanel" || attr(n, "hidden") == "until-found" {
		return true
	}
	before := n.PrevSibling
	for before != nil && before.Type != html.ElementNode {
		before = before.PrevSibling
	}
	return before != nil && (len(before.Data) == 2 && before.Data[0] == 'h' && before.Data != "hr" || before.Data == "button")
}

// isNever reports whether the content of an element is no text of the page. A button
// in a heading, or one that opens a panel, is what the heading says.
func (p *page) isNever(n *html.Node) bool {
	if !never[n.Data] {
		return false
	}
	if n.Data != "button" {
		return true
	}
	return within(n, "h1", "h2", "h3", "h4", "h5", "h6") == nil && !p.controlled[attr(n, "aria-controls")] && !p.controlled[strings.TrimPrefix(attr(n, "data-bs-target")+attr(n, "data-target"), "#")]
}
