package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/verify/quantity"
)

// Numbers that say a quantity only together: "30 persons + 30 persons", "2 x 30
// persons", "12 m 50 cm", "12 1/2 m", "200 m² and 300 m²". None of them is the
// quantity, and none is one of several readings of it.

// hanging is how a number hangs on the one before it.
type hanging uint8

const (
	separate   hanging = iota // words stand between, or it is the first
	adjoining                 // nothing but blanks
	enumerated                // a comma
	added                     // a plus, as a sign or a word
	multiplied                // a sign of multiplication
)

// hangingOf tells what stands between two quantities.
func (t *tongues) hangingOf(between string) hanging {
	switch sign := strings.Trim(between, " \t\u00a0\u202f(),"); sign {
	case "":
		switch {
		case strings.ContainsAny(between, "()"): // "12 m (50 cm)"
			return separate
		case strings.Contains(between, ","):
			return enumerated
		}
		return adjoining
	case "+", "&":
		return added
	case "×", "x", "X", "*", "·":
		return multiplied
	default:
		switch words := fold(sign); {
		case t.plus[words]:
			return added
		case t.times[words]:
			return multiplied
		}
	}
	return separate
}

// joinParts marks the numbers that say a quantity only together with another.
func (t *tongues) joinParts(words []word) {
	last := -1
	for i := range words {
		if words[i].number == nil {
			continue
		}
		if last >= 0 && t.isCompound(words, last, i) {
			words[last].part, words[i].part = true, true
		}
		words[i].part = words[i].part || t.goesOn(words, i)
		last = i
	}
}

// goesOn reports whether the number at words[i] goes on in words: "6 m fifty", "6 m
// and a half".
func (t *tongues) goesOn(words []word, i int) bool {
	clause, k := words[i].clause, i+1
	for k < len(words) && (words[k].is(joinsAnd) || k > i+1 && words[k].role == article) {
		k++
	}
	return k < len(words) && words[k].clause == clause && words[k].number == nil &&
		slices.ContainsFunc(t.languages, func(l *language) bool { return quantity.IsNumeral(words[k].text, l.lang) })
}

// isCompound reports whether the number at words[i] and the next one, at words[k],
// are parts of one quantity.
func (t *tongues) isCompound(words []word, i, k int) bool {
	a, b := &words[i], &words[k]
	switch b.hangs {
	case added:
		return true
	case multiplied:
		return a.number.isWhole() && a.unit.IsZero() || b.counted || !a.unit.IsZero() && b.bare()
	case adjoining:
		return a.continues(b)
	case enumerated:
		return sameCounted(a, b)
	case separate:
		return t.sumsUp(words, i, k)
	}
	return false
}

// continues reports whether b, right behind a, goes on with the same quantity:
// "12 m 50", "12 m 50 cm", "12 1/2 m".
func (w *word) continues(b *word) bool {
	switch {
	case w.unit.IsZero():
		return w.bare() && strings.Contains(b.text, "/")
	case b.unit.IsZero():
		return !b.counted
	}
	return smaller(b.unit, w.unit)
}

// sumsUp reports whether "and" joins two numbers that are no alternatives: persons
// and persons, areas, metres and centimetres. "5 m and 9 m" may be either.
func (t *tongues) sumsUp(words []word, i, k int) bool {
	if i > 0 && t.opensRange(&words[i-1]) {
		return false // "between 3 and 6"
	}
	joint := -1
	for n := i + 1; n < k; n++ {
		switch w := &words[n]; {
		case w.is(joinsOr) || n+1 == k && w.is(reachesUntil):
			return false
		case w.is(joinsAnd):
			joint = n
		}
	}
	if joint < 0 {
		return false
	}
	if words[k-1].is(saysMore) || k+1 < len(words) && words[k+1].is(saysMore) {
		return true // "and another 4 m", "and 4 m more"
	}
	a, b := &words[i], &words[k]
	directly := joint+1 == k
	switch {
	case a.counted || b.counted:
		return sameCounted(a, b) || a.counted && b.bare() && onlyLittle(words[joint+1:k]) || b.counted && a.bare() && directly && joint == i+1
	case a.unit.IsZero():
		return false
	case b.unit.IsZero():
		return directly && joint == i+1 && a.unit.Kind() == lengthKind
	}
	return directly && smaller(b.unit, a.unit) || extensive(a.unit) && a.unit.Kind() == b.unit.Kind()
}

// onlyLittle reports whether words hold nothing of weight.
func onlyLittle(words []word) bool {
	return !slices.ContainsFunc(words, func(w word) bool { return w.role == plainWord && !w.neutral })
}

// opensRange reports whether a range begins behind w: "between".
func (t *tongues) opensRange(w *word) bool {
	return slices.ContainsFunc(t.languages, func(l *language) bool { return l.between[0] != "" && w.fold == l.between[0] })
}

// bare reports whether w is a number that nothing says what of.
func (w *word) bare() bool { return w.unit.IsZero() && !w.counted && w.number.isWhole() }

// sameCounted reports whether two numbers count the same.
func sameCounted(a, b *word) bool { return a.counted && b.counted && a.noun == b.noun }

const lengthKind quantity.Kind = "length"

// extensive reports whether two quantities in a unit are more often added up than
// alternatives of each other.
func extensive(u quantity.Unit) bool { return u.Kind() == "area" || u.Kind() == "volume" }

// smaller reports whether u is a smaller unit than v of the same kind: "12 m 50 cm".
func smaller(u, v quantity.Unit) bool {
	one, err := quantity.Convert(quantity.NewNumber(1, 1), u, v, quantity.SameKind)
	return err == nil && one.Cmp(quantity.NewNumber(1, 1)) < 0
}
