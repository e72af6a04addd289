package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// maxWorlds bounds how many combinations of unknown facts one check tries.
const maxWorlds = 4096

// live is a rule that may apply, with the conditions that what is known leaves
// open. What is known only becomes more from world to world, so a condition that
// is settled stays settled.
type live struct {
	*rule
	when, unless []condition
}

// reduce leaves out the rules that cannot apply and the conditions that are
// settled.
func reduce(list []*rule, base []knowledge) []*live {
	out := make([]*live, 0, len(list))
	for _, r := range list {
		if allOf(r.when, base) == no || anyOf(r.unless, base) == yes {
			continue
		}
		out = append(out, &live{r, openOnes(r.when, base), openOnes(r.unless, base)})
	}
	return out
}

func openOnes(list []condition, base []knowledge) []condition {
	var out []condition
	for i := range list {
		if list[i].eval(base) == maybe {
			out = append(out, list[i])
		}
	}
	return out
}

// applies reports whether the rule holds in a world.
func (r *live) applies(world []knowledge) truth {
	return min(allOf(r.when, world), -anyOf(r.unless, world))
}

// walk goes through the worlds what is known leaves open, as far as rules tell
// them apart: it fixes one unknown fact after the other, and only while some
// rule is still undecided. Combinations declared impossible are left out.
type walk struct {
	v          *rulebook
	rules      []*live       // of the check
	choices    []variants    // of the facts met
	levels     [][]*live     // room for the rules left at each depth
	impossible [][]condition // that what is known leaves open
	world      []knowledge
	fixed      []bool // facts that have their value in this world
	left       int    // worlds that may still be tried
	stopped    bool   // yield wants no more
	yield      func([]*live, []knowledge) bool
}

// worlds calls yield with each world and the rules that hold in it; the slices
// are used again. yield returns false to stop. It reports whether all were tried,
// or yield had enough.
func (v *rulebook) worlds(list []*live, base []knowledge, yield func([]*live, []knowledge) bool) bool {
	room := v.room()
	defer v.release(room)
	copy(room.world, base)
	w := &walk{v: v, rules: list, world: room.world, fixed: room.fixed, left: maxWorlds, yield: yield}
	for _, together := range v.impossible {
		switch allOf(together, base) {
		case yes:
			return true // what was said cannot be
		case maybe:
			w.impossible = append(w.impossible, together)
		case no:
		}
	}
	w.step(list, 0)
	return w.left >= 0
}

// room is what a check needs for each fact. Rooms are used again, so that a
// check allocates no more the more rules there are.
type room struct {
	world []knowledge
	fixed []bool
}

func (v *rulebook) room() *room {
	if r, ok := v.rooms.Get().(*room); ok && len(r.world) == len(v.facts) {
		return r
	}
	return &room{make([]knowledge, len(v.facts)), make([]bool, len(v.facts))}
}

func (v *rulebook) release(r *room) {
	clear(r.world)
	clear(r.fixed)
	v.rooms.Put(r)
}

// step goes on from a world in which the rules given may still hold.
func (w *walk) step(list []*live, depth int) {
	if w.stopped || w.left < 0 || w.isImpossible() {
		return
	}
	list, index := w.undecided(list, depth)
	if index < 0 {
		w.left--
		if w.left >= 0 {
			w.stopped = !w.yield(list, w.world)
		}
		return
	}
	before := w.world[index]
	w.fixed[index] = true
	for _, k := range w.options(index) {
		w.world[index] = k
		w.step(list, depth+1)
	}
	w.world[index], w.fixed[index] = before, false
}

func (w *walk) isImpossible() bool {
	return slices.ContainsFunc(w.impossible, func(together []condition) bool { return allOf(together, w.world) == yes })
}

// undecided returns the rules that may still hold, and a fact that one of them
// turns on; -1 when there is none.
func (w *walk) undecided(list []*live, depth int) ([]*live, int) {
	if depth == len(w.levels) {
		w.levels = append(w.levels, make([]*live, 0, len(list)))
	}
	left, index := w.levels[depth][:0], -1
	for _, r := range list {
		applies := r.applies(w.world)
		if applies == no {
			continue
		}
		left = append(left, r)
		if index < 0 {
			index = w.turnsOn(r, applies)
		}
	}
	w.levels[depth] = left
	return left, index
}

// turnsOn returns a fact that a rule turns on; -1 when there is none.
func (w *walk) turnsOn(r *live, applies truth) int {
	if applies == yes {
		return w.openCell(r.rule)
	}
	if index := w.openFact(r.when); index >= 0 {
		return index
	}
	return w.openFact(r.unless)
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
	if t.Match == rules.Interpolate {
		return nil
	}
	for i := range t.Cells {
		if cellHolds(&t.Cells[i], t.Match, &world[t.fact]) == yes {
			return &t.cells[i]
		}
	}
	return nil
}

func (v *rulebook) isImpossible(world []knowledge) bool {
	return slices.ContainsFunc(v.impossible, func(together []condition) bool { return allOf(together, world) == yes })
}

// open reports whether k leaves more than one value of the fact.
func (f *fact) open(k knowledge) bool {
	if k.unknown() {
		return true
	}
	if f.Kind == rules.QuantityFact {
		_, exact := k.span.Exact()
		return !exact
	}
	return len(k.texts) != 1
}

// options returns one knowledge for each value worth telling apart.
func (f *fact) options(k knowledge) []knowledge {
	if k.unknown() && f.all != nil {
		return f.all
	}
	if f.Kind == rules.QuantityFact {
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
	case rules.BooleanFact:
		return []string{"true", "false"}
	case rules.CategoryFact:
		out := make([]string, len(f.Values), len(f.Values)+1)
		for i, v := range f.Values {
			out[i] = v.ID
		}
		if f.closed {
			out = append(out, another)
		}
		return out
	default:
		return f.texts
	}
}

func (f *fact) quantityOptions(k knowledge) []knowledge {
	if _, ok := k.span.Exact(); ok {
		return []knowledge{k}
	}
	if f.measured {
		return f.parts(k)
	}
	var out []knowledge
	for _, n := range f.representatives(k.span) {
		if k.unknown() || k.span.Contains(n) {
			out = append(out, knowledge{origin: byText, span: quantity.Interval{Lo: &n, Hi: &n}})
		}
	}
	if len(out) == 0 {
		return []knowledge{k} // between two thresholds: conditions decide on the span itself
	}
	return f.distinct(out)
}

// representatives returns every threshold, a number between each two, and one
// beyond either end, with the bounds of the span among them.
func (f *fact) representatives(s quantity.Interval) []quantity.Number {
	points := slices.Clone(f.thresholds)
	for _, bound := range []*quantity.Number{s.Lo, s.Hi} {
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
