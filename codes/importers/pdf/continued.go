package pdf

import (
	"math"
	"slices"
)

// joinTables joins a table that a page ends within to its rest: the next thing on
// the next page, with the same columns. Rows of the head that stand there again
// are left out.
func (c *composer) joinTables() {
	out := c.list[:0]
	last := -1 // the table that ends out
	for _, p := range c.list {
		if last >= 0 && p.table != nil && p.page == c.ends(&out[last])+1 && out[last].table.goesOnIn(p.table) {
			out[last].table.extend(p.table)
			out[last].until = p.page
			continue
		}
		out = append(out, p)
		last = -1
		if p.table != nil {
			last = len(out) - 1
		}
	}
	c.list = out
}

// ends is the page a paragraph ends on.
func (c *composer) ends(p *paragraph) int { return max(p.page, p.until) }

// sameColumn is how far the columns of a table may shift at a new page, in points;
// those that only alignment tells depend on the text in them.
const (
	sameColumn  = 4
	nearColumn  = 12
	mostHeading = 6 // rows of a head
)

// goesOnIn reports whether t has the columns of l, and no head of its own.
func (l *lattice) goesOnIn(t *lattice) bool {
	if l.cols != t.cols || len(l.edges) != len(t.edges) || l.ruled != t.ruled || len(l.edges) == 0 {
		return false
	}
	most := float64(nearColumn)
	if l.ruled {
		most = sameColumn
	}
	shift := t.edges[0] - l.edges[0] // left and right pages
	for i := range l.edges {
		if math.Abs(t.edges[i]-l.edges[i]-shift) > most {
			return false
		}
	}
	again := l.headAgain(t)
	return l.rows+t.rows <= maxTableRows && t.head <= again && (l.ruled || again > 0 || t.head == 0)
}

// maxTableRows bounds a table joined over pages.
const maxTableRows = 20_000

// headAgain counts the rows at the top of both that say the same.
func (l *lattice) headAgain(t *lattice) int {
	n := 0
	for n < min(l.rows, t.rows, mostHeading) && slices.Equal(l.texts(n), t.texts(n)) {
		n++
	}
	return n
}

// texts are the cells that begin in a row.
func (l *lattice) texts(row int) []string {
	list := make([]string, l.cols)
	for _, c := range l.cells {
		if c.row == row {
			list[c.col] = c.text
		}
	}
	return list
}

// extend adds the rows of t, without those of the head that stand there again.
func (l *lattice) extend(t *lattice) {
	again := l.headAgain(t)
	if again > l.head { // rows that stand at the top of every page
		l.head = again
	}
	for _, c := range t.cells {
		if c.row < again {
			continue
		}
		c.row += l.rows - again
		l.cells = append(l.cells, c)
	}
	l.rows += t.rows - again
}
