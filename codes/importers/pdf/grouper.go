package pdf

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// grouper makes the cells of a table whose columns are known. Lines that fill most
// columns are rows of the table; what stands between them belongs to a row, or
// to several, by where it stands.
type grouper struct {
	*aligner
	columns []box
	rows    []*stripe
	all     []*block
	places  []placed // blocks, and where they were put
}

// stripe is a row of the table.
type stripe struct{ box }

// block is lines of one column that belong together.
type block struct {
	box
	segments []segment
	col, n   int // first column, and how many
	anchor   int // the row one of its lines stands on; -1 for none
}

// placed is a block and the rows it covers.
type placed struct {
	*block
	from, to int
}

func (g *grouper) lattice(lines []row) *lattice {
	g.anchors(lines)
	var loose []*block
	g.all = g.blocks(lines)
	for _, b := range g.all {
		if from, to, ok := g.rowsFor(b); ok {
			g.places = append(g.places, placed{b, from, to})
		} else {
			loose = append(loose, b)
		}
	}
	g.addRows(loose)
	return g.build()
}

// anchors makes rows of the lines that fill most columns, and of those that
// stand clear of them in several parts, or over several columns.
func (g *grouper) anchors(lines []row) {
	add := func(l row) { g.rows = append(g.rows, &stripe{l.box}) }
	for _, l := range lines {
		if 2*len(l.segments) > len(g.columns) && len(l.segments) > 1 {
			add(l)
		}
	}
	for _, l := range lines {
		from, n := g.spot(l.segments[0])
		figure := from > 0 && amount.MatchString(l.segments[0].text)
		if (len(l.segments) > 1 || n > 1 || figure) && !g.overlaps(l.box) {
			add(l)
		}
	}
	slices.SortFunc(g.rows, func(a, b *stripe) int { return cmp.Compare(a.y0, b.y0) })
	g.mergeTight(lines)
}

// mergeTight joins rows that are lines of one: much closer than rows are
// elsewhere in the table, and with text in the same columns.
func (g *grouper) mergeTight(lines []row) {
	var gaps []float64
	for i := 1; i < len(g.rows); i++ {
		gaps = append(gaps, g.rows[i].centerY()-g.rows[i-1].centerY())
	}
	if len(gaps) < 2 {
		return
	}
	slices.Sort(gaps)
	usual := gaps[len(gaps)/2]
	for i := len(g.rows) - 1; i > 0; i-- {
		above, below := g.rows[i-1], g.rows[i]
		gap := below.centerY() - above.centerY()
		if gap < 0.72*usual && gap < 1.35*below.height() && g.ruledAcross(above.box, below.box) == 0 && g.continues(above, below, lines) {
			above.box = above.join(below.box)
			g.rows = slices.Delete(g.rows, i, i+1)
		}
	}
}

// continues reports whether the line of a row has text only where the line above
// has, column by column.
func (g *grouper) continues(above, below *stripe, lines []row) bool {
	filled := make(map[int]bool)
	on := func(l row, s *stripe) bool { return s.overlapY(l.box) > 0.75*l.height() }
	for _, l := range lines {
		for _, s := range l.segments {
			from, n := g.spot(s)
			switch {
			case on(l, above) && n == 1:
				filled[from] = true
			case on(l, below) && (n > 1 || !filled[from]):
				return false
			}
		}
	}
	return len(filled) > 1
}

func (g *grouper) overlaps(b box) bool {
	return slices.ContainsFunc(g.rows, func(s *stripe) bool { return s.overlapY(b) > 0.15*b.height() })
}

// anchor returns the row a segment stands on; -1 for none.
func (g *grouper) anchor(s segment) int {
	return slices.IndexFunc(g.rows, func(r *stripe) bool { return r.overlapY(s.box) > 0.75*min(r.height(), s.height()) })
}

// spot returns the first column a segment stands in, and how many it covers.
func (g *grouper) spot(s segment) (from, n int) {
	from, to := -1, -1
	for i, c := range g.columns {
		if o := s.overlapX(c); o > 0.3*c.width() || o > 0.5*s.width() {
			if from < 0 {
				from = i
			}
			to = i
		}
	}
	if from >= 0 {
		return from, to - from + 1
	}
	nearest := slices.MinFunc(g.columns, func(a, b box) int {
		return cmp.Compare(math.Abs(a.centerX()-s.centerX()), math.Abs(b.centerX()-s.centerX()))
	})
	return slices.Index(g.columns, nearest), 1
}

// blocks joins the lines of each column that belong together.
func (g *grouper) blocks(lines []row) []*block {
	byColumn := make([][]*block, len(g.columns))
	for _, l := range lines {
		for _, s := range l.segments {
			from, n := g.spot(s)
			byColumn[from] = append(byColumn[from], &block{box: s.box, segments: []segment{s}, col: from, n: n, anchor: g.anchor(s)})
		}
	}
	var all []*block
	for _, list := range byColumn {
		for _, b := range g.joinBlocks(list) {
			all = append(all, g.part(b)...)
		}
	}
	return all
}

