package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// byShorterNames finds what is measured where the longest name of the element is of a thing
// that no rule limits so: by the names it begins or ends with, where a circumstance says the
// rest of it. "Pasillo de hospital" is a lit room, and its width is a corridor's; but
// "hueco de forjado" is no window. It is false where that does not tell, or words are doubted.
func (d *decision) byShorterNames() ([]*rule, bool) {
	possible := slices.Concat(d.parameter.parameters()...)
	unruled := func(s *understand.Sense) bool {
		return isElement(*s) && !slices.ContainsFunc(possible, func(id string) bool {
			return slices.ContainsFunc(d.v.about(rules.Subject{Element: s.ID, Parameter: id}), isLimit)
		})
	}
	left := slices.DeleteFunc(slices.Clone(d.element.hits), func(h understand.Hit) bool {
		return h.End-h.Start == 1 || slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return !unruled(&s) })
	})
	if len(possible) == 0 || len(left) == 0 {
		return nil, false
	}
	d.element = d.v.readWithout(d.thing, unruled)
	d.locate(&d.element)
	list, _, ok := d.byNames()
	return list, ok && len(d.doubted)+len(d.unsure) == 0 && !slices.ContainsFunc(left, func(h understand.Hit) bool { return !d.saysAll(h) })
}

// saysAll reports whether the words of a name that is left out name the thing that is
// measured or say a circumstance that is asked for.
func (d *decision) saysAll(name understand.Hit) bool {
	asked := d.askedFacts()
	says := func(s understand.Sense) bool {
		return isFact(s) && asked.has(s.Fact) || isElement(s) && s.ID == d.subject
	}
	for i := name.Start; i < name.End; i++ {
		if d.element.Words[i].Weighs() && !d.element.explains(i, says) {
			return false
		}
	}
	return true
}

// byShorterMeasures finds what is measured where the longest name of the parameter is of a
// measure that no rule limits of the thing: by the names inside it, where the name that counts
// has the other words of it as well.
func (d *decision) byShorterMeasures() ([]*rule, bool) {
	about := slices.Concat(d.element.heads, d.element.elements, d.parameter.elements)
	unruled := func(s *understand.Sense) bool {
		return s.Kind == understand.ParameterSense && !slices.ContainsFunc(about, func(id string) bool {
			return slices.ContainsFunc(d.v.about(rules.Subject{Element: id, Parameter: s.ID}), isLimit)
		})
	}
	long := func(h understand.Hit) bool {
		return h.End-h.Start > 1 && slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return unruled(&s) })
	}
	if len(about) == 0 || !slices.ContainsFunc(d.parameter.hits, long) {
		return nil, false
	}
	d.parameter = d.v.readWithout(d.check.Parameter, unruled)
	d.locate(&d.parameter)
	list, _, ok := d.byNames()
	return list, ok && len(d.doubted)+len(d.unsure) == 0
}

// byMeasure finds what is measured where the name of the measure says of what it is one:
// "tamaño del sector de incendio".
func (d *decision) byMeasure() ([]*rule, bool) {
	d.inMeasure = true
	list, _, ok := d.byNames()
	return list, ok && len(d.doubted)+len(d.unsure) == 0
}

// ofWhat returns the elements that the name of a measure speaks of, not those it is itself
// one of: a "huella" is a part of a stair and a measure of it. Where it is measured is none:
// "over the skirting".
func (r *reading) ofWhat() []string {
	var out []string
	for _, h := range r.hits {
		itself := slices.ContainsFunc(r.hits, func(other understand.Hit) bool {
			return other.Is(understand.ParameterSense) && other.Start == h.Start && other.End == h.End
		})
		for _, s := range h.Senses {
			if isElement(s) && !h.Negated && !itself && r.attachment(h.Start) != site {
				out = union(out, []string{s.ID})
			}
		}
	}
	return out
}
