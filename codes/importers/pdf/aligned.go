package pdf

import (
	"math"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// aligner looks for tables whose columns only their alignment tells, in the rows
// of one run of text.
type aligner struct {
	rows    []row
	rules   []rule
	grammar *legal.Grammar
	hyphens *hyphens
	body    float64 // size of the text's type
	floor   int     // first row that is no part of a table found already
}

// span2 is rows from (included) to (excluded).
type span2 struct{ from, to int }

// tables returns the tables found and the rows each is made of, in order.
func (a *aligner) tables() (tables []*lattice, at []span2) {
	for i := 0; i < len(a.rows); {
		if !a.seed(i) {
			i++
			continue
		}
		s := a.extent(i)
		if t, used := a.table(s); t != nil {
			tables, at = append(tables, t), append(at, used)
			i, a.floor = used.to, used.to
			continue
		}
		i = max(i+1, s.to)
	}
	return tables, at
}

// seed reports whether a row may be one of a table: it stands in parts, and not
// only because a mark is set apart.
func (a *aligner) seed(i int) bool {
	return parts(a.rows[i]) >= 2 && !a.rows[i].stands() && !a.caption(a.rows[i])
}

// caption reports whether a row is one.
func (a *aligner) caption(r row) bool {
	line := r.line()
	_, ok := captionOf(a.grammar, line.text)
	return ok && (line.bold || len(strings.Fields(line.text)) > 2) // a bare number is a reference that ends a line
}

// head moves the beginning of a table up to below its caption, where nothing but
// rows of a head can be between.
func (a *aligner) head(s span2) int {
	const most = 8 // rows
	for i := s.from - 1; i >= a.floor && i >= s.from-most; i-- {
		if !a.caption(a.rows[i]) {
			continue
		}
		from := a.behindCaption(i, s.from)
		for j := from; j < s.from; j++ {
			r := a.rows[j]
			if r.stands() || a.rows[j+1].base-r.base > 4*r.segments[0].size || a.prose(r, s) {
				return s.from
			}
		}
		return from
	}
	return s.from
}

// behindCaption returns the first row behind a caption: lines set around its
// middle go on with it, and what is below one that ends with a comma.
func (a *aligner) behindCaption(caption, limit int) int {
	first := a.rows[caption].line()
	i := caption + 1
	for ; i < limit; i++ {
		r, above := a.rows[i], a.rows[i-1]
		line := r.line()
		alike := line.bold == first.bold && math.Abs(line.size-first.size) < 0.6
		unfinished := strings.HasSuffix(above.line().text, ",")
		within := line.x0 >= first.x0-2 && line.x1 <= first.x1+2
		on := len(r.segments) == 1 && (alike && centered(first, line) || unfinished && within)
		if !on || r.base-above.base > 1.7*line.size {
			break
		}
	}
	return i
}

// parts counts the parts of a row, a mark at its beginning not counted.
func parts(r row) int {
	n := len(r.segments)
	if n == 2 && isMark(r.segments[0].text) && len(strings.Fields(r.segments[1].text)) > 2 {
		n--
	}
	return n
}

// extent is the stretch of rows around a seed that a table may take. Up to a few
// rows between seeds may be whole: cells of several lines, titles of groups.
func (a *aligner) extent(seed int) span2 {
	s := span2{seed, seed + 1}
	for j := seed + 1; j < len(a.rows) && j <= s.to+5; j++ {
		if a.ends(j, s) {
			break
		}
		if a.seed(j) {
			s.to = j + 1
		}
	}
	// What belongs to the last rows, and to the first: lines of their cells.
	s.to = a.beyond(s)
	for s.to < len(a.rows) && a.tail(s) {
		s.to++
	}
	for s.from > a.floor && a.lead(s) {
		s.from--
	}
	return s
}

// ends reports whether no table goes on into row j.
func (a *aligner) ends(j int, s span2) bool {
	r, above := a.rows[j], a.rows[j-1]
	if r.stands() || r.base-above.base > 4.5*max(above.segments[0].size, 6) {
		return true
	}
	if a.seed(j) {
		return false
	}
	if a.caption(r) {
		return true
	}
	line := r.line()
	if marked, _ := startsItem(line); marked && len(strings.Fields(line.text)) > 6 {
		return true
	}
	return a.prose(r, s)
}

// prose reports whether a row is a line of text rather than of a table: as wide
// as the table, or wider.
func (a *aligner) prose(r row, s span2) bool {
	b := a.rows[s.from].box
	for _, other := range a.rows[s.from:s.to] {
		b = b.join(other.box)
	}
	if a.inColumn(r, s) >= 0 || r.x1 < b.x0 {
		return false
	}
	wide := r.width() > 0.8*b.width() || r.x0 < b.x0-12
	return wide && len(strings.Fields(r.line().text)) > 5 || r.x1 > b.x1+0.3*b.width()
}

// inColumn returns the column of s that a row stays within; -1 for none.
func (a *aligner) inColumn(r row, s span2) int {
	columns := a.columns(a.rows[s.from:s.to])
	if len(columns) < 2 {
		return -1
	}
	for i, c := range columns {
		end := c.x1 + 6
		if math.Abs(r.x0-c.x0) < 6 { // level with the column, however long it is
			end = math.Inf(1)
		}
		if i+1 < len(columns) {
			end = columns[i+1].x0
		}
		if r.x0 > c.x0-6 && r.x1 < end {
			return i
		}
	}
	return -1
}

// beyond returns where the table ends if the next rows bring a cell of a column
// of figures with its label around it.
func (a *aligner) beyond(s span2) int {
	columns := a.columns(a.rows[s.from:s.to])
	if len(columns) < 2 {
		return s.to
	}
	first, size := columns[0], a.rows[s.to-1].segments[0].size
	for j := s.to; j < len(a.rows) && j < s.to+4; j++ {
		r := a.rows[j]
		at := a.inColumn(r, s)
		if r.x0 > first.x1-6 && amount.MatchString(r.segments[0].text) {
			at = 1
		}
		if len(r.segments) != 1 || at < 0 || r.base-a.rows[j-1].base > 3*size || math.Abs(r.segments[0].size-size) > 0.6 || a.caption(r) {
			return s.to
		}
		if at > 0 {
			return j + 1
		}
	}
	return s.to
}

// tail reports whether the row behind s is the last line of a cell of its last
// row.
func (a *aligner) tail(s span2) bool {
	r, above := a.rows[s.to], a.rows[s.to-1]
	near := r.base-above.base < 1.35*max(r.segments[0].size, above.segments[0].size)
	sameSize := math.Abs(r.segments[0].size-above.segments[0].size) < 0.6
	marked, _ := startsItem(r.line())
	return near && sameSize && !marked && !a.caption(r) && !r.stands() && !a.prose(r, s) && a.ruledBetween(above, r) == 0
}

// lead reports whether the row before s is the first line of a cell of its first
// row.
func (a *aligner) lead(s span2) bool {
	r, below := a.rows[s.from-1], a.rows[s.from]
	if r.stands() || below.base-r.base > 1.6*below.segments[0].size || a.prose(r, s) {
		return false
	}
	text := r.line().text
	return !a.caption(r) && len(strings.Fields(text)) <= 12 && !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, ".")
}

