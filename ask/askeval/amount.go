package askeval

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
)

// amount is a number of a text with what it is of.
type amount struct {
	start, end int // of the number, in bytes
	written    string
	value      quantity.Number
	unit       quantity.Unit // the zero Unit where none is written, or what is counted
	noun       string        // folded word behind a number without a unit: "circuitos"
	marked     bool          // stands behind a capital letter that it is a part of: "IDA 3"
}

// amounts finds the numbers of a text, in figures and in words, whichever of the two
// languages it is in: a thousand is "1.000" in Spanish and "1,000" in English, and what may
// be thousands is.
func amounts(text string) []amount {
	list := amountsIn(text, "es")
	for _, a := range amountsIn(text, "en") {
		i := slices.IndexFunc(list, func(b amount) bool { return b.start == a.start })
		switch {
		case i < 0:
			list = append(list, a)
		case list[i].unit.IsZero() && !a.unit.IsZero(), a.unit.IsZero() == list[i].unit.IsZero() && a.value.Cmp(list[i].value) > 0:
			list[i] = a
		}
	}
	return list
}

func amountsIn(text, lang string) []amount {
	var list []amount
	for _, f := range quantity.Figures(text, lang, &quantity.FigureOptions{Words: true}) {
		if f.Article {
			continue
		}
		for _, p := range f.Parts {
			list = append(list, amountOf(text, p))
		}
	}
	for i := len(list) - 2; i >= 0; i-- { // "5,00 × 2,20 m"
		if a, next := &list[i], &list[i+1]; a.unit.IsZero() && a.end <= next.start && joins(text[a.end:next.start]) {
			if a.unit = next.unit; !a.unit.IsZero() {
				a.noun = ""
			}
		}
	}
	return list
}

func amountOf(text string, p quantity.Found) amount {
	a := amount{start: p.Start, end: p.End, unit: p.Unit, value: p.Value}
	a.written = text[p.Start : p.Start+numberLength(text[p.Start:p.End])]
	if kind := a.unit.Kind(); kind == quantity.Count || kind == quantity.Class {
		a.unit = quantity.Unit{}
	}
	if a.unit.IsZero() {
		a.end = p.Start + len(a.written)
		if word := firstWord(strings.TrimLeft(text[a.end:], " \u00a0")); len(word) > 2 && !strings.HasPrefix(text[a.end:], word) {
			a.noun = retrieval.Fold(word)
		}
	}
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text[:a.start], " \u00a0-"))
	a.marked = unicode.IsUpper(before)
	return a
}

// numberLength is how long the number is that a quantity begins with: its digits, or its
// first word.
func numberLength(text string) int {
	if word := firstWord(text); word != "" {
		return len(word)
	}
	number := text
	if end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsDigit(r) && !strings.ContainsRune(".,/ \u00a0\u202f", r) }); end >= 0 {
		number = text[:end]
	}
	return len(strings.TrimRight(number, ".,/ \u00a0\u202f"))
}

// joins reports whether only a word or a sign that joins two numbers stands between them.
func joins(between string) bool {
	between = strings.TrimSpace(between)
	return utf8.RuneCountInString(between) <= 3 && !strings.ContainsAny(between, ".,;:|")
}

// firstWord are the letters a text begins with.
func firstWord(text string) string {
	if end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		return text[:end]
	}
	return text
}

// same reports whether b is the amount a, in the same unit or in another of its
// kind. Where a has no unit any unit of b will do.
func (a amount) same(b amount) bool {
	if a.unit.IsZero() {
		return a.value.Equal(b.value) && (a.noun == "" || alike(a.noun, b.noun))
	}
	if b.unit.IsZero() {
		return false
	}
	v, err := quantity.Convert(b.value, b.unit, a.unit, quantity.SameKind)
	return err == nil && v.Equal(a.value)
}

// alike reports whether two words begin alike, as singular and plural do.
func alike(a, b string) bool {
	const stem = 5
	cut := func(s string) string { return s[:min(len(s), stem)] }
	return cut(a) == cut(b)
}
