package pdf

import (
	"cmp"
	"slices"
)

// What a gutter is: that wide in points at least, between that many lines on both
// sides. Of the strips that may be one, the first few are tried.
const (
	leastGutter = 6
	leastBeside = 3
	mostTried   = 4
	mostSteps   = 1000
)

// strip is an upright stretch of white, and how many lines stand beside it.
type strip struct {
	x0, x1 float64
	lines  int
}

// findGutter finds the white that runs down between two columns of text: the
// place most lines leave free one after the other, the text on both sides of which
// runs as columns do. The blanks within justified lines stand below one another in
// a few lines only, however wide.
func findGutter(rows []row) (float64, bool) {
	list := strips(rows)
	slices.SortStableFunc(list, func(a, b strip) int { return cmp.Compare(b.lines, a.lines) })
	for _, s := range list[:min(len(list), mostTried)] {
		gutter := (s.x0 + s.x1) / 2
		if slices.ContainsFunc(bands(rows, gutter, isColumns), func(b band) bool { return b.columns }) {
			return gutter, true
		}
	}
	return 0, false
}

// strips finds the places free in as many lines as those next to them, or more.
func strips(rows []row) []strip {
	around := rows[0].box
	for _, r := range rows {
		around = around.join(r.box)
	}
	step := max(2, around.width()/mostSteps)
	beside := profile(rows, around, step)
	var list []strip
	for from := 0; from < len(beside); {
		to := from + 1
		for to < len(beside) && beside[to] == beside[from] {
			to++
		}
		s := strip{around.x0 + float64(from)*step, around.x0 + float64(to-1)*step, beside[from]}
		peak := (from == 0 || beside[from-1] < s.lines) && (to == len(beside) || beside[to] < s.lines)
		if s.lines >= leastBeside && peak && s.x1-s.x0+2*step >= leastGutter {
			list = append(list, s)
		}
		from = to
	}
	return list
}

// profile counts for positions from left to right the lines that stand beside
// each: in stretches of rows none of which crosses it, those on the side that has
// fewer.
func profile(rows []row, around box, step float64) []int {
	beside := make([]int, int(around.width()/step)+1)
	left, right := make([]int, len(beside)), make([]int, len(beside))
	end := func(x int) {
		if n := min(left[x], right[x]); n >= leastBeside {
			beside[x] += n
		}
		left[x], right[x] = 0, 0
	}
	for _, r := range rows {
		crossed := make([]bool, len(beside))
		for _, s := range r.segments {
			for x := max(0, int((s.x0-around.x0)/step)+1); x < len(beside) && around.x0+float64(x)*step < s.x1; x++ {
				crossed[x] = true
			}
		}
		text := textFrom(r)
		for x := range beside {
			at := around.x0 + float64(x)*step
			if crossed[x] {
				end(x)
				continue
			}
			if text < at {
				left[x]++
			}
			if r.x1 > at {
				right[x]++
			}
		}
	}
	for x := range beside {
		end(x)
	}
	return beside
}

// textFrom is where the text of a row begins, a mark before it aside.
func textFrom(r row) float64 {
	if len(r.segments) > 1 && isMark(r.segments[0].text) {
		return r.segments[1].x0
	}
	return r.x0
}
