package importers

import (
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
)

// MaxText is the longest text of one block, in bytes. What is longer is no
// passage anybody can be shown, and costs memory by its length wherever it is
// looked into.
const MaxText = 32 << 10

// addLong adds a text longer than MaxText as several blocks, cut at sentences
// where there are any. The first keeps the anchor the source gave.
func (b *Builder) addLong(p Piece) {
	text, refs := p.Text, p.Refs
	for start := 0; start < len(text); {
		end := start + cutAt(text[start:])
		part := p
		part.Text, part.Refs = text[start:end], refsWithin(refs, start, end)
		b.Add(part)
		start, p.Anchor = end, ""
	}
}

// cutAt returns how much of a text makes one block.
func cutAt(text string) int {
	if len(text) <= MaxText {
		return len(text)
	}
	for _, mark := range []string{"\n", ". ", " "} {
		if i := strings.LastIndex(text[:MaxText], mark); i > MaxText/2 {
			return i + len(mark)
		}
	}
	end := MaxText
	for end > MaxText-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return end
}

// refsWithin returns the references that lie whole in a stretch of the text,
// counted from its start; nil for nil, so that they are looked for.
func refsWithin(refs []retrieval.Ref, start, end int) []retrieval.Ref {
	if refs == nil {
		return nil
	}
	within := []retrieval.Ref{}
	for _, r := range refs {
		if r.Start >= start && r.End <= end {
			r.Start, r.End = r.Start-start, r.End-start
			within = append(within, r)
		}
	}
	return within
}
