package pdf

import (
	"math"
	"slices"
)

// maxMeet is how many rules of a page are looked at for tables: a drawing of more
// is no table.
const maxMeet = 4000

// ruledTables finds the tables whose cells are ruled, and the frames: closed
// boxes that hold no more than one cell, or whose rules do not tell the columns.
func ruledTables(l *leaf, h *hyphens) (tables []*lattice, frames []box) {
	if len(l.rules) > maxMeet {
		return nil, nil
	}
	for _, group := range meeting(l.rules) {
		t := newNet(group)
		if t == nil {
			continue
		}
		inside := t.inside(l.segments)
		t.dropSlivers(inside)
		if lattice := t.lattice(inside, h); lattice != nil && !l.drawn(t.box) {
			tables = append(tables, lattice)
		} else if len(inside) > 0 {
			frames = append(frames, t.box)
		}
	}
	return tables, frames
}

// meeting sorts rules into groups that touch one another.
func meeting(rules []rule) [][]rule {
	group := make([]int, len(rules))
	for i := range group {
		group[i] = i
	}
	find := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	for i, a := range rules {
		for j := i + 1; j < len(rules); j++ {
			if b := rules[j]; a.vertical != b.vertical && a.overlapX(b.box) >= -touch && a.overlapY(b.box) >= -touch {
				group[find(i)] = find(j)
			}
		}
	}
	index := make(map[int]int)
	var groups [][]rule
	for i, r := range rules {
		root := find(i)
		at, ok := index[root]
		if !ok {
			at = len(groups)
			index[root] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], r)
	}
	return groups
}

// net is rules that meet: the lines of a table.
type net struct {
	box
	xs, ys []float64
	rules  []rule
}

// The least of a cell, in points, and the most lines a table has.
const (
	leastCell = 4
	maxLines  = 400
)

// newNet returns nil where rules are too few to enclose anything.
func newNet(rules []rule) *net {
	n := &net{rules: rules}
	var across, upright []float64
	for i, r := range rules {
		if r.vertical {
			across = append(across, r.centerX())
		} else {
			upright = append(upright, r.centerY())
		}
		if i == 0 {
			n.box = r.box
		}
		n.box = n.join(r.box)
	}
	if len(across) == 0 || len(upright) < 2 {
		return nil
	}
	// The sides of a table may be left open: then its horizontal rules end there.
	n.xs = distinct(append(across, n.x0, n.x1))
	n.ys = distinct(append(upright, n.y0, n.y1))
	if len(n.xs) > maxLines || len(n.ys) > maxLines || len(n.xs) < 2 || len(n.ys) < 2 {
		return nil
	}
	return n
}

// distinct sorts positions and joins those nearer than a cell can be wide.
func distinct(list []float64) []float64 {
	slices.Sort(list)
	var out []float64
	for _, v := range list {
		if n := len(out); n == 0 || v-out[n-1] > leastCell {
			out = append(out, v)
		}
	}
	return out
}

func (n *net) inside(segments []segment) []segment {
	var list []segment
	for _, s := range segments {
		if s.table == nil && n.holds(s.centerX(), s.centerY(), 1) {
			list = append(list, s)
		}
	}
	return list
}

// sliver is how wide a column may be, in points, that comes of rules that do not
// quite meet.
const sliver = 8

// dropSlivers joins positions between which no text stands.
func (n *net) dropSlivers(segments []segment) {
	for i := len(n.xs) - 1; i > 0 && len(n.xs) > 2; i-- {
		from, to := n.xs[i-1], n.xs[i]
		holds := func(s segment) bool { return s.centerX() > from && s.centerX() < to && s.width() < to-from+2 }
		if to-from < sliver && !slices.ContainsFunc(segments, holds) {
			n.xs[i-1] = (from + to) / 2
			n.xs = slices.Delete(n.xs, i, i+1)
		}
	}
}

