package quantity

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// vulgar are the fractions that are one character.
var vulgar = map[rune]Number{
	'½': NewNumber(1, 2), '⅓': NewNumber(1, 3), '⅔': NewNumber(2, 3), '¼': NewNumber(1, 4), '¾': NewNumber(3, 4), '⅕': NewNumber(1, 5),
	'⅖': NewNumber(2, 5), '⅗': NewNumber(3, 5), '⅘': NewNumber(4, 5), '⅙': NewNumber(1, 6), '⅚': NewNumber(5, 6), '⅛': NewNumber(1, 8),
	'⅜': NewNumber(3, 8), '⅝': NewNumber(5, 8), '⅞': NewNumber(7, 8), '⅒': NewNumber(1, 10),
}

// digits reads the number in digits that s.text[at:] begins with, and returns
// where it ends, or where what is no number ends.
func (s *figureScanner) digits(at int) (value Number, end int, ok bool) {
	if r, size := utf8.DecodeRuneInString(s.text[at:]); vulgar[r] != (Number{}) {
		return vulgar[r], at + size, true
	}
	end = at + numberEnd(s.text[at:])
	if end == at {
		return Number{}, at, false
	}
	if wide := s.thousands(at, end); wide > end {
		end = wide
	} else if wide := apostrophe(s.text, end, s); wide > end && !strings.ContainsAny(s.text[at:end], ".,/") {
		end = wide
	}
	value, ok = s.lang.parseDecimal(plainNumeral.Replace(s.text[at:end]))
	if !ok {
		return value, end, false
	}
	if part, stop := s.fraction(end); stop > end && value.IsInt() {
		return value.Add(part), stop, true
	}
	if ratio, stop := s.proportion(value, end); stop > end {
		return ratio, stop, true
	}
	return value, end, true
}

// plainSpaces takes out what sets thousands apart.
func plainSpaces(text string) string {
	if !strings.ContainsAny(text, " \u00a0\u202f\u2009") {
		return text
	}
	return plainNumeral.Replace(text)
}

// plainNumeral brings what thousands and decimals are set apart by to what
// [ParseDecimal] reads.
var plainNumeral = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "\u2009", "", "'", ",", "’", ",", "´", ",")

// thousands returns where a number ends whose thousands are set apart by spaces:
// groups of three digits, the last of which may have decimals behind it.
func (s *figureScanner) thousands(at, end int) int { return thousands(s.text, at, end) }

func thousands(text string, at, end int) int {
	first := text[at:end]
	if len(first) > 3 || first[0] == '0' || strings.ContainsAny(first, ".,/") {
		return end
	}
	for {
		_, size := utf8.DecodeRuneInString(text[end:])
		if spaces(text[end:]) != size || end+size >= len(text) {
			return end
		}
		group := text[end+size:]
		run := numberEnd(group)
		digits := leadingDigits(group)
		if digits != 3 || run > digits && group[digits] == '/' {
			return end
		}
		end += size + run
		if run > digits {
			return end
		}
	}
}

// apostrophe returns where a number ends that has an apostrophe for a decimal
// comma, as in 1'20.
func apostrophe(text string, end int, s *figureScanner) int {
	_, size := utf8.DecodeRuneInString(text[end:])
	if s.lang.decimal != "," || !slices.Contains([]string{"'", "’", "´"}, text[end:end+size]) {
		return end
	}
	digits := leadingDigits(text[end+size:])
	if digits == 0 || digits > 3 || wordEnd(text[end+size+digits:]) > 0 && s.units.follow(text[end+size+digits:]) {
		return end
	}
	return end + size + digits
}

// mixedDenominators are those of fractions behind a whole number. Others are
// slopes or shares that happen to follow one.
var mixedDenominators = []string{"2", "3", "4", "8", "16"}

// fraction reads the "1/2" or "½" of a mixed fraction that ends the whole number
// before it.
func (s *figureScanner) fraction(end int) (part Number, stop int) {
	from := end + spaces(s.text[end:])
	if r, size := utf8.DecodeRuneInString(s.text[from:]); vulgar[r] != (Number{}) && from-end <= 3 {
		return vulgar[r], from + size
	}
	if from == end && strings.HasPrefix(s.text[end:], "-") { // 1-1/2
		from++
	}
	stop = from + numberEnd(s.text[from:])
	above, below, ok := strings.Cut(s.text[from:stop], "/")
	if from == end || !ok || !slices.Contains(mixedDenominators, below) {
		return Number{}, end
	}
	part, ok = ParseDecimal(above+"/"+below, s.tag)
	if !ok || part.Sign() == 0 || part.Cmp(NewNumber(1, 1)) >= 0 {
		return Number{}, end
	}
	return part, stop
}

// proportion reads "1:12", a slope or a share of one in twelve.
func (s *figureScanner) proportion(first Number, end int) (ratio Number, stop int) {
	if !first.Equal(NewNumber(1, 1)) || !strings.HasPrefix(s.text[end:], ":") {
		return Number{}, end
	}
	stop = end + 1 + numberEnd(s.text[end+1:])
	second, ok := ParseDecimal(s.text[end+1:stop], s.tag)
	if !ok || second.Sign() <= 0 || strings.HasPrefix(s.text[stop:], ":") {
		return Number{}, end
	}
	ratio, ok = first.Quo(second)
	if !ok {
		return Number{}, end
	}
	return ratio, stop
}
