package understand

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
func joinParts(words []Word) {
	last := -1
	for i := range words {
		if words[i].Number == nil {
			continue
		}
		if last >= 0 && isCompound(words, last, i) {
			words[last].Part, words[i].Part = true, true
		}
		last = i
	}
}

// Weighs reports whether a word is one of weight, which says what something is.
func (w *Word) Weighs() bool { return w.Role == PlainWord && !w.Neutral && w.Number == nil }

// isCompound reports whether the number at words[i] and the next one, at words[k],
// are parts of one quantity.
func isCompound(words []Word, i, k int) bool {
	a, b := &words[i], &words[k]
	switch b.hangs {
	case added:
		return true
	case multiplied:
		return a.Number.IsWhole() && a.Unit.IsZero() || b.Counted || !a.Unit.IsZero() && b.Bare()
	case adjoining:
		return continues(words, i, k)
	case separate:
	}
	return false
}

// continues reports whether the number at words[k], right behind the one at words[i],
// goes on with the same quantity: "12 m 50", "12 m 50 cm", "12 1/2 m", "1 200".
func continues(words []Word, i, k int) bool {
	a, b := &words[i], &words[k]
	switch {
	case a.Unit.IsZero():
		return a.Bare() && (strings.Contains(b.Text, "/") || numeral(b.Text) == 3) // "12 1/2 m", "1 200 personas"
	case b.Unit.IsZero():
		return !b.Counted
	}
	return subdivides(words, i, k)
}

// subdivides reports whether the number at words[k] is the rest of the one at words[i]
// in a smaller unit: "4 m y 50 cm de caída", not "4 m y 90 cm de altura", which names a
// dimension of its own, nor "4 m and 10 mm glass".
func subdivides(words []Word, i, k int) bool {
	ratio, ok := smaller(words[k].Unit, words[i].Unit)
	if !ok {
		return false
	}
	next := k + 1
	for next < len(words) && (words[next].Role == LinkWord || words[next].Role == article) {
		next++
	}
	if next >= len(words) || words[next].Clause != words[k].Clause || !words[next].Weighs() && !words[next].Is(NamesDimension) {
		return true
	}
	return !words[next].Is(NamesDimension) && ratio.Cmp(quantity.NewNumber(1, 100)) >= 0
}

// measuresElse reports whether two numbers are of different things: persons and doors,
// metres and persons.
func (w *Word) measuresElse(b *Word) bool {
	switch {
	case w.Counted && b.Counted:
		return w.Noun != b.Noun
	case !w.Unit.IsZero() && !b.Unit.IsZero():
		return w.Unit.Kind() != b.Unit.Kind()
	}
	return w.Counted && !b.Unit.IsZero() || b.Counted && !w.Unit.IsZero()
}

// OpensRange reports whether a range begins behind w: "between".
func (t *Languages) OpensRange(w *Word) bool {
	return slices.ContainsFunc(t.languages, func(l *Language) bool { return l.between[0] != "" && w.Fold == l.between[0] })
}

// Bare reports whether w is a number that nothing says what of.
func (w *Word) Bare() bool { return w.Unit.IsZero() && !w.Counted && w.Number.IsWhole() }

// smaller returns how much of v a smaller unit u of the same kind is; ok is false where
// it is none.
func smaller(u, v quantity.Unit) (ratio quantity.Number, ok bool) {
	one := quantity.NewNumber(1, 1)
	ratio, err := quantity.Convert(one, u, v, quantity.SameKind)
	return ratio, err == nil && ratio.Cmp(one) < 0
}
