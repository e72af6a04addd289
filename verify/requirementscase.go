package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/rules"
)

// A requirement holds in cases: each is a clause of literals that hold together, and
// alternatives are clauses of their own.

// literal is a condition on one fact, or the denial of one.
type literal struct {
	condition
	denied bool
}

func (l *literal) eval(world []knowledge) truth {
	out := l.about(&world[l.fact])
	if l.denied {
		return -out
	}
	return out
}

// clause is literals that hold together; the empty one always does.
type clause []literal

// cases takes conditions apart over what is known.
type cases struct {
	v    *rulebook
	base []knowledge
	cut  *bool // set where there are more cases than maxCases; nil where nobody asks
}

// maxCases bounds the cases of one rule: conditions of a file may be such that they
// multiply beyond all measure.
const maxCases = 100

// of returns the cases in which a condition holds, or does not where it is denied:
// none when it cannot, an empty one when it does anyway.
func (c cases) of(from *condition, denied bool) []clause {
	switch {
	case from.not != nil:
		return c.of(from.not, !denied)
	case from.all != nil && !denied, from.any != nil && denied:
		return c.every(slices.Concat(from.all, from.any), denied)
	case from.all != nil, from.any != nil:
		return c.some(slices.Concat(from.all, from.any), denied)
	}
	l := literal{*from, denied}
	switch l.eval(c.base) {
	case yes:
		return []clause{{}}
	case no:
		return nil
	case maybe:
	}
	return c.tidy([]clause{{l}})
}

// some returns the cases in which one of the conditions holds.
func (c cases) some(list []condition, denied bool) []clause {
	out := make([]clause, 0, len(list))
	for i := range list {
		out = append(out, c.of(&list[i], denied)...)
	}
	return c.tidy(out)
}

// every returns the cases in which all conditions hold.
func (c cases) every(list []condition, denied bool) []clause {
	out := []clause{{}}
	for i := range list {
		out = c.both(out, c.of(&list[i], denied))
		if len(out) == 0 {
			return nil
		}
	}
	return out
}

// both returns the cases that are one of a and one of b.
func (c cases) both(a, b []clause) []clause {
	var out []clause
	for _, x := range a {
		for _, y := range b {
			if len(out) > maxCases {
				break
			}
			out = append(out, slices.Concat(x, y))
		}
	}
	return c.tidy(out)
}

// tidy leaves out cases that cannot be and those that another one holds already.
func (c cases) tidy(list []clause) []clause {
	if len(list) > maxCases {
		list = list[:maxCases]
		if c.cut != nil {
			*c.cut = true
		}
	}
	out := make([]clause, 0, len(list))
	for _, each := range list {
		if narrow, ok := c.narrowed(each); ok && !c.isImpossible(narrow) {
			out = append(out, narrow)
		}
	}
	kept := make([]clause, 0, len(out))
	for i, each := range out {
		wider := func(k int) bool { return c.holds(out[k], each) && (k < i || !c.holds(each, out[k])) }
		held := false
		for k := range out {
			held = held || k != i && wider(k)
		}
		if !held {
			kept = append(kept, each)
		}
	}
	return kept
}

// isImpossible reports whether the case is one that was declared impossible.
func (c cases) isImpossible(of clause) bool {
	if len(of) == 0 || len(c.v.impossible) == 0 {
		return false
	}
	return c.v.isImpossible(c.world(of))
}

// holds reports whether a holds wherever b does.
func (c cases) holds(a, b clause) bool {
	if len(a) == 0 {
		return true
	}
	world := c.world(b)
	return !slices.ContainsFunc(a, func(l literal) bool { return l.eval(world) != yes })
}

// world is what is known where a case holds.
func (c cases) world(of clause) []knowledge {
	world := slices.Clone(c.base)
	for i := range of {
		index := of[i].fact
		if i > 0 && slices.ContainsFunc(of[:i], func(l literal) bool { return l.fact == index }) {
			continue
		}
		world[index] = c.v.facts[index].restricted(c.base[index], of.about(index))
	}
	return world
}

// about returns the literals on one fact.
func (c clause) about(index int) clause {
	return slices.DeleteFunc(slices.Clone(c), func(l literal) bool { return l.fact != index })
}

// narrowed writes a case as short as can be: of each fact what it may still be. ok is
// false when nothing is left of one.
func (c cases) narrowed(of clause) (out clause, ok bool) {
	for i := range of {
		index := of[i].fact
		if slices.ContainsFunc(of[:i], func(l literal) bool { return l.fact == index }) {
			continue
		}
		f, own := c.v.facts[index], of.about(index)
		k := f.restricted(c.base[index], own)
		switch f.Kind {
		case rules.QuantityFact:
			if k.span.Empty() {
				return nil, false
			}
			out = append(out, f.bounds(c.base[index], k, own)...)
		case rules.TextFact:
			left, possible := f.namesLeft(c.base[index], own)
			if !possible {
				return nil, false
			}
			out = append(out, left...)
		default:
			if len(k.texts) == 0 {
				return nil, false
			}
			out = append(out, f.values(c.base[index], k)...)
		}
	}
	return out, true
}