// ruledBetween counts the horizontal rules between two rows.
func (a *aligner) ruledBetween(above, below row) int {
	n := 0
	for _, r := range a.rules {
		if !r.vertical && r.y0 > above.base-1 && r.y1 < below.base-0.4*below.segments[0].size && r.overlapX(above.join(below.box)) > 20 {
			n++
		}
	}
	return n
}

// table makes a table of rows, nil where there is too little to say that it is
// one.
func (a *aligner) table(s span2) (*lattice, span2) {
	columns := a.columns(a.rows[s.from:s.to])
	if len(columns) < 2 {
		return nil, s
	}
	s = a.trim(s, columns)
	s.from = a.head(s)
	rows := a.rows[s.from:s.to]
	if len(rows) < 2 || len(columns)*len(rows) > 40_000 {
		return nil, s
	}
	if columns = a.columns(rows); len(columns) < 2 || a.evidence(s, columns) < 3 {
		return nil, s
	}
	g := &grouper{aligner: a, columns: columns}
	return g.lattice(rows), s
}

// columns finds the columns of rows: between them hardly any row has text. Rows
// in one part count where they stay within a column.
func (a *aligner) columns(rows []row) []box {
	var split []row
	for _, r := range rows {
		if parts(r) >= 2 {
			split = append(split, r)
		}
	}
	columns := a.covered(split, len(split))
	if len(columns) == 0 {
		return nil
	}
	within := slices.Clone(split)
	for _, r := range rows {
		if parts(r) < 2 && reaches(r, columns) <= 1 {
			within = append(within, r)
		}
	}
	return a.covered(within, len(split))
}

// reaches counts the columns a row has text in.
func reaches(r row, columns []box) int {
	n := 0
	for _, c := range columns {
		if r.overlapX(c) > 1 {
			n++
		}
	}
	return n
}

