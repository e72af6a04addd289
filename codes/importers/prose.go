package importers

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/codes/retrieval"
)

// maxSearched is the longest text references are looked for in, in bytes: no
// provision is as long, and what a hostile file puts into one is not worth it.
const maxSearched = 1 << 20

// FindRefs returns the references package crossref finds in a text, none where it
// is longer than any provision; never nil, so that a [Piece] that has them is not
// searched again.
func FindRefs(text, lang string) []retrieval.Ref {
	if len(text) > maxSearched {
		return []retrieval.Ref{}
	}
	if refs := crossref.Find(text, lang); refs != nil {
		return refs
	}
	return []retrieval.Ref{}
}

// Prose puts the text of one block together: white space becomes single spaces,
// and links keep their place. The zero value is empty.
type Prose struct {
	text  []byte
	due   byte // white space before the next text: ' ', '\n' or 0
	links []retrieval.Ref
}

const blanks = " \t\r\n\u00a0"

// Write adds text.
func (p *Prose) Write(s string) {
	for len(s) > 0 {
		word := strings.IndexAny(s, blanks)
		if word < 0 {
			word = len(s)
		}
		p.put(s[:word])
		if s = s[word:]; len(s) > 0 {
			p.Space()
			s = strings.TrimLeft(s, blanks)
		}
	}
}

func (p *Prose) put(word string) {
	if word == "" {
		return
	}
	p.flush()
	p.text = append(p.text, word...)
}

// flush writes the white space that is due.
func (p *Prose) flush() {
	if p.due != 0 && len(p.text) > 0 {
		p.text = append(p.text, p.due)
	}
	p.due = 0
}

// Space separates what comes from what there is.
func (p *Prose) Space() {
	if p.due == 0 && len(p.text) > 0 && p.text[len(p.text)-1] > ' ' {
		p.due = ' '
	}
}

// Break begins a new line.
func (p *Prose) Break() { p.due = '\n' }

// Join takes back the white space that is due.
func (p *Prose) Join() { p.due = 0 }

// Raise adds a superscript, see [Raised].
func (p *Prose) Raise(s string) {
	before := ""
	if p.due == 0 && len(p.text) > 0 {
		before = string(p.text[len(p.text)-1:])
	}
	p.Write(Raised(before, tidy(s)))
}

// TakeLine removes the last line and returns it.
func (p *Prose) TakeLine() string {
	start := bytes.LastIndexByte(p.text, '\n') + 1
	line := string(p.text[start:])
	p.text = p.text[:max(start-1, 0)]
	for len(p.links) > 0 && p.links[len(p.links)-1].End > len(p.text) {
		p.links = p.links[:len(p.links)-1]
	}
	return line
}

// LastLine returns the last line.
func (p *Prose) LastLine() string { return string(p.text[bytes.LastIndexByte(p.text, '\n')+1:]) }

// Link adds what write writes as a reference to url.
func (p *Prose) Link(work, url string, write func()) {
	p.LinkTo(retrieval.Ref{Work: work, URL: url}, write)
}

// LinkTo adds what write writes as a reference to what ref names; its place is
// that of what is written.
func (p *Prose) LinkTo(ref retrieval.Ref, write func()) {
	p.flush()
	ref.Start = len(p.text)
	write()
	if ref.End = len(p.text); ref.End > ref.Start && (ref.Work != "" || ref.Part != "" || ref.URL != "") {
		p.links = append(p.links, ref)
	}
}

// String returns the text.
func (p *Prose) String() string { return string(p.text) }

// Len returns the length of the text in bytes.
func (p *Prose) Len() int { return len(p.text) }

// Empty reports whether there is no text.
func (p *Prose) Empty() bool { return len(p.text) == 0 }

// Refs returns the links, joined with what package crossref finds in the text: a
// mention inside a link gives it its canonical form. It is never nil.
func (p *Prose) Refs(lang string) []retrieval.Ref {
	text := string(p.text)
	found := FindRefs(text, lang)
	if len(p.links) == 0 {
		return found
	}
	refs := make([]retrieval.Ref, 0, len(p.links)+len(found))
	last := 0 // end of the reference entered last
	for _, link := range p.links {
		for ; len(found) > 0 && found[0].End <= link.Start; found = found[1:] {
			if found[0].Start >= last {
				refs, last = append(refs, found[0]), found[0].End
			}
		}
		if link.Start < last || link.End > len(text) {
			continue
		}
		if len(found) > 0 && found[0].Start < link.End {
			link.Part = cmp.Or(found[0].Part, link.Part)
			if link.Work == "" {
				link.Work = found[0].Work
			}
		}
		refs, last = append(refs, link), link.End
	}
	for _, ref := range found {
		if ref.Start >= last {
			refs = append(refs, ref)
		}
	}
	return refs
}
