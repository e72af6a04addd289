package verify

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/understand"
)

// identifyRuled finds what is measured of which element: by the texts as they stand, else by
// the parameter without its words that nothing explains.
func (d *decision) identifyRuled() bool {
	first := *d
	ok := d.identify()
	if ok && len(d.candidates(d.subject)) > 0 {
		return ok
	}
	second := first
	if second.besideStrange() && slices.ContainsFunc(second.candidates(second.subject), second.limits) {
		*d = second
		return true
	}
	return ok
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

// identify finds what is measured of which element. A word that nothing
// explains can change the meaning of a parameter ("linear transmittance"), so
// there every word must be understood; see [decision.understood] for an element.
func (d *decision) identify() bool {
	for _, r := range []reading{d.element, d.parameter} {
		if other := r.otherThing(nil); other != "" {
			d.warn(msgBlocked, other)
			return false
		}
	}
	named := d.namedParameters()
	if len(named) == 0 {
		d.warn(msgNoParameter, d.check.Parameter)
		return false
	}
	if strange := d.strangeParameter(); len(strange) > 0 {
		if possible := d.namedWith(d.meant(named), strange); len(possible) > 0 && !d.saysWhere(possible) {
			return d.choose(possible, possible)
		}
		if d.contradictsPlace(&d.parameter, 0, len(d.parameter.Words), strange) {
			return false
		}
		d.warn(msgUnexplained, strings.Join(strange, " "))
		return false
	}
	return d.choose(d.meant(named), slices.Concat(named...))
}

// namedParameters returns what each wording of the parameter can mean, or what a question
// without one asks for by its unit.
func (d *decision) namedParameters() [][]string {
	named := d.parameter.parameters()
	if len(named) == 0 && d.question.open {
		named = d.unnamed()
	}
	if len(named) == 0 && d.question.unit.IsBoolean() && len(d.parameter.elements) > 0 && len(d.element.heads) > 0 {
		named = d.v.alone // "barrera de protección", yes or no, asks whether there is one
	}
	if len(named) > 0 || d.question.unit.Kind() != quantity.Count {
		return named
	}
	if named = d.parameter.counted(); len(named) > 0 { // "aseos accesibles", 3, asks how many there are
		return named
	}
	if len(d.parameter.elements) > 0 && len(d.v.counts) > 0 {
		return [][]string{slices.Concat(d.v.counts...)}
	}
	return nil
}

// meant returns what all wordings of the parameter can mean. Where they have nothing in
// common, those count that a rule about the thing limits in the unit of the value: "hot
// water temperature at the tap", in °C, names a height of taps in passing. What "and" joins
// is two quantities, whatever is ruled.
func (d *decision) meant(named [][]string) []string {
	if all := common(named); len(all) > 0 {
		return all
	}
	if slices.ContainsFunc(d.parameter.Words, func(w understand.Word) bool { return w.Joins() && w.Role != understand.PlainWord }) {
		return nil
	}
	var fit [][]string
	for _, ids := range named {
		if ruled := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !d.limited(id) }); len(ruled) > 0 {
			fit = append(fit, ruled)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	return common(fit)
}

// strangeParameter returns what nothing explains in the parameter: words, and
// numbers other than the value itself. "Permeabilidad a 50 Pa" is another
// quantity than the one at 100 Pa.
func (d *decision) strangeParameter() []string {
	strange := slices.Clone(d.parameter.unknown)
	for _, i := range d.parameter.loose {
		if w := &d.parameter.Words[i]; !d.isValue(w) && strings.Contains(d.check.Parameter, w.Text) { // a numeral is an article too: "from one to the next"
			strange = append(strange, w.Text)
		}
	}
	return strange
}

// namedWith keeps the parameters that words which nothing explains are of the names of, and
// that a rule limits: people put the words of a name together anew. A number stays strange.
func (d *decision) namedWith(possible, strange []string) []string {
	return slices.DeleteFunc(slices.Clone(possible), func(id string) bool {
		names := d.v.namedBy["parameter "+id]
		return !d.limited(id) || slices.ContainsFunc(strange, func(text string) bool { return len(names[d.v.tongues.Stem(fold(text))]) == 0 })
	})
}

// saysWhere reports whether words of the parameter say from where or at what it is measured,
// and are of no name of what is possible: "height at 50 cm from the edge", but not
// "illuminance at the level of the floor".
func (d *decision) saysWhere(possible []string) bool {
	where, weighty := false, []string(nil)
	for i := range d.parameter.Words {
		w := &d.parameter.Words[i]
		if w.Number != nil {
			return true
		}
		where = where || w.Placed || w.Opener == understand.Preposition
		if w.Weighs() {
			weighty = append(weighty, w.Text)
		}
	}
	return where && len(d.namedWith(possible, weighty)) == 0
}

// choose settles which of the possible parameters is meant: the one that is
// ruled for the element.
func (d *decision) choose(possible, named []string) bool {
	var chosen []string
	for _, id := range possible {
		d.measure = d.v.concepts["parameter "+id]
		if subject := d.findSubject(); subject != "" && len(d.candidates(subject)) > 0 {
			chosen = append(chosen, id)
		}
	}
	if len(chosen) > 1 {
		chosen = d.fitting(chosen)
	}
	if d.listing != nil {
		chosen = d.listing.choose(chosen)
	}
	switch {
	case len(chosen) == 1:
		possible = chosen
	case len(possible) > 1 && len(chosen) == 0 && d.findSubject() != "":
		d.warn(msgNoRule, d.check.Parameter, d.text(d.v.concepts["element "+d.findSubject()].Label))
		return false
	case len(possible) != 1 && len(d.element.elements)+len(d.element.heads)+len(d.parameter.elements) == 0:
		d.warn(msgNoElement, d.check.Element) // before which measure of it is meant
		return false
	case len(possible) != 1:
		d.warn(msgTwoParameters, strings.Join(d.labels("parameter", slices.Compact(slices.Sorted(slices.Values(named)))), ", "))
		return false
	}
	return d.measured(possible[0])
}

// measured takes a parameter for what is measured, and looks for the element.
func (d *decision) measured(parameter string) bool {
	d.measure = d.v.concepts["parameter "+parameter]
	d.question.rel = d.measure.Relation
	if d.question.value.Sign() < 0 && !d.measure.Signed {
		d.warn(msgNegative, d.text(d.measure.Label))
		return false
	}
	if d.subject = d.findSubject(); d.subject == "" {
		d.warn(msgNoElement, d.check.Element)
		return false
	}
	return true
}

// fitting keeps the parameters that a rule limits in what the unit measures, when
// the unit tells them apart; else all.
func (d *decision) fitting(possible []string) []string {
	out := slices.DeleteFunc(slices.Clone(possible), func(id string) bool { return !d.limited(id) })
	if len(out) == 0 {
		return possible
	}
	return out
}

// limited reports whether a rule about the thing limits a parameter in what the unit
// measures.
func (d *decision) limited(parameter string) bool {
	d.measure = d.v.concepts["parameter "+parameter]
	list := d.candidates(d.findSubject())
	return slices.ContainsFunc(list, d.limits) || d.question.onlyFree(list)
}

// limits reports whether a rule limits the parameter in what the unit measures.
func (d *decision) limits(r *rule) bool {
	q := d.question
	q.rel = d.measure.Relation
	return isLimit(r) && q.fits(r)
}