// part takes a block of labels apart that begins with the line of one row and reaches over
// the next: what follows is the label of that, when it is set around its middle.
func (g *grouper) part(b *block) []*block {
	if b.col > 0 || b.anchor < 0 || len(b.segments) < 3 || g.anchor(b.segments[0]) != b.anchor || b.anchor+1 >= len(g.rows) {
		return []*block{b}
	}
	rest := &block{box: b.segments[1].box, segments: b.segments[1:], col: b.col, n: b.n, anchor: -1}
	for _, s := range rest.segments {
		rest.box = rest.join(s.box)
	}
	next := g.rows[b.anchor+1]
	if math.Abs(rest.centerY()-next.centerY()) > 0.4*b.segments[0].size {
		return []*block{b}
	}
	return []*block{{box: b.segments[0].box, segments: b.segments[:1], col: b.col, n: b.n, anchor: b.anchor}, rest}
}

// joinBlocks joins lines of one column from top to bottom. A line between two that
// are rows of their own goes to the nearer, or to the upper.
func (g *grouper) joinBlocks(list []*block) []*block {
	var out []*block
	pitch := closest(list)
	for i, b := range list {
		if n := len(out); n > 0 && g.together(out[n-1], b) && distance(out[n-1], b) < 1.08*pitch+0.3 {
			closer := i+1 < len(list) && b.anchor < 0 && out[n-1].anchor >= 0 && g.together(b, list[i+1]) &&
				distance(b, list[i+1]) < distance(out[n-1], b)-0.5
			if !closer {
				last := out[n-1]
				last.box = last.join(b.box)
				last.segments = append(last.segments, b.segments...)
				last.n = max(last.n, b.n)
				last.anchor = max(last.anchor, b.anchor)
				continue
			}
		}
		out = append(out, b)
	}
	return out
}

// closest is the least distance between two lines of a column: that of the lines
// of one cell, where there is a cell of several.
func closest(list []*block) float64 {
	least := math.Inf(1)
	for i := 1; i < len(list); i++ {
		if d := distance(list[i-1], list[i]); d > 0.8*list[i].segments[0].size {
			least = min(least, d)
		}
	}
	return least
}

// distance is that between the last base line of a and the first of b.
func distance(a, b *block) float64 {
	return b.segments[0].base - a.segments[len(a.segments)-1].base
}

// together reports whether b goes on with a: close below it, no rule between, and
// not both rows of their own.
func (g *grouper) together(a, b *block) bool {
	last, first := a.segments[len(a.segments)-1], b.segments[0]
	if a.anchor >= 0 && b.anchor >= 0 && a.anchor != b.anchor {
		return false
	}
	return distance(a, b) <= 1.38*max(last.size, first.size) && g.ruledAcross(last.box, first.box) == 0
}

// ruledAcross counts the horizontal rules between two boxes, over their column.
func (g *grouper) ruledAcross(above, below box) int {
	n := 0
	over := above.join(below)
	for _, r := range g.rules {
		if !r.vertical && r.centerY() > above.centerY() && r.centerY() < below.centerY() && r.overlapX(over) > 0.5*over.width() {
			n++
		}
	}
	return n
}

// rowsFor finds the rows a block belongs to.
func (g *grouper) rowsFor(b *block) (from, to int, ok bool) {
	from, to = -1, -1
	size := b.segments[0].size
	for i, r := range g.rows {
		if c := r.centerY(); c > b.y0-0.1*size && c < b.y1+0.1*size {
			if from < 0 {
				from = i
			}
			to = i
		}
	}
	if from >= 0 {
		from, to = g.band(b, from, to)
		return from, to, true
	}
	below := slices.IndexFunc(g.rows, func(r *stripe) bool { return r.centerY() > b.centerY() })
	if below <= 0 || b.n > 1 {
		return 0, 0, false
	}
	up := b.centerY() - g.rows[below-1].centerY()
	down := g.rows[below].centerY() - b.centerY()
	free := g.ruledAcross(g.rows[below-1].box, b.box) == 0 && g.ruledAcross(b.box, g.rows[below].box) == 0
	if free && math.Abs(up-down) < 0.35*size && max(up, down) < 3*size {
		return below - 1, below, true
	}
	return 0, 0, false
}

// band widens a cell alone between two rules to all rows between them: a label set
// at half height.
func (g *grouper) band(b *block, from, to int) (int, int) {
	if b.n > 1 {
		return from, to
	}
	column := g.columns[b.col]
	at := func(r *stripe) box { return box{column.x0, r.y0, column.x1, r.y1} }
	top, bottom := from, to
	for top > 0 && g.ruledAcross(at(g.rows[top-1]), at(g.rows[top])) == 0 {
		top--
	}
	for bottom+1 < len(g.rows) && g.ruledAcross(at(g.rows[bottom]), at(g.rows[bottom+1])) == 0 {
		bottom++
	}
	middle := (g.rows[top].y0 + g.rows[bottom].y1) / 2
	bounded := (top > 0 || bottom+1 < len(g.rows)) && bottom-top < 8
	if !bounded || math.Abs(middle-b.centerY()) > 0.4*b.segments[0].size || g.others(b, g.rows[top].y0, g.rows[bottom].y1) {
		return from, to
	}
	return top, bottom
}

