package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// ruling is what one rule says of the value in one world. Numbers are in the
// request's unit.
type ruling struct {
	rule     *rule
	pass     bool
	open     bool // pass depends on something unknown that no circumstance can stand for
	limited  bool // the rule has a limit there; a boolean rule has none
	free     bool // the text says that there is no limit
	limit    quantity.Number
	margin   quantity.Number
	dir      rules.Direction
	strict   bool             // the limit itself does not comply
	other    *quantity.Number // the other bound of a range
	otherDir rules.Direction
	cells    []*rules.Cell
	inputs   []input     // what a formula computed the limit from
	term     *rules.Term // what another text has yet to lay down
}

// input is a fact of a formula and what it was in that world.
type input struct {
	fact  int
	span  quantity.Interval
	tried bool // because nothing is known of it
}

// question is what is asked, in the request's unit.
type question struct {
	value quantity.Number
	unit  quantity.Unit
	rel   quantity.Relation
	open  bool // there is no value, and any unit will do
	bare  bool // the value has no unit: only a limit without one can be held against it

	limits map[*quantity.Number]quantity.Number // limits converted already; nil to keep none
	seen   map[boundKey]ruling                  // what the value comes to against bounds already met; nil to keep none
	mixed  bool                                 // rules of several texts take part
}

// boundKey names a bound of a rule: the same one comes up in many worlds and is
// converted and compared once.
type boundKey struct {
	op    rules.Op
	limit *quantity.Number
}

// fits reports whether the question's unit can be held against the rule.
func (q question) fits(r *rule) bool {
	if q.open {
		return true
	}
	switch r.Require.Op {
	case rules.NoLimit:
		return true
	case rules.MustBeTrue, rules.MustBeAbsent:
		return q.unit.IsBoolean()
	default:
		if q.bare && !r.Require.Unit.Equal(quantity.MustUnit(string(quantity.Ratio))) {
			return false // "95" may be per cent
		}
		_, err := quantity.ConvertLimit(quantity.NewNumber(1, 1), r.Require.Unit, q.unit, q.rel)
		return err == nil
	}
}

// convert expresses a limit of r in the question's unit.
func (q question) convert(r *rule, n *quantity.Number) quantity.Number {
	if out, ok := q.limits[n]; ok {
		return out
	}
	out, err := quantity.ConvertLimit(*n, r.Require.Unit, q.unit, q.rel)
	if err != nil {
		return *n // fits has seen to it that this cannot be
	}
	if q.limits != nil {
		q.limits[n] = out
	}
	return out
}

// judgeLive applies a rule whose settled conditions are left out in a world. ok is false
// when it does not apply.
func (q question) judgeLive(r *live, world []knowledge) (out ruling, ok bool) {
	if r.applies(world) != yes {
		return ruling{}, false
	}
	return q.require(r.rule, world)
}

// require holds the value against what a rule that applies asks; ok is false
// where a table has nothing to say.
func (q question) require(r *rule, world []knowledge) (ruling, bool) {
	out := ruling{rule: r}
	switch r.Require.Op {
	case rules.NoLimit:
		out.pass, out.free = true, true
		return out, true
	case rules.MustBeTrue, rules.MustBeAbsent:
		out.dir = rules.Boolean
		out.pass = (q.value.Sign() != 0) == (r.Require.Op == rules.MustBeTrue)
		return out, true
	case rules.Between:
		return q.between(r, world)
	case rules.OneOf:
		return q.oneOf(r), true
	default:
		return q.oneSided(out, world)
	}
}

// bound holds the value against one bound.
func (q question) bound(out ruling, op rules.Op, limit quantity.Number) ruling {
	out.limited, out.limit = true, limit
	out.pass = holds(q.value.Cmp(limit), string(op))
	out.strict = op == rules.Less || op == rules.Greater
	out.dir = op.Direction()
	switch out.dir {
	case rules.Maximum:
		out.margin = limit.Sub(q.value)
	case rules.Minimum:
		out.margin = q.value.Sub(limit)
	default:
		out.margin = limit.Sub(q.value).Abs().Neg()
	}
	return out
}

// oneSided holds the value against the bound a rule sets in a world.
func (q question) oneSided(out ruling, world []knowledge) (ruling, bool) {
	at, ok := out.rule.value.lookup(world)
	if !ok {
		return ruling{}, false
	}
	out.note(at, world)
	return q.side(out, out.rule.Require.Op, at), true
}

// note keeps where the limit was found and what a formula computed it from.
func (r *ruling) note(at found, world []knowledge) {
	if r.cells == nil {
		r.cells = at.cells
	} else {
		r.cells = slices.Concat(r.cells, at.cells)
	}
	if at.term != nil {
		r.term = at.term
	}
	for _, index := range at.inputs {
		r.inputs = append(r.inputs, input{index, world[index].span, world[index].origin == byTrial})
	}
}

