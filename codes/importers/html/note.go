package html

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// notes brings the footnotes of a page to the text that calls them: on a page they
// stand at its end, below the last provision.
type notes struct {
	called  map[string]int // by the id a call leads to: the element that calls it first
	pending []string       // called in the element at hand
	placed  map[int][]noteSpan
}

// noteSpan is a range of elements, of one note.
type noteSpan struct{ from, to int }

// call enters the call of a note.
func (t *notes) call(href string) {
	if _, id, ok := strings.Cut(href, "#"); ok && id != "" {
		t.pending = append(t.pending, id)
	}
}

// emitted enters the element that holds the calls pending.
func (t *notes) emitted(at int) {
	for _, id := range t.pending {
		if t.called == nil {
			t.called = make(map[string]int)
		}
		if _, before := t.called[id]; !before {
			t.called[id] = at
		}
	}
	t.pending = nil
}

// calledFrom returns the element a note is called from, by the ids the note has:
// its own, or that of the anchor it begins with.
func (t *notes) calledFrom(n *html.Node) (at int, ok bool) {
	if len(t.called) == 0 {
		return 0, false
	}
	if at, ok = t.called[attr(n, "id")]; ok {
		return at, true
	}
	const looked = 8 // nodes, to the anchor before the text
	left := looked
	for c := range n.Descendants() {
		if left--; left < 0 || c.Type == html.TextNode && strings.TrimSpace(c.Data) != "" {
			break
		}
		if c.Type == html.ElementNode && c.Data == "a" {
			if at, ok = t.called[attr(c, "id")]; !ok {
				at, ok = t.called[attr(c, "name")]
			}
			return at, ok
		}
	}
	return 0, false
}

// isNote reports whether an element that is called is a footnote: one of those
// marked as such, or one with a link back into the page.
func (r *reader) isNote(n *html.Node) bool {
	if r.notes > 0 || isFootnote(n) {
		return true
	}
	if n.Data != "p" && n.Data != "li" && n.Data != "div" && n.Data != "aside" {
		return false
	}
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && c.Data == "a" && strings.HasPrefix(attr(c, "href"), "#") {
			return true
		}
	}
	return false
}

func isFootnote(n *html.Node) bool {
	role := attr(n, "role")
	return named(n, "note") || strings.Contains(strings.ReplaceAll(attr(n, "style"), " ", ""), "mso-element:footnote") || strings.Contains(role, "footnote") || strings.Contains(role, "endnote")
}

// footnote reads a block, and where it is a note that was called remembers where
// from. A group of notes is none itself.
func (r *reader) footnote(n *html.Node, read func()) {
	at, ok := r.calls.calledFrom(n)
	if !ok || r.within || !r.isNote(n) {
		read()
		return
	}
	from := len(r.source.Elements)
	r.notes++
	r.within = true
	read()
	r.flush()
	r.notes--
	r.within = false
	if to := len(r.source.Elements); to > from && at < from {
		if r.calls.placed == nil {
			r.calls.placed = make(map[int][]noteSpan)
		}
		r.calls.placed[at] = append(r.calls.placed[at], noteSpan{from, to})
	}
}

// place moves the notes behind the elements that call them.
func (t *notes) place(list []legal.Element) []legal.Element {
	if len(t.placed) == 0 {
		return list
	}
	moved := make([]bool, len(list))
	for _, spans := range t.placed {
		for _, s := range spans {
			for i := s.from; i < s.to; i++ {
				moved[i] = true
			}
		}
	}
	ordered := make([]legal.Element, 0, len(list))
	for i := range list {
		if !moved[i] {
			ordered = append(ordered, list[i])
		}
		for _, s := range t.placed[i] {
			ordered = append(ordered, list[s.from:s.to]...)
		}
	}
	return ordered
}
