package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// What literals leave of one fact.

// restricted is what is known of f where literals on it hold as well.
func (f *fact) restricted(k knowledge, own clause) knowledge {
	if f.Kind == rules.QuantityFact {
		whole := k.span
		if k.unknown() {
			whole = f.Domain()
		}
		for i := range own {
			if s, ok := own[i].span(); ok {
				whole = whole.Meet(s)
			}
		}
		return knowledge{origin: byText, span: whole}
	}
	left := f.pool(k)
	left = slices.DeleteFunc(left, func(text string) bool { return !own.admits(text) })
	if len(left) == 0 {
		return knowledge{origin: k.origin}
	}
	return knowledge{origin: byText, texts: left, joint: k.joint && len(left) == len(k.texts)}
}

// pool is the values f may have; of a text those that rules and places name.
func (f *fact) pool(k knowledge) []string {
	switch {
	case len(k.texts) > 0:
		return slices.Clone(k.texts)
	case f.Kind == rules.TextFact:
		out := slices.Concat(f.texts, f.data)
		slices.Sort(out)
		return slices.Compact(out)
	}
	return slices.Clone(f.candidates())
}

// admits reports whether a text is a value that all literals let be.
func (c clause) admits(text string) bool {
	one := knowledge{origin: byText, texts: []string{text}}
	return !slices.ContainsFunc(c, func(l literal) bool {
		said := l.about(&one)
		return l.denied == (said == yes)
	})
}

// span is the numbers a literal leaves; ok is false where that is no span: all but one.
func (l *literal) span() (quantity.Interval, bool) {
	op := l.op
	if l.denied {
		if op = opposite[op]; op == "" {
			return quantity.Interval{}, false
		}
	}
	n := quantity.Exactly(l.value)
	return *n.Compared(op), true
}

// bounds writes what is left of a quantity: its ends, as far as they are not known
// anyway, and the numbers in between that it is not.
func (f *fact) bounds(base, k knowledge, own clause) clause {
	known := f.Domain()
	if !base.unknown() {
		known = base.span
	}
	literalOf := func(op string, n *quantity.Number) literal {
		return literal{condition: condition{fact: f.index, op: op, value: *n}}
	}
	if n, exact := k.span.Exact(); exact {
		return clause{literalOf("=", &n)}
	}
	var out clause
	if s := k.span; s.Lo != nil && !sameEnd(s.Lo, known.Lo, s.LoOpen, known.LoOpen) {
		out = append(out, literalOf(endSign(s.LoOpen, ">", ">="), s.Lo))
	}
	if s := k.span; s.Hi != nil && !sameEnd(s.Hi, known.Hi, s.HiOpen, known.HiOpen) {
		out = append(out, literalOf(endSign(s.HiOpen, "<", "<="), s.Hi))
	}
	for _, l := range own {
		if _, ok := l.span(); !ok && k.span.Contains(l.value) && !slices.ContainsFunc(out, func(o literal) bool { return o.denied && o.value.Equal(l.value) }) {
			out = append(out, l)
		}
	}
	return out
}

func sameEnd(a, b *quantity.Number, aOpen, bOpen bool) bool {
	return a != nil && b != nil && a.Equal(*b) && aOpen == bOpen
}

func endSign(open bool, a, b string) string {
	if open {
		return a
	}
	return b
}

// values writes what is left of a boolean or a category: the values it may have, or
// those it may not where they are fewer.
func (f *fact) values(base, k knowledge) clause {
	all := f.pool(base)
	out := slices.DeleteFunc(slices.Clone(all), func(text string) bool { return slices.Contains(k.texts, text) })
	switch {
	case len(out) == 0:
		return nil
	case slices.Contains(k.texts, another), len(k.texts) > len(out) && !slices.Contains(out, another):
		return clause{{condition: condition{fact: f.index, op: "in", texts: out}, denied: true}}
	}
	return clause{{condition: condition{fact: f.index, op: "in", texts: k.texts}}}
}

// namesLeft leaves out literals on a text that say nothing beside the others; possible
// is false when no value is left.
func (f *fact) namesLeft(base knowledge, own clause) (left clause, possible bool) {
	positive := slices.DeleteFunc(slices.Clone(own), func(l literal) bool { return l.denied })
	pool := slices.DeleteFunc(f.pool(base), func(text string) bool { return !positive.admits(text) })
	admitted := slices.DeleteFunc(slices.Clone(pool), func(text string) bool { return !own.admits(text) })
	if len(admitted) == 0 && len(positive)+len(base.texts) > 0 {
		return nil, false
	}
	for i := range own {
		l := &own[i]
		same := func(o literal) bool { return o.denied == l.denied && o.op == l.op && slices.Equal(o.texts, l.texts) }
		silent := l.denied && len(pool) > 0 && len(positive) > 0 && !slices.ContainsFunc(pool, func(text string) bool { return !clause{*l}.admits(text) })
		if !silent && !slices.ContainsFunc(left, same) {
			left = append(left, *l)
		}
	}
	return left, true
}