// others reports whether a column has more text than a block, within bounds.
func (g *grouper) others(b *block, y0, y1 float64) bool {
	return slices.ContainsFunc(g.all, func(o *block) bool {
		return o != b && o.col <= b.col && o.col+o.n > b.col && o.centerY() > y0 && o.centerY() < y1
	})
}

// addRows makes rows of blocks that belong to none: those side by side are one.
func (g *grouper) addRows(loose []*block) {
	slices.SortFunc(loose, func(a, b *block) int { return cmp.Compare(a.y0, b.y0) })
	for i := 0; i < len(loose); {
		around := loose[i].box
		j := i + 1
		for j < len(loose) && loose[j].overlapY(around) > 0.2*min(loose[j].height(), around.height()) {
			around = around.join(loose[j].box)
			j++
		}
		at := 0
		for at < len(g.rows) && g.rows[at].centerY() < around.centerY() {
			at++
		}
		g.rows = slices.Insert(g.rows, at, &stripe{around})
		for k := range g.places {
			if g.places[k].from >= at {
				g.places[k].from++
			}
			if g.places[k].to >= at {
				g.places[k].to++
			}
		}
		for _, b := range loose[i:j] {
			g.places = append(g.places, placed{b, at, at})
		}
		i = j
	}
}

// build makes the lattice of what was placed.
func (g *grouper) build() *lattice {
	l := &lattice{rows: len(g.rows), cols: len(g.columns)}
	for _, c := range g.columns {
		l.edges = append(l.edges, c.x0)
	}
	taken := make([]*placed, l.rows*l.cols)
	slices.SortStableFunc(g.places, func(a, b placed) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.y0, b.y0)) })
	var kept []*placed
	for i := range g.places {
		p := &g.places[i]
		if l.box = l.join(p.box); i == 0 {
			l.box = p.box
		}
		if first := taken[p.from*l.cols+p.col]; first != nil { // two in one cell: one below the other
			first.segments = append(first.segments, p.segments...)
			continue
		}
		kept = append(kept, p)
		taken[p.from*l.cols+p.col] = p
	}
	for _, p := range kept {
		g.fit(p, taken, l.cols)
		text, bold := cellText(p.segments, g.hyphens)
		l.cells = append(l.cells, cell{row: p.from, col: p.col, rows: p.to - p.from + 1, cols: p.n, text: text, bold: bold})
	}
	l.findHead()
	g.ruledHead(l)
	return l
}

// fit widens a block to the columns it is centred over, and shrinks it to what is
// free.
func (g *grouper) fit(p *placed, taken []*placed, cols int) {
	free := func(row, col int) bool { return taken[row*cols+col] == nil || taken[row*cols+col] == p }
	for row := p.from + 1; row <= p.to; row++ {
		if !free(row, p.col) {
			p.to = row - 1
		}
	}
	for k := 1; k < p.n; k++ {
		if !free(p.from, p.col+k) {
			p.n = k
		}
	}
	g.widen(p, free)
	for row := p.from; row <= p.to; row++ {
		for col := p.col; col < p.col+p.n; col++ {
			taken[row*cols+col] = p
		}
	}
}

// widen finds the most columns around a block, all free in its row, whose middle
// is its own. A block in the middle of its own column stays there.
func (g *grouper) widen(p *placed, free func(row, col int) bool) {
	middle := p.centerX()
	if p.n == 1 && math.Abs(middle-g.columns[p.col].centerX()) < 0.5*p.segments[0].size {
		return
	}
	best, bestCol := p.n, p.col
	for from := p.col; from >= 1 && (from == p.col || free(p.from, from)); from-- {
		for to := p.col + p.n - 1; to < len(g.columns) && (to < p.col+p.n || free(p.from, to)); to++ {
			center := (g.columns[from].x0 + g.columns[to].x1) / 2
			if n := to - from + 1; n > best && math.Abs(center-middle) < 0.6*p.segments[0].size {
				best, bestCol = n, from
			}
		}
	}
	p.n, p.col = best, bestCol
}

// ruledHead takes the rows above the first rule under a row for the head, where
// they hold no figures.
func (g *grouper) ruledHead(l *lattice) {
	if l.head > 0 {
		return
	}
	for i := 0; i+1 < len(g.rows) && i < 4; i++ {
		if g.ruledAcross(g.rows[i].box, g.rows[i+1].box) == 0 {
			continue
		}
		for _, c := range l.cells {
			if c.row <= i && c.col > 0 && amount.MatchString(c.text) && strings.ContainsAny(c.text, "0123456789") {
				return
			}
		}
		l.head = i + 1
		return
	}
}
