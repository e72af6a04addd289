package verify

import (
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// What a person reads without stumbling: short numbers, and what must not be so said in
// plain words.

// maxPlaces is the most decimals a person reads a limit with, and longDecimals how many
// there are of one that was computed.
const (
	maxPlaces    = 4
	longDecimals = 6
)

// readable writes a limit for a person: one with many decimals rounded, towards the
// safe side, to those that say something.
func readable(n quantity.Number, dir rules.Direction) string {
	exact := shown(n, dir)
	whole, decimals, _ := strings.Cut(exact.String(), ".")
	if len(decimals) <= longDecimals || strings.TrimLeft(whole+decimals, "-0") == "" {
		return exact.String()
	}
	places := max(2, maxPlaces-len(strings.TrimLeft(whole, "-0")))
	for places < len(decimals) && strings.Trim(whole+decimals[:places], "-0") == "" {
		places++
	}
	unit := quantity.NewNumber(1, 1)
	for range places {
		unit, _ = unit.Quo(quantity.NewNumber(10, 1))
	}
	steps, _ := n.Quo(unit)
	low := steps.Floor()
	if dir == rules.Minimum && !steps.IsInt() {
		low = low.Add(quantity.NewNumber(1, 1))
	}
	return low.Mul(unit).String()
}

// denied writes that a condition does not hold: the other values of a category, the
// other side of a bound, and of several parts each for itself.
func (d describer) denied(c rules.Condition, compiled *condition) string {
	if f := d.v.factByID(c.Fact); f != nil && f.Kind == rules.BooleanFact {
		c.Texts = []string{flip(c.Texts[0], true)}
		return d.simple(c)
	}
	switch {
	case c.Not != nil:
		return d.condition(*c.Not, compiled.not)
	case len(c.All) > 0:
		return d.any(denials(c.All), deniedConditions(compiled.all))
	case len(c.Any) > 0:
		return strings.Join(d.list(denials(c.Any), deniedConditions(compiled.any)), d.say(msgAnd))
	}
	f := d.v.factByID(c.Fact)
	switch {
	case f != nil && f.Kind == rules.QuantityFact && opposite[c.Op] != "":
		c.Op = opposite[c.Op]
		return d.simple(c)
	case f != nil && (f.Kind == rules.CategoryFact || f.Kind == rules.TextFact) && (c.Op == "is" || c.Op == "in"):
		return d.say(msgLabelled, d.text(f.Label), d.say(msgOtherThan, d.names(f, c)))
	}
	return d.say(msgNot, d.condition(c, compiled))
}

// denials and deniedConditions deny each part of a condition.
func denials(list []rules.Condition) []rules.Condition {
	out := make([]rules.Condition, len(list))
	for i := range list {
		out[i] = rules.Condition{Not: &list[i]}
	}
	return out
}

func deniedConditions(list []condition) []condition {
	out := make([]condition, len(list))
	for i := range list {
		out[i] = condition{not: &list[i]}
	}
	return out
}
