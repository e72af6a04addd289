package retrieval

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// itemMark begins a paragraph that is an item of a list: "a) ", "2. ", "– ".
var itemMark = lazyregexp.New(`^\s*(?:[-–—•*]\s|(?:[a-zñ]|[ivx]{1,4}|[0-9]{1,2})[.)]\s|[0-9]{1,2}\.?[ºª]\.?\s)`)

// numbered begins a paragraph of an article, "2. ", which may lead a list itself.
var numbered = lazyregexp.New(`^\s*[0-9]{1,3}(?:\.[0-9]{1,3})*\.\s`)

// maxLead is the longest lead in bytes; what is longer is a text of its own.
const maxLead = 600

// leads follows the blocks of a document, in order, and knows what the next item
// stands under.
type leads struct {
	blocks []Block
	under  [][]int // the blocks whose texts are the lead of each
	lead   int     // the paragraph that leads, -1 for none
	point  int     // the numbered paragraph under it, or alone, that leads; -1 for none
	last   int     // the last block that belongs to them
	items  []int   // the item of each depth that the next may stand under
}

// fillLeads gives every list, and every item, what it stands under, and returns for each
// block the numbers of those whose texts that is. Blocks are those of a document, in order.
func fillLeads(blocks []Block) (under [][]int) {
	l := leads{blocks: blocks, under: make([][]int, len(blocks)), lead: -1, point: -1}
	for i := range blocks {
		if i > 0 && !sameSection(&blocks[i-1], &blocks[i]) {
			l.none()
		}
		l.next(i)
		blocks[i].Lead = joinLead(l.under[i], func(at int) string { return blocks[at].Text })
	}
	return l.under
}

// joinLead makes a lead of the texts of blocks.
func joinLead(under []int, text func(at int) string) string {
	if len(under) == 1 {
		return text(under[0])
	}
	texts := make([]string, len(under))
	for i, at := range under {
		texts[i] = text(at)
	}
	return strings.Join(texts, "\n")
}

func (l *leads) next(i int) {
	b := &l.blocks[i]
	switch {
	case b.Kind == List:
		l.under[i] = l.above(i)
	case b.Kind == Item:
		l.nest(i)
		l.under[i] = l.above(i)
		l.items = append(l.items, i)
		l.last = i
	case isParagraph(b) && numbered.MatchString(b.Text):
		l.number(i)
	case isParagraph(b) && itemMark.MatchString(b.Text):
		l.under[i] = l.announcing()
	case isParagraph(b) && len(b.Text) <= maxLead:
		l.lead, l.point, l.last, l.items = i, -1, i, l.items[:0]
	case b.Kind != Note: // a footnote may stand between
		l.none()
	}
}

func (l *leads) none() { l.lead, l.point, l.items = -1, -1, l.items[:0] }

// number takes a numbered paragraph: it stands under a paragraph that announces
// it, and what follows may stand under it.
func (l *leads) number(i int) {
	if l.lead >= 0 && !announces(l.blocks[l.lead].Text) {
		l.lead = -1
	}
	if l.lead >= 0 {
		l.under[i] = []int{l.lead}
	}
	l.point, l.last, l.items = -1, i, l.items[:0]
	if len(l.blocks[i].Text) <= maxLead {
		l.point = i
	}
}

// announcing returns the paragraphs that say that items follow.
func (l *leads) announcing() (list []int) {
	for _, at := range []int{l.lead, l.point} {
		if at >= 0 && announces(l.blocks[at].Text) {
			list = append(list, at)
		}
	}
	return list
}

// nest leaves in items what item i stands under: one item of each lesser depth.
func (l *leads) nest(i int) {
	above := func(at int) bool { return l.blocks[at].Depth < l.blocks[i].Depth }
	for n := len(l.items); n > 0 && !above(l.items[n-1]); n-- {
		l.items = l.items[:n-1]
	}
}

// above is what block i stands under: the paragraphs, which must announce items or
// stand right before them, and every announcing item above.
func (l *leads) above(i int) []int {
	list := l.announcing()
	if at := max(l.lead, l.point); at >= 0 && l.last == i-1 && !announces(l.blocks[at].Text) {
		list = append(list, at)
	}
	for _, at := range l.items {
		if text := l.blocks[at].Text; announces(text) && len(text) <= maxLead {
			list = append(list, at)
		}
	}
	return list
}

func isParagraph(b *Block) bool { return b.Kind == Paragraph || b.Kind == Article }

// announces reports whether a paragraph says that items follow.
func announces(text string) bool { return strings.HasSuffix(strings.TrimSpace(text), ":") }

func sameSection(a, b *Block) bool {
	return a.Doc == b.Doc && a.Section == b.Section && slices.Equal(a.Path, b.Path)
}
