package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/understand"
)

// completed returns the words of the element with which the parameter's name is that of
// another measure that a rule limits of the thing: "huella" of a stair "en el lado más
// ancho". Those of the thing's own name and those that state a circumstance of it are none.
func (d *decision) completed() []string {
	r := &d.element
	read := func(i int) bool {
		return r.explains(i, func(s understand.Sense) bool {
			return isElement(s) && s.ID == d.subject || d.isAsked(s) || isFact(s) && r.Words[i].Weighs() && r.Words[i].Link == "" && r.attachment(i) == attribute
		})
	}
	little := func(i int) bool { return r.Words[i].Number == nil && !r.Words[i].Weighs() }
	n := len(d.parameter.Words)
	for i := range r.Words {
		for _, h := range d.v.lexicon.Scan(joined(d.parameter.Words, r.Words[i:])) {
			rest := indexes(i, i+h.End-n)
			if weighty := slices.DeleteFunc(slices.Clone(rest), little); len(weighty) > 0 && allAre(weighty, read) {
				continue
			}
			if h.Start < n && h.End > n && h.Is(understand.ParameterSense) && d.anotherMeasure(h) {
				return r.textsOf(rest)
			}
		}
	}
	return nil
}

// anotherMeasure reports whether a wording means no measure that the check asks for, but
// one that a rule limits of the thing in the unit of the value.
func (d *decision) anotherMeasure(h understand.Hit) bool {
	other := *d
	return slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return other.limited(s.ID) }) &&
		!slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return s.ID == d.measure.ID })
}

// joined returns the words of two texts as those of one clause.
func joined(a, b []understand.Word) []understand.Word {
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
