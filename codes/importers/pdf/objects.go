package pdf

import (
	"fmt"
	"math"
)

// matrix is an affine map as in PDF: x' = ax+cy+e, y' = bx+dy+f.
type matrix struct{ a, b, c, d, e, f float64 }

var unit = matrix{a: 1, d: 1}

// then is the map that does m first and o after it.
func (m matrix) then(o matrix) matrix {
	return matrix{
		a: m.a*o.a + m.b*o.c, b: m.a*o.b + m.b*o.d,
		c: m.c*o.a + m.d*o.c, d: m.c*o.b + m.d*o.d,
		e: m.e*o.a + m.f*o.c + o.e, f: m.e*o.b + m.f*o.d + o.f,
	}
}

func (m matrix) apply(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// The kinds of page objects and of path segments in PDFium's interface.
const (
	objectPath  = 2
	objectImage = 3
	objectShade = 4
	objectForm  = 5

	segmentLine = 0
	segmentMove = 2
)

// maxSegmentsOfPath is how much of one path is looked at.
const maxSegmentsOfPath = 400

// readObjects collects lines and areas, and counts images.
func (x *extractor) readObjects(handle uint64) error {
	return x.each("FPDFPage_CountObjects", "FPDFPage_GetObject", handle, unit, 0)
}

// each goes through the objects of a page or a form.
func (x *extractor) each(count, get string, parent uint64, to matrix, depth int) error {
	n, err := x.ask(count, parent)
	if err != nil {
		return err
	}
	for i := range n {
		if x.objects++; x.objects > maxPageObjects {
			return fmt.Errorf("%w: more than the %d objects a page may have", errCrowded, maxPageObjects)
		}
		object, err := x.call(get, parent, uint64(i))
		if err != nil {
			return err
		}
		if err := x.drawn(object, to, depth); err != nil {
			return err
		}
	}
	return nil
}

func (x *extractor) drawn(object uint64, to matrix, depth int) error {
	kind, err := x.ask("FPDFPageObj_GetType", object)
	if err != nil {
		return err
	}
	switch kind {
	case objectImage:
		return x.image(object)
	case objectShade:
		return x.shade(object)
	case objectPath, objectForm:
		own := unit
		if ok, err := x.ask("FPDFPageObj_GetMatrix", object, x.out(0)); err != nil {
			return err
		} else if ok != 0 {
			own = matrix{x.float32(0), x.float32(1), x.float32(2), x.float32(3), x.float32(4), x.float32(5)}
		}
		own = own.then(to)
		if kind == objectForm && depth < maxFormDepth {
			return x.each("FPDFFormObj_CountObjects", "FPDFFormObj_GetObject", object, own, depth+1)
		}
		if kind == objectPath {
			return x.path(object, own)
		}
	}
	return nil
}

// image notes where a picture stands.
func (x *extractor) image(object uint64) error {
	area, ok, err := x.bounds(object)
	if ok {
		x.page.images = append(x.page.images, area)
	}
	return err
}

// shade notes an area that runs from one colour to another.
func (x *extractor) shade(object uint64) error {
	if !x.onlyVisible {
		return nil
	}
	area, ok, err := x.bounds(object)
	if ok {
		x.ground(area)
	}
	return err
}

// bounds returns where an object stands on the page.
func (x *extractor) bounds(object uint64) (area box, ok bool, err error) {
	found, err := x.ask("FPDFPageObj_GetBounds", object, x.out(0), x.out(0)+4, x.out(0)+8, x.out(0)+12)
	if err != nil || found == 0 {
		return box{}, false, err
	}
	x0, y0 := x.frame.point(x.float32(0), x.float32(1))
	x1, y1 := x.frame.point(x.float32(2), x.float32(3))
	return box{min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)}, true, nil
}

