package verify

import (
	"cmp"
	"slices"
)

// tally sorts the worlds of a check by verdict.
type tally struct {
	passing, failing []verdict // one for each different governing rule and limit
	silent           bool      // there are worlds in which no rule applies
	complete         bool      // every world was tried
}

func (v *Verifier) tally(q question, rules []*rule, base []knowledge) tally {
	var t tally
	t.complete = v.worlds(rules, base, func(world []knowledge) { t.add(q.decide(rules, world)) })
	return t
}

func (t *tally) add(v verdict) {
	switch {
	case !v.decided:
		t.silent = true
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
		if a.rule == b.rule && slices.EqualFunc(a.cells, b.cells, sameCell) && a.limit.Equal(b.limit) {
			list[i].others = joinOthers(list[i].others, v.others)
			return list
		}
	}
	v.others = joinOthers(nil, v.others)
	return append(list, v)
}

func sameCell(a, b *Cell) bool { return a.Key == b.Key && a.Op == b.Op && a.Bound.Equal(b.Bound) }

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
func strictest(list []verdict) verdict {
	return slices.MinFunc(list, func(a, b verdict) int { return compareMargins(a.governing, b.governing) })
}

func laxest(list []verdict) verdict {
	return slices.MinFunc(list, func(a, b verdict) int { return compareMargins(b.governing, a.governing) })
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

// status follows DECISIONS 24. Failing wherever a limit applies, while under
// another reading none applies at all, is neither a pass nor a fail: that one
// datum decides and must be named.
func (t tally) status() Status {
	switch {
	case !t.complete || len(t.passing)+len(t.failing) == 0:
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
