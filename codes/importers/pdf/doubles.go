package pdf

import "math"

// samePlace is how near two glyphs stand that overprint one another, as a part of
// the size of type: less than the narrowest letter is wide.
const samePlace = 0.12

// withoutDoubles leaves out glyphs that stand where the same glyph stands already:
// bold made by printing twice, a text laid over itself.
func withoutDoubles(glyphs []glyph) []glyph {
	const cell = 3 // points
	type square struct {
		r    rune
		turn turn
		x, y int
	}
	at := func(v float64) int { return int(math.Floor(v / cell)) }
	seen := make(map[square][]glyph)
	double := func(g glyph) bool {
		near := samePlace * g.size
		for x := at(g.x0 - near); x <= at(g.x0+near) && x <= at(g.x0-near)+mostSquares; x++ {
			for y := at(g.base - near); y <= at(g.base+near) && y <= at(g.base-near)+mostSquares; y++ {
				for _, o := range seen[square{g.r, g.turn, x, y}] {
					if math.Abs(o.x0-g.x0) <= near && math.Abs(o.base-g.base) <= near && math.Abs(o.size-g.size) <= 0.1*g.size {
						return true
					}
				}
			}
		}
		return false
	}
	kept := make([]glyph, 0, len(glyphs))
	for _, g := range glyphs {
		if !g.made && g.r != ' ' {
			if double(g) {
				continue
			}
			key := square{g.r, g.turn, at(g.x0), at(g.base)}
			if len(seen[key]) < mostInSquare {
				seen[key] = append(seen[key], g)
			}
		}
		kept = append(kept, g)
	}
	return kept
}

// What is looked at for one glyph at most: type of a poster's size, glyphs heaped
// on one spot.
const (
	mostSquares  = 8
	mostInSquare = 16
)
