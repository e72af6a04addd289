package pdf

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode"
)

// What one page may hold. No page that a person can read comes near.
const (
	maxPageGlyphs  = 200_000
	maxPageObjects = 200_000
	maxPageRules   = 20_000
	maxPageStrokes = 5_000
	maxPageParts   = 10_000 // words with wide gaps around them
	maxFormDepth   = 8
)

// errPage is a page that is left out; errCrowded one that holds too much.
var (
	errPage    = errors.New("left out")
	errCrowded = fmt.Errorf("%w", errPage)
)

// frame turns positions of the file into positions on the page as it is seen.
type frame struct {
	left, top, right, bottom float64 // of the page, y upwards
	turns                    int     // quarters clockwise
}

func (f frame) point(x, y float64) (float64, float64) {
	switch f.turns {
	case 1:
		return y - f.bottom, x - f.left
	case 2:
		return f.right - x, y - f.bottom
	case 3:
		return f.top - y, f.right - x
	default:
		return x - f.left, f.top - y
	}
}

func (f frame) direction(a, b float64) (float64, float64) {
	x0, y0 := f.point(0, 0)
	x1, y1 := f.point(a, b)
	return x1 - x0, y1 - y0
}

func (f frame) size() (width, height float64) {
	width, height = f.right-f.left, f.top-f.bottom
	if f.turns%2 == 1 {
		width, height = height, width
	}
	return width, height
}

// extractor reads one page.
type extractor struct {
	*engine
	frame   frame
	page    *page
	text    uint64
	object  uint64 // the text object the last glyph was of
	look    look
	objects int

	onlyVisible bool // see importers.Given
}

// look is what the glyphs of one text object have in common.
type look struct {
	size float64
	face face
	turn turn
	veil veil
}

// extract reads page index, from 0. An error that is errPage concerns this page
// only; after any other the engine is of no use.
func (e *engine) extract(doc uint64, index int, onlyVisible bool) (*page, error) {
	x := &extractor{engine: e, page: &page{number: index + 1}, onlyVisible: onlyVisible}
	handle, err := e.call("FPDF_LoadPage", doc, uint64(index))
	if err != nil {
		return nil, err
	}
	if handle == 0 {
		return nil, fmt.Errorf("%w: the page is damaged", errPage)
	}
	if err := x.measure(handle); err != nil {
		return nil, err
	}
	if err := x.readText(handle); err != nil {
		return nil, err
	}
	if err := x.readObjects(handle); err != nil {
		return nil, err
	}
	x.page.unveil()
	_, err = e.call("FPDF_ClosePage", handle)
	return x.page, err
}

func (x *extractor) measure(handle uint64) error {
	ok, err := x.ask("FPDF_GetPageBoundingBox", handle, x.out(0))
	if err != nil {
		return err
	}
	x.frame = frame{left: x.float32(0), top: x.float32(1), right: x.float32(2), bottom: x.float32(3)}
	if ok == 0 || !(x.frame.right > x.frame.left) || !(x.frame.top > x.frame.bottom) {
		return fmt.Errorf("%w: the page has no size", errPage)
	}
	turns, err := x.ask("FPDFPage_GetRotation", handle)
	if err != nil {
		return err
	}
	x.frame.turns = turns & 3
	x.page.width, x.page.height = x.frame.size()
	return nil
}

func (x *extractor) readText(handle uint64) error {
	text, err := x.call("FPDFText_LoadPage", handle)
	if err != nil {
		return err
	}
	if text == 0 {
		return fmt.Errorf("%w: its text cannot be read", errPage)
	}
	x.text = text
	n, err := x.ask("FPDFText_CountChars", text)
	if err != nil {
		return err
	}
	if n > maxPageGlyphs {
		return fmt.Errorf("%w: %d characters, more than the %d a page may have", errCrowded, n, maxPageGlyphs)
	}
	x.page.glyphs = make([]glyph, 0, max(n, 0))
	for i := range n {
		if err := x.glyph(uint64(i)); err != nil {
			return err
		}
	}
	_, err = x.call("FPDFText_ClosePage", text)
	return err
}

// glyph appends character i of the page.
func (x *extractor) glyph(i uint64) error {
	unit, err := x.call("FPDFText_GetUnicode", x.text, i)
	if err != nil {
		return err
	}
	r := rune(uint32(unit))
	if made, err := x.ask("FPDFText_IsGenerated", x.text, i); err != nil {
		return err
	} else if made == 1 {
		x.page.glyphs = append(x.page.glyphs, glyph{r: ' ', made: true})
		return nil
	}
	if hyphen, err := x.ask("FPDFText_IsHyphen", x.text, i); err != nil {
		return err
	} else if hyphen == 1 && (r == 2 || r == softHyphen) { // the engine's mark for a hyphen that ends a line
		r = '-'
	}
	if r == 0 || r == unicode.ReplacementChar || r == 0xFFFE || r == 0xFFFF || r >= 0xE000 && r <= 0xF8FF && symbolOf(r) == 0 {
		x.page.hidden++
		return nil
	}
	if s := symbolOf(r); s != 0 {
		r = s
	}
	return x.place(i, r)
}

