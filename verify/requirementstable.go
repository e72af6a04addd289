package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// tableValue is one of the values that a rule's value may come to, and when it does.
type tableValue struct {
	when  []condition
	value value         // a number, a formula, an open term or no limit
	line  *segment      // between two points of a table, instead
	cells []*rules.Cell // where in its tables it stands
}

// segment is the line between two points of a table.
type segment struct {
	fact     int
	from, to *rules.Cell
}

// tableValues takes a value apart; one that is no table has one tableValue.
func (v *value) tableValues() []tableValue {
	switch {
	case v.table == nil:
		return []tableValue{{value: *v}}
	case v.table.Match == rules.Interpolate:
		return v.table.segments()
	}
	var out []tableValue
	for i := range v.table.cells {
		when := v.table.reaches(i)
		for _, inner := range v.table.cells[i].tableValues() {
			inner.when = slices.Concat([]condition{when}, inner.when)
			inner.cells = slices.Concat(v.table.paths[i], inner.cells)
			out = append(out, inner)
		}
	}
	return out
}

// reaches is the condition that a table is read in cell i: it holds, and none before
// it does; beyond the ends of a table that holds on to its outermost cell that one.
func (t *table) reaches(i int) condition {
	own := t.cell(i)
	var before []condition
	if t.Match != rules.Exact || t.Cells[i].Op == rules.Else {
		for k := range i {
			before = append(before, t.cell(k))
		}
	}
	here := condition{all: []condition{own, {not: &condition{any: append([]condition{}, before...)}}}}
	beyond, ok := t.beyond(i)
	if !ok {
		return here
	}
	return condition{any: []condition{here, beyond}}
}

// cell is the condition that a cell asks.
func (t *table) cell(i int) condition {
	c := &t.Cells[i]
	switch {
	case c.Op == rules.Else:
		return condition{all: []condition{}}
	case t.Match == rules.Step:
		return condition{fact: t.fact, op: c.Op, value: c.Bound}
	case t.Match == rules.Prefix:
		return condition{fact: t.fact, op: "starts", texts: []string{c.Key}}
	}
	return condition{fact: t.fact, op: "is", texts: []string{c.Key}}
}

// beyond is the condition that a table of steps holds on to cell i beyond its ends;
// see [table.nearest].
func (t *table) beyond(i int) (condition, bool) {
	if t.Match != rules.Step || t.Outside != rules.Clamp {
		return condition{}, false
	}
	upper, lower := t.Reach()
	none := make([]condition, 0, len(t.Cells)+1)
	for k := range t.Cells {
		cell := t.cell(k)
		none = append(none, condition{not: &cell})
	}
	c := &t.Cells[i]
	switch {
	case lower == nil && c == upper:
		return condition{all: append(none, condition{fact: t.fact, op: ">=", value: c.Bound})}, true
	case upper == nil && c == lower:
		return condition{all: append(none, condition{fact: t.fact, op: "<=", value: c.Bound})}, true
	}
	return condition{}, false
}

// segments are the stretches of a table that is read between its points, with the
// level ends where it has them.
func (t *table) segments() []tableValue {
	at := func(op string, c *rules.Cell) condition { return condition{fact: t.fact, op: op, value: c.Bound} }
	first, last := &t.Cells[0], &t.Cells[len(t.Cells)-1]
	var out []tableValue
	if t.Outside != rules.OutOfScope {
		out = append(out, tableValue{when: []condition{at("<=", first)}, value: t.cells[0], cells: []*rules.Cell{first}})
	}
	for i := 1; i < len(t.Cells); i++ {
		a, b := &t.Cells[i-1], &t.Cells[i]
		out = append(out, tableValue{when: []condition{at(">=", a), at("<=", b)}, line: &segment{t.fact, a, b}})
	}
	if t.Outside != rules.OutOfScope {
		out = append(out, tableValue{when: []condition{at(">=", last)}, value: t.cells[len(t.Cells)-1], cells: []*rules.Cell{last}})
	}
	return out
}

// text writes the line as a formula: a + (x - p) * (b - a) / (q - p).
func (s *segment) text(v *rulebook) string {
	a, b := s.from.Value.Number, s.to.Value.Number
	return a.String() + " + (" + v.facts[s.fact].ID + " - " + s.from.Bound.String() + ") * (" + b.String() + " - " + a.String() + ") / (" +
		s.to.Bound.String() + " - " + s.from.Bound.String() + ")"
}

// at is the value of the line at a number.
func (s *segment) at(n quantity.Number) quantity.Number {
	share, _ := n.Sub(s.from.Bound).Quo(s.to.Bound.Sub(s.from.Bound))
	return s.from.Value.Number.Add(share.Mul(s.to.Value.Number.Sub(*s.from.Value.Number)))
}
