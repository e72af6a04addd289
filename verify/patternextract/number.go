package patternextract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// figure is a number with its unit as it stands in the text.
type figure struct {
	value   quantity.Number
	unit    string // "" for none
	kind    quantity.Kind
	written bool // in words
	unread  bool // there is a figure, and what it says is not certain
}

// Bounds of what is looked at behind a number, so that hostile text costs no
// more than its length.
const (
	maxNumber   = 40 // bytes of a number
	maxUnitText = 40 // bytes in which a unit must end
)

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
	if ok && strings.Contains(text[at:end], "/") && !isShare(value, text[at:end]) {
		ok = false // "31/1995" is a law
	}
	if !ok {
		return figure{}, end + wordEnd(text[end:]), false
	}
	f.value = value
	if grouped, stop := spacedThousands(text, at, end); stop > end {
		unit, kind, unitEnd := s.scanUnit(stop)
		whole, okWhole := quantity.ParseDecimal(grouped, "en")
		if okWhole && (unit != "" || text[stop-3] == '0' || wordBehind(text[stop:])) {
			return figure{value: whole, unit: unit, kind: kind}, unitEnd, true
		}
	}
	if power, stop := superscript(text, end); stop > end && text[at:end] == "10" {
		if v, err := quantity.ParseNumber("1e" + power); err == nil {
			f.value, end = v, stop
		}
	}
	if power, stop := superscript(text, end); power == "1" {
		end = stop // the mark of a note: as a power it changes nothing
	}
	if ratio, stop := s.ratio(at, end); stop > end {
		return ratio, stop, true
	}
	unit, kind, stop := s.scanUnit(end)
	if unit == "" && wordEnd(text[end:]) > 0 {
		return figure{}, end + wordEnd(text[end:]), false
	}
	if unit == "" && strings.Contains(text[at:end], "/") {
		unit, kind = "ratio", quantity.Ratio
	}
	f.unit, f.kind = unit, kind
	return f, stop, true
}

// isShare tells "1/3" and "1/20" from numbers of laws and dates.
func isShare(v quantity.Number, text string) bool {
	above, below, _ := strings.Cut(text, "/")
	year := len(below) == 4 && (below[:2] == "19" || below[:2] == "20")
	return len(above) <= 2 && len(below) <= 4 && !year && !strings.ContainsAny(text, ".,") && v.Cmp(quantity.NewNumber(1, 1000)) >= 0 && v.Cmp(quantity.NewNumber(1, 1)) < 0
}

// wordBehind reports that s begins with a space and a letter.
func wordBehind(s string) bool {
	size := spaceLen(s)
	r, _ := utf8.DecodeRuneInString(s[size:])
	return size > 0 && unicode.IsLetter(r)
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
	if !okAbove || !okBelow || stop-end > 4 || stop < len(text) && text[stop] == ':' {
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

// firstWord returns the word s begins with, spaces skipped, and the bytes both take.
func firstWord(s string) (word string, size int) {
	trimmed := strings.TrimLeft(s, " \u00a0")
	n := wordEnd(trimmed)
	return trimmed[:n], len(s) - len(trimmed) + n
}
