package extractive

import (
	"github.com/reglookup/regengine/ask"
)

// holds reports whether an amount of the question meets a condition; known is
// false when they cannot be compared, for want of a common unit or because they
// are of different properties.
func holds(condition ask.Quantity, figures []ask.Quantity) (met, known bool) {
	for _, f := range figures {
		sign, ok := f.Compare(condition)
		if !ok || condition.Dir == ask.Unsaid || f.Of != nil && condition.Of != nil && !f.Of.Kin(condition.Of) {
			continue
		}
		if sign == 0 {
			return atBound(condition, f), true
		}
		if undecided(f, sign) {
			continue
		}
		return (sign < 0) == (condition.Dir == ask.Maximum), true
	}
	return false, false
}

// caseMet raises a statement made for the very case of the question.
const caseMet = 1.15

// otherCase lowers one made for another case.
const otherCase = 0.75

// applies tells whether the amounts a statement sets are for the case the
// question describes: 1 when nothing speaks against it, more when its condition
// is met, less when every one of them is for another case.
func (a *query) applies(values []value) float64 {
	if len(a.figures) == 0 {
		return 1
	}
	met, unmet, open := 0, 0, 0
	for _, v := range values {
		switch ok, known := a.meets(&v); {
		case v.exception:
		case known && ok:
			met++
		case known:
			unmet++
		default:
			open++
		}
	}
	switch {
	case met > 0:
		return caseMet
	case unmet > 0 && open == 0:
		return otherCase
	}
	return 1
}

// fits tells whether the bounds a statement names hold for the amounts of the
// question: where it has no value to set, its bounds are its conditions.
func (a *query) fits(text string) float64 {
	met, unmet := 0, 0
	for _, b := range bracketsOf(text) {
		switch ok, known := b.holds(a.figures); {
		case known && ok:
			met++
		case known:
			unmet++
		}
	}
	switch ok, known := a.countMet(text); {
	case known && ok:
		met++
	case known:
		unmet++
	}
	switch {
	case met > 0:
		return caseMet
	case unmet > 0:
		return otherCase
	}
	return 1
}

// meets reports whether the question's amounts meet all conditions of a value;
// known is false for a value without condition, or one that cannot be compared.
func (a *query) meets(v *value) (met, known bool) {
	met, known = true, len(v.when) > 0
	for _, c := range v.when {
		m, k := holds(c, a.figures)
		met, known = met && m, known && k
	}
	return met, known
}

// choose keeps the values for the amounts the question gives: those whose
// condition they meet, or, where they refuse some, those for all other cases;
// else every one that is not refused.
func (a *query) choose(values []value) []value {
	var met, open, rest []value
	refused := 0
	for _, v := range values {
		switch ok, known := a.meets(&v); {
		case v.exception:
		case known && ok:
			met = append(met, v)
		case known:
			refused++
		default:
			if open = append(open, v); v.otherwise {
				rest = append(rest, v)
			}
		}
	}
	switch {
	case len(met) > 0:
		return met
	case refused > 0 && len(rest) > 0:
		return rest
	}
	return open
}

// forOtherCase reports whether a statement is, by an amount of its condition, for a case
// the question is not of: "anchura menor que 40 cm" where it says 60 cm. The amounts of
// what is asked for are none of the condition.
func (a *query) forOtherCase(s *statement) bool {
	if a.kind != howMuch || a.property == nil || s.row >= 0 {
		return false
	}
	unmet := false
	for _, q := range quantitiesOf(s.text) {
		if q.Reference || q.Of == nil || q.Of.Generic() || q.Of.Kin(a.property) {
			continue
		}
		for _, f := range a.figures {
			if f.Of == nil || !f.Of.Kin(q.Of) {
				continue
			}
			switch met, known := holds(q, []ask.Quantity{f}); {
			case known && met, !known:
				return false
			}
			unmet = true
		}
	}
	return unmet
}
