package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// found is what a value comes to in a world.
type found struct {
	limit  quantity.Interval // where the limit lies; one number when all it depends on is known
	free   bool              // the text says that there is no limit
	cells  []*rules.Cell     // where in the tables it stands, outermost first
	inputs []int             // facts a formula computed with
	term   *rules.Term       // what another text has yet to lay down
}

// lookup returns what v comes to in a world; ok is false where a table has
// nothing to say.
func (v *value) lookup(world []knowledge) (out found, ok bool) {
	switch {
	case v.unset:
		return found{term: v.term}, true
	case v.formula != nil:
		return v.formula.lookup(world), true
	case v.table != nil:
		return v.table.lookup(world)
	case v.number == nil:
		return found{free: true}, true
	}
	return found{limit: quantity.Interval{Lo: v.number, Hi: v.number}}, true
}

func (f *formula) lookup(world []knowledge) found {
	limit := f.Eval(func(id string) quantity.Interval {
		i, _ := slices.BinarySearch(f.Facts, id)
		return world[f.facts[i]].span
	})
	return found{limit: limit, inputs: f.facts}
}

func (t *table) lookup(world []knowledge) (found, bool) {
	k := &world[t.fact]
	if t.Match == rules.Interpolate {
		if t.Outside == rules.OutOfScope && !t.covers(k.span) {
			return found{}, false
		}
		n, known := k.span.Exact()
		if !known {
			return t.between(k.span), true
		}
		out, cell := t.interpolate(n)
		return found{limit: quantity.Exactly(out), cells: []*rules.Cell{cell}}, true
	}
	for i := range t.Cells {
		if cellHolds(&t.Cells[i], t.Match, k) != yes {
			continue
		}
		return t.within(i, world)
	}
	if i := t.nearest(k.span); i >= 0 {
		return t.within(i, world)
	}
	return found{}, false
}

// within looks the value up in one cell.
func (t *table) within(i int, world []knowledge) (found, bool) {
	out, ok := t.cells[i].lookup(world)
	if len(out.cells) == 0 {
		out.cells = t.paths[i]
	} else {
		out.cells = slices.Concat(t.paths[i], out.cells)
	}
	return out, ok
}

// covers reports whether the points of a table reach over all of s.
func (t *table) covers(s quantity.Interval) bool {
	first, last := t.Cells[0].Bound, t.Cells[len(t.Cells)-1].Bound
	return compare(s, ">=", first) == yes && compare(s, "<=", last) == yes
}

// nearest returns the cell that a table of steps holds on to beyond its ends, -1
// where it has none: the widest upper bound above all of them, or the widest
// lower bound below.
func (t *table) nearest(s quantity.Interval) int {
	if t.Outside != rules.Clamp {
		return -1
	}
	upper, lower := t.Reach()
	at := func(c *rules.Cell) int {
		return slices.IndexFunc(t.Cells, func(d rules.Cell) bool { return d.Key == c.Key })
	}
	switch {
	case lower == nil && upper != nil && compare(s, ">=", upper.Bound) == yes:
		return at(upper)
	case upper == nil && lower != nil && compare(s, "<=", lower.Bound) == yes:
		return at(lower)
	}
	return -1
}

func cellHolds(c *rules.Cell, match rules.Match, k *knowledge) truth {
	switch {
	case c.Op == rules.Else:
		return yes
	case match == rules.Step || match == rules.Interpolate:
		return compare(k.span, c.Op, c.Bound)
	case k.unknown():
		return maybe
	case match == rules.Prefix:
		return among(k.texts, func(text string) bool { return strings.HasPrefix(text, c.Key) })
	}
	return among(k.texts, func(text string) bool { return text == c.Key })
}

// interpolate returns the value at n, linear between the cells and level beyond
// the outermost, and the range it holds in as a cell.
func (t *table) interpolate(n quantity.Number) (quantity.Number, *rules.Cell) {
	first, last := &t.Cells[0], &t.Cells[len(t.Cells)-1]
	if n.Cmp(first.Bound) <= 0 {
		return *first.Value.Number, &rules.Cell{Op: "<=", Bound: first.Bound}
	}
	for i := 1; i < len(t.Cells); i++ {
		a, b := &t.Cells[i-1], &t.Cells[i]
		if n.Cmp(b.Bound) >= 0 {
			continue
		}
		share, _ := n.Sub(a.Bound).Quo(b.Bound.Sub(a.Bound))
		return a.Value.Number.Add(share.Mul(b.Value.Number.Sub(*a.Value.Number))), &rules.Cell{Op: "=", Bound: n}
	}
	return *last.Value.Number, &rules.Cell{Op: ">=", Bound: last.Bound}
}

// between returns where the limit lies for a fact within s: the line bends at the
// cells only, so its extremes are at the ends and at the cells inside.
func (t *table) between(s quantity.Interval) found {
	points := []quantity.Number{t.Cells[0].Bound, t.Cells[len(t.Cells)-1].Bound}
	if s.Lo != nil {
		points[0] = *s.Lo
	}
	if s.Hi != nil {
		points[1] = *s.Hi
	}
	for i := range t.Cells {
		if s.Contains(t.Cells[i].Bound) {
			points = append(points, t.Cells[i].Bound)
		}
	}
	var out quantity.Interval
	for i, p := range points {
		n, _ := t.interpolate(p)
		if i == 0 || n.Cmp(*out.Lo) < 0 {
			out.Lo = &n
		}
		if i == 0 || n.Cmp(*out.Hi) > 0 {
			out.Hi = &n
		}
	}
	return found{limit: out, inputs: []int{t.fact}}
}

// parts cuts what is known of a quantity that formulas compute with at every
// point where a rule turns: the points themselves and the stretches between
// them, of things counted from one whole number to the next.
func (f *fact) parts(k knowledge) []knowledge {
	whole, from := k.span.Meet(f.Domain()), byText
	if k.unknown() {
		from = byTrial
	}
	var out []knowledge
	add := func(s quantity.Interval) {
		if s = f.tighten(s); !s.Empty() {
			out = append(out, knowledge{origin: from, span: s})
		}
	}
	points := slices.DeleteFunc(slices.Clone(f.thresholds), func(n quantity.Number) bool { return !whole.Contains(n) })
	for _, bound := range []*quantity.Number{whole.Lo, whole.Hi} {
		if bound != nil && whole.Contains(*bound) {
			points = append(points, *bound)
		}
	}
	slices.SortFunc(points, quantity.Number.Cmp)
	points = slices.CompactFunc(points, quantity.Number.Equal)
	last, open := whole.Lo, whole.LoOpen
	for i := range points {
		add(quantity.Interval{Lo: last, LoOpen: open, Hi: &points[i], HiOpen: true})
		add(quantity.Exactly(points[i]))
		last, open = &points[i], true
	}
	add(quantity.Interval{Lo: last, LoOpen: open, Hi: whole.Hi, HiOpen: whole.HiOpen})
	if len(out) == 0 {
		return []knowledge{k}
	}
	return out
}

// tighten brings the ends of a span of things counted to whole numbers.
func (f *fact) tighten(s quantity.Interval) quantity.Interval {
	if f.Unit.Kind() != quantity.Count {
		return s
	}
	return s.ToWhole()
}
