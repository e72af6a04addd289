package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// A text may give several values of one circumstance. Each is a reading
// (DECISIONS 24): none may win because it comes first.

// otherNames finds further values of a text fact: "zona climática D3 o E1".
func (v *rulebook) otherNames(r *reading) []understand.Hit {
	var out []understand.Hit
	for _, h := range r.hits {
		if h.Value == nil || h.Value.Number != nil {
			continue
		}
		for i := h.End; i < len(r.Words) && r.Words[i].Clause == r.Words[h.Start].Clause; i++ {
			if r.Words[i].Joins() {
				continue
			}
			if !r.Words[i].IsName() {
				break
			}
			out = append(out, understand.Hit{Senses: h.Senses, Start: i, End: i + 1, Value: &r.Words[i], Negated: h.Negated})
		}
	}
	return out
}

// names takes apart what stands where the value of a text fact is expected,
// such as "D3/E1", and writes each as the places do.
func (f *fact) names(text string) []string {
	parts := strings.Split(text, "/")
	for i, part := range parts {
		if len(part) == 1 {
			parts[i] = strings.ToUpper(part)
		}
		for _, known := range f.data {
			if strings.EqualFold(known, part) {
				parts[i] = known
			}
		}
	}
	return parts
}

// attributeLoose makes every number that no wording explains a further value of
// what the nearest number of its kind is a value of: "una caída de 5 m por un
// lado y 9 m por otro".
func (d *decision) attributeLoose() {
	d.eachLoose(func(r *reading, i int) {
		for _, a := range d.anchors(r, i) {
			d.allow(a.fact, withUnit(r.Words[i], a.value))
		}
	})
}

// widen opens what is known by what the texts leave possible: wordings that only
// hint, numbers that no wording explains, and names that a place has as a datum.
func (d *decision) widen() {
	list := d.candidates(d.subject)
	stated := d.room()
	copy(stated, d.base)
	for _, r := range d.texts() {
		d.v.eachStatement(*r, true, func(f *fact, said knowledge) {
			if stated[f.index].origin < byText {
				d.base[f.index] = d.base[f.index].or(said)
			}
		})
		d.takeNames(r)
	}
	d.eachLoose(func(r *reading, i int) {
		if len(d.anchors(r, i)) > 0 || r.Words[i].Unit.IsZero() {
			return
		}
		for _, f := range d.v.facts { // what is only assumed may be what the number is about
			if d.base[f.index].origin < byText && f.Place == "" && asks(list, f.index) {
				d.allow(f, r.Words[i])
			}
		}
	})
}

func (d *decision) texts() []*reading {
	return []*reading{&d.element, &d.parameter, &d.use}
}

// eachLoose calls yield with the numbers that may be circumstances.
func (d *decision) eachLoose(yield func(r *reading, i int)) {
	for _, r := range d.texts() {
		for _, i := range r.loose {
			if !d.isOwn(r, i) && !d.isYear(r, i) {
				yield(r, i)
			}
		}
	}
}

// withUnit gives a number without a unit that of another: "5 m sobre el patio y
// 9 sobre la calle".
func withUnit(w understand.Word, other *understand.Word) understand.Word {
	if w.Unit.IsZero() {
		w.Unit = other.Unit
	}
	return w
}

// allow makes the number w a possible value of f.
func (d *decision) allow(f *fact, w understand.Word) {
	if f.Kind != rules.QuantityFact {
		return
	}
	if bounds, ok := f.measure(w); ok {
		d.base[f.index] = d.base[f.index].or(knowledge{origin: byText, span: bounds})
	}
}

func asks(list []*rule, fact int) bool {
	return slices.ContainsFunc(list, func(r *rule) bool { return slices.Contains(r.asked, fact) })
}

// anchor is a number that a wording explains, and the fact it is a value of.
type anchor struct {
	fact  *fact
	value *understand.Word
}

