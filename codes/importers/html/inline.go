package html

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
)

// inline reads an element within a line.
func (r *reader) inline(n *html.Node) {
	r.styled(n, func() { r.children(n) })
}

// styled reads an element within a line, its content by within.
func (r *reader) styled(n *html.Node, within func()) {
	switch n.Data {
	case "del", "s", "strike":
		return // struck out: no longer the text
	case "sup":
		r.raised(n)
	case "a":
		if isReturn(n) {
			return
		}
		if isCall(n) || r.marksNote(n) {
			r.raised(n)
			return
		}
		r.link(n, within)
	case "button":
		if !r.page.isNever(n) {
			r.emphasised(within)
		}
	case "b", "strong":
		r.emphasised(within)
	default:
		if boldStyle(attr(n, "style")) || n.Data == "span" && named(n, "head") {
			r.emphasised(within)
			return
		}
		within()
	}
}

// isCall reports whether a link that is not raised is said to call a note.
func isCall(n *html.Node) bool {
	return (attr(n, "role") == "doc-noteref" || named(n, "call")) && strings.Contains(attr(n, "href"), "#") && (n.Parent == nil || n.Parent.Data != "sup") && count(n, "sup", 1) == 0
}

// marksNote reports whether a link is the mark that a note begins with and leads back to
// where it is called. Office programs put nothing between it and the note's text.
func (r *reader) marksNote(n *html.Node) bool {
	return r.within && r.prose.Empty() && strings.HasPrefix(attr(n, "href"), "#")
}

// isReturn reports whether a link only leads back to where a note is called.
func isReturn(n *html.Node) bool {
	return strings.HasPrefix(attr(n, "href"), "#") && strings.Trim(textOf(n), "↩↑⏎^ \ufe0e\u00a0") == ""
}

func boldStyle(style string) bool {
	style = strings.ToLower(strings.ReplaceAll(style, " ", ""))
	return strings.Contains(style, "font-weight:bold") || strings.Contains(style, "font-weight:700")
}

func (r *reader) emphasised(within func()) {
	begins := r.strong == r.text
	r.bold++
	within()
	r.bold--
	if begins {
		r.lead = len(r.prose.String())
	}
}

// raised reads a superscript: an exponent, or the call of a note, which is set in
// parentheses lest it be read as a figure.
func (r *reader) raised(n *html.Node) {
	text := strings.Join(strings.Fields(textOf(n)), " ")
	if text == "" {
		return
	}
	r.text += len(text)
	if r.bold > 0 {
		r.strong += len(text)
	}
	link := r.page.first(n, "a")
	if n.Data == "a" {
		link = n
	}
	if link == nil && n.Parent != nil && n.Parent.Data == "a" {
		link = n.Parent
	}
	if link != nil && strings.Contains(attr(link, "href"), "#") {
		if !strings.ContainsAny(text, "()[]") {
			text = "(" + text + ")"
		}
		if r.marksNote(link) {
			r.prose.Write(text)
			r.prose.Space()
			return
		}
		r.prose.Write(text)
		r.calls.call(attr(link, "href"))
		return
	}
	r.prose.Raise(text)
}

// link reads a link. One whose address cannot be told is only its text.
func (r *reader) link(n *html.Node, within func()) {
	address := r.resolve(attr(n, "href"))
	if address == "" {
		within()
		return
	}
	r.prose.Link("", address, within)
}

// resolve returns an address in full, "" for one that leads nowhere from here.
func (r *reader) resolve(href string) string {
	const longest = 2000
	href = strings.TrimSpace(href)
	if href == "" || len(href) > longest {
		return ""
	}
	u, err := url.Parse(href)
	if err != nil {
		return ""
	}
	if r.base != nil {
		u = r.base.ResolveReference(u)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	return u.String()
}

// image reads a picture: it is noted as something that cannot be read, but for
// ornaments. Publishers write an empty description for pictures of all kinds: one
// that stands alone where the text before announces something is what it announces.
func (r *reader) image(n *html.Node) {
	of := pictured(n)
	if r.next.Mark == "" && r.prose.Empty() && undescribed(n) && !tiny(n) && alone(n) {
		announced := ""
		if last := len(r.source.Elements) - 1; last >= 0 {
			announced = r.source.Elements[last].Text
		}
		if of = importers.Announced(announced); of == legal.OfFigure && !strings.HasSuffix(announced, ":") {
			r.unsaid = append(r.unsaid, n)
			return
		}
	} else if ornament(n) {
		return
	}
	if r.prose.String() != "" || r.next.Mark != "" { // within a line
		r.write(" " + missing(r.lang, of, n) + " ")
		return
	}
	r.emit(legal.Element{Role: legal.AsLost, Of: of, Text: strings.Join(strings.Fields(attr(n, "alt")), " ")})
}

// alone reports whether a picture is all there is in its block.
func alone(n *html.Node) bool {
	block := n.Parent
	for block != nil && isInline(block) {
		block = block.Parent
	}
	if block == nil || !slices.Contains([]string{"p", "figure", "div", "center", "td"}, block.Data) {
		return false
	}
	return count(block, "img", 2) == 1 && strings.TrimSpace(textOf(block)) == ""
}

// undescribed reports whether a picture has an empty description, and is not said to
// be an ornament.
func undescribed(n *html.Node) bool {
	return attr(n, "role") == "" && has(n, "alt") && strings.TrimSpace(attr(n, "alt")) == ""
}

// ornament reports whether a picture is said to be one, or is too small to say
// anything.
func ornament(n *html.Node) bool {
	return attr(n, "role") == "presentation" || attr(n, "role") == "none" || has(n, "alt") && strings.TrimSpace(attr(n, "alt")) == "" || tiny(n)
}

func tiny(n *html.Node) bool {
	for _, side := range []string{"width", "height"} {
		if size := strings.TrimSuffix(attr(n, side), "px"); size == "0" || size == "1" || size == "2" {
			return true
		}
	}
	return false
}

// pictured says what a picture shows.
func pictured(n *html.Node) string {
	alt := strings.ToLower(attr(n, "alt"))
	if named(n, "formula") || strings.Contains(alt, "\\frac") || strings.Contains(alt, "fórmula") || strings.Contains(alt, "formula") || strings.Contains(alt, "equation") {
		return legal.OfFormula
	}
	return legal.OfFigure
}
