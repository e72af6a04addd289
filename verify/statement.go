package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// collect takes in what the hits say into world. Two statements that disagree
// leave both values open.
func (v *rulebook) collect(r reading, world []knowledge) {
	v.eachStatement(r, false, func(f *fact, said knowledge) { world[f.index] = world[f.index].with(said) })
	for _, p := range r.pairs {
		world[p.fact.index] = world[p.fact.index].with(p.said)
	}
}

// eachStatement calls yield with what each wording of the facts says: those that
// state it, or those that only hint at it.
func (v *rulebook) eachStatement(r reading, hints bool, yield func(*fact, knowledge)) {
	for _, h := range r.hits {
		for _, s := range h.Senses {
			if s.Kind != understand.FactSense || s.Hint != hints || hints && h.Negated {
				continue
			}
			if said := v.facts[s.Fact].saidBy(&r, s, h); !said.unknown() {
				yield(v.facts[s.Fact], said)
			}
		}
	}
}

// saidBy is what a wording of a text tells of f. Who denies one kind of a value denies not
// the value: "bloque de viviendas; unifamiliar: no".
func (f *fact) saidBy(r *reading, s understand.Sense, h understand.Hit) knowledge {
	if f.Kind == rules.CategoryFact && h.Negated && s.Value != "" && !f.calls(s.Value, r.Words[h.Start:h.End]) {
		return knowledge{}
	}
	return f.said(s, h)
}

// calls reports whether words are what a value is called, or a part of it.
func (f *fact) calls(value string, words []understand.Word) bool {
	return !slices.ContainsFunc(words, func(w understand.Word) bool {
		return w.Weighs() && !slices.Contains(f.called[value], w.Stem)
	})
}

// said is what a wording tells of f; nothing when it denies a value and the
// one that holds by default is another.
func (f *fact) said(s understand.Sense, h understand.Hit) knowledge {
	out := knowledge{origin: byText}
	switch {
	case s.Hint && (f.Kind == rules.QuantityFact || f.Kind == rules.TextFact):
		return out
	case f.Kind == rules.QuantityFact:
		if h.Value == nil || h.Negated || h.Doubtful {
			return knowledge{}
		}
		bounds, ok := f.measure(*h.Value)
		if !ok {
			return knowledge{}
		}
		out.span = bounds
	case f.Kind == rules.TextFact:
		if h.Value == nil || h.Negated || h.Doubtful {
			return knowledge{}
		}
		out.texts = f.names(h.Value.Text)
	case f.Kind == rules.CategoryFact && s.Value == "" && !s.Hint: // so many of something
		if h.Value == nil || h.Negated || h.Doubtful || !f.reads(s, h.Value) {
			return knowledge{}
		}
		out.texts = counted(&f.Fact, *h.Value.Number)
	case h.Doubtful:
		out.texts = f.candidates()
	case f.Kind == rules.BooleanFact:
		out.texts = []string{flip(s.Value, h.Negated)}
	case h.Negated && f.Default != "" && len(f.defaultWhere) == 0 && f.Default != s.Value:
		return knowledge{}
	default:
		out.texts, out.rest = f.pick(s.Value, h.Negated), h.Negated
	}
	return out
}

// measure converts what stood in a hole to the fact's unit. A number without a
// unit is only good for facts that have none, and for data of places, which
// everybody gives in the same one.
func (f *fact) measure(w understand.Word) (quantity.Interval, bool) {
	if w.Number == nil || f.unmeasured(&w) {
		return quantity.Interval{}, false
	}
	unit := w.Unit
	if unit.IsZero() {
		if !f.Unit.IsRatio() && f.Unit.Kind() != quantity.Count && f.Place == "" {
			return quantity.Interval{}, false
		}
		unit = f.Unit
	}
	bounds, err := w.Number.Convert(unit, f.Unit)
	return bounds, err == nil
}

func flip(value string, negated bool) string {
	if !negated {
		return value
	}
	if value == "true" {
		return "false"
	}
	return "true"
}

// pick returns the value said, or all others when it was denied.
func (f *fact) pick(value string, negated bool) []string {
	if !negated {
		return []string{value}
	}
	var rest []string
	for _, v := range f.Values {
		if v.ID != value {
			rest = append(rest, v.ID)
		}
	}
	if f.closed {
		rest = append(rest, another)
	}
	return rest
}

// with joins what is known with a further statement. The same strength of
// statement twice leaves both values possible; a stronger one replaces.
func (k knowledge) with(said knowledge) knowledge {
	switch {
	case said.origin > k.origin:
		return said
	case said.origin < k.origin:
		return k
	}
	if k.rest != said.rest { // one says it is this, the other that it is not that
		if both := slices.DeleteFunc(slices.Clone(k.texts), func(t string) bool { return !slices.Contains(said.texts, t) }); len(both) > 0 {
			k.texts, k.rest = both, false
			return k
		}
	}
	for _, t := range said.texts {
		if !slices.Contains(k.texts, t) {
			k.texts = append(slices.Clone(k.texts), t)
		}
	}
	k.span = k.span.Hull(said.span)
	k.rest = k.rest && said.rest
	return k
}

// or joins what is known with a value that is possible as well. What nobody
// knows stays unknown, and what is given as data is certain.
func (k knowledge) or(possible knowledge) knowledge {
	if k.unknown() || k.origin == byGiven {
		return k
	}
	possible.origin = k.origin
	out := k.with(possible)
	out.origin = byText
	return out
}
