package verify

import (
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/verify/rules"
)

// takeGiven takes in the circumstances that the check gives as data. They are certain:
// what the texts say gives way, and where it says otherwise a warning names both.
func (d *decision) takeGiven() {
	if f := d.useOption(); f != nil {
		d.give(f, f.stated(strings.TrimSpace(d.check.BuildingUse), byGiven))
	}
	for _, id := range slices.Sorted(maps.Keys(d.check.Circumstances)) {
		f := d.v.circumstance(id)
		if f == nil || f.index < 0 {
			continue
		}
		if given, reason := f.take(d.check.Circumstances[id], d.v.lang); reason == "" { // else it was refused before
			d.give(f, given)
		}
	}
}

// give takes in one. A use given by its id gives way to the circumstance as words do.
func (d *decision) give(f *fact, given knowledge) {
	said := d.base[f.index]
	d.base[f.index] = given
	if said.origin >= byText && d.askedFacts().has(f.index) && !given.agrees(said) {
		d.warn(msgGivenAgainst, d.told(f, given), d.told(f, said))
	}
}

// useOption is the fact that tells the use where the check gives it as the id of an option,
// which is data as a circumstance is; nil where it gives words. An id that is a word as well
// is read as one: "industrial" says more than which use it is.
func (d *decision) useOption() *fact {
	if !strings.Contains(d.check.BuildingUse, "_") {
		return nil
	}
	if f := d.v.circumstance(BuildingUseID); f != nil && f.index >= 0 && f.isOption(d.check.BuildingUse) {
		return f
	}
	return nil
}

// agrees reports whether what was said leaves the value given possible.
func (k knowledge) agrees(said knowledge) bool {
	if n, ok := k.span.Exact(); ok {
		return said.span.Contains(n)
	}
	return len(said.texts) == 0 || slices.Contains(said.texts, k.texts[0])
}

// told writes what is known of a fact: "climate zone: D3".
func (d *decision) told(f *fact, k knowledge) string {
	describe := describer{d.speaker, d.v, d.base, d.question.unit}
	if f.Kind == rules.QuantityFact {
		return d.text(f.Label) + " " + describe.span(f, k.span)
	}
	values := make([]string, len(k.texts))
	for i, text := range k.texts {
		values[i] = describe.value(f, text)
	}
	return d.say(msgLabelled, d.text(f.Label), strings.Join(values, d.say(msgOr)))
}

// given reports whether the check gives a fact as data.
func (d *decision) given(index int) bool { return d.base != nil && d.base[index].origin == byGiven }

// warnGiven says which data of the place were given instead.
func (d *decision) warnGiven(list []*rule) {
	for _, index := range askedOf(list) {
		if f := d.v.facts[index]; f.Place != "" && (d.given(index) || d.base[index].origin == byProject) {
			d.warn(msgGivenPlace, d.told(f, d.base[index]))
		}
	}
}
