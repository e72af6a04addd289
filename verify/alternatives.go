package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// A text may give several values of one circumstance. Each is a reading
// (DECISIONS 24): none may win because it comes first.

// otherNames finds further values of a text fact: "zona climática D3 o E1".
func (v *rulebook) otherNames(r *reading) []hit {
	var out []hit
	for _, h := range r.hits {
		if h.value == nil || h.value.number != nil {
			continue
		}
		for i := h.end; i < len(r.words) && r.words[i].clause == r.words[h.start].clause; i++ {
			if r.words[i].joins() {
				continue
			}
			if !r.words[i].isName() {
				break
			}
			out = append(out, hit{senses: h.senses, start: i, end: i + 1, value: &r.words[i], negated: h.negated})
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
			d.allow(a.fact, withUnit(r.words[i], a.value))
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
		if len(d.anchors(r, i)) > 0 || r.words[i].unit.IsZero() {
			return
		}
		for _, f := range d.v.facts { // what is only assumed may be what the number is about
			if d.base[f.index].origin < byText && f.Place == "" && asks(list, f.index) {
				d.allow(f, r.words[i])
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
func withUnit(w word, other *word) word {
	if w.unit.IsZero() {
		w.unit = other.unit
	}
	return w
}

// allow makes the number w a possible value of f.
func (d *decision) allow(f *fact, w word) {
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
	value *word
}

// anchors returns what the nearest explained number of the same kind as words[i]
// is a value of.
func (d *decision) anchors(r *reading, i int) []anchor {
	best, list := len(r.words), []anchor(nil)
	for _, h := range r.hits {
		if h.value == nil || h.value.number == nil {
			continue
		}
		at := slices.IndexFunc(r.words, func(w word) bool { return w.number == h.value.number })
		distance := max(at-i, i-at)
		for _, s := range h.senses {
			if s.kind != factSense || d.v.facts[s.fact].Kind != rules.QuantityFact || distance > best {
				continue
			}
			f := d.v.facts[s.fact]
			_, fits := f.measure(withUnit(r.words[i], h.value))
			_, fitted := f.measure(*h.value)
			if !fits || !fitted {
				continue
			}
			if distance < best {
				best, list = distance, nil
			}
			list = append(list, anchor{f, h.value})
		}
	}
	return list
}

// takeNames makes a name such as "E1" that no wording explains, and that is a
// datum of places, a possible value of that datum here.
func (d *decision) takeNames(r *reading) {
	for i := range r.words {
		w := &r.words[i]
		if !w.isName() || len(w.text) < 2 || r.explains(i, func(s sense) bool { return s.kind == factSense }) {
			continue
		}
		for _, f := range d.v.facts {
			if f.Kind == rules.TextFact && slices.Contains(f.data, w.text) {
				d.base[f.index] = d.base[f.index].or(knowledge{origin: byText, texts: []string{w.text}})
			}
		}
	}
}

// explains reports whether a wording with a sense that ok takes holds words[i].
func (r *reading) explains(i int, ok func(sense) bool) bool {
	return slices.ContainsFunc(r.hits, func(h hit) bool { return h.start <= i && i < h.end && slices.ContainsFunc(h.senses, ok) })
}

// isOwn reports whether the number at words[i] is no circumstance: the value that
// is checked, a dimension of the thing itself, or part of a name ("planta 3", not
// "planta de 3").
func (d *decision) isOwn(r *reading, i int) bool {
	w := &r.words[i]
	if i > 0 && w.unit.IsZero() && w.link == "" && r.words[i-1].clause == w.clause &&
		(r.words[i-1].is(labels) || r.explains(i-1, func(s sense) bool { return s.kind == elementSense })) {
		return true
	}
	return d.isValue(w) && (!w.unit.IsZero() || !r.inSeries(i)) || r.dimensionOf(i) != ""
}

// inSeries reports whether the number at words[i] is joined to another: "1 or 2".
func (r *reading) inSeries(i int) bool {
	return r.joined(i) > 0 || i > 0 && r.joined(i-1) == i || i > 1 && r.joined(i-2) == i
}

// isValue reports whether w is the value that is checked.
func (d *decision) isValue(w *word) bool {
	n, exact := w.number.Exact()
	if !exact || d.listing != nil {
		return false
	}
	if w.unit.IsZero() {
		return n.Equal(d.question.value)
	}
	converted, err := quantity.Convert(n, w.unit, d.question.unit, d.question.rel)
	return err == nil && converted.Equal(d.question.value)
}

// dimensionOf returns the stem of the dimension the number at words[i] measures:
// "5 m de ancho", "anchura libre de 5 m"; "" when none is named.
func (r *reading) dimensionOf(i int) string {
	clause := r.words[i].clause
	if i+1 < len(r.words) && r.words[i+1].clause == clause && r.words[i+1].isDimension() {
		return r.words[i+1].stem
	}
	k := i - 1
	for k > 0 && i-k <= maxSkip && r.words[k].neutral && r.words[k].role == plainWord {
		k--
	}
	if k >= 0 && r.words[k].clause == clause && r.words[k].is(namesDimension) {
		return r.words[k].stem
	}
	return ""
}