// right reports whether a rule parts square (row, col) from that on its right;
// below, from that below it.
func (n *net) right(row, col int) bool {
	x, from, to := n.xs[col+1], n.ys[row], n.ys[row+1]
	covered := 0.0
	for _, r := range n.rules {
		if r.vertical && math.Abs(r.centerX()-x) <= leastCell+1 {
			covered += max(0, min(r.y1, to)-max(r.y0, from))
		}
	}
	return covered > (to-from)/2
}

func (n *net) below(row, col int) bool {
	y, from, to := n.ys[row+1], n.xs[col], n.xs[col+1]
	covered := 0.0
	for _, r := range n.rules {
		if !r.vertical && math.Abs(r.centerY()-y) <= leastCell {
			covered += max(0, min(r.x1, to)-max(r.x0, from))
		}
	}
	return covered > (to-from)/2
}

// squares are the merged cells of a net: for each its rows and columns.
func (n *net) squares() []cell {
	rows, cols := len(n.ys)-1, len(n.xs)-1
	taken := make([]bool, rows*cols)
	var cells []cell
	for row := range rows {
		for col := range cols {
			if taken[row*cols+col] {
				continue
			}
			c := cell{row: row, col: col, rows: 1, cols: 1}
			for c.col+c.cols < cols && !taken[row*cols+c.col+c.cols] && !n.right(row, c.col+c.cols-1) {
				c.cols++
			}
			for c.row+c.rows < rows && n.openBelow(c) {
				c.rows++
			}
			for r := c.row; r < c.row+c.rows; r++ {
				for k := c.col; k < c.col+c.cols; k++ {
					taken[r*cols+k] = true
				}
			}
			cells = append(cells, c)
		}
	}
	return cells
}

// openBelow reports whether a cell goes on in the next row: no rule below it,
// and the same sides there.
func (n *net) openBelow(c cell) bool {
	last := c.row + c.rows - 1
	for col := c.col; col < c.col+c.cols; col++ {
		if n.below(last, col) || col+1 < c.col+c.cols && n.right(last+1, col) {
			return false
		}
	}
	return true
}

// lattice makes the table, nil where the net is none: a frame, a drawing, or a
// table whose columns its rules do not tell.
func (n *net) lattice(segments []segment, h *hyphens) *lattice {
	l := &lattice{box: n.box, rows: len(n.ys) - 1, cols: len(n.xs) - 1, cells: n.squares(), edges: n.xs, ruled: true}
	if l.rows < 2 || l.rows*l.cols > 40_000 || len(l.cells) < 3 || len(segments) < 3 {
		return nil
	}
	owner := make([]int, l.rows*l.cols)
	for i, c := range l.cells {
		for r := c.row; r < c.row+c.rows; r++ {
			for k := c.col; k < c.col+c.cols; k++ {
				owner[r*l.cols+k] = i
			}
		}
	}
	held := make([][]segment, len(l.cells))
	for _, s := range segments {
		row, col := place(n.ys, s.centerY()), place(n.xs, s.centerX())
		at := owner[row*l.cols+col]
		held[at] = append(held[at], s)
	}
	columns, loose := map[int]bool{}, 0
	for i := range l.cells {
		l.cells[i].text, l.cells[i].bold = cellText(held[i], h)
		if l.cells[i].text != "" {
			columns[l.cells[i].col] = true
		}
		loose += divided(held[i])
	}
	filled := l.filled()
	if len(columns) < 2 || filled < 3 || loose*8 > filled || filled*4 < len(l.cells) {
		return nil
	}
	l.findHead()
	return l
}

// place returns the interval of a sorted list of bounds a value lies in.
func place(bounds []float64, v float64) int {
	i, _ := slices.BinarySearch(bounds, v)
	return min(max(i-1, 0), len(bounds)-2)
}

// divided counts the lines of a cell that stand in parts, as the columns of a
// table do whose rules do not part them all; of many parts they weigh more.
func divided(segments []segment) int {
	n := 0
	for _, r := range rowsOf(segments) {
		amounts := 0
		for _, s := range r.segments {
			if amount.MatchString(s.text) {
				amounts++
			}
		}
		if len(r.segments) > 1 && amounts > 0 && !isMark(r.segments[0].text) || amounts > 2 {
			n += len(r.segments) - 1
		}
	}
	return n
}
