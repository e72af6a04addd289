package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// A number is a value of a circumstance only in a unit that is known. "Altitude of
// 950 fathoms" is no altitude of 950 m, and neither is "altitude 1200 of the tender".

// noteUnits notes behind which numbers, read as the value of a wording, a word stands
// that may be their unit.
func (v *rulebook) noteUnits(r *reading) {
	for k := range r.hits {
		h := &r.hits[k]
		if h.value == nil || h.value.number == nil || h.end == 0 || &r.words[h.end-1] != h.value {
			continue // what follows the number belongs to the wording
		}
		goesOn := func(other hit) bool { return other.value == h.value && other.end > h.end } // "con 2 dormitorios"
		if h.value.unit.IsZero() && h.end < len(r.words) && r.mayBeUnit(h.end) && !slices.ContainsFunc(r.hits, goesOn) {
			h.value.strange = r.words[h.end].text
		}
	}
}

// boundValues makes the value of a datum of the place a bound where a word beside it
// says so:
// "maximum altitude of 1100 m" is no altitude of 1100 m.
func (v *rulebook) boundValues(r *reading) {
	for k := range r.hits {
		h := &r.hits[k]
		sited := func(s sense) bool { return isFact(s) && v.facts[s.fact].Place != "" }
		if h.value == nil || h.value.number == nil || !slices.ContainsFunc(h.senses, sited) {
			continue
		}
		if _, exact := h.value.number.Exact(); !exact {
			continue
		}
		for i := max(0, h.start-1); i <= h.end && i < len(r.words); i++ {
			if op := r.boundWord(i); op != "" && r.words[i].clause == h.value.clause {
				h.value.number = h.value.number.Compared(op)
				break
			}
		}
	}
}

// boundWord returns the comparison that words[i] makes by itself; "" for none.
func (r *reading) boundWord(i int) string {
	w := &r.words[i]
	if w.number != nil || !w.neutral || w.role != plainWord {
		return ""
	}
	return r.bound(w)
}

// mayBeUnit reports whether words[i], behind a number, may be what the number counts
// or is measured in: a word of weight that no wording but the vocabulary explains.
// One set apart by a link is what the number is of, where something explains it.
func (r *reading) mayBeUnit(i int) bool {
	w := &r.words[i]
	if w.clause != r.words[i-1].clause || w.number != nil || w.isHole || w.role != plainWord || w.neutral || w.is(negates|joinsAnd|joinsOr) {
		return false
	}
	if r.explains(i, func(s sense) bool { return s.kind != contextSense && s.kind != countSense }) {
		return false
	}
	return w.link == "" || !r.explains(i, func(sense) bool { return true })
}

// unmeasured reports whether a number is none of the values of f although it has no
// unit that says so: another thing follows it, it counts something else, it is below
// zero, it is a part of what comes whole, or says a quantity only with another number.
func (f *fact) unmeasured(w *word) bool {
	if w.part {
		return true
	}
	if w.unit.IsZero() {
		counts := f.Unit.Kind() == quantity.Count
		known := counts && w.counted && (f.Unit.Noun() == "" || w.noun == "" || f.Unit.Noun() == w.noun)
		if (w.strange != "" || w.counted) && !known {
			return true
		}
		if n, exact := w.number.Exact(); counts && exact && !n.IsInt() {
			return true
		}
	}
	return w.number.Lo != nil && w.number.Lo.Sign() < 0 && !f.maySink(*w.number.Lo)
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
			if h.value == nil || h.value.number == nil || h.negated || d.isRead(r, h) {
				continue
			}
			for _, s := range h.senses {
				f := d.v.facts[s.fact]
				if s.kind != factSense || s.hint || d.given(s.fact) || !d.turnOn(asked, s.fact) || h.value.counted && f.Place == "" && f.Unit.Kind() != quantity.Count {
					continue
				}
				d.warn(msgUnreadDecides, strings.TrimSpace(h.value.text+" "+h.value.strange), d.text(f.Label))
				return true
			}
		}
	}
	return false
}

// isRead reports whether the number of h is a value of something, takes the unit of
// another number, or says nothing of a circumstance.
func (d *decision) isRead(r *reading, h *hit) bool {
	taken := func(other hit) bool {
		return other.value == h.value && slices.ContainsFunc(other.senses, func(s sense) bool { return d.takenBy(s, &other) })
	}
	if slices.ContainsFunc(r.hits, taken) {
		return true
	}
	i := slices.IndexFunc(r.words, func(w word) bool { return w.number == h.value.number })
	return d.isOwn(r, i) || d.isYear(r, i) || h.value.strange == "" && len(d.anchors(r, i)) > 0
}

func (d *decision) takenBy(s sense, h *hit) bool {
	if s.kind != factSense || d.v.facts[s.fact].Kind != rules.QuantityFact {
		return s.kind == factSense && d.v.facts[s.fact].reads(s, h.value)
	}
	_, ok := d.v.facts[s.fact].measure(*h.value)
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
		w := &r.words[i]
		if w.unit.IsZero() || d.isOwn(r, i) || d.isYear(r, i) || len(d.anchors(r, i)) > 0 {
			continue
		}
		if _, err := quantity.Convert(quantity.NewNumber(1, 1), w.unit, d.question.unit, d.question.rel); err != nil {
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
		d.warn(msgUnreadDecides, w.text, strings.Join(slices.Compact(labels), " / "))
		return true
	}
	return false
}
