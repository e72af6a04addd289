package patternextract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/verify/quantity"
)

// figure is a number with its unit as it stands in the text.
type figure struct {
	value   quantity.Number
	unit    string // "" for none
	kind    quantity.Kind
	written bool // in words
}

// Bounds of what is looked at behind a number, so that hostile text costs no
// more than its length.
const (
	maxNumber   = 40 // bytes of a number
	maxUnitText = 40 // bytes in which a unit must end
)

// units remembers which texts are units while one document is read.
type units map[string]unitEntry

type unitEntry struct {
	kind quantity.Kind
	ok   bool
}

// maxUnits bounds what is remembered of a hostile document.
const maxUnits = 4096

func (u units) lookup(text string) unitEntry {
	if e, ok := u[text]; ok {
		return e
	}
	e := unitEntry{}
	if r, _ := utf8.DecodeRuneInString(text); unicode.IsLetter(r) || strings.ContainsRune("%‰°º", r) {
		if unit, err := quantity.ParseUnit(text); err == nil && !unit.IsBoolean() && !preposition(text) {
			e = unitEntry{unit.Kind(), true}
		}
	}
	if len(u) < maxUnits {
		u[strings.Clone(text)] = e
	}
	return e
}

// preposition tells words that are far more often no units in running text.
func preposition(text string) bool {
	switch text {
	case "a", "A1", "p", "u", "d", "g", "uno", "class", "clase", "Rd", "ratio", "t", "step", "steps":
		return text != "g" && text != "steps" && text != "step"
	}
	return false
}

// scanFigure reads the figure that begins at text[at], a digit, and returns
// where it ends. ok is false for a name such as "4.2.1" or "3D", with the end
// of it.
func (s *scanner) scanFigure(at int) (f figure, end int, ok bool) {
	text := s.text
	end = at + numberEnd(text[at:])
	if end-at > maxNumber {
		return figure{}, end + wordEnd(text[end:]), false
	}
	value, ok := quantity.ParseDecimal(text[at:end], s.lang.tag)
	if !ok {
		return figure{}, end + wordEnd(text[end:]), false
	}
	f.value = value
	if grouped, stop := spacedThousands(text, at, end); stop > end {
		if unit, kind, unitEnd := s.scanUnit(stop); unit != "" {
			whole, okWhole := quantity.ParseDecimal(grouped, "en")
			if okWhole {
				return figure{value: whole, unit: unit, kind: kind}, unitEnd, true
			}
		}
	}
	if power, stop := superscript(text, end); stop > end && text[at:end] == "10" {
		if v, err := quantity.ParseNumber("1e" + power); err == nil {
			f.value, end = v, stop
		}
	}
	if ratio, stop := s.ratio(at, end); stop > end {
		return ratio, stop, true
	}
	unit, kind, stop := s.scanUnit(end)
	if unit == "" && wordEnd(text[end:]) > 0 {
		return figure{}, end + wordEnd(text[end:]), false
	}
	f.unit, f.kind = unit, kind
	return f, stop, true
}

