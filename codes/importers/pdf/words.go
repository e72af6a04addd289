package pdf

import (
	"slices"
	"strings"
	"unicode"
)

// word is a run of glyphs without a gap. Raised and lowered figures within it
// are written as such.
type word struct {
	box
	text string
	base float64
	size float64 // of its largest glyph
	face face
	rise int // the whole word is raised (1) or lowered (-1) against the line it stands in
}

// The distances that tell glyphs apart, as parts of the size of type.
const (
	ascent  = 0.75 // of a glyph's box above its base line
	descent = 0.22 // and below
	wordGap = 0.18 // between words at least
	smaller = 0.87 // raised figures are set smaller than this
	overlap = 0.2  // texts that cover one another by more are two; kerning takes less
)

// words makes words of the glyphs of one direction, in the order of the file.
// Vertical rules part words: the figures of narrow columns may touch.
func words(glyphs []glyph, of turn, parts *fences) []word {
	m := &wordMaker{fences: parts}
	for _, g := range glyphs {
		if g.turn == of || g.made {
			m.add(g)
		}
	}
	m.end()
	return m.words
}

// wordMaker collects the glyphs of one word after the other.
type wordMaker struct {
	words  []word
	glyphs []glyph
	blank  bool // the engine saw a gap behind the last glyph
	fences *fences
}

func (m *wordMaker) add(g glyph) {
	switch {
	case g.made:
		m.blank = true
		return
	case unicode.IsSpace(g.r) || g.r == '\u200B' || g.r < ' ':
		m.end()
		return
	}
	if len(m.glyphs) > 0 && !m.goesOn(g) {
		m.end()
	}
	m.glyphs = append(m.glyphs, g)
	m.blank = false
}

// goesOn reports whether g belongs to the word so far.
func (m *wordMaker) goesOn(g glyph) bool {
	last := m.glyphs[len(m.glyphs)-1]
	size := max(last.size, g.size)
	gap := g.x0 - last.x1
	most := wordGap * size
	if m.blank {
		most = wordGap / 2 * size
	}
	if gap > most || gap < -0.6*size || g.fresh && gap < -overlap*size {
		return false
	}
	shift := last.base - g.base
	if shift < 0 {
		shift = -shift
	}
	if gap > 0.01*size && m.fences.between((last.x0+last.x1)/2, (g.x0+g.x1)/2, g.base) {
		return false
	}
	if shift <= 0.12*size {
		return true
	}
	return shift <= 0.75*size && min(last.size, g.size) < smaller*size
}

// end closes the word.
func (m *wordMaker) end() {
	glyphs := m.glyphs
	m.glyphs, m.blank = m.glyphs[:0], false
	if len(glyphs) == 0 {
		return
	}
	main := mainGlyph(glyphs)
	w := word{base: main.base, size: main.size, face: main.face}
	w.box = box{glyphs[0].x0, main.base - ascent*main.size, glyphs[0].x1, main.base + descent*main.size}
	var text strings.Builder
	for i := 0; i < len(glyphs); {
		rise, n := riseRun(glyphs[i:], main)
		for _, g := range glyphs[i : i+n] {
			w.x0, w.x1 = min(w.x0, g.x0), max(w.x1, g.x1)
		}
		writeRisen(&text, glyphs[i:i+n], rise)
		i += n
	}
	if w.text = text.String(); w.text != "" {
		m.words = append(m.words, w)
	}
}

// mainGlyph is the glyph whose base line is the word's: the first of the largest.
func mainGlyph(glyphs []glyph) glyph {
	return slices.MaxFunc(glyphs, func(a, b glyph) int {
		switch {
		case a.size > b.size*1.01:
			return 1
		case b.size > a.size*1.01:
			return -1
		}
		return 0
	})
}

// riseRun returns how many glyphs at the start are raised (1), lowered (-1) or
// level (0) alike.
func riseRun(glyphs []glyph, main glyph) (rise, n int) {
	rise = riseOf(glyphs[0], main)
	for n = 1; n < len(glyphs) && riseOf(glyphs[n], main) == rise; n++ {
	}
	return rise, n
}

func riseOf(g, main glyph) int {
	shift := main.base - g.base
	switch {
	case g.size >= smaller*main.size:
		return 0
	case shift > 0.18*main.size:
		return 1
	case shift < -0.06*main.size:
		return -1
	}
	return 0
}

// writeRisen writes glyphs as raised or lowered characters where Unicode has all
// of them, else as they are.
func writeRisen(b *strings.Builder, glyphs []glyph, rise int) {
	text := make([]rune, 0, len(glyphs))
	for _, g := range glyphs {
		text = append(text, g.r)
	}
	b.WriteString(risen(string(text), rise))
}

var (
	raised  = table("0123456789+-−–=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿ")
	lowered = table("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
)

func table(from, to string) map[rune]rune {
	m := make(map[rune]rune)
	list := []rune(to)
	for i, r := range []rune(from) {
		m[r] = list[i]
	}
	return m
}

// risen writes text with raised or lowered characters: "2" as "²". Text that has
// others in it stays as it is.
func risen(text string, rise int) string {
	forms := raised
	if rise < 0 {
		forms = lowered
	}
	if rise == 0 || !strings.ContainsAny(text, "0123456789n") {
		return text
	}
	out := make([]rune, 0, len(text))
	for _, r := range text {
		f, ok := forms[r]
		if !ok {
			return text
		}
		out = append(out, f)
	}
	return string(out)
}

// ligatures are letters joined in print, taken apart for whoever searches.
var ligatures = strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "st", "ﬆ", "st", "\u00A0", " ", "\u2011", "-", "\u200B", "", "\uFEFF", "")
