package understand

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// How numbers, their signs and what stands behind them are taken out of a text.

// minus returns the sign that the number behind a stretch of text has; "" for none:
// behind a letter or a number a dash joins or separates.
func minus(before string) string {
	for _, sign := range []string{"-", "−"} {
		rest, found := strings.CutSuffix(before, sign)
		if !found {
			continue
		}
		r, _ := utf8.DecodeLastRuneInString(rest)
		words := strings.TrimRight(rest, " \u00a0\u202f")
		last, _ := utf8.DecodeLastRuneInString(words)
		if words != "" && last != ':' && (unicode.IsSpace(r) || r == '(') && words != rest || words != "" && (last == '(' || last == ':') {
			return sign
		}
	}
	return ""
}

// numeral returns the length of the number text begins with; a space may set
// thousands apart.
func numeral(text string) int {
	for i, r := range text {
		if !unicode.IsDigit(r) && r != '.' && r != ',' && r != '/' && !thousands(text[i:]) {
			return i
		}
	}
	return len(text)
}

// thousands reports whether text goes on with a space and three digits.
func thousands(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	digits := strings.TrimLeft(text[size:], "0123456789")
	return unicode.IsSpace(r) && len(text)-size-len(digits) == 3
}

// quantities adds a quantity. "4/8 m" is two: what has a unit is no fraction.
func (b *phraseBuilder) quantities(text string, q quantity.Quantity) {
	first, rest, cut := strings.Cut(text[:numeral(text)], "/")
	if !cut || q.Unit.IsZero() || q.Unit.IsRatio() {
		b.quantity(text, q)
		return
	}
	for _, part := range []string{first, rest} {
		if n, ok := quantity.ParseDecimal(part, b.lang); ok {
			b.quantity(part, quantity.Quantity{Value: n, Unit: q.Unit})
			b.Words[len(b.Words)-1].Text = text // "1/2"
		}
	}
}

func (b *phraseBuilder) quantity(text string, q quantity.Quantity) {
	value := q.Value
	b.Words = append(b.Words, Word{Text: text, Fold: text, Stem: "#", Chunk: b.chunk, Clause: b.clause, Closed: b.closed, Opener: b.opener,
		Number: &quantity.Interval{Lo: &value, Hi: &value}, Unit: q.Unit})
}

// primes reports whether text, behind a number, begins with a sign such as those of
// feet and inches.
func (b *phraseBuilder) primes(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	if !strings.ContainsRune("'’′″\"", r) || len(b.Words) == 0 || b.Words[len(b.Words)-1].Number == nil || b.apart {
		return false
	}
	next, _ := utf8.DecodeRuneInString(text[size:])
	return !unicode.IsLetter(next) && !unicode.IsDigit(next)
}
