package pdf

import (
	"math"
	"slices"
	"strings"
)

// unspread joins the parts of justified lines, whose blanks may be as wide as the
// gaps between cells: lines that end where the lines around them do, with blanks
// all of one width.
func unspread(rows []row) []segment {
	edges := rightEdges(rows)
	var list []segment
	for _, r := range rows {
		if len(r.segments) > 1 && r.spread() && slices.ContainsFunc(edges, func(x float64) bool { return math.Abs(r.x1-x) < sameEdge }) {
			list = append(list, r.joined())
			continue
		}
		list = append(list, r.segments...)
	}
	return list
}

// sameEdge is how far the ends of justified lines may differ, in points, and
// justifiedLines how many make an edge.
const (
	sameEdge       = 1.5
	justifiedLines = 3
)

// rightEdges are the positions at which several lines of words end.
func rightEdges(rows []row) []float64 {
	var ends, edges []float64
	for _, r := range rows {
		if len(r.segments) == 1 && len(strings.Fields(r.segments[0].text)) >= 4 {
			ends = append(ends, r.x1)
		}
	}
	slices.Sort(ends)
	for i := 0; i < len(ends); {
		k := i + 1
		for k < len(ends) && ends[k]-ends[i] < sameEdge {
			k++
		}
		if k-i >= justifiedLines {
			edges = append(edges, ends[i])
		}
		i = k
	}
	return edges
}

// spread reports whether the gaps between the parts of a row are alike, as the
// blanks of a justified line are, and its parts are words. Where a part has
// blanks within it, narrower than a gap, the gaps are not much wider.
func (r row) spread() bool {
	least, most, size := math.Inf(1), 0.0, r.segments[0].size
	blanks, figures := false, true
	for i, s := range r.segments {
		if s.stands() || s.turned {
			return false
		}
		blanks = blanks || strings.Contains(s.text, " ")
		figures = figures && (i == 0 || amount.MatchString(s.text))
		if i > 0 {
			gap := s.x0 - r.segments[i-1].x1
			least, most = min(least, gap), max(most, gap)
		}
	}
	widest := 4 * size
	if blanks || len(r.segments) == 2 {
		widest = 1.3 * size
	}
	return !figures && most <= widest && most-least <= 0.35*size
}

// joined is a row as one segment.
func (r row) joined() segment {
	s := r.line()
	s.base, s.gap = r.segments[0].base, 0
	return s
}
