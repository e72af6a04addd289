package quantity

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTens is the largest exponent a text is believed to have.
const maxTens = 30

// power reads the power of ten that the number text[at:end] is or is multiplied by:
// "10^3", "10³ m", "2·10^-3", "1·10-3", "1e-3 m". It returns what multiplies the number and
// where it ends: end where there is no power. The zero Number beyond it says that what
// stands there may be a power or a mark of a note.
func power(text string, at, end int, unit func(int) (Unit, int)) (times Number, stop int) {
	measured := func(stop int) bool { u, _ := unit(stop); return !u.IsZero() }
	if n, stop := exponentE(text, at, end); stop > end && measured(stop) {
		return tenTo(n), stop
	}
	if base := timesTen(text, end); base > end {
		if n, stop := exponent(text, base); stop > base {
			return tenTo(n), stop
		}
		if n, stop := hyphenExponent(text, base); stop > base {
			return tenTo(n), stop
		}
		return Number{}, end
	}
	if text[at:end] != "10" {
		return Number{}, end
	}
	n, stop := exponent(text, end)
	if stop > end && n > 0 && text[end] != '^' && !measured(stop) {
		return Number{}, stop
	}
	return tenTo(n - 1), stop
}

func tenTo(n int) Number { return MustNumber("1e" + strconv.Itoa(n)) }

// timesTen returns where "·10" ends that stands behind a number; end for none.
func timesTen(text string, end int) int {
	at := end + spaces(text[end:])
	r, size := utf8.DecodeRuneInString(text[at:])
	if !strings.ContainsRune("·⋅×*xX", r) || size == 0 {
		return end
	}
	at += size + spaces(text[at+size:])
	if leadingDigits(text[at:]) != 2 || !strings.HasPrefix(text[at:], "10") {
		return end
	}
	return at + len("10")
}

// exponent reads "^3", "^(-3)", "³" or "⁻³" and returns where it ends; at for none.
func exponent(text string, at int) (n, stop int) {
	if raised, stop := superscript(text, at); stop > at {
		return whole(raised, at, stop)
	}
	if !strings.HasPrefix(text[at:], "^") {
		return 0, at
	}
	from, closed := at+1, ""
	if strings.HasPrefix(text[from:], "(") {
		from, closed = from+1, ")"
	}
	sign, size := minusAt(text[from:])
	digits := leadingDigits(text[from+size:])
	stop = from + size + digits
	if !strings.HasPrefix(text[stop:], closed) {
		return 0, at
	}
	return whole(sign+text[from+size:from+size+digits], at, goesOn(text, at, stop+len(closed)))
}

// hyphenExponent reads the "-3" of "1·10-3".
func hyphenExponent(text string, at int) (n, stop int) {
	sign, size := minusAt(text[at:])
	digits := leadingDigits(text[at+size:])
	if sign == "" || digits != 1 {
		return 0, at
	}
	return whole(sign+text[at+size:at+size+digits], at, goesOn(text, at, at+size+digits))
}

// exponentE reads the "e-3" of "1e-3". Without a sign it takes a decimal number before it:
// "2E3" is a name.
func exponentE(text string, at, end int) (n, stop int) {
	if end >= len(text) || text[end] != 'e' && text[end] != 'E' {
		return 0, end
	}
	sign, size := minusAt(text[end+1:])
	if strings.HasPrefix(text[end+1:], "+") {
		sign, size = "+", 1
	}
	digits := leadingDigits(text[end+1+size:])
	stop = end + 1 + size + digits
	if sign == "" && !strings.ContainsAny(text[at:end], ".,") || wordEnd(text[stop:]) > 0 {
		return 0, end
	}
	return whole(strings.TrimPrefix(sign, "+")+text[end+1+size:stop], end, goesOn(text, end, stop))
}

