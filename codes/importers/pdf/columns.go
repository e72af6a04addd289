package pdf

import (
	"cmp"
	"slices"
	"strings"
)

// flows puts the segments of a region into runs to be read one after the other:
// where the text is set in columns, each column of each stretch is one.
func (c *columnist) flows(segments []segment, depth int) [][]segment {
	if len(segments) == 0 {
		return nil
	}
	rows := rowsOf(segments)
	accept := isColumns
	gutter, ok := findGutter(rows)
	if !ok && depth == 0 {
		gutter, accept, ok = c.find(rows)
	}
	if !ok || depth > 3 {
		return [][]segment{unspread(rows)}
	}
	var out [][]segment
	for _, band := range bands(rows, gutter, accept) {
		if !band.columns {
			out = append(out, unspread(band.rows))
			continue
		}
		left, right := band.sides(gutter)
		out = append(out, c.flows(left, depth+1)...)
		out = append(out, c.flows(right, depth+1)...)
	}
	return out
}

// band is rows that all cross a gutter, or all leave it free.
type band struct {
	rows    []row
	columns bool
}

func (b band) all() []segment {
	var list []segment
	for _, r := range b.rows {
		list = append(list, r.segments...)
	}
	return list
}

func (b band) sides(gutter float64) (left, right []segment) {
	for _, s := range b.all() {
		if s.centerX() < gutter {
			left = append(left, s)
		} else {
			right = append(right, s)
		}
	}
	return left, right
}

// bands cuts rows where the gutter is crossed. accept tells which of those that leave
// it free are columns.
func bands(rows []row, gutter float64, accept func(band, float64) bool) []band {
	var list []band
	for _, r := range rows {
		free := !crosses(r, gutter)
		if n := len(list); n == 0 || list[n-1].columns != free {
			list = append(list, band{columns: free})
		}
		last := &list[len(list)-1]
		last.rows = append(last.rows, r)
	}
	for i := range list {
		list[i].columns = list[i].columns && accept(list[i], gutter)
	}
	// What is not columns is read as it stands: its neighbours join it.
	var joined []band
	for _, b := range list {
		if n := len(joined); n > 0 && !joined[n-1].columns && !b.columns {
			joined[n-1].rows = append(joined[n-1].rows, b.rows...)
			continue
		}
		joined = append(joined, b)
	}
	return joined
}

func crosses(r row, gutter float64) bool {
	return slices.ContainsFunc(r.segments, func(s segment) bool { return s.x0 < gutter && s.x1 > gutter })
}

// isColumns reports whether both sides of a band run like text: lines of several
// words that fill their column, close to one another from top to bottom.
func isColumns(b band, gutter float64) bool {
	if len(b.rows) < 3 {
		return false
	}
	left, right := b.sides(gutter)
	l, leftText := textLike(left)
	r, rightText := textLike(right)
	return leftText && rightText && l.overlapY(r) > 0.5*min(l.height(), r.height())
}

// textLike judges one side of a gutter.
func textLike(segments []segment) (around box, ok bool) {
	if len(segments) == 0 {
		return around, false
	}
	var widths, sizes []float64
	words, tables, parts := 0, 0, 0
	around = segments[0].box
	rows := rowsOf(unspread(rowsOf(segments)))
	for _, r := range rows {
		for _, s := range r.segments {
			words += countWords(s.text)
			if s.stands() {
				tables++
			}
		}
		parts += len(r.segments)
		widths = append(widths, r.width())
		sizes = append(sizes, r.segments[0].size)
		around = around.join(r.box)
	}
	if tables > 0 {
		return around, true
	}
	if len(rows) < 3 {
		return around, false
	}
	slices.Sort(widths)
	slices.SortFunc(sizes, cmp.Compare[float64])
	full := widths[len(widths)*9/10]
	filled := 0
	for _, w := range widths {
		if w > 0.7*full {
			filled++
		}
	}
	size := sizes[len(sizes)/2]
	dense := float64(len(rows))*size*1.9 >= around.height()
	return around, words >= 3*len(rows) && 2*words >= 5*parts && filled*2 >= len(rows) && dense && full > 9*size
}

// countWords counts the words of a text that have two letters or more: formulas and
// the figures of tables have few.
func countWords(text string) int {
	n := 0
	for _, w := range strings.Fields(text) {
		letters := 0
		for _, r := range w {
			if isLetter(r) {
				letters++
			}
		}
		if letters >= 2 {
			n++
		}
	}
	return n
}
