package pdf

import (
	"math"
	"slices"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// margin is the part of a page, above and below, in which running heads stand.
const margin = 0.13

// slot is a place near the edge of a page where rows stand on many pages.
type slot struct {
	y      float64
	lines  []*edgeLine
	pages  int
	runs   bool
	groups map[string][]*edgeLine // by text, numbers aside
	body   float64                // size of the text's type
}

// edgeLine is a row near the edge of a page, that may be a running head.
type edgeLine struct {
	leaf    *leaf
	row     row
	text    string // folded, numbers aside
	numbers []int
	apart   bool // stands clear of the row next to it, towards the text
	opens   bool // reads as the heading of a part of the text
	runs    bool
}

// removeRunning takes running heads, page numbers, watermarks and the rules that
// go with them from all pages, and returns how many lines there were. A place is
// a running head's where most pages have a line clear of the text, and the words
// of the lines repeat, and their numbers as those of pages do. What is there on
// one page only, the head of a short chapter, goes too. Where nothing else would
// be left, it is the text and stays.
func removeRunning(leaves []*leaf, grammar *legal.Grammar) int {
	slots := runningSlots(leaves, grammar)
	everywhere := repeated(leaves, grammar)
	kept := make([][]segment, len(leaves))
	removed, left, images := 0, 0, 0
	drop, body := runningBases(slots), bodySize(leaves)
	for i, l := range leaves {
		for _, s := range l.segments {
			if drop[baseOn{l, s.base}] || everywhere[stamp(s)] && l.mayRepeat(s, body) {
				removed++
				continue
			}
			kept[i] = append(kept[i], s)
		}
		left += len(kept[i])
		images += len(l.images)
	}
	if left == 0 && images == 0 {
		return 0
	}
	for i, l := range leaves {
		l.segments = kept[i]
	}
	removeRunningRules(leaves)
	return removed
}

// baseOn is a base line on a page.
type baseOn struct {
	leaf *leaf
	base float64
}

// runningBases are the base lines of the segments of running heads.
func runningBases(slots []*slot) map[baseOn]bool {
	drop := make(map[baseOn]bool)
	for _, s := range slots {
		for _, line := range s.lines {
			if !s.takes(line) {
				continue
			}
			for _, part := range line.row.segments {
				drop[baseOn{line.leaf, part.base}] = true
			}
		}
	}
	return drop
}

// takes reports whether a line in the slot is a running head: one that repeats,
// or one set like those.
func (s *slot) takes(line *edgeLine) bool {
	if !s.runs || line.runs {
		return s.runs
	}
	if line.opens && line.row.segments[0].size > 1.15*s.body || !line.apart {
		return false
	}
	return slices.ContainsFunc(s.lines, func(o *edgeLine) bool {
		return o.runs && math.Abs(o.row.segments[0].size-line.row.segments[0].size) < 0.3 && o.row.segments[0].bold == line.row.segments[0].bold
	})
}

// inMargin reports whether a box stands where running heads do.
func (l *leaf) inMargin(b box) bool {
	return b.centerY() < margin*l.height || b.centerY() > (1-margin)*l.height
}

// fromEdge is the distance from the nearer edge, negative from the lower one:
// pages of different size have their foot at the same distance.
func (l *leaf) fromEdge(y float64) float64 {
	if y > l.height/2 {
		return y - l.height
	}
	return y
}

// sameY is how far lines of one slot may differ, in points.
const sameY = 2.5

// leastClear is the white between a running head and the text, as a part of the size of
// the smaller type: more than between lines of text.
const leastClear = 0.8

func runningSlots(leaves []*leaf, grammar *legal.Grammar) []*slot {
	var slots []*slot
	for _, l := range leaves {
		seen := make(map[*slot]bool)
		for _, line := range l.edgeLines(grammar) {
			s := slotOf(slots, l.fromEdge(line.row.base))
			if s == nil {
				s = &slot{y: l.fromEdge(line.row.base), groups: make(map[string][]*edgeLine)}
				slots = append(slots, s)
			}
			s.lines = append(s.lines, line)
			if !seen[s] {
				seen[s] = true
				s.pages++
				s.groups[line.text] = append(s.groups[line.text], line)
			}
		}
	}
	body := bodySize(leaves)
	for _, s := range slots {
		s.body = body
		s.judge(len(leaves))
	}
	return slots
}

// bodySize is the size most characters of a file have.
func bodySize(leaves []*leaf) float64 {
	sizes := make(map[float64]int)
	for _, l := range leaves {
		for size, n := range l.sizes {
			sizes[size] += n
		}
	}
	return mostOf(sizes)
}

// edgeLines are the rows of a page that may be running heads: near its edge, and
// not in a table that reaches into the page.
func (l *leaf) edgeLines(grammar *legal.Grammar) []*edgeLine {
	rows := rowsOf(l.segments)
	tables := l.reachingTables()
	var list []*edgeLine
	for i, r := range rows {
		if !l.inMargin(r.box) || slices.ContainsFunc(tables, func(b box) bool { return b.holds(r.centerX(), r.centerY(), 1) }) {
			continue
		}
		text := r.line().text
		line := &edgeLine{leaf: l, row: r, apart: l.clearOfText(rows, i)}
		line.text, line.numbers = unnumbered(text)
		line.opens = opens(grammar, text)
		list = append(list, line)
	}
	return list
}

// opens reports whether a line reads as the heading of a part of the text, by the
// word for it: a code alone may be a thumb index.
func opens(grammar *legal.Grammar, text string) bool {
	h, ok := grammar.Heading(text)
	return ok && h.Division != legal.Coded
}

// reachingTables are the boxes around rules that meet, as those of a table do, and
// that go beyond the edge of the page where running heads stand.
func (l *leaf) reachingTables() []box {
	if l.reaching != nil || len(l.rules) > maxMeet {
		return l.reaching
	}
	list := []box{}
	for _, group := range meeting(l.rules) {
		n := newNet(group)
		const frame = 8 // rules a frame around the page may have
		if n == nil || n.height() > 0.9*l.height && len(group) <= frame {
			continue
		}
		if n.y1 > margin*l.height && n.y0 < (1-margin)*l.height {
			list = append(list, n.box)
		}
	}
	l.reaching = list
	return list
}

// clearOfText reports whether the row next to row i, away from the edge of the
// page, is further than lines of text are, or there is none.
func (l *leaf) clearOfText(rows []row, i int) bool {
	step := 1
	if rows[i].centerY() > l.height/2 {
		step = -1
	}
	for k := i + step; k >= 0 && k < len(rows); k += step {
		if -rows[k].overlapY(rows[i].box) > leastClear*min(rows[i].segments[0].size, rows[k].segments[0].size) {
			return true
		}
		if !l.inMargin(rows[k].box) {
			return false
		}
		i = k // lines of one head may be close to one another
	}
	return true
}

func slotOf(slots []*slot, y float64) *slot {
	for _, s := range slots {
		if math.Abs(s.y-y) <= sameY {
			return s
		}
	}
	return nil
}

// judge finds which lines of a slot repeat, and whether it is that of a running
// head, of a file of that many pages. Left and right pages may differ, and
// chapters begin without one.
func (s *slot) judge(pages int) {
	most, repeats, apart := 0, 0, 0
	for _, group := range s.groups {
		if len(group) < 2 || !asPages(group) || group[0].opens && !repeatsSmall(group, s.body) {
			continue
		}
		for _, line := range group {
			line.runs = true
			if line.apart {
				apart++
			}
		}
		most = max(most, len(group))
		repeats += len(group)
	}
	switch {
	case apart*3 < repeats*2:
		return
	case pages < 3:
		s.runs = pages == 2 && most == 2
	case s.pages*3 >= pages:
		s.runs = most >= 3 && repeats*3 >= 2*s.pages || most*2 > s.pages && most >= 2
	}
}

// repeatsSmall reports whether lines that read as headings are the head of their
// chapter on every page: the same three times and more, in type hardly larger than
// the text's.
func repeatsSmall(group []*edgeLine, body float64) bool {
	for _, line := range group {
		if line.row.segments[0].size > 1.15*body || !slices.Equal(line.numbers, group[0].numbers) {
			return false
		}
	}
	return len(group) >= 3
}

// mark of a text at a place, for watermarks.
type place2D struct {
	text string
	x, y int
}

func stamp(s segment) place2D {
	return place2D{s.text, int(math.Round(s.x0 / 4)), int(math.Round(s.base / 4))}
}

// mayRepeat reports whether a segment that stands on every page is no part of the
// text: not in a table, not one of its lines, nor set like them.
func (l *leaf) mayRepeat(s segment, body float64) bool {
	for _, b := range l.reachingTables() {
		if b.holds(s.centerX(), s.centerY(), 1) {
			return false
		}
	}
	if s.turned {
		return true
	}
	if !l.inMargin(s.box) && math.Abs(s.size-body) < 0.15*body {
		return false
	}
	return !slices.ContainsFunc(l.segments, func(o segment) bool {
		white := -o.overlapY(s.box)
		return o.base != s.base && white < leastClear*s.size && math.Abs(o.size-s.size) < 0.3*s.size && o.overlapX(s.box) > 0 && !o.turned
	})
}

// repeated finds texts that stand at the same place on nearly every page,
// wherever that is.
func repeated(leaves []*leaf, grammar *legal.Grammar) map[place2D]bool {
	count := make(map[place2D]int)
	for _, l := range leaves {
		for _, s := range l.segments {
			if len(s.text) > 3 {
				count[stamp(s)]++
			}
		}
	}
	found := make(map[place2D]bool)
	for at, n := range count {
		if n < 4 || n*10 < 8*len(leaves) {
			continue
		}
		if !opens(grammar, at.text) {
			found[at] = true
		}
	}
	return found
}

// removeRunningRules takes the lines under running heads away, which would frame
// the text between them.
func removeRunningRules(leaves []*leaf) {
	type ruleAt struct{ x0, x1, y int }
	key := func(l *leaf, r rule) ruleAt {
		return ruleAt{int(math.Round(r.x0 / 6)), int(math.Round(r.x1 / 6)), int(math.Round(l.fromEdge(r.centerY()) / 3))}
	}
	count := make(map[ruleAt]int)
	for _, l := range leaves {
		for _, r := range l.rules {
			if !r.vertical && l.inMargin(r.box) {
				count[key(l, r)]++
			}
		}
	}
	for _, l := range leaves {
		tables := l.reachingTables()
		inTable := func(r rule) bool {
			return slices.ContainsFunc(tables, func(b box) bool { return b.holds(r.centerX(), r.centerY(), touch) })
		}
		l.rules = slices.DeleteFunc(l.rules, func(r rule) bool {
			return !r.vertical && l.inMargin(r.box) && count[key(l, r)] >= max(2, len(leaves)/4) && !inTable(r)
		})
	}
}
