package retrieval

import (
	"regexp"
	"slices"
	"strings"
)

// itemMark begins a paragraph that is an item of a list: "a) ", "2. ", "– ".
var itemMark = regexp.MustCompile(`^\s*(?:[-–—•*]\s|(?:[a-zñ]|[ivx]{1,4}|[0-9]{1,2})[.)]\s|[0-9]{1,2}\.?[ºª]\.?\s)`)

// maxLead is the longest lead in bytes; what is longer is a text of its own.
const maxLead = 600

// leads follows the blocks of a document, in order, and knows what the next item
// stands under.
type leads struct {
	blocks []Block
	lead   int   // the paragraph that leads, -1 for none
	last   int   // the last block that belongs to it
	items  []int // the item of each depth that the next may stand under
}

// fillLeads gives every list, and every item, what it stands under. Blocks are
// those of a document, in order.
func fillLeads(blocks []Block) {
	l := leads{blocks: blocks, lead: -1}
	for i := range blocks {
		if i > 0 && !sameSection(&blocks[i-1], &blocks[i]) {
			l.lead, l.items = -1, l.items[:0]
		}
		l.next(i)
	}
}

func (l *leads) next(i int) {
	b := &l.blocks[i]
	switch {
	case b.Kind == List:
		b.Lead = l.text(i)
	case b.Kind == Item:
		l.nest(i)
		b.Lead = l.text(i)
		l.items = append(l.items, i)
		l.last = i
	case isParagraph(b) && itemMark.MatchString(b.Text):
		if l.lead >= 0 && announces(l.blocks[l.lead].Text) {
			b.Lead = l.blocks[l.lead].Text
		}
	case isParagraph(b) && len(b.Text) <= maxLead:
		l.lead, l.last, l.items = i, i, l.items[:0]
	case b.Kind != Note: // a footnote may stand between
		l.lead, l.items = -1, l.items[:0]
	}
}

// nest leaves in items what item i stands under: one item of each lesser depth.
func (l *leads) nest(i int) {
	above := func(at int) bool { return l.blocks[at].Depth < l.blocks[i].Depth }
	for n := len(l.items); n > 0 && !above(l.items[n-1]); n-- {
		l.items = l.items[:n-1]
	}
}

// text is what block i stands under: the paragraph, which must announce items or
// stand right before them, and every announcing item above.
func (l *leads) text(i int) string {
	var texts []string
	if l.lead >= 0 && (l.last == i-1 || announces(l.blocks[l.lead].Text)) {
		texts = append(texts, l.blocks[l.lead].Text)
	}
	for _, at := range l.items {
		if text := l.blocks[at].Text; announces(text) && len(text) <= maxLead {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}

func isParagraph(b *Block) bool { return b.Kind == Paragraph || b.Kind == Article }

// announces reports whether a paragraph says that items follow.
func announces(text string) bool { return strings.HasSuffix(strings.TrimSpace(text), ":") }

func sameSection(a, b *Block) bool {
	return a.Doc == b.Doc && a.Section == b.Section && slices.Equal(a.Path, b.Path)
}
