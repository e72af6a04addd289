package pdf

// veil is why a character may not be seen.
type veil uint8

const (
	bare   veil = iota // it is set with ink
	noInk              // set without any, as text recognition lays it over a picture
	pale               // in the colour of the paper
	tiny               // smaller than can be read
	beside             // off the page
)

// veiled is a character that may not be seen: its index among the glyphs of the
// page, and its middle.
type veiled struct {
	glyph int
	x, y  float64
	why   veil
}

// tooSmall is type nobody can read, in points.
const tooSmall = 1

// veilOf tells how the glyphs of a text object are set.
func (x *extractor) veilOf(object uint64, size float64) (veil, error) {
	if size <= tooSmall {
		return tiny, nil
	}
	mode, err := x.ask("FPDFTextObj_GetTextRenderMode", object)
	if err != nil {
		return bare, err
	}
	const filled, stroked, invisible, clips = 0, 1, 3, 7 // ISO 32000-1, table 106
	switch mode {
	case invisible, clips:
		return noInk, nil
	case stroked:
		return bare, nil
	}
	const paper = 240 // of 255, and brighter
	if white, err := x.fillsWith(object, paper); err != nil || !white {
		return bare, err
	}
	if mode != filled { // the outline may be in another colour
		return bare, nil
	}
	return pale, nil
}

// veil notes a glyph just placed that may not be seen, by its box on the page.
func (x *extractor) veil(ax, ay, bx, by float64) {
	cx, cy := (ax+bx)/2, (ay+by)/2
	why := x.look.veil
	if cx < 0 || cy < 0 || cx > x.page.width || cy > x.page.height {
		why = beside
	}
	if why != bare && len(x.page.glyphs) > 0 {
		x.page.veiled = append(x.page.veiled, veiled{len(x.page.glyphs) - 1, cx, cy, why})
	}
}

// maxGrounds is how many coloured areas of a page are remembered.
const maxGrounds = 2_000

// ground notes an area with a colour of its own: pale text upon it is seen.
func (x *extractor) ground(area box) {
	if len(x.page.grounds) < maxGrounds && finite(area.x0, area.y0, area.x1, area.y1) {
		x.page.grounds = append(x.page.grounds, area)
	}
}

// unveil leaves out the glyphs nobody sees, and counts them. Those without ink or
// in the colour of paper that stand over a picture stay: that is how recognised text
// is laid over a scanned page, and how a title is set upon a photograph.
func (p *page) unveil() {
	if len(p.veiled) == 0 {
		return
	}
	gone := make(map[int]bool)
	for _, v := range p.veiled {
		switch {
		case v.why == pale && anyHolds(p.grounds, v.x, v.y):
		case (v.why == noInk || v.why == pale) && anyHolds(p.images, v.x, v.y):
			p.layered++
		default:
			gone[v.glyph] = true
		}
	}
	p.unseen += len(gone)
	kept := p.glyphs[:0]
	removed := false
	for i, g := range p.glyphs {
		if removed = gone[i] || removed && g.made; !removed { // a blank goes with what stands before it
			kept = append(kept, g)
		}
	}
	p.glyphs, p.veiled = kept, nil
}

func anyHolds(areas []box, x, y float64) bool {
	const margin = 1
	for _, a := range areas {
		if a.holds(x, y, margin) {
			return true
		}
	}
	return false
}
