package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/rules"
)

// passesBySilence reports whether a value complies only under a rule that applies
// for some values of a quantity nobody stated, while no rule is known for the
// others: "azotea, pendiente" meets the rule about drops of up to 5 cm. A rule
// that may well be about something else is no reason for a pass.
func (d *decision) passesBySilence(list []*rule, t tally) bool {
	if !t.silent || len(t.failing) > 0 || !d.silentInside(list) {
		return false
	}
	for _, v := range t.passing {
		if !d.turnsOnQuantity(v.governing.rule.when) {
			return false
		}
	}
	return len(t.passing) > 0
}

// silentInside reports whether no rule applies under some reading although one of the
// versions is about it: that a version is not about something is no gap in it.
func (d *decision) silentInside(list []*rule) bool {
	inside := false
	var last verdict
	d.v.worlds(reduce(list, d.base), d.base, func(left []*live, world []knowledge) bool {
		last = d.question.decide(left, world, last)
		inside = !last.decided && slices.ContainsFunc(list, func(r *rule) bool { return allOf(r.about, world) != no })
		return !inside
	})
	return inside
}

// turnsOnQuantity reports whether one of the conditions is open because of a
// quantity that nobody stated.
func (d *decision) turnsOnQuantity(list []condition) bool {
	for i := range list {
		if list[i].eval(d.base) != maybe {
			continue
		}
		set := make(map[int]bool)
		conditionFacts(list[i:i+1], set)
		for index := range set {
			if f := d.v.facts[index]; f.Kind == rules.QuantityFact && d.base[index].unknown() {
				return true
			}
		}
	}
	return false
}
