package pdf

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// flows puts the segments of a region into runs to be read one after the other:
// where the text is set in columns, each column of each stretch is one.
func flows(segments []segment, depth int) [][]segment {
	if len(segments) == 0 {
		return nil
	}
	rows := rowsOf(segments)
	gutter, ok := findGutter(rows)
	if !ok || depth > 3 {
		return [][]segment{segments}
	}
	var out [][]segment
	for _, band := range bands(rows, gutter) {
		if !band.columns {
			out = append(out, band.all())
			continue
		}
		left, right := band.sides(gutter)
		out = append(out, flows(left, depth+1)...)
		out = append(out, flows(right, depth+1)...)
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

// bands cuts rows where the gutter is crossed.
func bands(rows []row, gutter float64) []band {
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
		list[i].columns = list[i].columns && isColumns(list[i], gutter)
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

// findGutter finds the position that most rows leave free between two segments,
// where the text on both sides runs as columns do.
func findGutter(rows []row) (float64, bool) {
	count := gaps(rows)
	best, most := 0, 0
	for x, n := range count {
		if n > most || n == most && x < best {
			best, most = x, n
		}
	}
	if most < 3 {
		return 0, false
	}
	end := best
	for count[end+1] == most {
		end++
	}
	gutter := float64(best + end)
	for _, b := range bands(rows, gutter) {
		if b.columns {
			return gutter, true
		}
	}
	return 0, false
}

// gaps counts, by position in steps of 2 points, the segments that leave it free
// between them and their neighbour on the right. The lines of two columns need
// not be level.
func gaps(rows []row) map[int]int {
	const around = 2 // rows that may be level in part
	count := make(map[int]int)
	for i, r := range rows {
		for k, a := range r.segments {
			if len(a.text) < 2 || isMark(a.text) && k == 0 {
				continue
			}
			end := math.Inf(1)
			for _, other := range rows[max(0, i-around):min(len(rows), i+around+1)] {
				for _, b := range other.segments {
					if b.x0 > a.x1 && b.overlapY(a.box) > 0.25*a.height() {
						end = min(end, b.x0)
					}
				}
			}
			if math.IsInf(end, 1) {
				continue
			}
			for x := int(a.x1/2) + 1; x <= int(end/2); x++ {
				count[x]++
			}
		}
	}
	return count
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
	words, tables := 0, 0
	around = segments[0].box
	rows := rowsOf(segments)
	for _, r := range rows {
		for _, s := range r.segments {
			words += len(strings.Fields(s.text))
			if s.stands() {
				tables++
			}
		}
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
	return around, words >= 4*len(rows) && words >= 3*len(segments) && filled*2 >= len(rows) && dense && full > 9*size
}
