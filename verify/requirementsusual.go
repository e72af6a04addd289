package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/rules"
)

// What is assumed of a fact may be the usual case: another is listed only where it is
// said, or where no list without it would be right.

// isUsual reports whether what is assumed of a fact is the usual case here.
func (d *decision) isUsual(index int) bool {
	f := d.v.facts[index]
	return f.Usual != nil && !d.listing.unusual && d.base[index].origin == byDefault && allOf(f.usual, d.base) == yes
}

// withUnusual adds to the rows of the usual case those of the others that are stricter
// than all that holds there; all of them where nothing applies in the usual case. What is
// usual because of the use of the building stays out: the others are of another building.
func (d *decision) withUnusual(usual []*row, list []*rule) []*row {
	byUse := make(map[int]bool)
	for _, index := range askedOf(list) {
		byUse[index] = d.isUsual(index) && d.v.asksUse(d.v.facts[index].usual)
	}
	d.listing.unusual = true
	defer func() { d.listing.unusual = false }()
	all := d.rows(list)
	applying := slices.DeleteFunc(slices.Clone(usual), func(r *row) bool { return r.state == RowExcluded })
	if len(applying) == 0 {
		return all
	}
	takeSides(slices.Concat(applying, all))
	for _, r := range all {
		other := slices.ContainsFunc(r.when, func(l literal) bool { return byUse[l.fact] })
		if r.state == RowDepends && !other && !r.isFormula() && r.op != rules.NoLimit && !r.covered(applying) {
			usual = append(usual, r)
		}
	}
	return usual
}

// asksUse reports whether conditions ask for the use of the building.
func (v *rulebook) asksUse(list []condition) bool {
	set := make(map[int]bool)
	conditionFacts(list, set)
	return slices.ContainsFunc(v.facts, func(f *fact) bool { return f.Tells == rules.TellsUse && set[f.index] })
}

// covered reports whether something at least as strict is listed wherever r holds: all
// that may hold there, or one that does.
func (r *row) covered(listed []*row) bool {
	world := r.world()
	some, all := false, true
	for _, w := range listed {
		if w.group() != r.group() || w.isFormula() || w.evalCase(world) == no {
			continue
		}
		order := w.compare(r)
		strict := order < 0 || order == 0 && w.op == r.op
		if strict && w.evalCase(world) == yes {
			return true
		}
		some, all = true, all && strict
	}
	return some && all
}

// evalCase says whether the case of a row is given in a world.
func (r *row) evalCase(world []knowledge) truth {
	out := yes
	for i := range r.when {
		out = min(out, r.when[i].eval(world))
	}
	return out
}
