package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/quantity"
)

// maxWorlds bounds how many combinations of unknown facts one check tries.
const maxWorlds = 4096

// walk goes through the worlds what is known leaves open, as far as rules tell
// them apart: it fixes one unknown fact after the other, and only while some
// rule is still undecided. Combinations declared impossible are left out.
type walk struct {
	v     *Verifier
	rules []*rule
	world []knowledge
	fixed []bool // facts that have their value in this world
	left  int    // worlds that may still be tried
	yield func([]knowledge)
}

// worlds calls yield with each world; the slice is the same each time. It
// reports whether all were tried.
func (v *Verifier) worlds(rules []*rule, base []knowledge, yield func([]knowledge)) bool {
	w := &walk{v: v, rules: rules, world: slices.Clone(base), fixed: make([]bool, len(base)), left: maxWorlds, yield: yield}
	w.step()
	return w.left >= 0
}

func (w *walk) step() {
	if w.left < 0 || w.v.isImpossible(w.world) {
		return
	}
	index := w.undecided()
	if index < 0 {
		w.left--
		if w.left >= 0 {
			w.yield(w.world)
		}
		return
	}
	before := w.world[index]
	w.fixed[index] = true
	for _, k := range w.v.facts[index].options(before) {
		w.world[index] = k
		w.step()
	}
	w.world[index], w.fixed[index] = before, false
}

// undecided returns a fact that a rule still turns on; -1 when there is none.
func (w *walk) undecided() int {
	for _, r := range w.rules {
		index := -1
		switch applies := min(allOf(r.when, w.world), -anyOf(r.unless, w.world)); applies {
		case no:
		case maybe:
			if index = w.openFact(r.when); index < 0 {
				index = w.openFact(r.unless)
			}
		default:
			index = w.openCell(r)
		}
		if index >= 0 {
			return index
		}
	}
	return -1
}

// openFact returns a fact that leaves one of the conditions open.
func (w *walk) openFact(list []condition) int {
	for i := range list {
		c := &list[i]
		if c.eval(w.world) != maybe {
			continue
		}
		index := -1
		switch {
		case c.not != nil:
			index = w.openFact([]condition{*c.not})
		case c.all != nil:
			index = w.openFact(c.all)
		case c.any != nil:
			index = w.openFact(c.any)
		case !w.fixed[c.fact]:
			index = c.fact
		}
		if index >= 0 {
			return index
		}
	}
	return -1
}

// openCell returns a fact that leaves it open where in a table the limit stands.
func (w *walk) openCell(r *rule) int {
	for _, v := range []*value{&r.value, &r.min, &r.max} {
		for v != nil && v.table != nil {
			if w.isOpen(v.table.fact) {
				return v.table.fact
			}
			v = v.table.chosen(w.world)
		}
		if v == nil || v.formula == nil {
			continue
		}
		if i := slices.IndexFunc(v.formula.facts, w.isOpen); i >= 0 {
			return v.formula.facts[i]
		}
	}
	return -1
}

// isOpen reports whether a fact may still have several values in this world.
func (w *walk) isOpen(index int) bool {
	return !w.fixed[index] && w.v.facts[index].open(w.world[index])
}

// chosen returns what stands in the cell of a world, nil when none does.
func (t *table) chosen(world []knowledge) *value {
	if t.Match == Interpolate {
		return nil
	}
	for i := range t.Cells {
		if t.Cells[i].holds(t.Match, &world[t.fact]) == yes {
			return &t.cells[i]
		}
	}
	return nil
}

func (v *Verifier) isImpossible(world []knowledge) bool {
	return slices.ContainsFunc(v.impossible, func(together []condition) bool { return allOf(together, world) == yes })
}

// open reports whether k leaves more than one value of the fact.
func (f *fact) open(k knowledge) bool {
	if k.unknown() {
		return true
	}
	if f.Kind == QuantityFact {
		_, exact := k.span.exact()
		return !exact
	}
	return len(k.texts) != 1
}

// options returns one knowledge for each value worth telling apart.
func (f *fact) options(k knowledge) []knowledge {
	if k.unknown() && f.all != nil {
		return f.all
	}
	if f.Kind == QuantityFact {
		return f.quantityOptions(k)
	}
	texts := k.texts
	if len(texts) == 0 {
		texts = f.candidates()
	}
	var out []knowledge
	for _, t := range texts {
		out = append(out, knowledge{origin: byText, texts: []string{t}})
	}
	if len(out) == 0 {
		return []knowledge{k}
	}
	return f.distinct(out)
}

// distinct keeps the first of those that answer everything asked alike.
func (f *fact) distinct(list []knowledge) []knowledge {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(k knowledge) bool {
		s := f.signature(k)
		again := seen[s]
		seen[s] = true
		return again
	})
}

// candidates returns the values a fact can have; of a text those rules ask for.
func (f *fact) candidates() []string {
	switch f.Kind {
	case BooleanFact:
		return []string{"true", "false"}
	case CategoryFact:
		out := make([]string, len(f.Values))
		for i, v := range f.Values {
			out[i] = v.ID
		}
		return out
	default:
		return f.texts
	}
}

func (f *fact) quantityOptions(k knowledge) []knowledge {
	if _, ok := k.span.exact(); ok {
		return []knowledge{k}
	}
	if f.measured {
		return f.parts(k)
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
	return f.distinct(out)
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
