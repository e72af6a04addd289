package verify

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// Rows stand in the order a reader wants them: what holds, what may, what is excluded;
// in each the strictest first among those that can be compared, formulas last.

// group is the rows that can be compared: of one parameter, one kind of unit and one
// direction.
type group struct {
	measure string
	kind    quantity.Kind
	side    rules.Direction
}

// A range bounds a value twice: it is compared by the side that the other rows bound,
// among ranges alone by how much it leaves.
const rangeSide rules.Direction = "range"

// freeSide is where there is no limit.
const freeSide rules.Direction = "none"

func (r *row) group() group {
	kind := r.unit.Kind()
	if r.unit.IsZero() {
		kind = ""
	}
	return group{r.d.measure.ID, kind, r.side}
}

// sortRows puts rows in order and marks those that govern.
func sortRows(rows []*row) {
	takeSides(rows)
	ranks := make(map[group]int)
	for _, r := range rows {
		if _, ok := ranks[r.group()]; !ok {
			ranks[r.group()] = len(ranks)
		}
	}
	for _, r := range rows {
		r.rank = ranks[r.group()]
		if r.side == freeSide {
			r.rank = len(ranks)
		}
		if r.isFormula() {
			r.rank = len(ranks) + 1
		}
	}
	slices.SortStableFunc(rows, func(a, b *row) int {
		return cmp.Or(cmp.Compare(a.state.order(), b.state.order()), cmp.Compare(a.rank, b.rank), a.compare(b), a.ties(b))
	})
	govern(rows)
}

func (s RowState) order() int { return slices.Index([]RowState{RowHolds, RowDepends, RowExcluded}, s) }

// takeSides gives each row the side it is compared by.
func takeSides(rows []*row) {
	for _, r := range rows {
		if r.side = r.direction(); r.op == rules.Between {
			r.side = rangeSide
		} else if r.op == rules.NoLimit {
			r.side = freeSide
		}
	}
	for _, r := range rows {
		if r.op != rules.Between {
			continue
		}
		var sides []rules.Direction
		for _, other := range rows {
			bounds := other.side == rules.Maximum || other.side == rules.Minimum
			if bounds && other.op != rules.Between && other.state != RowExcluded && !slices.Contains(sides, other.side) && other.comparable(r) {
				sides = append(sides, other.side)
			}
		}
		if len(sides) == 1 {
			r.side = sides[0]
		}
	}
}

// comparable reports whether two rows limit the same in units of one kind.
func (r *row) comparable(other *row) bool {
	return r.d.measure.ID == other.d.measure.ID && r.unit.Kind() == other.unit.Kind() && !r.isFormula() && !other.isFormula()
}

// bound is the number a row is compared by, in the unit of another.
func (r *row) bound(unit quantity.Unit) quantity.Number {
	n := *r.limits[0].number
	if r.op == rules.Between && r.side == rules.Maximum {
		n = *r.limits[1].number
	}
	return r.in(n, unit)
}

func (r *row) in(n quantity.Number, unit quantity.Unit) quantity.Number {
	if out, err := quantity.ConvertLimit(n, r.unit, unit, r.d.question.rel); err == nil {
		return out
	}
	return n
}

// compare orders rows of one group, the stricter one first.
func (r *row) compare(other *row) int {
	if r.group() != other.group() || r.isFormula() || other.isFormula() {
		return 0
	}
	switch r.side {
	case rules.Maximum:
		return cmp.Or(r.bound(r.unit).Cmp(other.bound(r.unit)), cmp.Compare(r.laxity(), other.laxity()))
	case rules.Minimum:
		return cmp.Or(other.bound(r.unit).Cmp(r.bound(r.unit)), cmp.Compare(r.laxity(), other.laxity()))
	case rangeSide:
		return r.width(r.unit).Cmp(other.width(r.unit))
	case rules.Equality, rules.Boolean, freeSide:
	}
	return 0
}

// laxity orders bounds at one number: that which excludes it is the stricter.
func (r *row) laxity() int {
	if r.op == rules.Less || r.op == rules.Greater {
		return 0
	}
	return 1
}

func (r *row) width(unit quantity.Unit) quantity.Number {
	return r.in(*r.limits[1].number, unit).Sub(r.in(*r.limits[0].number, unit))
}

// ties orders rows that are alike: general ones before those for special cases, wider
// territories before narrower ones, then as they stand in the texts.
func (r *row) ties(other *row) int {
	return cmp.Or(cmp.Compare(len(r.when), len(other.when)), cmp.Compare(r.rule.rank, other.rule.rank),
		compareRefs(r.rule.set.Ref, other.rule.set.Ref), cmp.Compare(r.rule.Line, other.rule.Line))
}

// govern marks the strictest rows that hold, and the strictest of those that may where
// they are stricter still.
func govern(rows []*row) {
	groups := make(map[group][]*row)
	for _, r := range rows {
		if r.state != RowExcluded && !r.isFormula() {
			groups[r.group()] = append(groups[r.group()], r)
		}
	}
	for g, list := range groups {
		if !g.ordered(list) || g.side == freeSide && others(groups, g.measure) || g.besideRanges(groups) {
			continue
		}
		first := list[0] // those that hold stand before the others
		may := list[max(0, slices.IndexFunc(list, func(r *row) bool { return r.state == RowDepends })):]
		if may[0].state == RowDepends && (first == may[0] || may[0].compare(first) < 0) {
			mark(may, may[0])
		}
		mark(list, first)
	}
}

// besideRanges reports whether rows of one side stand beside ranges that rows of the
// other side keep from being compared with them.
func (g group) besideRanges(groups map[group][]*row) bool {
	return (g.side == rules.Maximum || g.side == rules.Minimum) && len(groups[group{g.measure, g.kind, rangeSide}]) > 0
}

// others reports whether something of a parameter is limited.
func others(groups map[group][]*row, measure string) bool {
	for g := range groups {
		if g.measure == measure && g.side != freeSide {
			return true
		}
	}
	return false
}

func mark(list []*row, strictest *row) {
	for _, r := range list {
		r.govern = r.govern || r.state == strictest.state && r.op == strictest.op && r.compare(strictest) == 0
	}
}

// ordered reports whether of any two rows one is the stricter.
func (g group) ordered(list []*row) bool {
	switch g.side {
	case rules.Equality:
		return len(list) == 1
	case rules.Boolean:
		return !slices.ContainsFunc(list, func(r *row) bool { return r.state == list[0].state && r.op != list[0].op })
	case rangeSide:
		for i, a := range list {
			for _, b := range list[:i] {
				if !a.inside(b) && !b.inside(a) {
					return false
				}
			}
		}
	case rules.Maximum, rules.Minimum, freeSide:
	}
	return true
}

// inside reports whether a range leaves nothing that another does not.
func (r *row) inside(other *row) bool {
	low, high := r.in(*r.limits[0].number, other.unit), r.in(*r.limits[1].number, other.unit)
	return low.Cmp(*other.limits[0].number) >= 0 && high.Cmp(*other.limits[1].number) <= 0
}
