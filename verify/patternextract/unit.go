package patternextract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// units remembers which texts are units while one document is read.
type units struct {
	lang string
	read map[string]unitEntry
}

type unitEntry struct {
	kind quantity.Kind
	ok   bool
}

// maxUnits bounds what is remembered of a hostile document.
const maxUnits = 4096

func (u units) lookup(text string) unitEntry {
	if e, ok := u.read[text]; ok {
		return e
	}
	e := unitEntry{}
	if r, _ := utf8.DecodeRuneInString(text); unicode.IsLetter(r) || strings.ContainsRune("%‰°º", r) {
		if unit, err := quantity.ParseUnitIn(text, u.lang); err == nil && !unit.IsBoolean() && !preposition(text) {
			e = unitEntry{unit.Kind(), true}
		}
	}
	if len(u.read) < maxUnits {
		u.read[strings.Clone(text)] = e
	}
	return e
}

// preposition tells words that are far more often no units in running text.
func preposition(text string) bool {
	switch text {
	case "a", "A1", "p", "u", "d", "t", "uno", "class", "clase", "Rd", "ratio":
		return true
	}
	return false
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
	for limit > start && limit < len(s.text) && !utf8.RuneStart(s.text[limit]) {
		limit--
	}
	near := s.text[start:limit]
	if unit, size := s.unitInWords(near); size > 0 {
		return s.divided(unit, start+size)
	}
	whole := strings.TrimRight(near[:unitRun(near)], ".-")
	for n := len(whole); n > 0; n = lastCut(near[:n]) {
		if near[n-1] == '.' || near[n-1] == '-' {
			n-- // of the sentence, not of the unit
		}
		if e := s.units.lookup(near[:n]); e.ok {
			if n < len(whole) && (whole[n] == '/' || strings.HasPrefix(whole[n:], "·") || whole[n] == '.' && wordEnd(whole[n+1:]) > 0) {
				break // a part of a unit is another unit
			}
			return s.extendUnit(near, start, n, e.kind)
		}
	}
	if s.composed(whole) {
		return whole, "", start + len(whole)
	}
	return "", "", end
}

// composed reports what must be a unit that is not known: something by a known
// unit, such as "ties/m2" or "kgCO2/kWh". It is kept as written.
func (s *scanner) composed(run string) bool {
	at := strings.LastIndex(run, "/")
	if at <= 0 || at+1 >= len(run) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(run)
	return unicode.IsLetter(first) && s.units.lookup(strings.Trim(run[at+1:], "()[]")).ok
}

// extendUnit adds what a unit is divided by in words: "l/s por persona".
func (s *scanner) extendUnit(near string, start, n int, kind quantity.Kind) (string, quantity.Kind, int) {
	rest := near[n:]
	word, size := firstWord(rest)
	if word != "" && s.lang.hasMark(word, markPer|markPerUnit) {
		if divisor, stop := s.divisor(start + n + size); divisor != "" {
			joined := near[:n] + "/" + divisor
			if e := s.units.lookup(joined); e.ok {
				return joined, e.kind, stop
			}
		}
	}
	if word != "" && len(word) <= 4 && strings.Contains(near[:n], "/") && rest[:1] == " " {
		if e := s.units.lookup(near[:n+size]); e.ok {
			return near[:n+size], e.kind, start + n + size
		}
	}
	return near[:n], kind, start + n
}

// divisor reads the unit behind "por" or "per"; it has no divisor of its own.
func (s *scanner) divisor(at int) (unit string, stop int) {
	if s.dividing {
		return "", at
	}
	s.dividing = true
	defer func() { s.dividing = false }()
	unit, _, stop = s.scanUnit(at)
	return unit, stop
}

// divided adds what a unit in words is divided by: "metros cúbicos por hora y
// persona".
func (s *scanner) divided(unit string, end int) (string, quantity.Kind, int) {
	kind := s.units.lookup(unit).kind
	word, size := firstWord(s.text[end:min(len(s.text), end+maxUnitText)])
	if word == "" || !s.lang.hasMark(word, markPer|markPerUnit) {
		return unit, kind, end
	}
	divisor, stop := s.divisor(end + size)
	joined := unit + "/" + divisor
	e := s.units.lookup(joined)
	if divisor == "" || !e.ok {
		return unit, kind, end
	}
	word, size = firstWord(s.text[stop:min(len(s.text), stop+maxUnitText)])
	if word == "" || !s.lang.hasMark(word, markAnd) {
		return joined, e.kind, stop
	}
	second, last := s.divisor(stop + size)
	both := unit + "/(" + divisor + "·" + second + ")"
	if f := s.units.lookup(both); second != "" && f.ok {
		return both, f.kind, last
	}
	return joined, e.kind, stop
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
