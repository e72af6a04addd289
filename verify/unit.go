package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// A number is a value of a circumstance only in a unit that is known. "Altitude of
// 950 fathoms" is no altitude of 950 m, and neither is "altitude 1200 of the tender".

// noteUnits notes behind which numbers, read as the value of a wording, a word stands
// that may be their unit.
func (v *rulebook) noteUnits(r *reading) {
	for k := range r.hits {
		h := &r.hits[k]
		if h.Value == nil || h.Value.Number == nil || h.End == 0 || &r.Words[h.End-1] != h.Value {
			continue // what follows the number belongs to the wording
		}
		goesOn := func(other understand.Hit) bool { return other.Value == h.Value && other.End > h.End } // "con 2 dormitorios"
		if h.Value.Unit.IsZero() && h.End < len(r.Words) && r.mayBeUnit(h.End) && !slices.ContainsFunc(r.hits, goesOn) {
			h.Value.Strange = r.Words[h.End].Text
		}
	}
}

// boundValues makes the value of a datum of the place a bound where a word beside it
// says so:
// "maximum altitude of 1100 m" is no altitude of 1100 m.
func (v *rulebook) boundValues(r *reading) {
	for k := range r.hits {
		h := &r.hits[k]
		sited := func(s understand.Sense) bool { return isFact(s) && v.facts[s.Fact].Place != "" }
		if h.Value == nil || h.Value.Number == nil || !slices.ContainsFunc(h.Senses, sited) {
			continue
		}
		if _, exact := h.Value.Number.Exact(); !exact {
			continue
		}
		for i := max(0, h.Start-1); i <= h.End && i < len(r.Words); i++ {
			if op := r.boundWord(i); op != "" && r.Words[i].Clause == h.Value.Clause {
				h.Value.Number = h.Value.Number.Compared(op)
				break
			}
		}
	}
}

// boundWord returns the comparison that words[i] makes by itself; "" for none.
func (r *reading) boundWord(i int) string {
	w := &r.Words[i]
	if w.Number != nil || !w.Neutral || w.Role != understand.PlainWord {
		return ""
	}
	return r.Bound(w)
}

// mayBeUnit reports whether words[i], behind a number, may be what the number counts
// or is measured in: a word of weight that no wording but the vocabulary explains.
// One set apart by a link is what the number is of, where something explains it.
func (r *reading) mayBeUnit(i int) bool {
	w := &r.Words[i]
	if w.Clause != r.Words[i-1].Clause || w.Number != nil || w.IsHole || w.Role != understand.PlainWord || w.Neutral || w.Is(understand.Negates|understand.JoinsAnd|understand.JoinsOr) {
		return false
	}
	if r.explains(i, func(s understand.Sense) bool {
		return s.Kind != understand.ContextSense && s.Kind != understand.CountSense
	}) {
		return false
	}
	return w.Link == "" || !r.explains(i, func(understand.Sense) bool { return true })
}

// unmeasured reports whether a number is none of the values of f although it has no
// unit that says so: another thing follows it, it counts something else, it is below
// zero, it is a part of what comes whole, or says a quantity only with another number.
func (f *fact) unmeasured(w *understand.Word) bool {
	if w.Part {
		return true
	}
	if w.Unit.IsZero() {
		counts := f.Unit.Kind() == quantity.Count
		known := counts && w.Counted && (f.Unit.Noun() == "" || w.Noun == "" || f.Unit.Noun() == w.Noun)
		if (w.Strange != "" || w.Counted) && !known {
			return true
		}
		if n, exact := w.Number.Exact(); counts && exact && !n.IsInt() {
			return true
		}
	}
	return w.Number.Lo != nil && w.Number.Lo.Sign() < 0 && !f.maySink(*w.Number.Lo)
}

// lowestSite is the height, in metres, below which nobody builds.
const lowestSite = -500

// maySink reports whether a number below zero is one of the values of f.
func (f *fact) maySink(n quantity.Number) bool {
	if f.Place == rules.PlaceAltitude {
		return n.Cmp(quantity.NewNumber(lowestSite, 1)) >= 0
	}
	return f.Unit.Kind() == "temperature"
}

// unreadStated reports whether a circumstance that the rules turn on is stated by a
// number that is none of its values. A warning names what was not read.
func (d *decision) unreadStated(list []*rule) bool {
	asked := askedOf(list)
	for _, r := range d.texts() {
		for k := range r.hits {
			h := &r.hits[k]
			if h.Value == nil || h.Value.Number == nil || h.Negated || d.isRead(r, h) {
				continue
			}
			for _, s := range h.Senses {
				f := d.v.facts[s.Fact]
				if s.Kind != understand.FactSense || s.Hint || d.given(s.Fact) || !d.turnOn(asked, s.Fact) || h.Value.Counted && f.Place == "" && f.Unit.Kind() != quantity.Count {
					continue
				}
				d.warn(msgUnreadDecides, strings.TrimSpace(h.Value.Text+" "+h.Value.Strange), d.text(f.Label))
				return true
			}
		}
	}
	return false
}

// isRead reports whether the number of h is a value of something, takes the unit of
// another number, or says nothing of a circumstance.
func (d *decision) isRead(r *reading, h *understand.Hit) bool {
	taken := func(other understand.Hit) bool {
		return other.Value == h.Value && slices.ContainsFunc(other.Senses, func(s understand.Sense) bool { return d.takenBy(s, &other) })
	}
	if slices.ContainsFunc(r.hits, taken) {
		return true
	}
	i := slices.IndexFunc(r.Words, func(w understand.Word) bool { return w.Number == h.Value.Number })
	return d.isOwn(r, i) || d.isYear(r, i) || h.Value.Strange == "" && len(d.anchors(r, i)) > 0
}

func (d *decision) takenBy(s understand.Sense, h *understand.Hit) bool {
	if s.Kind != understand.FactSense || d.v.facts[s.Fact].Kind != rules.QuantityFact {
		return s.Kind == understand.FactSense && d.v.facts[s.Fact].reads(s, h.Value)
	}
	_, ok := d.v.facts[s.Fact].measure(*h.Value)
	return ok
}

// turnOn reports whether rules turn on a fact, or, of an altitude, on what follows
// from it.
func (d *decision) turnOn(asked []int, index int) bool {
	if slices.Contains(asked, index) {
		return true
	}
	return d.v.facts[index].Place == rules.PlaceAltitude && slices.ContainsFunc(asked, func(other int) bool {
		p := d.v.facts[other].Place
		return p != "" && p != rules.PlacePeople && p != placeRegion
	})
}

// unexplained reports whether a quantity of the element measures what the parameter
// does, and nothing explains it: in "ramp, 12 %" the slope may be 12 %, whatever the
// value is that is checked. A warning names it and what it may be.
func (d *decision) unexplained() bool {
	r := &d.element
	for _, i := range r.loose {
		w := &r.Words[i]
		if w.Unit.IsZero() || d.isOwn(r, i) || d.isYear(r, i) || len(d.anchors(r, i)) > 0 {
			continue
		}
		if _, err := quantity.Convert(quantity.NewNumber(1, 1), w.Unit, d.question.unit, d.question.rel); err != nil {
			continue
		}
		labels := []string{d.text(d.measure.Label)}
		for _, index := range d.askedFacts() {
			if f := d.v.facts[index]; f.Kind == rules.QuantityFact && f.Place == "" {
				if _, fits := f.measure(*w); fits {
					labels = append(labels, d.text(f.Label))
				}
			}
		}
		d.warn(msgUnreadDecides, w.Text, strings.Join(slices.Compact(labels), " / "))
		return true
	}
	return false
}
