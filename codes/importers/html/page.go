package html

import (
	_ "embed"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/codes/importers"
)

//go:embed words.tsv
var wordsFile string

// vocabulary holds words.tsv: names by kind, and properties by field.
type vocabulary struct {
	names map[string]map[string]bool
	meta  map[string][]string
}

var words = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{names: make(map[string]map[string]bool), meta: make(map[string][]string)}
	for line := range strings.Lines(wordsFile) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(fields) != 3 {
			continue
		}
		list := strings.Split(fields[2], "|")
		if fields[0] == "meta" {
			v.meta[fields[1]] = list
			continue
		}
		v.names[fields[0]] = make(map[string]bool)
		for _, name := range list {
			v.names[fields[0]][name] = true
		}
	}
	return v
})

// page is a parsed page, with how much text stands where.
type page struct {
	doc    *html.Node
	weight map[*html.Node]int // bytes of text that is no link, of elements that are shown
	all    map[*html.Node]int // bytes of text
	skip   map[*html.Node]bool
	noise  map[*html.Node]bool // of skip, what is navigation or named as no text

	controlled  map[string]bool // ids of what buttons open
	onlyVisible bool
}

func newPage(doc *html.Node, onlyVisible bool) *page {
	p := &page{doc: doc, weight: make(map[*html.Node]int), all: make(map[*html.Node]int), skip: make(map[*html.Node]bool), noise: make(map[*html.Node]bool), onlyVisible: onlyVisible}
	p.controlled = controls(doc)
	p.weigh(doc, false)
	p.mark(doc, max(p.all[doc], 1))
	p.show(doc)
	return p
}

// show makes the weight of every element that of what is shown of it.
func (p *page) show(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		before := p.weight[c]
		if p.skip[c] {
			p.weight[c] = 0
		} else {
			p.show(c)
		}
		p.weight[n] -= before - p.weight[c]
	}
}

// never are elements whose content is no text of the page.
var never = map[string]bool{
	"head": true, "script": true, "style": true, "noscript": true, "template": true, "iframe": true, "object": true, "embed": true, "form": false, "button": true,
	"input": true, "select": true, "textarea": true, "canvas": true, "audio": true, "video": true, "dialog": true, "datalist": true, "map": true, "frameset": true,
}

func (p *page) weigh(n *html.Node, link bool) {
	if n.Type == html.TextNode {
		length := len(strings.TrimSpace(n.Data))
		p.all[n] = length
		if !link {
			p.weight[n] = length
		}
		return
	}
	if n.Type == html.ElementNode && p.isNever(n) {
		return
	}
	link = link || n.Type == html.ElementNode && n.Data == "a"
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		p.weigh(c, link)
		p.all[n] += p.all[c]
		p.weight[n] += p.weight[c]
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode { // no longer asked for
			delete(p.all, c)
			delete(p.weight, c)
		}
	}
}

// mark finds the parts of a page that are not its text: hidden, navigation, or
// named as such and small.
func (p *page) mark(n *html.Node, total int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		if p.isNoise(c, total) {
			p.skip[c], p.noise[c] = true, true
			continue
		}
		p.mark(c, total)
	}
}

var noiseRoles = []string{"navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "menu", "menubar", "toolbar", "complementary"}

func (p *page) isNoise(n *html.Node, total int) bool {
	if p.isNever(n) || isHidden(n) && !p.isPanel(n) {
		return true
	}
	small := p.all[n]*2 < total
	switch n.Data {
	case "nav", "footer", "aside":
		return small && !isFootnote(n)
	case "header":
		return small && within(n, "article", "main", "section") == nil && p.first(n, "h1") == nil
	case "html", "body", "main", "article", "table", "tbody", "tr", "td", "th", "p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "dd", "dt", "a", "b", "strong", "em", "i", "span", "sup", "sub":
		return slices.Contains(noiseRoles, attr(n, "role")) && small
	}
	if !small {
		return false
	}
	return slices.Contains(noiseRoles, attr(n, "role")) || p.all[n]*5 < total && named(n, "noise") || p.isIndex(n)
}

// isIndex recognises a list of links: a menu, or the table of contents of the
// page.
func (p *page) isIndex(n *html.Node) bool {
	const links = 5
	if n.Data != "ul" && n.Data != "ol" && n.Data != "div" && n.Data != "section" || p.weight[n]*5 > p.all[n] {
		return false
	}
	return count(n, "a", links) >= links && p.first(n, "table") == nil
}

// main returns the element that holds the text: the one named so, else the
// smallest one with nearly all text that is no link, and what stands beside it and
// is text as well.
func (p *page) main() *html.Node {
	body := p.first(p.doc, "body")
	if body == nil {
		return p.doc
	}
	total := p.weight[body]
	for _, is := range []func(*html.Node) bool{
		func(n *html.Node) bool { return n.Data == "main" || attr(n, "role") == "main" },
		func(n *html.Node) bool { return n.Data == "article" || attr(n, "role") == "article" },
	} {
		if n := p.heaviest(body, is); n != nil && p.weight[n]*3 >= total {
			return p.widened(n, body, false)
		}
	}
	return p.widened(p.densest(body, total), body, true)
}

// heaviest returns the element with most text that is so.
func (p *page) heaviest(root *html.Node, is func(*html.Node) bool) *html.Node {
	var best *html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && is(n) && !p.skip[n] && (best == nil || p.weight[n] > p.weight[best]) {
			best = n
		}
	}
	return best
}

