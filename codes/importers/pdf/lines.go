package pdf

import (
	"cmp"
	"math"
	"slices"
)

// leaf is a page once its glyphs have become segments.
type leaf struct {
	number        int
	width, height float64
	segments      []segment
	rules         []rule
	images        []box
	strokes       []box
	sizes         map[float64]int // characters of each size
	hidden        int
	unseen        int
	layered       int
	reaching      []box // see reachingTables; nil until asked for
}

// newLeaf turns glyphs into segments. A page most of whose text runs up or down is
// a wide table laid sideways: it is turned to be read.
func newLeaf(p *page) *leaf {
	if t := mainTurn(p.glyphs); t == up || t == down {
		p.rotate(t)
	}
	p.glyphs = withoutDoubles(p.glyphs)
	l := &leaf{number: p.number, width: p.width, height: p.height, images: p.images, strokes: p.strokes, hidden: p.hidden, unseen: p.unseen, layered: p.layered, sizes: make(map[float64]int)}
	l.rules = mergeRules(p.rules)
	parts := newFences(l.rules)
	l.segments = segments(words(p.glyphs, level, parts), parts)
	l.segments = append(l.segments, turnedSegments(p.glyphs, up)...)
	l.segments = append(l.segments, turnedSegments(p.glyphs, down)...)
	l.segments = slices.DeleteFunc(l.segments, func(s segment) bool { return !l.visible(s) })
	for _, g := range p.glyphs {
		if !g.made && g.turn == level {
			l.sizes[halfPoint(g.size)]++
		}
	}
	return l
}

// visible reports whether a segment stands on the page at all.
func (l *leaf) visible(s segment) bool {
	return s.text != "" && s.x1 > 0 && s.y1 > 0 && s.x0 < l.width && s.y0 < l.height
}

func halfPoint(size float64) float64 { return math.Round(size*2) / 2 }

// mainTurn is the direction of most glyphs of a page.
func mainTurn(glyphs []glyph) turn {
	var count [askew + 1]int
	total := 0
	for _, g := range glyphs {
		if !g.made {
			count[g.turn]++
			total++
		}
	}
	for t, n := range count {
		if n*10 > total*7 {
			return turn(t)
		}
	}
	return level
}

// rotate turns the page so that text of direction t is level.
func (p *page) rotate(t turn) {
	// A glyph's own positions are along its direction already: only an offset is
	// missing to make them positions on the turned page.
	dx, dy := 0.0, p.width
	if t == up {
		dx, dy = p.height, 0
	}
	for i := range p.glyphs {
		g := &p.glyphs[i]
		switch {
		case g.made:
		case g.turn == t:
			g.x0, g.x1, g.base, g.turn = g.x0+dx, g.x1+dx, g.base+dy, level
		default:
			g.turn = askew // the few that ran otherwise: a page number, mostly
		}
	}
	turned := func(b box) box {
		if t == up {
			return box{p.height - b.y1, b.x0, p.height - b.y0, b.x1}
		}
		return box{b.y0, p.width - b.x1, b.y1, p.width - b.x0}
	}
	for i, r := range p.rules {
		p.rules[i].box, p.rules[i].vertical = turned(r.box), !r.vertical
	}
	for _, list := range [][]box{p.strokes, p.images} {
		for i, b := range list {
			list[i] = turned(b)
		}
	}
	p.width, p.height = p.height, p.width
}

// row is segments that stand on one line, from left to right.
type row struct {
	box
	base     float64
	segments []segment
}

// rowsOf sorts segments into rows from top to bottom.
func rowsOf(segments []segment) []row {
	list := slices.Clone(segments)
	slices.SortStableFunc(list, func(a, b segment) int { return cmp.Compare(a.base, b.base) })
	var rows []row
	for _, s := range list {
		if n := len(rows); n > 0 && !s.turned && math.Abs(rows[n-1].base-s.base) <= 0.3*min(s.size, rows[n-1].segments[0].size) {
			rows[n-1].segments = append(rows[n-1].segments, s)
			rows[n-1].box = rows[n-1].join(s.box)
			continue
		}
		rows = append(rows, row{box: s.box, base: s.base, segments: []segment{s}})
	}
	for i := range rows {
		slices.SortStableFunc(rows[i].segments, func(a, b segment) int { return cmp.Compare(a.x0, b.x0) })
	}
	return rows
}

// stands reports whether a segment is in the place of a table or a figure.
func (s segment) stands() bool { return s.table != nil || s.figure != nil }

// stands reports whether a row holds such a segment.
func (r row) stands() bool { return slices.ContainsFunc(r.segments, segment.stands) }

// line joins a row to one segment; mark is its first segment where that is far
// from the rest and narrow.
func (r row) line() segment {
	s := r.segments[0]
	for _, next := range r.segments[1:] {
		s.text += " " + next.text
		s.box = s.join(next.box)
		s.bold = s.bold && next.bold
		s.italic = s.italic && next.italic
		if len(next.text) > len(r.segments[0].text) {
			s.size = next.size
		}
	}
	if len(r.segments) > 1 && isMark(r.segments[0].text) {
		s.gap = r.segments[1].x0 - r.segments[0].x1
	}
	return s
}

// mergeRules joins rules that continue or cover one another, and leaves out
// doubles.
func mergeRules(rules []rule) []rule {
	slices.SortFunc(rules, func(a, b rule) int {
		if a.vertical != b.vertical {
			if a.vertical {
				return 1
			}
			return -1
		}
		if a.vertical {
			return cmp.Or(cmp.Compare(math.Round(a.centerX()), math.Round(b.centerX())), cmp.Compare(a.y0, b.y0))
		}
		return cmp.Or(cmp.Compare(math.Round(a.centerY()), math.Round(b.centerY())), cmp.Compare(a.x0, b.x0))
	})
	var merged []rule
	for _, r := range rules {
		if n := len(merged); n > 0 && merged[n-1].continues(r) {
			merged[n-1].box = merged[n-1].join(r.box)
			merged[n-1].drawn = merged[n-1].drawn || r.drawn
			continue
		}
		merged = append(merged, r)
	}
	return merged
}

// touch is how near rules must come to meet, in points.
const touch = 2.5

func (r rule) continues(o rule) bool {
	switch {
	case r.vertical != o.vertical:
		return false
	case r.vertical:
		return math.Abs(r.centerX()-o.centerX()) <= 1.5 && r.overlapY(o.box) >= -touch
	default:
		return math.Abs(r.centerY()-o.centerY()) <= 1.5 && r.overlapX(o.box) >= -touch
	}
}
