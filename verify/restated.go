package verify

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/verify/understand"
)

// A parameter may say over again whose measure it is: "altura del antepecho" of an
// antepecho, "car depth" of a lift car. Such a word is of no name of a measure, or of that
// of another one. So a parameter that nothing is ruled of as it stands is read without it.

// identifyRuled finds what is measured of which element: by the texts as they stand, else
// by the parameter without the words that name the thing itself, else by the element as if
// the name of what nothing is ruled of were none, else by the parameter together with words
// of the element, else by the parameter without its words that nothing explains.
func (d *decision) identifyRuled() bool {
	first := *d
	ok := d.identify()
	if ok && len(d.candidates(d.subject)) > 0 {
		return ok
	}
	for _, again := range []func(*decision) bool{(*decision).unrestated, (*decision).unnamedHead, (*decision).joined, (*decision).besideStrange} {
		second := first
		if again(&second) && slices.ContainsFunc(second.candidates(second.subject), second.limits) {
			*d = second
			return true
		}
	}
	return ok
}

// otherWords returns the other names of what a parameter may mean, the longest first: an
// element may say it over again in those ("cross fall of a ramp", transverse slope).
func (v *rulebook) otherWords(parameter *reading) []string {
	var out []string
	for _, id := range slices.Concat(parameter.parameters()...) {
		for _, names := range v.concepts["parameter "+id].Names {
			out = append(out, names...)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	return out
}

// joined reads the parameter together with a clause of the element: the "width" of a
// "lateral transfer space" is what rules call the "width of the lateral transfer space". All
// words of the parameter have to be of names of that measure, the
// clause begins with what is put to them, and does not go on as the name of another measure.
func (d *decision) joined() bool {
	asked := textsOf(d.parameter.Words)
	for n := range d.element.clauses() {
		clause := textsOf(slices.DeleteFunc(slices.Clone(d.element.Words), func(w understand.Word) bool { return w.Clause != n }))
		together := d.v.read(strings.Join(slices.Concat(asked, clause), " "))
		for _, h := range together.hits {
			if h.End <= len(asked) || h.Start > len(asked) || h.Negated {
				continue
			}
			for _, s := range h.Senses {
				if s.Kind == understand.ParameterSense && !together.cutsName(max(h.Start, len(asked)), h.End) && !d.v.goesOn(asked, clause[h.End-len(asked):], s.ID) && len(d.namedWith([]string{s.ID}, asked)) == 1 {
					d.parameter = d.v.read(strings.Join(slices.Concat(asked, textsOf(together.Words[max(h.Start, len(asked)):h.End])), " "))
					d.element.appositions = union(slices.Clone(d.element.appositions), d.parameter.inMeasure())
					return d.measured(s.ID)
				}
			}
		}
	}
	return false
}

// goesOn reports whether a parameter goes on with some words as the name of another measure.
func (v *rulebook) goesOn(asked, words []string, measure string) bool {
	r := v.read(strings.Join(slices.Concat(asked, words), " "))
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool {
		is := func(s understand.Sense) bool { return s.ID == measure }
		return h.Is(understand.ParameterSense) && h.Start < len(asked) && h.End > len(asked) && !slices.ContainsFunc(h.Senses, is)
	})
}

// cutsName reports whether words[start:end] are a part of the name of a thing: of a "hueco de
// forjado" nothing is said by the "hueco" of windows. What follows may have a name of its own.
func (r *reading) cutsName(start, end int) bool {
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool {
		head := end - 1
		if r.HeadFirst(commonLanguage(h.Senses)) {
			head = start
		}
		return slices.ContainsFunc(h.Senses, isElement) && h.Start <= head && head < h.End && (h.Start < start || h.End > end)
	})
}

// inMeasure returns the elements that the names of what is measured hold: "depth of the
// waiting space".
func (r *reading) inMeasure() []string {
	var out []string
	for _, h := range r.hits {
		if h.Is(understand.ElementSense) && !h.Negated && r.within(h, understand.ParameterSense) {
			for _, s := range h.Senses {
				out = append(out, s.ID)
			}
		}
	}
	return out
}

// clauses returns how many clauses r has.
func (r *reading) clauses() int {
	if len(r.Words) == 0 {
		return 0
	}
	return r.Words[len(r.Words)-1].Clause + 1
}

// textsOf returns words as they were written.
func textsOf(words []understand.Word) []string {
	out := make([]string, len(words))
	for i := range words {
		out[i] = words[i].Text
	}
	return out
}

// unrestated leaves out of the parameter the words that name the thing itself.
func (d *decision) unrestated() bool {
	var kept []string
	for _, w := range d.parameter.Words {
		if !d.element.headSays(w.Stem) {
			kept = append(kept, w.Text)
		}
	}
	if len(kept) == 0 || len(kept) == len(d.parameter.Words) {
		return false
	}
	d.parameter = d.v.read(strings.Join(kept, " "))
	d.locate(&d.parameter)
	return d.identify()
}

// unnamedHead reads the element without the names of what it is about: "gym floor" is a
// floor. The rest of the name has to say what the rules about that ask for.
func (d *decision) unnamedHead() bool {
	named := d.element
	d.element = d.v.readBut(d.thing, named.heads)
	d.locate(&d.element)
	for _, whole := range named.hits {
		if !names(whole, named.heads) {
			continue
		}
		for _, h := range d.element.hits {
			if whole.Start <= h.Start && h.End <= whole.End && h.End-h.Start < whole.End-whole.Start && names(h, d.element.heads) {
				return d.identify() && d.asksRest(whole, h)
			}
		}
	}
	return false
}

// besideStrange leaves out of the parameter the words that nothing explains, where the
// others mean one measure: only that a value fails stands then. A number or a name there
// makes it another quantity: "at 50 Pa", "in zone A".
func (d *decision) besideStrange() bool {
	strange, named := d.strangeParameter(), d.namedParameters()
	if len(strange) == 0 || len(named) == 0 || len(d.meant(named)) != 1 || slices.ContainsFunc(strange, isNamed) {
		return false
	}
	d.parameter.unknown, d.doubted, d.asides = nil, append(d.doubted, strange...), append(d.asides, strange...)
	return d.identify()
}

// isNamed reports whether a word is a number, or a name as people give things.
func isNamed(text string) bool {
	return utf8.RuneCountInString(text) == 1 || strings.ContainsAny(text, "0123456789")
}

// asksRest reports whether the rules ask for what the words of whole say that are not of h.
func (d *decision) asksRest(whole, h understand.Hit) bool {
	asked := d.askedFacts()
	for i := whole.Start; i < whole.End; i++ {
		w := &d.element.Words[i]
		outside := i < h.Start || i >= h.End
		material := w.Link == "" && d.element.Qualifies(d.element.Words, i) // "steel column", not "hueco de forjado"
		if outside && w.Weighs() && !material && !d.element.explains(i, func(s understand.Sense) bool { return isFact(s) && asked.has(s.Fact) }) {
			return false
		}
	}
	return true
}

// names reports whether a wording is a name of one of some elements.
func names(h understand.Hit, elements []string) bool {
	return slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return isElement(s) && slices.Contains(elements, s.ID) })
}

// headSays reports whether a word is one of those that name the thing itself, before
// anything qualifies it.
func (r *reading) headSays(stem string) bool {
	first := slices.IndexFunc(r.Words, func(w understand.Word) bool { return w.Weighs() })
	return first >= 0 && slices.ContainsFunc(r.Words[first:r.partEnd(first)+1], func(w understand.Word) bool { return w.Weighs() && w.Stem == stem })
}