// path adds the straight edges of a path.
func (x *extractor) path(object uint64, to matrix) error {
	if ok, err := x.ask("FPDFPath_GetDrawMode", object, x.out(0), x.out(1)); err != nil || ok == 0 {
		return err
	}
	fill, stroke := x.bytes(1)[0] != 0, x.bytes(9)[8] != 0
	if fill && !stroke {
		if white, err := x.white(object); err != nil || white {
			return err
		}
	}
	if !fill && !stroke {
		return nil
	}
	n, err := x.ask("FPDFPath_CountSegments", object)
	if err != nil {
		return err
	}
	n = min(n, maxSegmentsOfPath)
	var outline outline
	for i := range n {
		segment, err := x.call("FPDFPath_GetPathSegment", object, uint64(i))
		if err != nil {
			return err
		}
		if ok, err := x.ask("FPDFPathSegment_GetPoint", segment, x.out(0), x.out(1)); err != nil || ok == 0 {
			return err
		}
		px, py := to.apply(x.float32(0), x.float32(2))
		px, py = x.frame.point(px, py)
		kind, err := x.ask("FPDFPathSegment_GetType", segment)
		if err != nil {
			return err
		}
		closes, err := x.ask("FPDFPathSegment_GetClose", segment)
		if err != nil {
			return err
		}
		outline.add(px, py, kind, closes != 0)
	}
	if fill && x.onlyVisible {
		if white, err := x.white(object); err != nil {
			return err
		} else if !white {
			x.ground(outline.around)
		}
	}
	if outline.bent && len(x.page.strokes) < maxPageStrokes {
		x.page.strokes = append(x.page.strokes, outline.around)
	}
	x.page.addRules(outline.edges, fill, stroke)
	return nil
}

// white reports whether an area is filled with white: the ground under a line of
// text, not the edge of a cell.
func (x *extractor) white(object uint64) (bool, error) {
	const bright = 250
	return x.fillsWith(object, bright)
}

// fillsWith reports whether an object is filled with a colour at least so bright,
// of 255, or with none.
func (x *extractor) fillsWith(object uint64, bright byte) (bool, error) {
	ok, err := x.ask("FPDFPageObj_GetFillColor", object, x.out(0), x.out(1), x.out(2), x.out(3))
	if err != nil || ok == 0 {
		return false, err
	}
	data := x.bytes(25)
	const faint = 5
	return data[0] >= bright && data[8] >= bright && data[16] >= bright || data[24] < faint, nil
}

// outline follows a path.
type outline struct {
	edges          []box // from (x0,y0) to (x1,y1), not sorted
	x, y           float64
	startX, startY float64
	around         box
	points         int
	bent           bool // it has a curve or a slanted line
}

func (o *outline) add(x, y float64, kind int, closes bool) {
	if o.points++; o.points == 1 {
		o.around = box{x, y, x, y}
	}
	o.around = o.around.join(box{x, y, x, y})
	switch kind {
	case segmentMove:
		o.startX, o.startY = x, y
	case segmentLine:
		o.edges = append(o.edges, box{o.x, o.y, x, y})
		o.bent = o.bent || min(math.Abs(o.x-x), math.Abs(o.y-y)) > thin
	default:
		o.bent = true
	}
	o.x, o.y = x, y
	if closes && (x != o.startX || y != o.startY) {
		o.edges = append(o.edges, box{x, y, o.startX, o.startY})
		o.x, o.y = o.startX, o.startY
	}
}

// thin is how wide an area may be to count as a line.
const thin = 2.5

// addRules enters the edges that are horizontal or vertical. A thin area is one
// line; a wide one has its edges as rules of a weaker kind.
func (p *page) addRules(edges []box, fill, stroke bool) {
	var around box
	for i, e := range edges {
		sorted := box{min(e.x0, e.x1), min(e.y0, e.y1), max(e.x0, e.x1), max(e.y0, e.y1)}
		if !finite(sorted.x0, sorted.y0, sorted.x1, sorted.y1) {
			return
		}
		if edges[i] = sorted; i == 0 {
			around = sorted
		} else {
			around = around.join(sorted)
		}
	}
	if fill && len(edges) > 2 && min(around.width(), around.height()) <= thin {
		p.addRule(around, true)
		return
	}
	for _, e := range edges {
		p.addRule(e, stroke)
	}
}

func (p *page) addRule(b box, drawn bool) {
	const least = 3 // points
	if len(p.rules) >= maxPageRules || max(b.width(), b.height()) < least || min(b.width(), b.height()) > thin {
		return
	}
	// What lies outside the page, and the page's own frame, rules nothing.
	if b.x1 < 0 || b.y1 < 0 || b.x0 > p.width || b.y0 > p.height || math.Max(b.width()/p.width, b.height()/p.height) > 0.99 {
		return
	}
	p.rules = append(p.rules, rule{box: b, vertical: b.height() > b.width(), drawn: drawn})
}