// covered finds the columns of rows, of which that many stand in parts.
func (a *aligner) covered(rows []row, split int) []box {
	var all box
	for i, r := range rows {
		if i == 0 {
			all = r.box
		}
		all = all.join(r.box)
	}
	n := int(all.width()) + 2
	if split == 0 || n > 4000 {
		return nil
	}
	covered := make([]int, n)
	for _, r := range rows {
		for _, s := range r.segments {
			for x := max(0, int(s.x0-all.x0)); x <= min(n-1, int(math.Ceil(s.x1-all.x0))); x++ {
				covered[x]++
			}
		}
	}
	most := split / 6 // rows of a head, that span columns
	if split > 2 {
		most = max(most, 1)
	}
	return a.cut(covered, most, all, rows)
}

// cut makes columns of what is covered more than most times, and at all.
func (a *aligner) cut(covered []int, most int, all box, split []row) []box {
	var columns []box
	start := -1
	for x := 0; x <= len(covered); x++ {
		in := x < len(covered) && covered[x] > most
		switch {
		case in && start < 0:
			start = x
		case !in && start >= 0:
			columns = append(columns, box{all.x0 + float64(start), all.y0, all.x0 + float64(x), all.y1})
			start = -1
		}
	}
	return slices.DeleteFunc(columns, func(c box) bool { return !a.held(c, split) })
}

// held reports whether a column has text of its own: a part that lies in it.
func (a *aligner) held(c box, split []row) bool {
	for _, r := range split {
		for _, s := range r.segments {
			if m := s.centerX(); m > c.x0-2 && m < c.x1+2 {
				return true
			}
		}
	}
	return false
}

// trim takes rows off both ends that are no part of the table.
func (a *aligner) trim(s span2, columns []box) span2 {
	whole := func(r row) bool {
		n := 0
		for _, c := range columns {
			if r.overlapX(c) > 2 {
				n++
			}
		}
		return len(r.segments) == 1 && n == len(columns) && len(strings.Fields(r.segments[0].text)) > 4
	}
	for s.to > s.from && whole(a.rows[s.to-1]) {
		s.to--
	}
	for s.from < s.to && whole(a.rows[s.from]) {
		s.from++
	}
	return s
}

// amount is a cell that is a figure, a comparison, or a short code.
var amount = lazyregexp.New(`^[<>≤≥±+\-–−=(]*\s*(?:\d[\d.,/\s]*\D{0,8}|[A-Zα]\d?|[-–—]+|n/?a)$`)

// evidence weighs what speaks for a table: a caption above, rules, more than two
// columns, rows, figures.
func (a *aligner) evidence(s span2, columns []box) int {
	score := 0
	if a.captioned(s) {
		score += 3
	}
	if n := a.rulesAround(s); n >= 2 {
		score += 2
	} else if n == 1 {
		score++
	}
	full, cells, amounts, words := 0, 0, 0, 0
	for _, r := range a.rows[s.from:s.to] {
		if len(r.segments) >= len(columns) {
			full++
		}
		for i, seg := range r.segments {
			words += len(strings.Fields(seg.text))
			if i > 0 {
				cells++
				if amount.MatchString(seg.text) {
					amounts++
				}
			}
		}
	}
	if full >= 2 && len(columns) >= 3 {
		score++
	}
	if full >= 3 {
		score++
	}
	if cells > 0 && amounts*2 >= cells {
		score++
	}
	if words > 7*(cells+s.to-s.from) { // text, not cells
		score -= 3
	}
	if full == 0 {
		score -= 2
	}
	return score
}

// captioned reports whether the caption of a table stands right above, or below.
func (a *aligner) captioned(s span2) bool {
	near := func(i int) bool {
		if i < 0 || i >= len(a.rows) {
			return false
		}
		of, ok := captionOf(a.grammar, a.rows[i].line().text)
		return ok && of == legal.OfTable
	}
	return near(s.from-1) || near(s.from-2) || near(s.from-3) || near(s.to)
}

// rulesAround counts the horizontal rules at and within a table, and upright ones
// within, up to three.
func (a *aligner) rulesAround(s span2) int {
	b := a.rows[s.from].box
	for _, r := range a.rows[s.from:s.to] {
		b = b.join(r.box)
	}
	n := 0
	for _, r := range a.rules {
		inside := r.centerY() > b.y0-14 && r.centerY() < b.y1+14
		switch {
		case !inside:
		case r.vertical && r.centerX() > b.x0 && r.centerX() < b.x1 && r.height() > 8:
			n++
		case !r.vertical && r.overlapX(b) > 0.5*b.width() && r.width() < 1.6*b.width()+30:
			n++
		}
	}
	return min(n, 3)
}
