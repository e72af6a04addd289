package pdf

// Positions are in points, from the upper left corner of the page as it is seen:
// y grows downwards.

// box is a rectangle.
type box struct{ x0, y0, x1, y1 float64 }

func (b box) width() float64   { return b.x1 - b.x0 }
func (b box) height() float64  { return b.y1 - b.y0 }
func (b box) centerX() float64 { return (b.x0 + b.x1) / 2 }
func (b box) centerY() float64 { return (b.y0 + b.y1) / 2 }

// join is the smallest box around both.
func (b box) join(o box) box {
	return box{min(b.x0, o.x0), min(b.y0, o.y0), max(b.x1, o.x1), max(b.y1, o.y1)}
}

// holds reports whether a point is in the box, or within a margin of it.
func (b box) holds(x, y, margin float64) bool {
	return x >= b.x0-margin && x <= b.x1+margin && y >= b.y0-margin && y <= b.y1+margin
}

// overlapX and overlapY say how much of two boxes' extent is common; negative
// is the gap between them.
func (b box) overlapX(o box) float64 { return min(b.x1, o.x1) - max(b.x0, o.x0) }
func (b box) overlapY(o box) float64 { return min(b.y1, o.y1) - max(b.y0, o.y0) }

// face is what a run of glyphs looks like.
type face struct {
	bold, italic bool
	fixed        bool
}

// turn is the direction glyphs are set in.
type turn uint8

// The directions: as usual, a quarter clockwise (downwards), a quarter the other
// way (upwards), and any other.
const (
	level turn = iota
	down
	up
	askew
)

// glyph is one character of a page. x0 and x1 are where its advance begins and
// ends along the direction of writing, base its base line.
type glyph struct {
	r            rune
	x0, x1, base float64
	size         float64
	face         face
	turn         turn
	made         bool // a blank the engine put in where it saw a gap
	fresh        bool // first of a text object
}

// rule is a straight line, or the edge of an area, horizontal or vertical.
type rule struct {
	box
	vertical bool
	drawn    bool // a line; else the edge of a filled area
}

// page is what the engine found on one page.
type page struct {
	number        int // from 1
	width, height float64
	glyphs        []glyph
	rules         []rule
	strokes       []box // around each path that is drawn: curves, slanted lines
	images        []box
	hidden        int // characters without meaning in Unicode

	veiled  []veiled // characters that may not be seen; see unveil
	grounds []box    // areas with a colour of their own
	unseen  int      // characters left out that nobody sees
	layered int      // characters without ink of their own that stand over a picture
}
