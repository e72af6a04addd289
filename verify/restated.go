package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/verify/understand"
)

// A parameter may say over again whose measure it is: "altura del antepecho" of an
// antepecho, "car depth" of a lift car. Such a word is of no name of a measure, or of that
// of another one. So a parameter that nothing is ruled of as it stands is read without it.

// identifyRuled finds what is measured of which element: by the parameter as it stands,
// else without the words that name the thing itself.
func (d *decision) identifyRuled() bool {
	second := *d
	ok := d.identify()
	if ok && len(d.candidates(d.subject)) > 0 || len(d.element.heads) == 0 {
		return ok
	}
	var kept []string
	for _, w := range d.parameter.Words {
		if !d.element.headSays(w.Stem) {
			kept = append(kept, w.Text)
		}
	}
	if len(kept) == 0 || len(kept) == len(d.parameter.Words) {
		return ok
	}
	second.parameter = d.v.read(strings.Join(kept, " "))
	second.locate(&second.parameter)
	if second.identify() && len(second.candidates(second.subject)) > 0 {
		*d = second
		return true
	}
	return ok
}

// headSays reports whether a word is one of those that name the thing itself, before
// anything qualifies it.
func (r *reading) headSays(stem string) bool {
	first := slices.IndexFunc(r.Words, func(w understand.Word) bool { return w.Weighs() })
	return first >= 0 && slices.ContainsFunc(r.Words[first:r.partEnd(first)+1], func(w understand.Word) bool { return w.Weighs() && w.Stem == stem })
}