// anchors returns what the nearest explained number of the same kind as words[i]
// is a value of.
func (d *decision) anchors(r *reading, i int) []anchor {
	best, list := len(r.Words), []anchor(nil)
	for _, h := range r.hits {
		if h.Value == nil || h.Value.Number == nil {
			continue
		}
		at := slices.IndexFunc(r.Words, func(w understand.Word) bool { return w.Number == h.Value.Number })
		distance := max(at-i, i-at)
		for _, s := range h.Senses {
			if s.Kind != understand.FactSense || d.v.facts[s.Fact].Kind != rules.QuantityFact || distance > best {
				continue
			}
			f := d.v.facts[s.Fact]
			_, fits := f.measure(withUnit(r.Words[i], h.Value))
			_, fitted := f.measure(*h.Value)
			if !fits || !fitted {
				continue
			}
			if distance < best {
				best, list = distance, nil
			}
			list = append(list, anchor{f, h.Value})
		}
	}
	return list
}

// takeNames makes a name such as "E1" that no wording explains, and that is a
// datum of places, a possible value of that datum here.
func (d *decision) takeNames(r *reading) {
	for i := range r.Words {
		w := &r.Words[i]
		if !w.IsName() || len(w.Text) < 2 || r.explains(i, func(s understand.Sense) bool { return s.Kind == understand.FactSense }) {
			continue
		}
		for _, f := range d.v.facts {
			if f.Kind == rules.TextFact && slices.Contains(f.data, w.Text) {
				d.base[f.index] = d.base[f.index].or(knowledge{origin: byText, texts: []string{w.Text}})
			}
		}
	}
}

// explains reports whether a wording with a sense that ok takes holds words[i].
func (r *reading) explains(i int, ok func(understand.Sense) bool) bool {
	return slices.ContainsFunc(r.hits, func(h understand.Hit) bool { return h.Start <= i && i < h.End && slices.ContainsFunc(h.Senses, ok) })
}

// isOwn reports whether the number at words[i] is no circumstance: the value that
// is checked, a dimension of the thing itself, or part of a name ("planta 3", not
// "planta de 3").
func (d *decision) isOwn(r *reading, i int) bool {
	w := &r.Words[i]
	if i > 0 && w.Unit.IsZero() && w.Link == "" && r.Words[i-1].Clause == w.Clause &&
		(r.Words[i-1].Is(understand.LabelsNumber) || r.explains(i-1, func(s understand.Sense) bool { return s.Kind == understand.ElementSense })) {
		return true
	}
	return d.isValue(w) && (!w.Unit.IsZero() || !r.inSeries(i)) || r.dimensionOf(i) != ""
}

// inSeries reports whether the number at words[i] is joined to another: "1 or 2".
func (r *reading) inSeries(i int) bool {
	return r.Joined(i) > 0 || i > 0 && r.Joined(i-1) == i || i > 1 && r.Joined(i-2) == i
}

// isValue reports whether w is the value that is checked.
func (d *decision) isValue(w *understand.Word) bool {
	n, exact := w.Number.Exact()
	if !exact || d.listing != nil {
		return false
	}
	if w.Unit.IsZero() {
		return n.Equal(d.question.value)
	}
	converted, err := quantity.Convert(n, w.Unit, d.question.unit, d.question.rel)
	return err == nil && converted.Equal(d.question.value)
}

// dimensionOf returns the stem of the dimension the number at words[i] measures:
// "5 m de ancho", "anchura libre de 5 m"; "" when none is named.
func (r *reading) dimensionOf(i int) string {
	clause := r.Words[i].Clause
	if i+1 < len(r.Words) && r.Words[i+1].Clause == clause && r.Words[i+1].IsDimension() {
		return r.Words[i+1].Stem
	}
	k := i - 1
	for k > 0 && i-k <= understand.MaxSkip && r.Words[k].Neutral && r.Words[k].Role == understand.PlainWord {
		k--
	}
	if k >= 0 && r.Words[k].Clause == clause && r.Words[k].Is(understand.NamesDimension) {
		return r.Words[k].Stem
	}
	return ""
}