// densest goes down from the body while one child has nearly all the text.
func (p *page) densest(n *html.Node, total int) *html.Node {
	for {
		var heavy *html.Node
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type == html.ElementNode && !isInline(c) && !p.skip[c] && total > 0 && p.weight[c]*10 >= total*9 {
				heavy = c
			}
		}
		if heavy == nil || slices.Contains([]string{"table", "ul", "ol", "dl", "p", "pre", "blockquote"}, heavy.Data) {
			return n
		}
		n = heavy
	}
}

// base returns the address links are relative to, nil where it is not known.
func (p *page) base(given *importers.Given, found string) *url.URL {
	address := found
	if given != nil && given.SourceURL != "" {
		address = given.SourceURL
	}
	u, err := url.Parse(address)
	if err != nil || !u.IsAbs() {
		u = nil
	}
	if b := p.first(p.doc, "base"); b != nil {
		if ref, err := url.Parse(strings.TrimSpace(attr(b, "href"))); err == nil {
			if u != nil {
				return u.ResolveReference(ref)
			}
			if ref.IsAbs() {
				return ref
			}
		}
	}
	return u
}

// first returns the first element of a name below n, nil when there is none.
func (p *page) first(n *html.Node, name string) *html.Node {
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && c.Data == name {
			return c
		}
	}
	return nil
}

// count counts elements of a name below n, up to a bound.
func count(n *html.Node, name string, most int) int {
	found := 0
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && c.Data == name {
			if found++; found == most {
				break
			}
		}
	}
	return found
}

// within returns the innermost element around n of one of the names.
func within(n *html.Node, names ...string) *html.Node {
	for n = n.Parent; n != nil; n = n.Parent {
		if n.Type == html.ElementNode && slices.Contains(names, n.Data) {
			return n
		}
	}
	return nil
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// isHidden reports whether an element is not shown, perhaps until it is opened. A
// span is hidden from readers of the screen where it repeats what is beside it.
func isHidden(n *html.Node) bool {
	return has(n, "hidden") || attr(n, "aria-hidden") == "true" && n.Data != "span" || hiddenStyle(attr(n, "style"))
}

func hiddenStyle(style string) bool {
	style = strings.ToLower(strings.ReplaceAll(style, " ", ""))
	return strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
}

// named reports whether a word of the class or id of an element is of a kind.
func named(n *html.Node, kind string) bool {
	names := words().names[kind]
	return slices.ContainsFunc(nameWords(n), func(w string) bool { return names[w] })
}

// nameWords returns the words of the classes and the id of an element.
func nameWords(n *html.Node) []string {
	value := attr(n, "class") + " " + attr(n, "id")
	if len(value) > 500 {
		value = value[:500]
	}
	return strings.FieldsFunc(strings.ToLower(value), func(r rune) bool { return !unicode.IsLetter(r) })
}

// plainText returns the text of an element, a line for each block.
func plainText(n *html.Node) string { return (&page{}).shownText(n) }

// shownText returns the text of what is shown of an element, a line for each block.
func (p *page) shownText(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(strings.ReplaceAll(n.Data, "\n", " "))
		}
		if n.Type == html.ElementNode && (p.isNever(n) || p.skip[n]) {
			return
		}
		block := n.Type == html.ElementNode && !isInline(n)
		if block {
			b.WriteByte('\n')
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if block {
			b.WriteByte('\n')
		}
	}
	walk(n)
	return b.String()
}
