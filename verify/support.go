package verify

import (
	"slices"
	"strings"
)

// leaning returns what is known without what is not said in closed form: as if nobody
// knew it, and as if it had not been said, where something is assumed then. Nothing
// where that is not less than what the check says.
func (d *decision) leaning(of *derivation) [][]knowledge {
	open, unsaid, said := d.room(), d.room(), d.room()
	copy(open, d.base)
	copy(unsaid, d.base)
	less, assumed := false, false
	for _, r := range d.texts() {
		d.v.collect(*r, said)
	}
	for i := range open {
		if d.doubts(of, i, &said[i]) {
			open[i], unsaid[i], less = knowledge{}, d.v.facts[i].assumedIn(d.base), true
			assumed = assumed || !unsaid[i].unknown()
		}
	}
	switch {
	case !less:
		return nil
	case !assumed:
		return [][]knowledge{open}
	}
	return [][]knowledge{open, unsaid}
}

// doubts reports whether what the check says of a fact is not said in closed form.
func (d *decision) doubts(of *derivation, index int, said *knowledge) bool {
	switch {
	case d.base[index].origin == byGiven: // as data, which is certain
		return false
	case !said.unknown():
		return of.broken || !of.known[index].says(said)
	}
	return d.base[index].origin == byConcept && (of.broken || !of.head)
}

// says reports whether k is as much as other.
func (k *knowledge) says(other *knowledge) bool {
	if k.unknown() || len(k.texts) != len(other.texts) {
		return false
	}
	for _, text := range other.texts {
		if !slices.Contains(k.texts, text) {
			return false
		}
	}
	return k.span.Same(other.span)
}

// labelled reports whether a stem is one of the fact's label.
func (f *fact) labelled(stem string) bool { return slices.Contains(f.labels, stem) }

// warnLeaning says which words keep a circumstance from being certain, and what to write.
func (d *decision) warnLeaning(out *Result, of *derivation) {
	slices.Sort(of.strange)
	doubted := of.circumstances
	if len(doubted) == 0 { // what is broken is another clause
		doubted = of.stated
	}
	out.Warnings = append(out.Warnings, d.say(msgLeans, strings.Join(slices.Compact(doubted), ", "), strings.Join(slices.Compact(of.strange), ", ")))
}
