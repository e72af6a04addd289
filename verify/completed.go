package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/understand"
)

// completed returns the words of the element with which the parameter's name is that of
// another measure that a rule limits of the thing: "huella" of a stair "en el lado más
// ancho". Those of the thing's own name and those that state a circumstance of it are none.
func (d *decision) completed() []string {
	r, n := &d.element, len(d.parameter.Words)
	for i := range r.Words {
		for _, h := range d.v.lexicon.Scan(inOneClause(d.parameter.Words, r.Words[i:])) {
			rest := indexes(i, i+h.End-n)
			goesOn := h.Start < n && h.End > n && h.Is(understand.ParameterSense)
			if goesOn && !d.saysOfThing(rest) && d.anotherMeasure(h) {
				return r.textsOf(rest)
			}
		}
	}
	return nil
}

// saysOfThing reports whether all words of the element at some places that weigh, of which
// there are some, are of the thing's name or state a circumstance.
func (d *decision) saysOfThing(at []int) bool {
	r := &d.element
	little := func(i int) bool { return r.Words[i].Number == nil && !r.Words[i].Weighs() }
	says := func(i int) bool {
		stated := r.Words[i].Weighs() && r.Words[i].Link == "" && r.attachment(i) == attribute
		return r.explains(i, func(s understand.Sense) bool {
			return isElement(s) && s.ID == d.subject || d.isAsked(s) || isFact(s) && stated
		})
	}
	weighty := slices.DeleteFunc(slices.Clone(at), little)
	return len(weighty) > 0 && allAre(weighty, says)
}

// anotherMeasure reports whether a wording means no measure that the check asks for, but
// one that a rule limits of the thing in the unit of the value.
func (d *decision) anotherMeasure(h understand.Hit) bool {
	other := *d
	return slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return other.limited(s.ID) }) &&
		!slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return s.ID == d.measure.ID })
}

// inOneClause returns the words of two texts as those of one clause.
func inOneClause(a, b []understand.Word) []understand.Word {
	out := slices.Concat(a, b)
	for i := range out {
		if i >= len(a) && out[i].Clause != b[0].Clause {
			return out[:i]
		}
	}
	for i := range out {
		out[i].Clause = 0
	}
	return out
}

// indexes returns the numbers from one up to another, which is not among them.
func indexes(from, to int) []int {
	var out []int
	for ; from < to; from++ {
		out = append(out, from)
	}
	return out
}