// goesOn returns stop, or at where the number behind it goes on: "10^3.5".
func goesOn(text string, at, stop int) int {
	if numberEnd(text[stop:]) > 0 || len(text) > stop+1 && strings.IndexByte(".,/", text[stop]) >= 0 && isDigit(rune(text[stop+1])) {
		return at
	}
	return stop
}

// whole returns an exponent, with the end of what was read; at where it is none.
func whole(digits string, at, stop int) (n, end int) {
	n, err := strconv.Atoi(digits)
	if err != nil || n > maxTens || n < -maxTens {
		return 0, at
	}
	return n, stop
}

// minusAt returns the sign that text begins with, and its length.
func minusAt(text string) (sign string, size int) {
	for _, s := range []string{"-", "−", "–"} {
		if strings.HasPrefix(text, s) {
			return "-", len(s)
		}
	}
	return "", 0
}

// raised are the digits and signs that stand raised.
var raised = map[rune]string{'⁰': "0", '¹': "1", '²': "2", '³': "3", '⁴': "4", '⁵': "5", '⁶': "6", '⁷': "7", '⁸': "8", '⁹': "9", '⁻': "-", '⁺': ""}

// superscript returns the raised number that stands at a place, as digits.
func superscript(text string, at int) (digits string, stop int) {
	stop = at
	for _, r := range text[at:] {
		digit, ok := raised[r]
		if !ok {
			break
		}
		digits += digit
		stop += utf8.RuneLen(r)
	}
	return digits, stop
}

// inchSigns are what is written behind inches, and footSigns behind feet.
var (
	inchSigns = []string{`"`, "″", "”", "''", "’’", "′′"}
	footSigns = []string{"'", "’", "′"}
)

// inch is the unit that its signs stand for.
func inch() Unit { return MustUnit("in") }

// inches returns the length of the sign of inches at a place right behind a number; 0 for
// none. A sign that may close a quotation, or be of an angle, is none.
func inches(text string, end int) int {
	for _, sign := range inchSigns {
		if !strings.HasPrefix(text[end:], sign) {
			continue
		}
		next, _ := utf8.DecodeRuneInString(text[end+len(sign):])
		before := text[max(0, end-maxQuoted):end]
		if unicode.IsLetter(next) || unicode.IsDigit(next) || strings.ContainsAny(before, "“«") || quoted(before, sign) || strings.Contains(ending(before, maxAngle), "°") {
			return 0
		}
		return len(sign)
	}
	return 0
}

// How many bytes before a sign a quotation may be open, and an angle begin.
const (
	maxQuoted = 400
	maxAngle  = 16
)

func ending(text string, n int) string { return text[max(0, len(text)-n):] }

// quoted reports whether a quotation is open at the end of text: signs that no digit stands
// before open and close it.
func quoted(text, sign string) bool {
	open := false
	for i := 0; i+len(sign) <= len(text); {
		switch {
		case !strings.HasPrefix(text[i:], sign):
			i++
			continue
		case i == 0 || !isDigit(rune(text[i-1])):
			open = !open
		}
		i += len(sign)
	}
	return open
}

// feet reads feet with inches by their signs, in inches: 5'6", 5'-6 1/2". It returns where
// they end; at for none.
func feet(text string, at int) (value Number, stop int) {
	end := at + leadingDigits(text[at:])
	for _, sign := range footSigns {
		if end == at || end-at > 3 || !strings.HasPrefix(text[end:], sign) {
			continue
		}
		from := end + len(sign)
		from += len(text[from:]) - len(strings.TrimLeft(text[from:], " -"))
		digits := leadingDigits(text[from:])
		size := inches(text, from+digits)
		if digits == 0 || digits > 2 || from-end-len(sign) > 1 || size == 0 {
			continue
		}
		a, b := MustNumber(canonicalZeros(text[at:end])), MustNumber(canonicalZeros(text[from:from+digits]))
		if b.Cmp(NewNumber(12, 1)) >= 0 {
			continue
		}
		return a.Mul(NewNumber(12, 1)).Add(b), from + digits + size
	}
	return Number{}, at
}
