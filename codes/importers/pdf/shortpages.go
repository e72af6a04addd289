package pdf

import (
	"slices"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// sameMargin is how far the columns of a text may shift from page to page, in points.
const sameMargin = 4

// gutter is the white between two columns, and where the text beside it begins.
type gutter struct{ x, left, right float64 }

// columnist finds the columns of pages with few lines by what the other pages of a file
// and the words on the page tell: too few lines run side by side to tell by themselves.
type columnist struct {
	known   []gutter
	grammar *legal.Grammar
}

// learn enters the gutter of a page that shows one.
func (c *columnist) learn(segments []segment) {
	if len(segments) == 0 {
		return
	}
	rows := rowsOf(segments)
	x, ok := findGutter(rows)
	if !ok {
		return
	}
	for _, b := range bands(rows, x, isColumns) {
		if !b.columns {
			continue
		}
		if g, ok := b.margins(x); ok && !slices.ContainsFunc(c.known, g.same) {
			c.known = append(c.known, g)
		}
	}
}

// margins returns the gutter with where most lines beside it begin.
func (b band) margins(x float64) (gutter, bool) {
	left, right := b.sides(x)
	l, okLeft := leftEdge(left)
	r, okRight := leftEdge(right)
	return gutter{x, l, r}, okLeft && okRight
}

// leftEdge is where the most lines begin, two at least.
func leftEdge(segments []segment) (float64, bool) {
	starts := make(map[float64]int)
	for _, r := range rowsOf(segments) {
		starts[halfPoint(r.x0)]++
	}
	at := mostOf(starts)
	return at, starts[at] >= 2
}

func (g gutter) same(other gutter) bool {
	near := func(a, b float64) bool { return a-b < sameMargin && b-a < sameMargin }
	return near(g.left, other.left) && near(g.right, other.right)
}

// find returns the gutter of rows that show none by themselves: that of other pages,
// or the one between two headings of articles in one line.
func (c *columnist) find(rows []row) (x float64, accept func(band, float64) bool, ok bool) {
	for _, g := range c.known {
		if slices.ContainsFunc(bands(rows, g.x, g.begins), func(b band) bool { return b.columns }) {
			return g.x, g.begins, true
		}
	}
	for _, r := range rows {
		if x, ok := c.between(r); ok && slices.ContainsFunc(bands(rows, x, c.headed), func(b band) bool { return b.columns }) {
			return x, c.headed, true
		}
	}
	return 0, nil, false
}

// begins reports whether the text on both sides of a band begins where that of the
// columns does, and stands side by side.
func (g gutter) begins(b band, x float64) bool {
	left, right := b.sides(x)
	if len(left) == 0 || len(right) == 0 || slices.ContainsFunc(right, func(s segment) bool { return s.x0 < g.right-sameMargin }) {
		return false
	}
	beside := func(segments []segment, at float64) int {
		n := 0
		for _, r := range rowsOf(segments) {
			if r.x0-at < sameMargin && at-r.x0 < sameMargin {
				n++
			}
		}
		return n
	}
	l, r := rowsOf(left), rowsOf(right)
	return 2*beside(left, g.left) > len(l) && 2*beside(right, g.right) > len(r) && wordy(left) && wordy(right)
}

// between returns a place between two headings of articles that stand in one line.
func (c *columnist) between(r row) (float64, bool) {
	var before *segment
	for i := range r.segments {
		s := &r.segments[i]
		if h, ok := c.grammar.Heading(s.text); !ok || !h.IsArticle() {
			continue
		}
		if before != nil {
			return s.x0 - 1, true
		}
		before = s
	}
	return 0, false
}

// headed reports whether both sides of a band have the heading of an article with text
// below it. Where most lines are headings it is a table of them.
func (c *columnist) headed(b band, x float64) bool {
	left, right := b.sides(x)
	for _, side := range [][]segment{left, right} {
		headings := 0
		rows := rowsOf(unspread(rowsOf(side)))
		for _, r := range rows {
			if h, ok := c.grammar.Heading(r.segments[0].text); ok && h.IsArticle() {
				headings++
			}
		}
		if headings == 0 || 2*headings > len(rows) || !wordy(side) {
			return false
		}
	}
	return true
}

// wordy reports whether segments are of prose rather than of figures: two words a line.
func wordy(segments []segment) bool {
	words := 0
	for _, s := range segments {
		words += countWords(s.text)
	}
	return words >= 2*len(rowsOf(segments))
}
