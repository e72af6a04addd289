package pdf

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// margin is the part of a page, above and below, in which running heads stand.
const margin = 0.13

// slot is a place near the edge of a page where rows of one size stand on many
// pages.
type slot struct {
	y     float64
	texts map[string]int // folded texts, and on how many pages
	pages int
}

// removeRunning takes running heads, page numbers, watermarks and the rules that
// go with them from all pages, and returns how many lines there were. A place is
// a running head's where most pages have a line, and the lines repeat, numbers
// aside. What is there on one page only, the head of a short chapter, goes too.
func removeRunning(leaves []*leaf) int {
	slots := runningSlots(leaves)
	everywhere := repeated(leaves)
	removed := 0
	for _, l := range leaves {
		kept := l.segments[:0]
		for _, s := range l.segments {
			if l.inMargin(s.box) && slotOf(slots, l.fromEdge(s.base)) != nil || everywhere[stamp(s)] {
				removed++
				continue
			}
			kept = append(kept, s)
		}
		l.segments = kept
	}
	removeRunningRules(leaves)
	return removed
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

func runningSlots(leaves []*leaf) []*slot {
	var slots []*slot
	for _, l := range leaves {
		seen := make(map[*slot]bool)
		for _, r := range rowsOf(l.segments) {
			if !l.inMargin(r.box) {
				continue
			}
			y := l.fromEdge(r.base)
			s := slotOf(slots, y)
			if s == nil {
				s = &slot{y: y, texts: make(map[string]int)}
				slots = append(slots, s)
			}
			if !seen[s] {
				seen[s] = true
				s.pages++
				s.texts[unnumbered(r.line().text)]++
			}
		}
	}
	return slices.DeleteFunc(slots, func(s *slot) bool { return !s.runs(len(leaves)) })
}

func slotOf(slots []*slot, y float64) *slot {
	for _, s := range slots {
		if math.Abs(s.y-y) <= sameY {
			return s
		}
	}
	return nil
}

// runs reports whether a slot is that of a running head, of a file of that many
// pages. Left and right pages may differ, and chapters begin without one.
func (s *slot) runs(pages int) bool {
	most, repeats := 0, 0
	for _, n := range s.texts {
		most = max(most, n)
		if n > 1 {
			repeats += n
		}
	}
	switch {
	case pages < 3:
		return pages == 2 && most == 2
	case s.pages*3 < pages:
		return false
	}
	return most >= 3 && repeats*3 >= 2*s.pages || most*2 > s.pages && most >= 2
}

var (
	figures = regexp.MustCompile(`\d+`)
	romans  = regexp.MustCompile(`^[ivxlcIVXLC]+$|\b[ivxlc]+$`)
)

// unnumbered is a text with its numbers made alike.
func unnumbered(text string) string {
	text = figures.ReplaceAllString(strings.ToLower(strings.TrimSpace(text)), "#")
	return romans.ReplaceAllString(text, "#")
}

// mark of a text at a place, for watermarks.
type place2D struct {
	text string
	x, y int
}

func stamp(s segment) place2D {
	return place2D{s.text, int(math.Round(s.x0 / 4)), int(math.Round(s.base / 4))}
}

// repeated finds texts that stand at the same place on nearly every page,
// wherever that is.
func repeated(leaves []*leaf) map[place2D]bool {
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
		if n >= 4 && n*10 >= 8*len(leaves) {
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
		l.rules = slices.DeleteFunc(l.rules, func(r rule) bool {
			return !r.vertical && l.inMargin(r.box) && count[key(l, r)] >= max(2, len(leaves)/4)
		})
	}
}
