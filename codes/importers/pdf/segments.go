package pdf

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// segment is a run of words on one base line without a wide gap: a line of a
// column, or a part of a cell.
type segment struct {
	box
	text   string
	base   float64
	size   float64
	bold   bool
	italic bool
	turned bool     // set upwards or downwards
	table  *lattice // the segment stands for a whole table
	figure *figure  // or for a figure
	gap    float64  // behind its first word
}

// wideGap parts segments, as a part of the size of type. Justified lines have
// gaps as wide; [lines] joins them again.
const wideGap = 0.85

// segments makes segments of the words of one direction.
func segments(words []word, parts *fences) []segment {
	rows := baselines(words)
	list := make([]segment, 0, len(rows))
	for _, row := range rows {
		list = append(list, split(row, parts)...)
	}
	return list
}

// baselines sorts words into rows that stand on one line, each from left to
// right. A small word that hangs over or under a row joins it.
func baselines(words []word) [][]word {
	words = slices.Clone(words)
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(a.base, b.base) })
	var rows [][]word
	for _, w := range words {
		if n := len(rows); n > 0 && sameLine(rows[n-1][0], w) {
			rows[n-1] = append(rows[n-1], w)
			continue
		}
		rows = append(rows, []word{w})
	}
	for i := range rows {
		slices.SortStableFunc(rows[i], func(a, b word) int { return cmp.Compare(a.x0, b.x0) })
	}
	return joinRisen(rows)
}

// sameLine reports whether two words share a base line. They may be of different
// sizes.
func sameLine(a, b word) bool { return math.Abs(a.base-b.base) <= 0.2*min(a.size, b.size) }

// joinRisen moves words that are raised or lowered against a word next to them
// into the row of that word.
func joinRisen(rows [][]word) [][]word {
	for i := range rows {
		kept := rows[i][:0:0]
		for _, w := range rows[i] {
			if at, rise := risenAgainst(rows, i, w); rise != 0 {
				w.rise, w.text = rise, risen(w.text, rise)
				rows[at] = append(rows[at], w)
				continue
			}
			kept = append(kept, w)
		}
		rows[i] = kept
	}
	rows = slices.DeleteFunc(rows, func(row []word) bool { return len(row) == 0 })
	for i := range rows {
		slices.SortStableFunc(rows[i], func(a, b word) int { return cmp.Compare(a.x0, b.x0) })
	}
	return rows
}

// risenAgainst finds the row near row i in which a larger word stands right
// before or behind w; rise is 0 when there is none.
func risenAgainst(rows [][]word, i int, w word) (at, rise int) {
	for _, at := range []int{i + 1, i + 2, i - 1, i - 2} {
		if at < 0 || at >= len(rows) {
			continue
		}
		for _, main := range rows[at] {
			shift := main.base - w.base
			near := min(math.Abs(w.x0-main.x1), math.Abs(main.x0-w.x1)) <= 0.3*main.size
			if main.rise == 0 && near && w.size < smaller*main.size && math.Abs(shift) < 0.7*main.size {
				if shift > 0.1*main.size {
					return at, 1
				}
				return at, -1
			}
		}
	}
	return 0, 0
}

// figureGap parts the figures of a line of nothing else: a row of a narrow table.
const figureGap = 0.4

// allAmounts reports whether a row is three figures or more, and nothing else.
func allAmounts(row []word) bool {
	for _, w := range row {
		if !amount.MatchString(w.text) {
			return false
		}
	}
	return len(row) > 2
}

// split cuts a row where gaps are wide, or a vertical rule stands in them.
func split(row []word, parts *fences) []segment {
	wide := wideGap
	if allAmounts(row) {
		wide = figureGap
	}
	var list []segment
	from := 0
	for i := 1; i <= len(row); i++ {
		if i < len(row) {
			end := reach(row[from:i])
			gap := row[i].x0 - end
			if !parts.between(min(end, row[i].x0)-1, max(end, row[i].x0)+1, row[i].base) && gap <= wide*max(min(row[i].size, row[i-1].size), 0.7*max(row[i].size, row[i-1].size)) {
				continue
			}
		}
		list = append(list, newSegment(row[from:i]))
		from = i
	}
	return list
}

func reach(words []word) float64 {
	x := words[0].x1
	for _, w := range words {
		x = max(x, w.x1)
	}
	return x
}

// newSegment joins words; those that overprint one another, as poor man's bold
// does, count once.
func newSegment(words []word) segment {
	main := words[0]
	for _, w := range words {
		if w.rise == 0 && (main.rise != 0 || len(w.text) > len(main.text)) {
			main = w
		}
	}
	s := segment{box: words[0].box, base: main.base, size: main.size, bold: true, italic: true}
	if len(words) > 1 {
		s.gap = words[1].x0 - words[0].x1
	}
	var text strings.Builder
	for i, w := range words {
		if i > 0 && overprint(words[i-1], w) {
			continue
		}
		if i > 0 && spaced(words[i-1], w, main.size) {
			text.WriteByte(' ')
		}
		text.WriteString(w.text)
		s.box = s.join(w.box)
		s.bold = s.bold && (w.face.bold || w.rise != 0)
		s.italic = s.italic && w.face.italic
	}
	s.y0, s.y1 = main.base-ascent*main.size, main.base+descent*main.size
	s.text = ligatures.Replace(text.String())
	return s
}

// spaced reports whether there is a blank between two words: between raised
// figures and what they belong to only where the gap is wide.
func spaced(a, b word, size float64) bool {
	most := wordGap * size
	if b.rise != 0 { // it belongs to what stands before it
		most *= 2
	}
	return a.rise == 0 && b.rise == 0 || b.x0-a.x1 > most
}

func overprint(a, b word) bool {
	return a.text == b.text && math.Abs(a.x0-b.x0) < 0.25*a.size && math.Abs(a.base-b.base) < 0.25*a.size
}

// turnedSegments makes segments of glyphs set upwards or downwards, with their
// boxes as they stand on the page.
func turnedSegments(glyphs []glyph, of turn) []segment {
	list := segments(words(glyphs, of, nil), nil)
	for i := range list {
		b := list[i].box
		if of == up {
			list[i].box = box{b.y0, -b.x1, b.y1, -b.x0}
		} else {
			list[i].box = box{-b.y1, b.x0, -b.y0, b.x1}
		}
		list[i].base, list[i].turned = list[i].y1, true
	}
	return list
}