// ratio reads "1:20".
func (s *scanner) ratio(at, end int) (figure, int) {
	text := s.text
	if end-at > 3 || end+1 >= len(text) || text[end] != ':' || !isDigit(text[end+1]) {
		return figure{}, end
	}
	stop := end + 1 + numberEnd(text[end+1:])
	above, okAbove := quantity.ParseDecimal(text[at:end], s.lang.tag)
	below, okBelow := quantity.ParseDecimal(text[end+1:stop], s.lang.tag)
	if !okAbove || !okBelow || stop < len(text) && text[stop] == ':' {
		return figure{}, end
	}
	value, ok := above.Quo(below)
	if !ok {
		return figure{}, end
	}
	return figure{value: value, unit: "ratio", kind: "ratio"}, stop
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// numberEnd returns the length of the number s begins with; a sign inside it
// needs a digit behind.
func numberEnd(s string) int {
	for i := range len(s) {
		inner := (s[i] == '.' || s[i] == ',' || s[i] == '/') && i+1 < len(s) && isDigit(s[i+1])
		if !isDigit(s[i]) && !inner {
			return i
		}
	}
	return len(s)
}

// spacedThousands reads "5 750": groups of three digits after single spaces. It
// returns the digits and where they end.
func spacedThousands(text string, at, end int) (digits string, stop int) {
	first := text[at:end]
	if len(first) > 3 || first[0] == '0' || strings.Trim(first, "0123456789") != "" {
		return "", end
	}
	digits, stop = first, end
	for {
		size := spaceLen(text[stop:])
		next := stop + size
		if size == 0 || len(text) < next+3 || strings.Trim(text[next:next+3], "0123456789") != "" ||
			len(text) > next+3 && isDigit(text[next+3]) || len(digits) > 9 {
			return digits, stop
		}
		digits, stop = digits+text[next:next+3], next+3
	}
}

// spaceLen returns the length of the one space s begins with.
func spaceLen(s string) int {
	for _, space := range []string{" ", "\u00a0", "\u202f", "\u2009"} {
		if strings.HasPrefix(s, space) {
			return len(space)
		}
	}
	return 0
}

var superscripts = map[rune]string{
	'⁰': "0", '¹': "1", '²': "2", '³': "3", '⁴': "4", '⁵': "5", '⁶': "6", '⁷': "7", '⁸': "8", '⁹': "9", '⁻': "-",
}

// superscript reads the exponent that begins at text[at].
func superscript(text string, at int) (power string, end int) {
	for end = at; end < len(text) && len(power) < 4; {
		r, size := utf8.DecodeRuneInString(text[end:])
		digit, ok := superscripts[r]
		if !ok {
			break
		}
		power += digit
		end += size
	}
	return power, end
}

// scanUnit reads the unit behind a number that ends at end: in words of the
// language, or as signs. It returns the unit, its kind and where it ends, which
// is end when there is none.
func (s *scanner) scanUnit(end int) (unit string, kind quantity.Kind, stop int) {
	start := end
	for range 2 {
		start += spaceLen(s.text[start:])
	}
	limit := min(len(s.text), start+maxUnitText)
	for limit < len(s.text) && !utf8.RuneStart(s.text[limit]) {
		limit--
	}
	near := s.text[start:limit]
	if unit, size := s.unitInWords(near); size > 0 {
		return unit, s.units.lookup(unit).kind, start + size
	}
	for n := unitRun(near); n > 0; n = lastCut(near[:n]) {
		if near[n-1] == '.' || near[n-1] == '-' {
			n-- // of the sentence, not of the unit
		}
		if e := s.units.lookup(near[:n]); e.ok {
			return s.extendUnit(near, start, n, e.kind)
		}
	}
	return "", "", end
}

// extendUnit adds what a unit is divided by in words: "l/s por persona".
func (s *scanner) extendUnit(near string, start, n int, kind quantity.Kind) (string, quantity.Kind, int) {
	rest := near[n:]
	word, size := firstWord(rest)
	if word != "" && s.lang.hasMark(word, markPer) {
		divisor, more := firstWord(rest[size:])
		if i := unitRun(strings.TrimLeft(rest[size:], " ")); i > len(divisor) {
			lead := len(rest[size:]) - len(strings.TrimLeft(rest[size:], " "))
			divisor, more = rest[size+lead:size+lead+i], lead+i
			divisor = strings.TrimRight(divisor, ".")
		}
		joined := near[:n] + "/" + divisor
		if e := s.units.lookup(joined); divisor != "" && e.ok {
			return joined, e.kind, start + n + size + more
		}
	}
	if word != "" && len(word) <= 4 && strings.Contains(near[:n], "/") && rest[:1] == " " {
		if e := s.units.lookup(near[:n+size]); e.ok {
			return near[:n+size], e.kind, start + n + size
		}
	}
	return near[:n], kind, start + n
}

// firstWord returns the word s begins with, spaces skipped, and the bytes both take.
func firstWord(s string) (word string, size int) {
	trimmed := strings.TrimLeft(s, " \u00a0")
	n := wordEnd(trimmed)
	return trimmed[:n], len(s) - len(trimmed) + n
}

// unitInWords finds a unit of the language's own words at the beginning of near.
func (s *scanner) unitInWords(near string) (unit string, size int) {
	if near == "" {
		return "", 0
	}
	for _, u := range s.lang.units {
		size := len(u.text)
		if size <= len(near) && strings.EqualFold(near[:size], u.text) && wordEnd(near[size:]) == 0 {
			return u.unit, size
		}
	}
	return "", 0
}

// unitRun returns how far a unit could reach: to the next space or sign that no
// unit holds; brackets count where they are closed.
func unitRun(s string) int {
	depth := 0
	for i, r := range s {
		switch {
		case r == '(':
			if i == 0 || !strings.Contains(s[i:], ")") {
				return i
			}
			depth++
		case r == ')':
			if depth == 0 {
				return i
			}
			depth--
		case unicode.IsSpace(r) && depth == 0, strings.ContainsRune(",;:=<>≤≥!?\"'+|[]{}→«»”“", r):
			return i
		}
	}
	return len(s)
}

// lastCut returns where a text that is no unit may be cut to try again.
func lastCut(s string) int { return max(0, strings.LastIndexAny(s, "./·*)(-–")) }

// wordEnd returns the length of the letters and digits s begins with.
func wordEnd(s string) int {
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
			return i
		}
	}
	return len(s)
}
