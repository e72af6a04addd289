package verify

import (
	"github.com/reglookup/regengine/verify/quantity"
)

// ruling is what one rule says of the value in one world. Numbers are in the
// request's unit.
type ruling struct {
	rule     *rule
	pass     bool
	limited  bool // the rule has a limit there; a boolean rule has none
	free     bool // the text says that there is no limit
	limit    quantity.Number
	margin   quantity.Number
	dir      Direction
	strict   bool             // the limit itself does not comply
	other    *quantity.Number // the other bound of a range
	otherDir Direction
	cells    []*Cell
}

// question is what is asked, in the request's unit.
type question struct {
	value quantity.Number
	unit  quantity.Unit
	rel   quantity.Relation

	limits map[*quantity.Number]quantity.Number // limits converted already
}

// fits reports whether the question's unit can be held against the rule.
func (q question) fits(r *rule) bool {
	switch r.Require.Op {
	case NoLimit:
		return true
	case MustBeTrue, MustBeAbsent:
		return q.unit.IsBoolean()
	default:
		_, err := quantity.Convert(quantity.NewNumber(1, 1), r.Require.Unit, q.unit, q.rel)
		return err == nil
	}
}

// convert expresses a limit of r in the question's unit. The same limit comes up
// in many worlds and is converted once.
func (q question) convert(r *rule, n *quantity.Number) quantity.Number {
	if out, ok := q.limits[n]; ok {
		return out
	}
	out, err := quantity.Convert(*n, r.Require.Unit, q.unit, q.rel)
	if err != nil {
		return *n // fits has seen to it that this cannot be
	}
	q.limits[n] = out
	return out
}

// judge applies a rule in a world. ok is false when the rule does not apply.
func (q question) judge(r *rule, world []knowledge) (ruling, bool) {
	if allOf(r.when, world) != yes || anyOf(r.unless, world) != no {
		return ruling{}, false
	}
	out := ruling{rule: r}
	switch r.Require.Op {
	case NoLimit:
		out.pass, out.free = true, true
		return out, true
	case MustBeTrue, MustBeAbsent:
		out.dir = Boolean
		out.pass = (q.value.Sign() != 0) == (r.Require.Op == MustBeTrue)
		return out, true
	case Between:
		return q.between(r, world)
	case OneOf:
		return q.oneOf(r), true
	default:
		return q.oneSided(out, world)
	}
}

// oneSided holds the value against the bound a rule sets in a world.
func (q question) oneSided(out ruling, world []knowledge) (ruling, bool) {
	r := out.rule
	n, cells, ok := r.value.lookup(world)
	if !ok {
		return ruling{}, false
	}
	out.cells = cells
	if n == nil {
		out.pass, out.free = true, true
		return out, true
	}
	return q.bound(out, r.Require.Op, q.convert(r, n)), true
}

// bound holds the value against one bound.
func (q question) bound(out ruling, op Op, limit quantity.Number) ruling {
	out.limited, out.limit = true, limit
	out.pass = holds(q.value.Cmp(limit), string(op))
	out.strict = op == Less || op == Greater
	switch op {
	case Less, AtMost:
		out.dir, out.margin = Maximum, limit.Sub(q.value)
	case AtLeast, Greater:
		out.dir, out.margin = Minimum, q.value.Sub(limit)
	default:
		out.dir, out.margin = Equality, limit.Sub(q.value).Abs().Neg()
	}
	return out
}

// between reports the bound that is broken, or else the nearer one (DECISIONS 23).
func (q question) between(r *rule, world []knowledge) (ruling, bool) {
	lo, cells, okLo := r.min.lookup(world)
	hi, more, okHi := r.max.lookup(world)
	if !okLo || !okHi || lo == nil || hi == nil {
		return ruling{}, false
	}
	base := ruling{rule: r, cells: append(cells, more...)}
	low, high := q.bound(base, AtLeast, q.convert(r, lo)), q.bound(base, AtMost, q.convert(r, hi))
	chosen, rest := low, high
	if low.pass && (!high.pass || high.margin.Cmp(low.margin) < 0) {
		chosen, rest = high, low
	}
	chosen.other, chosen.otherDir = &rest.limit, rest.dir
	return chosen, true
}

// oneOf reports the nearest of the values allowed.
func (q question) oneOf(r *rule) ruling {
	var best ruling
	for i := range r.Require.Values {
		each := q.bound(ruling{rule: r}, Equal, q.convert(r, &r.Require.Values[i]))
		if i == 0 || each.margin.Cmp(best.margin) > 0 {
			best = each
		}
	}
	return best
}

// verdict is what all rules together say in one world.
type verdict struct {
	governing ruling
	others    []ruling
	decided   bool // some rule applies
}

// decide weighs the rulings of one world: what fails governs, the strictest
// first; where nothing fails, the strictest limit does. A rule that says "no
// limit" gives way to one that sets one.
func (q question) decide(rules []*rule, world []knowledge) verdict {
	var out verdict
	for _, r := range rules {
		each, ok := q.judge(r, world)
		switch {
		case !ok:
		case !out.decided:
			out.governing, out.decided = each, true
		case each.outranks(out.governing):
			out.others = append(out.others, out.governing)
			out.governing = each
		default:
			out.others = append(out.others, each)
		}
	}
	return out
}

func (r ruling) outranks(s ruling) bool {
	switch {
	case r.pass != s.pass:
		return !r.pass
	case r.limited != s.limited:
		return r.limited
	case r.free != s.free:
		return s.free
	}
	return r.limited && r.margin.Cmp(s.margin) < 0
}
