package extractive

import (
	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// bracket is the bounds that make up one condition: two where they stand together
// and open towards each other ("de más de 15 m y hasta 28 m"), else one.
type bracket []ask.Quantity

// bracketGap stands between the two bounds of one condition.
var bracketGap = lazyregexp.New(`^[^,;.:\n]{0,30}\b(?:y|e|a|and|but|pero|to)\b[^,;.:\n]{0,30}$`)

// bracketsOf reads the conditions that the amounts of a text make.
func bracketsOf(text string) []bracket {
	var list []bracket
	folded := retrieval.Fold(text)
	for _, q := range quantitiesOf(text) {
		if q.Reference || q.Dir == ask.Unsaid {
			continue
		}
		if n := len(list); n > 0 && len(list[n-1]) == 1 && list[n-1][0].Dimension() == "" && q.Dimension() != "" && bracketGap.MatchString(folded[list[n-1][0].End:q.Start]) {
			list[n-1][0] = list[n-1][0].In(q) // "de más de 20 y hasta 30 kW" says the unit once
		}
		if n := len(list); n > 0 && len(list[n-1]) == 1 && closes(list[n-1][0], q, folded) {
			list[n-1] = append(list[n-1], q)
			continue
		}
		list = append(list, bracket{q})
	}
	return list
}

// closes reports whether an amount is the other end of the condition that one
// before it opens.
func closes(open, q ask.Quantity, folded string) bool {
	sign, ok := open.Compare(q)
	if !ok || open.Dir == q.Dir || (sign < 0) != (open.Dir == ask.Minimum) || sign == 0 {
		return false
	}
	return open.End <= q.Start && bracketGap.MatchString(folded[open.End:q.Start])
}

// holds reports whether amounts meet all bounds of a condition; known is false
// where one of them cannot be compared.
func (b bracket) holds(figures []ask.Quantity) (met, known bool) {
	met = true
	for _, bound := range b {
		ok, sure := holds(bound, figures)
		if !sure {
			return false, false
		}
		met = met && ok
	}
	return met, true
}

// atBound reports whether an amount that is as large as a bound meets it. One that is
// itself a comparison ("less than 6 %") meets what opens the same way.
func atBound(condition, f ask.Quantity) bool {
	if f.Strict && f.Dir != ask.Unsaid {
		return f.Dir == condition.Dir
	}
	return !condition.Strict
}

// undecided reports whether an amount that is itself a comparison leaves open on
// which side of another it lies: of "more than 4 m" nobody knows whether it is
// below 6 m.
func undecided(f ask.Quantity, sign int) bool {
	return f.Strict && (f.Dir == ask.Maximum && sign > 0 || f.Dir == ask.Minimum && sign < 0)
}
