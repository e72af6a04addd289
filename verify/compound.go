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
	timed                     // a word of multiplication, which may be another one: "por", "by"
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
			return timed
		}
	}
	return separate
}

// joinParts marks the numbers of a text in a language that say a quantity only together
// with another number, or a word.
func (t *tongues) joinParts(words []word, lang string) {
	last := -1
	for i := range words {
		if words[i].number == nil {
			continue
		}
		if last >= 0 && t.isCompound(words, last, i) {
			words[last].part, words[i].part = true, true
		}
		words[i].part = words[i].part || t.goesOn(words, i, lang) || t.doubled(words, i) || t.plusOthers(words, i)
		last = i
	}
}

// goesOn reports whether the number at words[i] goes on in words of the text's language:
// "6 m fifty", "6 m and a half", not "3 m half landing".
func (t *tongues) goesOn(words []word, i int, lang string) bool {
	clause, k := words[i].clause, i+1
	for k < len(words) && (words[k].is(joinsAnd) || k > i+1 && (words[k].role == article || words[k].role == link)) {
		k++
	}
	if k >= len(words) || words[k].clause != clause || words[k].number != nil || !quantity.IsNumeral(words[k].text, lang) {
		return false
	}
	if k+1 >= len(words) || words[k+1].clause != clause || !words[k+1].weighs() {
		return true
	}
	_, err := quantity.ParseUnitIn(words[k+1].text, lang)
	return err == nil
}

// doubled reports whether a word before the number at words[i] multiplies it: "twice 4
// m", "el doble de 4 m".
func (t *tongues) doubled(words []word, i int) bool {
	for i--; i >= 0 && words[i].role == link; i-- {
	}
	return i >= 0 && t.twice[words[i].fold]
}

// plusOthers reports whether something without a number is added to the one at words[i]:
// "150 personas más el personal", not "3 m más ancha".
func (t *tongues) plusOthers(words []word, i int) bool {
	k := i + 1
	if words[i].counted {
		k++ // what is counted
	}
	if k+1 >= len(words) || words[k].clause != words[i].clause || !t.plus[words[k].fold] {
		return false
	}
	next := k + 1
	for next < len(words) && words[next].role == article {
		next++
	}
	return next < len(words) && words[next].weighs() && (next > k+1 || !words[k].is(saysMore))
}

// weighs reports whether a word is one of weight, which says what something is.
func (w *word) weighs() bool { return w.role == plainWord && !w.neutral && w.number == nil }

// isCompound reports whether the number at words[i] and the next one, at words[k],
// are parts of one quantity.
func (t *tongues) isCompound(words []word, i, k int) bool {
	a, b := &words[i], &words[k]
	switch b.hangs {
	case added:
		return true
	case multiplied:
		return a.number.isWhole() && a.unit.IsZero() || b.counted || !a.unit.IsZero() && b.factor()
	case timed:
		return a.bare() && (b.counted || !b.unit.IsZero()) || a.counted && b.counted || !a.unit.IsZero() && b.factor()
	case adjoining:
		return continues(words, i, k)
	case enumerated:
		return sameCounted(a, b) && !t.perBehind(words, k)
	case separate:
		return t.sumsUp(words, i, k)
	}
	return false
}

// perBehind reports whether what the number at words[k] counts is for each of
// something: "1 person per 10 m²".
func (t *tongues) perBehind(words []word, k int) bool {
	for _, w := range words[k+1 : min(len(words), k+3)] {
		if w.is(saysEach) || slices.ContainsFunc(t.each, func(wording []string) bool { return wording[0] == w.fold }) {
			return true
		}
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
	a, b := &words[i], &words[k]
	if joint < 0 || b.clause > a.clause+1 || a.measuresElse(b) || t.bounded(words, i) || t.bounded(words, k) {
		return false
	}
	if words[k-1].is(saysMore) || endsWithMore(words, k) {
		return true // "and another 4 m", "and 4 m more"
	}
	if sameCounted(a, b) {
		return true // "a hall of 150 people and a foyer of 60 people"
	}
	if !onlyLittle(words[joint+1 : k]) {
		return false // "a room of 200 m² and a door of 4 m²"
	}
	directly := joint+1 == k
	switch {
	case a.counted || b.counted:
		return a.counted && b.bare() || b.counted && a.bare() && directly && joint == i+1
	case a.unit.IsZero():
		return false
	case b.unit.IsZero():
		return directly && joint == i+1 && a.unit.Kind() == lengthKind
	}
	return directly && subdivides(words, i, k) || extensive(a.unit) && a.unit.Kind() == b.unit.Kind()
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

// bounded reports whether a comparator stands before the number at words[i]: "30
// persons and at most 40 persons" are bounds.
func (t *tongues) bounded(words []word, i int) bool {
	op, _ := t.comparatorBefore(words[:i])
	return op != "="
}

// endsWithMore reports whether the clause of the number at words[k] ends with a word that
// says it comes on top: "4 m more".
func endsWithMore(words []word, k int) bool {
	return k+1 < len(words) && words[k+1].clause == words[k].clause && words[k+1].is(saysMore) &&
		(k+2 == len(words) || words[k+2].clause != words[k].clause)
}

// onlyLittle reports whether words hold nothing of weight.
func onlyLittle(words []word) bool {
	return !slices.ContainsFunc(words, func(w word) bool { return w.weighs() })
}

// opensRange reports whether a range begins behind w: "between".
func (t *tongues) opensRange(w *word) bool {
	return slices.ContainsFunc(t.languages, func(l *language) bool { return l.between[0] != "" && w.fold == l.between[0] })
}

// bare reports whether w is a number that nothing says what of.
func (w *word) bare() bool { return w.unit.IsZero() && !w.counted && w.number.isWhole() }

// factor reports whether w may be how often there is something.
func (w *word) factor() bool {
	return w.bare() && w.number.lo.Cmp(quantity.NewNumber(mostTimes, 1)) < 0
}

// mostTimes is less than a year.
const mostTimes = 1000

// sameCounted reports whether two numbers count the same.
func sameCounted(a, b *word) bool { return a.counted && b.counted && a.noun == b.noun }

const lengthKind quantity.Kind = "length"

// extensive reports whether two quantities in a unit are more often added up than
// alternatives of each other.
func extensive(u quantity.Unit) bool { return u.Kind() == "area" || u.Kind() == "volume" }

// smaller returns how much of v a smaller unit u of the same kind is; ok is false where
// it is none.
func smaller(u, v quantity.Unit) (ratio quantity.Number, ok bool) {
	one := quantity.NewNumber(1, 1)
	ratio, err := quantity.Convert(one, u, v, quantity.SameKind)
	return ratio, err == nil && ratio.Cmp(one) < 0
}
