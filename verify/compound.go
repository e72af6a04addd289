package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// Numbers that say a quantity only together: "30 + 30 persons", "2 x 30 persons", "12 m 50
// cm", "12 1/2 m". None of them is the quantity. What words join ("and another 30") is
// said in no closed form.

// hanging is how a number hangs on the one before it.
type hanging uint8

const (
	separate   hanging = iota // words stand between, or it is the first
	adjoining                 // nothing but blanks
	added                     // a plus
	multiplied                // a sign of multiplication
)

// hangingOf tells what stands between two quantities.
func hangingOf(between string) hanging {
	switch strings.Trim(between, " \t\u00a0\u202f(),") {
	case "":
		if !strings.ContainsAny(between, "(),") { // "12 m (50 cm)"
			return adjoining
		}
	case "+", "&":
		return added
	case "×", "x", "X", "*", "·":
		return multiplied
	}
	return separate
}

// joinParts marks the numbers of a text that say a quantity only together with another.
func joinParts(words []word) {
	last := -1
	for i := range words {
		if words[i].number == nil {
			continue
		}
		if last >= 0 && isCompound(words, last, i) {
			words[last].part, words[i].part = true, true
		}
		last = i
	}
}

// weighs reports whether a word is one of weight, which says what something is.
func (w *word) weighs() bool { return w.role == plainWord && !w.neutral && w.number == nil }

// isCompound reports whether the number at words[i] and the next one, at words[k],
// are parts of one quantity.
func isCompound(words []word, i, k int) bool {
	a, b := &words[i], &words[k]
	switch b.hangs {
	case added:
		return true
	case multiplied:
		return a.number.IsWhole() && a.unit.IsZero() || b.counted || !a.unit.IsZero() && b.bare()
	case adjoining:
		return continues(words, i, k)
	case separate:
	}
	return false
}

// continues reports whether the number at words[k], right behind the one at words[i],
// goes on with the same quantity: "12 m 50", "12 m 50 cm", "12 1/2 m", "1 200".
func continues(words []word, i, k int) bool {
	a, b := &words[i], &words[k]
	switch {
	case a.unit.IsZero():
		return a.bare() && (strings.Contains(b.text, "/") || numeral(b.text) == 3) // "12 1/2 m", "1 200 personas"
	case b.unit.IsZero():
		return !b.counted
	}
	return subdivides(words, i, k)
}

// subdivides reports whether the number at words[k] is the rest of the one at words[i]
// in a smaller unit: "4 m y 50 cm de caída", not "4 m y 90 cm de altura", which names a
// dimension of its own, nor "4 m and 10 mm glass".
func subdivides(words []word, i, k int) bool {
	ratio, ok := smaller(words[k].unit, words[i].unit)
	if !ok {
		return false
	}
	next := k + 1
	for next < len(words) && (words[next].role == link || words[next].role == article) {
		next++
	}
	if next >= len(words) || words[next].clause != words[k].clause || !words[next].weighs() && !words[next].is(namesDimension) {
		return true
	}
	return !words[next].is(namesDimension) && ratio.Cmp(quantity.NewNumber(1, 100)) >= 0
}

// measuresElse reports whether two numbers are of different things: persons and doors,
// metres and persons.
func (w *word) measuresElse(b *word) bool {
	switch {
	case w.counted && b.counted:
		return w.noun != b.noun
	case !w.unit.IsZero() && !b.unit.IsZero():
		return w.unit.Kind() != b.unit.Kind()
	}
	return w.counted && !b.unit.IsZero() || b.counted && !w.unit.IsZero()
}

// opensRange reports whether a range begins behind w: "between".
func (t *mergedLanguages) opensRange(w *word) bool {
	return slices.ContainsFunc(t.languages, func(l *grammar) bool { return l.between[0] != "" && w.fold == l.between[0] })
}

// bare reports whether w is a number that nothing says what of.
func (w *word) bare() bool { return w.unit.IsZero() && !w.counted && w.number.IsWhole() }

// smaller returns how much of v a smaller unit u of the same kind is; ok is false where
// it is none.
func smaller(u, v quantity.Unit) (ratio quantity.Number, ok bool) {
	one := quantity.NewNumber(1, 1)
	ratio, err := quantity.Convert(one, u, v, quantity.SameKind)
	return ratio, err == nil && ratio.Cmp(one) < 0
}
