package docx

import (
	"bytes"
	"html"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// rawText counts the words of a part as its bytes go by, without the decoder: what
// the reader loses must not be lost here too.
type rawText struct {
	words, left *legal.Words // of the text, and of tables of contents

	tag, text []byte
	inTag     bool
	inText    bool
	skip      int // within so many elements whose text is given elsewhere, or deleted
	controls  int // content controls open
	contents  int // the one with a table of contents, counted so; 0 for none
}

// longestTag is as much of a tag as is looked at; longestText is held at once.
const (
	longestTag  = 256
	longestText = 64 << 10
)

func (r *rawText) write(data []byte) {
	for _, c := range data {
		switch {
		case r.inTag && c == '>':
			r.inTag = false
			r.element()
		case r.inTag:
			if len(r.tag) < longestTag {
				r.tag = append(r.tag, c)
			}
		case c == '<':
			r.flush()
			r.inTag, r.tag = true, r.tag[:0]
		case r.inText:
			if r.text = append(r.text, c); len(r.text) >= longestText && c == ' ' {
				r.flush()
			}
		}
	}
}

// flush counts the text that was held.
func (r *rawText) flush() {
	if len(r.text) == 0 {
		return
	}
	text := html.UnescapeString(string(r.text))
	r.text = r.text[:0]
	if r.skip > 0 {
		return
	}
	r.words.Add(text)
	if r.contents > 0 {
		r.left.Add(text)
	}
}

// element follows the tag at hand.
func (r *rawText) element() {
	name, attrs, _ := bytes.Cut(bytes.TrimSuffix(r.tag, []byte("/")), []byte(" "))
	empty := bytes.HasSuffix(r.tag, []byte("/"))
	name, closes := bytes.CutPrefix(name, []byte("/"))
	prefix, local, found := bytes.Cut(name, []byte(":"))
	if !found {
		prefix, local = nil, name
	}
	step := 1
	if closes {
		step = -1
	}
	switch string(local) {
	case "t":
		r.inText = !closes && !empty && (len(prefix) == 0 || string(prefix) == "w")
	case "p", "tab", "br", "cr", "tc", "sym", "noBreakHyphen", "footnoteReference", "endnoteReference":
		r.words.End()
		r.left.End()
	case "Fallback", "moveFrom", "del":
		if !empty {
			r.skip = max(r.skip+step, 0)
		}
	case "sdt":
		if closes && r.contents == r.controls {
			r.contents = 0
		}
		r.controls = max(r.controls+step, 0)
	case "docPartGallery":
		if r.contents == 0 && bytes.Contains(attrs, []byte(`"Table of Contents"`)) {
			r.contents = r.controls
		}
	}
}