// place finds where and how a character stands.
func (x *extractor) place(i uint64, r rune) error {
	before := x.object
	if err := x.lookAt(i); err != nil {
		return err
	}
	if ok, err := x.ask("FPDFText_GetLooseCharBox", x.text, i, x.out(0)); err != nil || ok == 0 {
		return err
	}
	left, top, right, bottom := x.float32(0), x.float32(1), x.float32(2), x.float32(3)
	if ok, err := x.ask("FPDFText_GetCharOrigin", x.text, i, x.out(0), x.out(1)); err != nil || ok == 0 {
		return err
	}
	ax, ay := x.frame.point(left, top)
	bx, by := x.frame.point(right, bottom)
	ox, oy := x.frame.point(x.float64(0), x.float64(1))
	g := glyph{r: r, size: x.look.size, face: x.look.face, turn: x.look.turn, fresh: x.object != before}
	switch g.turn {
	case down:
		g.x0, g.x1, g.base = min(ay, by), max(ay, by), -ox
	case up:
		g.x0, g.x1, g.base = -max(ay, by), -min(ay, by), ox
	default:
		g.x0, g.x1, g.base = min(ax, bx), max(ax, bx), oy
	}
	if finite(g.x0, g.x1, g.base, g.size) {
		x.page.glyphs = append(x.page.glyphs, g)
		if x.onlyVisible {
			x.veil(ax, ay, bx, by)
		}
	}
	return nil
}

// finite reports whether all are numbers a page can have.
func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.Abs(v) > 1e5 {
			return false
		}
	}
	return true
}

// lookAt finds size and face of character i, once for each text object.
func (x *extractor) lookAt(i uint64) error {
	object, err := x.call("FPDFText_GetTextObject", x.text, i)
	if err != nil || object == x.object && object != 0 {
		return err
	}
	x.object = object
	size, err := x.call("FPDFText_GetFontSize", x.text, i)
	if err != nil {
		return err
	}
	if ok, err := x.ask("FPDFText_GetMatrix", x.text, i, x.out(0)); err != nil {
		return err
	} else if ok == 0 {
		x.look = look{size: asFloat64(size)}
		return nil
	}
	a, b, c, d := x.float32(0), x.float32(1), x.float32(2), x.float32(3)
	x.look = look{size: math.Abs(asFloat64(size)) * math.Hypot(c, d)}
	dx, dy := x.frame.direction(a, b)
	x.look.turn = turnOf(dx, dy)
	if x.onlyVisible && object != 0 {
		if x.look.veil, err = x.veilOf(object, x.look.size); err != nil {
			return err
		}
	}
	x.look.face, err = x.faceOf(i)
	return err
}

func turnOf(dx, dy float64) turn {
	const slant = 0.2 // some 11 degrees
	switch {
	case dx > 0 && math.Abs(dy) <= slant*dx:
		return level
	case dy > 0 && math.Abs(dx) <= slant*dy:
		return down
	case dy < 0 && math.Abs(dx) <= -slant*dy:
		return up
	default:
		return askew
	}
}

func (x *extractor) faceOf(i uint64) (face, error) {
	const at = 8 // the name behind the flags
	n, err := x.ask("FPDFText_GetFontInfo", x.text, i, x.out(1), scratchSize-at, x.out(0))
	if err != nil {
		return face{}, err
	}
	flags := 0
	if data := x.bytes(at); len(data) == at {
		flags = int(data[0]) | int(data[1])<<8 | int(data[2])<<16
	}
	name := ""
	if n > 0 && n <= scratchSize-at {
		name = strings.ToLower(string(x.bytes(at + n)[at:]))
	}
	weight, err := x.ask("FPDFText_GetFontWeight", x.text, i)
	if err != nil {
		return face{}, err
	}
	const fixedPitch, italic, forceBold = 1, 1 << 6, 1 << 18 // ISO 32000-1 table 123
	_, style, _ := strings.Cut(name, "+")
	if style == "" {
		style = name
	}
	return face{
		bold:   flags&forceBold != 0 || weight >= 600 || hasAny(style, "bold", "black", "heavy", "demi"),
		italic: flags&italic != 0 || hasAny(style, "italic", "oblique"),
		fixed:  flags&fixedPitch != 0,
	}, nil
}

func hasAny(s string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