// side holds the value against a bound that is known exactly or lies somewhere
// in a span. Where the span leaves the answer open, so does the ruling.
func (q question) side(out ruling, op rules.Op, at found) ruling {
	if at.free {
		out.pass, out.free = true, true
		return out
	}
	if at.limit.Lo != nil && at.limit.Lo == at.limit.Hi {
		return q.literal(out, op, at.limit.Lo)
	}
	limits := q.span(out.rule, at.limit)
	if n, ok := limits.Exact(); ok {
		return q.bound(out, op, n)
	}
	switch compare(limits, mirrored[op], q.value) {
	case maybe:
		out.open, out.dir = true, op.Direction()
		return out
	case yes:
		return q.bound(out, op, nearest(limits, q.value, true, op))
	default:
		return q.bound(out, op, nearest(limits, q.value, false, op))
	}
}

// literal holds the value against a bound that stands in a rule as a number.
func (q question) literal(out ruling, op rules.Op, n *quantity.Number) ruling {
	key := boundKey{op, n}
	known, ok := q.seen[key]
	if !ok {
		known = q.bound(ruling{}, op, q.convert(out.rule, n))
		if q.seen != nil {
			q.seen[key] = known
		}
	}
	known.rule, known.cells, known.inputs, known.term = out.rule, out.cells, out.inputs, out.term
	return known
}

// mirrored turns "value op limit" into "limit op value".
var mirrored = map[rules.Op]string{rules.Less: ">", rules.AtMost: ">=", rules.Equal: "=", rules.AtLeast: "<=", rules.Greater: "<"}

// nearest returns the end of a span of limits to show for a value that passes or
// fails at every one of them: the strictest that is met, the laxest that is not.
func nearest(s quantity.Interval, value quantity.Number, pass bool, op rules.Op) quantity.Number {
	lower := pass == (op.Direction() == rules.Maximum)
	if op.Direction() == rules.Equality {
		lower = s.Lo != nil && value.Cmp(*s.Lo) <= 0
	}
	if lower {
		return *s.Lo
	}
	return *s.Hi
}

// span expresses a span of limits of r in the question's unit.
func (q question) span(r *rule, s quantity.Interval) quantity.Interval {
	for _, bound := range []**quantity.Number{&s.Lo, &s.Hi} {
		if *bound != nil {
			n := q.convert(r, *bound)
			*bound = &n
		}
	}
	return s
}

// between reports the bound that is broken, or else the nearer one (DECISIONS 23).
func (q question) between(r *rule, world []knowledge) (ruling, bool) {
	lo, okLo := r.min.lookup(world)
	hi, okHi := r.max.lookup(world)
	if !okLo || !okHi {
		return ruling{}, false
	}
	base := ruling{rule: r}
	base.note(lo, world)
	base.note(hi, world)
	low, high := q.side(base, rules.AtLeast, lo), q.side(base, rules.AtMost, hi)
	chosen, rest := low, high
	if high.outranks(low) {
		chosen, rest = high, low
	}
	if rest.limited {
		chosen.other, chosen.otherDir = &rest.limit, rest.dir
	}
	return chosen, true
}

// oneOf reports the nearest of the values allowed.
func (q question) oneOf(r *rule) ruling {
	var best ruling
	for i := range r.Require.Values {
		each := q.literal(ruling{rule: r}, rules.Equal, &r.Require.Values[i])
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
	replaced  []ruling // what another rule stands in for
	decided   bool     // some rule applies
	conflict  *ruling  // a limit of another text that cannot be met together with another
	against   *ruling  // the other
}

// decide weighs the rulings of one world: what fails governs, the strictest
// first; where nothing fails, the strictest limit does. A rule that says "no
// limit" gives way to one that sets one. The lists of room are used again.
func (q question) decide(list []*live, world []knowledge, room verdict) verdict {
	out := verdict{others: room.others[:0], replaced: room.replaced[:0]}
	for _, r := range list {
		each, ok := q.judgeLive(r, world)
		switch {
		case !ok:
		case q.replaced(r, list, world):
			out.replaced = append(out.replaced, each)
		case !out.decided:
			out.governing, out.decided = each, true
		case each.outranks(out.governing):
			out.others = append(out.others, out.governing)
			out.governing = each
		default:
			out.others = append(out.others, each)
		}
	}
	if q.mixed {
		out.conflicts()
	}
	return out
}

func (r ruling) outranks(s ruling) bool {
	switch {
	case r.severity() != s.severity():
		return r.severity() > s.severity()
	case r.open:
		return false
	case r.limited != s.limited:
		return r.limited
	case r.free != s.free:
		return s.free
	}
	return r.limited && r.margin.Cmp(s.margin) < 0
}

// severity orders what decides a world: a limit that is broken whatever else
// holds, one that may be, one that is met.
func (r ruling) severity() int {
	switch {
	case r.open:
		return 1
	case r.pass:
		return 0
	}
	return 2
}
