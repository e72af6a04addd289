package verify

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/verify/rules"
)

// tally sorts the worlds of a check by verdict.
type tally struct {
	passing, failing []verdict // one for each different governing rule and limit
	open             []verdict // worlds where what is unknown decides and cannot be spelled out
	conflicts        []verdict // worlds where limits of two texts exclude each other
	silent           bool      // there are worlds in which no rule applies
	complete         bool      // every world was tried
}

func (v *rulebook) tally(q question, list []*rule, base []knowledge) tally {
	var t tally
	var last verdict
	t.complete = v.worlds(reduce(list, base), base, func(list []*live, world []knowledge) bool {
		last = q.decide(list, world, last)
		t.add(last)
		return true
	})
	return t
}

func (t *tally) add(v verdict) {
	switch {
	case !v.decided:
		t.silent = true
	case v.conflict != nil:
		t.conflicts = addVerdict(t.conflicts, v)
	case v.governing.open:
		t.open = addVerdict(t.open, v)
	case v.governing.pass:
		t.passing = addVerdict(t.passing, v)
	default:
		t.failing = addVerdict(t.failing, v)
	}
}

// addVerdict keeps one verdict for each governing rule and cell.
func addVerdict(list []verdict, v verdict) []verdict {
	for i := range list {
		a, b := &list[i].governing, &v.governing
		if a.rule == b.rule && slices.EqualFunc(a.cells, b.cells, sameCell) && a.limit.Equal(b.limit) && a.bounded() == b.bounded() {
			list[i].others = joinOthers(list[i].others, v.others)
			list[i].replaced = joinOthers(list[i].replaced, v.replaced)
			return list
		}
	}
	v.others, v.replaced = joinOthers(nil, v.others), joinOthers(nil, v.replaced)
	return append(list, v)
}

func sameCell(a, b *rules.Cell) bool { return a.Key == b.Key && a.Op == b.Op && a.Bound.Equal(b.Bound) }

func joinOthers(list, more []ruling) []ruling {
	for _, r := range more {
		same := func(have ruling) bool { return have.rule == r.rule && have.limit.Equal(r.limit) }
		if !slices.ContainsFunc(list, same) {
			list = append(list, r)
		}
	}
	return list
}

// strictest returns the verdict with the least margin, laxest the one with the
// most. Verdicts without a limit come last.
func strictest(list []verdict) *verdict {
	v := slices.MinFunc(list, func(a, b verdict) int { return compareMargins(a.governing, b.governing) })
	return &v
}

func laxest(list []verdict) *verdict {
	v := slices.MinFunc(list, func(a, b verdict) int { return compareMargins(b.governing, a.governing) })
	return &v
}

// compareMargins orders rulings: limits by margin, then duties, then what is
// free.
func compareMargins(a, b ruling) int {
	if a.limited && b.limited {
		return a.margin.Cmp(b.margin)
	}
	return cmp.Compare(a.weight(), b.weight())
}

func (r ruling) weight() int {
	switch {
	case r.limited:
		return 0
	case !r.free:
		return 1
	}
	return 2
}

// leftOpen reports whether a world is open that its neighbours do not settle.
// Where a formula's input is known to lie between two numbers, the worlds of
// those two are tried as well: when one of them passes and one fails, whatever
// lies between is one or the other.
func (t tally) leftOpen() bool {
	between := len(t.passing) > 0 && len(t.failing) > 0
	return slices.ContainsFunc(t.open, func(v verdict) bool {
		return !between || !v.governing.bounded()
	})
}

// bounded reports whether every input of the ruling is known to lie between two
// numbers.
func (r ruling) bounded() bool {
	return len(r.inputs) > 0 && !slices.ContainsFunc(r.inputs, func(in input) bool { return in.tried || in.span.Lo == nil || in.span.Hi == nil })
}

// status follows DECISIONS 24. Failing wherever a limit applies, while under
// another reading none applies at all, is neither a pass nor a fail: that one
// datum decides and must be named.
func (t tally) status() Status {
	switch {
	case !t.complete || len(t.conflicts) > 0 || len(t.passing)+len(t.failing) == 0 || t.leftOpen():
		return Undetermined
	case len(t.failing) == 0:
		return Compliant
	case len(t.passing) > 0:
		return Conditional
	case t.silent:
		return Undetermined
	}
	return NonCompliant
}
