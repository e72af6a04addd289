package extractive

import (
	"regexp"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// value is an amount a sentence sets, with the condition it sets it under.
type value struct {
	ask.Quantity
	from      *statement
	shown     string         // as written, with its unit
	when      []ask.Quantity // amounts its condition compares with
	otherwise bool           // it is for all cases not named
	exception bool           // it stands behind "except"
}

// valuesOf reads the amounts of a sentence that answer a: those of the right
// dimension that are not themselves part of a condition.
//
// A condition opens with "when", "if", "for"... and belongs to the amount
// before it, or, where the sentence opens with it, to the one behind.
func (a *query) valuesOf(text string) []value {
	folded := strings.ReplaceAll(retrieval.Fold(text), "para que", "        ") // a purpose is no condition
	var list []value
	var waiting []ask.Quantity
	from, excepted := 0, false
	for _, q := range ask.Quantities(text) {
		if q.Reference {
			continue
		}
		between := folded[from:q.Start]
		from = q.End
		excepted = excepted || exceptionCue.MatchString(between)
		if conditionCue.MatchString(between) && !resumes(between) {
			if len(list) == 0 {
				waiting = append(waiting, q)
			} else {
				last := &list[len(list)-1]
				last.when = append(last.when, q)
			}
			continue
		}
		if a.property != nil && a.property.dimension != "" && q.Dimension() != a.property.dimension {
			continue
		}
		v := value{Quantity: q, shown: shown(text, q), when: waiting, exception: excepted}
		v.otherwise = elseCue.MatchString(firstClause(folded[q.End:])) || elseCue.MatchString(between)
		waiting = nil
		list = append(list, v)
	}
	return list
}

// resumes reports whether behind a condition the rule itself goes on: "..., en
// los que la altura será de".
func resumes(between string) bool {
	opened := conditionCue.FindAllStringIndex(between, -1)
	rest := between[opened[len(opened)-1][1]:]
	at := strings.LastIndex(rest, ",")
	return at >= 0 && (normCue.MatchString(rest[at:]) || valueCue.MatchString(rest[at:]))
}

func firstClause(s string) string {
	if i := strings.IndexAny(s, ",;"); i >= 0 {
		return s[:i]
	}
	return s
}

var unitBehind = regexp.MustCompile(`^[\s ]?[\p{L}%‰°ºµ€][\p{L}0-9²³/·().°º-]*`)

// shown cuts a quantity out of the text as it is written there.
func shown(text string, q ask.Quantity) string {
	for from := 0; ; {
		i := strings.Index(text[from:], q.Text)
		if i < 0 {
			return q.Text
		}
		from += i + len(q.Text)
		candidate := q.Text + strings.TrimRight(unitBehind.FindString(text[from:]), ".,;)-")
		if got := ask.Quantities(candidate); len(got) > 0 && got[0].Dimension() == q.Dimension() {
			if q.Dimension() == "" {
				return q.Text
			}
			return candidate
		}
	}
}

// holds reports whether an amount of the question meets a condition; known is
// false when they cannot be compared.
func holds(condition ask.Quantity, figures []ask.Quantity) (met, known bool) {
	for _, f := range figures {
		sign, ok := f.Compare(condition)
		if !ok || condition.Dir == ask.Unsaid {
			continue
		}
		if sign == 0 {
			return !condition.Strict, true
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
func (a *query) applies(text string) float64 {
	if len(a.figures) == 0 {
		return 1
	}
	met, unmet, open := 0, 0, 0
	for _, v := range a.valuesOf(text) {
		switch ok, known := a.meets(v); {
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
	for _, q := range ask.Quantities(text) {
		switch ok, known := holds(q, a.figures); {
		case known && ok:
			met++
		case known:
			unmet++
		}
	}
	switch {
	case unmet > 0:
		return otherCase
	case met > 0:
		return caseMet
	}
	return 1
}

// meets reports whether the question's amounts meet all conditions of a value;
// known is false for a value without condition, or one that cannot be compared.
func (a *query) meets(v value) (met, known bool) {
	met, known = true, len(v.when) > 0
	for _, c := range v.when {
		m, k := holds(c, a.figures)
		met, known = met && m, known && k
	}
	return met, known
}

// choose picks the value for the amounts the question gives; ok is false when
// the text leaves more than one open.
func (a *query) choose(values []value) (chosen value, ok bool) {
	var open []value
	refused := 0
	for _, v := range values {
		if v.exception {
			continue
		}
		switch met, known := a.meets(v); {
		case known && met:
			return v, true
		case known:
			refused++
		default:
			open = append(open, v)
		}
	}
	if refused > 0 {
		for _, v := range open {
			if v.otherwise {
				return v, true
			}
		}
	}
	if len(open) == 1 && len(open[0].when) == 0 && !open[0].otherwise {
		return open[0], true
	}
	return value{}, false
}
