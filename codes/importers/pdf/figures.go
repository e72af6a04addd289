package pdf

import (
	"slices"
	"strings"
)

// What makes a drawing: that many strokes near one another, and its size in points.
const (
	leastStrokes = 12
	leastDrawing = 40
	nearStrokes  = 14
	leastImage   = 60
)

// figure is a drawing or a picture, with the words that stand in it.
type figure struct {
	box
	labels string
}

// figures finds drawings and pictures. A drawing within a frame takes all of it.
func (l *leaf) figures(frames []box) []figure {
	var list []figure
	for _, b := range l.drawings() {
		for _, f := range frames {
			if f.holds(b.centerX(), b.centerY(), 0) && f.width() < 0.95*l.width && f.height() < 0.8*l.height && b.width()*b.height() > 0.1*f.width()*f.height() {
				b = b.join(f)
			}
		}
		if f, ok := l.figure(b); ok {
			list = append(list, f)
		}
	}
	for _, b := range l.images {
		if b.width() >= leastImage && b.height() >= leastImage && b.width()*b.height() < 0.9*l.width*l.height {
			list = append(list, figure{box: b})
		}
	}
	return mergeFigures(list)
}

// drawings are the boxes around strokes that stand close together.
func (l *leaf) drawings() []box {
	type heap struct {
		box
		n int
	}
	var heaps []heap
	near := func(a, b box) bool { return a.overlapX(b) > -nearStrokes && a.overlapY(b) > -nearStrokes }
	for _, s := range l.strokes {
		if s.width() > 0.9*l.width || s.height() > 0.9*l.height || !finite(s.x0, s.y0, s.x1, s.y1) {
			continue
		}
		h := heap{s, 1}
		kept := heaps[:0]
		for _, o := range heaps {
			if near(o.box, h.box) {
				h.box, h.n = h.join(o.box), h.n+o.n
			} else {
				kept = append(kept, o)
			}
		}
		kept = append(kept, h)
		heaps = kept
	}
	var boxes []box
	for _, h := range heaps {
		if h.n >= leastStrokes && h.width() >= leastDrawing && h.height() >= leastDrawing {
			boxes = append(boxes, h.box)
		}
	}
	return boxes
}

// drawn reports whether a net of rules is a part of a drawing: full of strokes.
func (l *leaf) drawn(b box) bool {
	n := 0
	for _, s := range l.strokes {
		if b.holds(s.centerX(), s.centerY(), 0) && s.width() < 0.9*b.width() {
			n++
		}
	}
	return n >= leastStrokes
}

// figure takes the words in a drawing; ok is false where they are text that only
// has ornament around it.
func (l *leaf) figure(b box) (f figure, ok bool) {
	f.box = b
	words, lines := 0, 0
	var labels []segment
	for _, s := range l.segments {
		if s.table == nil && b.holds(s.centerX(), s.centerY(), 0) {
			words += len(strings.Fields(s.text))
			lines++
			labels = append(labels, s)
		}
	}
	if lines > 0 && words > 7*lines || lines == 0 {
		return f, false
	}
	var texts []string
	for _, r := range rowsOf(labels) {
		for _, s := range r.segments {
			texts = append(texts, s.text)
		}
	}
	f.labels = strings.Join(texts, " · ")
	return f, true
}

// mergeFigures joins figures that overlap.
func mergeFigures(list []figure) []figure {
	var out []figure
	for _, f := range list {
		i := slices.IndexFunc(out, func(o figure) bool { return o.overlapX(f.box) > 0 && o.overlapY(f.box) > 0 })
		if i < 0 {
			out = append(out, f)
			continue
		}
		out[i].box = out[i].join(f.box)
		if len(f.labels) > len(out[i].labels) {
			out[i].labels = f.labels
		}
	}
	return out
}

// standInFigures puts a segment in the place of each figure, and takes out the
// words in it. A caption above or below them, inside a frame, stays.
func (l *leaf) standInFigures(figures []figure, caption func(text string) bool) {
	for _, f := range figures {
		var inside, rest []segment
		for _, s := range l.segments {
			if f.labels != "" && !s.stands() && f.holds(s.centerX(), s.centerY(), 0) {
				inside = append(inside, s)
			} else {
				rest = append(rest, s)
			}
		}
		rows := rowsOf(inside)
		for i, r := range rows {
			if (i == 0 || i == len(rows)-1) && caption(r.line().text) {
				rest = append(rest, r.segments...)
			}
		}
		l.segments = rest
		l.segments = append(l.segments, segment{box: f.box, base: f.y0, size: 10, figure: &f, text: "\ufffc"})
	}
}
