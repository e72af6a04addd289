package verify

import (
	"maps"
	"slices"
)

// factSet is a set of facts by their index.
type factSet []int

func (s factSet) has(index int) bool { return slices.Contains(s, index) }

// askedFacts returns what the rules about the measured parameter ask for, and
// the data of places.
func (d *decision) askedFacts() factSet {
	if d.asked != nil {
		return d.asked
	}
	set := slices.Clone(d.v.sited)
	for _, r := range d.candidates(d.subject) {
		for _, index := range r.turns {
			if !set.has(index) {
				set = append(set, index)
			}
		}
	}
	if set == nil {
		set = factSet{}
	}
	d.asked = set
	return set
}

// dependencies lists the facts a rule's verdict turns on, in order; of its
// exceptions it looks at the first ones only.
func dependencies(r *rule, exceptions int) []int {
	set := make(map[int]bool)
	for _, list := range [][]condition{r.when, r.unless[:exceptions]} {
		conditionFacts(list, set)
	}
	for _, v := range []value{r.value, r.min, r.max} {
		valueFacts(v, set)
	}
	return slices.Sorted(maps.Keys(set))
}

func conditionFacts(list []condition, set map[int]bool) {
	for _, c := range list {
		switch {
		case c.not != nil:
			conditionFacts([]condition{*c.not}, set)
		case c.all != nil:
			conditionFacts(c.all, set)
		case c.any != nil:
			conditionFacts(c.any, set)
		default:
			set[c.fact] = true
		}
	}
}

// valueFacts adds the facts a value turns on; of a term, those of its default.
func valueFacts(v value, set map[int]bool) {
	if v.formula != nil {
		for _, index := range v.formula.facts {
			set[index] = true
		}
	}
	if v.table == nil {
		return
	}
	set[v.table.fact] = true
	for _, cell := range v.table.cells {
		valueFacts(cell, set)
	}
}
