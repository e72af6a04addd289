package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/quantity"
)

// maxWorlds bounds how many combinations of unknown facts one check tries.
const maxWorlds = 4096

// worlds calls yield with every combination of values that facts may still
// have, as far as conditions and tables tell values apart: a number between two
// thresholds stands for all of them. Combinations declared impossible are left
// out. It reports whether all were tried; yield gets the same slice each time.
func (v *Verifier) worlds(facts []int, base []knowledge, yield func([]knowledge)) bool {
	options := make([][]knowledge, len(facts))
	total := 1
	for i, index := range facts {
		options[i] = v.facts[index].options(base[index])
		total *= len(options[i])
		if total > maxWorlds {
			return false
		}
	}
	world := slices.Clone(base)
	v.combine(facts, options, world, yield)
	return true
}

func (v *Verifier) combine(facts []int, options [][]knowledge, world []knowledge, yield func([]knowledge)) {
	if len(facts) == 0 {
		if !v.isImpossible(world) {
			yield(world)
		}
		return
	}
	for _, k := range options[0] {
		world[facts[0]] = k
		v.combine(facts[1:], options[1:], world, yield)
	}
}

func (v *Verifier) isImpossible(world []knowledge) bool {
	return slices.ContainsFunc(v.impossible, func(together []condition) bool { return allOf(together, world) == yes })
}

// options returns one knowledge for each value worth telling apart.
func (f *fact) options(k knowledge) []knowledge {
	if f.Kind == QuantityFact {
		return f.quantityOptions(k)
	}
	texts := k.texts
	if len(texts) == 0 {
		texts = f.candidates()
	}
	if len(texts) == 0 {
		return []knowledge{k}
	}
	out := make([]knowledge, len(texts))
	for i, t := range texts {
		out[i] = knowledge{origin: byText, texts: []string{t}}
	}
	return out
}

// candidates returns the values rules ask for, and one that stands for all the
// others of a category.
func (f *fact) candidates() []string {
	switch f.Kind {
	case BooleanFact:
		return []string{"true", "false"}
	case CategoryFact:
		out := slices.Clone(f.texts)
		for _, v := range f.Values {
			if !slices.Contains(out, v.ID) {
				return append(out, v.ID)
			}
		}
		return out
	}
	return f.texts
}

func (f *fact) quantityOptions(k knowledge) []knowledge {
	if _, ok := k.span.exact(); ok {
		return []knowledge{k}
	}
	var out []knowledge
	for _, n := range f.representatives(k.span) {
		if k.unknown() || k.span.contains(n) {
			out = append(out, knowledge{origin: byText, span: span{lo: &n, hi: &n}})
		}
	}
	if len(out) == 0 {
		return []knowledge{k} // between two thresholds: conditions decide on the span itself
	}
	return out
}

// representatives returns every threshold, a number between each two, and one
// beyond either end, with the bounds of the span among them.
func (f *fact) representatives(s span) []quantity.Number {
	points := slices.Clone(f.thresholds)
	for _, bound := range []*quantity.Number{s.lo, s.hi} {
		if bound != nil {
			points = append(points, *bound)
		}
	}
	if len(points) == 0 {
		return nil
	}
	slices.SortFunc(points, quantity.Number.Cmp)
	half, one := quantity.NewNumber(1, 2), quantity.NewNumber(1, 1)
	out := []quantity.Number{points[0].Mul(half)}
	if points[0].Sign() <= 0 {
		out[0] = points[0].Sub(one)
	}
	for i, p := range points {
		if i > 0 && p.Equal(points[i-1]) {
			continue
		}
		if i > 0 {
			out = append(out, p.Add(points[i-1]).Mul(half))
		}
		out = append(out, p)
	}
	return append(out, points[len(points)-1].Add(one))
}

// lookup returns the number v has in a world where everything it depends on is
// known, and the cell it stands in; ok is false when the table has none for it,
// and number nil when the cell says that there is no limit.
func (v *value) lookup(world []knowledge) (number *quantity.Number, cells []*Cell, ok bool) {
	if v.table == nil {
		return v.number, nil, true
	}
	t := v.table
	k := &world[t.fact]
	if t.Match == Interpolate {
		n, known := k.span.exact()
		if !known {
			return nil, nil, false
		}
		out, cell := t.interpolate(n)
		return &out, []*Cell{cell}, true
	}
	for i := range t.Cells {
		if t.Cells[i].holds(t.Match, k) != yes {
			continue
		}
		number, inner, ok := t.cells[i].lookup(world)
		return number, append([]*Cell{&t.Cells[i]}, inner...), ok
	}
	return nil, nil, false
}

func (c *Cell) holds(match Match, k *knowledge) truth {
	switch {
	case c.Op == "else":
		return yes
	case match == Step || match == Interpolate:
		return k.span.compare(c.Op, c.Bound)
	case match == Prefix:
		return (&condition{op: "starts", texts: []string{c.Key}}).eval([]knowledge{*k})
	}
	return (&condition{op: "is", texts: []string{c.Key}}).eval([]knowledge{*k})
}

// interpolate returns the value at n, linear between the cells and level beyond
// the outermost, and the range it holds in as a cell.
func (t *table) interpolate(n quantity.Number) (quantity.Number, *Cell) {
	first, last := &t.Cells[0], &t.Cells[len(t.Cells)-1]
	if n.Cmp(first.Bound) <= 0 {
		return *first.Value.Number, &Cell{Op: "<=", Bound: first.Bound}
	}
	for i := 1; i < len(t.Cells); i++ {
		a, b := &t.Cells[i-1], &t.Cells[i]
		if n.Cmp(b.Bound) >= 0 {
			continue
		}
		share, _ := n.Sub(a.Bound).Quo(b.Bound.Sub(a.Bound))
		return a.Value.Number.Add(share.Mul(b.Value.Number.Sub(*a.Value.Number))), &Cell{Op: "=", Bound: n}
	}
	return *last.Value.Number, &Cell{Op: ">=", Bound: last.Bound}
}
