package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// Schedules give a circumstance by its label as well as by a wording of the rules: "350 m²
// in plan" of a roof whose rules ask for the roof area in plan. The number is its value
// where the words of the label stand beside it, or are of the name of a thing, or name a
// dimension, and where no other circumstance that is asked for has such a label. A number
// that stands for itself is the value of the only one in its kind of unit: "boiler room,
// 300 kW". Lengths, shares and counts may be of anything.

// readLabels takes the numbers that no wording explains for values of the circumstances
// whose labels stand beside them, or that nothing else can be.
func (d *decision) readLabels() {
	d.eachUnexplained(func(r *reading, i int) {
		if d.isValue(&r.Words[i]) {
			return
		}
		found := d.asValues(r, i, d.labelledAt)
		if len(found) == 0 && d.standsAlone(r, i) {
			found = d.asValues(r, i, func(r *reading, i int, f *fact) (understand.Hit, bool) { return f.hitAt(r, i, i, i), true })
		}
		if len(found) == 1 {
			r.hits = append(r.hits, found[0])
			r.loose = slices.DeleteFunc(r.loose, func(k int) bool { return k == i })
		}
	})
}

// asValues returns the wordings that the number at words[i] makes of the quantities that are
// asked for, as far as it can be their value.
func (d *decision) asValues(r *reading, i int, wording func(*reading, int, *fact) (understand.Hit, bool)) []understand.Hit {
	var out []understand.Hit
	for _, index := range d.askedFacts() {
		f := d.v.facts[index]
		if _, fits := f.measure(r.Words[i]); f.Kind != rules.QuantityFact || f.Place != "" || !fits {
			continue
		}
		if h, ok := wording(r, i, f); ok {
			out = append(out, h)
		}
	}
	return out
}

// hitAt is the wording of words[first:last+1] that states f by the number at words[i].
func (f *fact) hitAt(r *reading, first, i, last int) understand.Hit {
	return understand.Hit{Senses: []understand.Sense{{Kind: understand.FactSense, Fact: f.index}}, Start: first, End: last + 1, Value: &r.Words[i]}
}

// tellingKinds are the kinds of units that tell by themselves what is measured of a thing.
var tellingKinds = []quantity.Kind{"area", "volume", "power", "flow", "temperature", quantity.Angle}

// standsAlone reports whether the number at words[i] is a clause of its own, or stands right
// behind the name of a thing, in a unit that tells what it measures.
func (d *decision) standsAlone(r *reading, i int) bool {
	w := &r.Words[i]
	if w.Part || !slices.Contains(tellingKinds, w.Unit.Kind()) || w.Unit.Kind() == d.question.unit.Kind() {
		return false
	}
	before := i == 0 || r.Words[i-1].Closed != w.Closed || w.Link == "" && r.explains(i-1, isElement)
	return before && (i+1 == len(r.Words) || r.Words[i+1].Closed != w.Closed)
}

// labelledAt returns the wording that the label of f and the number at words[i] make.
func (d *decision) labelledAt(r *reading, i int, f *fact) (h understand.Hit, ok bool) {
	for _, lang := range d.v.tongues.Codes() {
		if label := d.v.stemsOf([]string{f.Label[lang]}, lang); len(label) > 0 {
			if first, last, found := d.besideLabel(r, i, label); found {
				return f.hitAt(r, first, i, last), true
			}
		}
	}
	return h, false
}

// besideLabel returns the stretch of words about the number at words[i] that are of a label,
// and whether they say it: what of the label does not stand there is of the name of a
// thing, or names a dimension, which the unit tells.
func (d *decision) besideLabel(r *reading, i int, label []string) (first, last int, ok bool) {
	of := func(k int) bool {
		w := &r.Words[k]
		return k == i || w.Number == nil && w.Closed == r.Words[i].Closed && (slices.Contains(label, w.Stem) || !w.Weighs() && !w.Is(understand.Negates))
	}
	first, last = i, i
	for first > 0 && of(first-1) {
		first--
	}
	for last+1 < len(r.Words) && of(last+1) {
		last++
	}
	named := d.element.thingStems()
	said := false
	for _, stem := range label {
		beside := slices.ContainsFunc(r.Words[first:last+1], func(w understand.Word) bool { return w.Stem == stem })
		switch {
		case beside:
			said = said || !named[stem]
		case named[stem], d.v.tongues.Does(stem, stem)&understand.NamesDimension != 0:
		default:
			return first, last, false
		}
	}
	return first, last, said
}

// thingStems returns the stems of the names of things in a text.
func (r *reading) thingStems() map[string]bool {
	out := make(map[string]bool)
	for _, h := range r.hits {
		for i := h.Start; i < h.End && h.Is(understand.ElementSense); i++ {
			out[r.Words[i].Stem] = true
		}
	}
	return out
}
