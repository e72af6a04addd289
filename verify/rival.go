package verify

import (
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// A check may give two values of one circumstance: "caída de 9 m al patio y 2 m al jardín".
// What "or" or a range joins are readings; of any others the worse one decides.

// decideWorst decides by what is known; where the check gives several values of a
// quantity, by the one that is the least favourable.
func (d *decision) decideWorst(list []*rule) *Result {
	warnings, trace, stated := d.warnings, d.trace, d.base
	out := d.decide(list)
	chosen, came := d.base, d.came
	several := d.severalOf(list)
	for _, index := range slices.Sorted(maps.Keys(several)) {
		for _, value := range several[index] {
			d.base, d.warnings, d.trace = d.room(), slices.Clone(warnings), slices.Clone(trace)
			copy(d.base, stated)
			d.base[index].span = value
			if other := d.decide(list); other.worse(out) {
				d.warn(msgSeveral, d.text(d.v.facts[index].Label), d.listed(index, several[index]))
				other.Warnings = d.warnings
				out, chosen, came = other, d.base, d.came
			}
		}
	}
	d.base, d.came = chosen, came
	return out
}

// worse reports whether r lets less pass than other, or fails by more.
func (r *Result) worse(other *Result) bool {
	if a, b := r.favour(), other.favour(); a != b {
		return a < b
	}
	return r.Status == NonCompliant && r.stricter(other)
}

// favour orders results by how much they let pass.
func (r *Result) favour() int {
	switch {
	case r.Status == NonCompliant:
		return 0
	case !r.IsCompliant:
		return 1
	case r.Status == Conditional:
		return 2 // with duties beside
	}
	return 3
}

// severalOf returns the values of each quantity that the rules ask for and that the check
// gives several values of.
func (d *decision) severalOf(list []*rule) map[int][]quantity.Interval {
	out := make(map[int][]quantity.Interval)
	add := func(f *fact, value quantity.Interval) {
		same := func(have quantity.Interval) bool { return have.Same(value) }
		if _, exact := value.Exact(); exact && f.Kind == rules.QuantityFact && !slices.ContainsFunc(out[f.index], same) {
			out[f.index] = append(out[f.index], value)
		}
	}
	for _, r := range d.texts() {
		for _, p := range r.pairs {
			add(p.fact, p.said.span)
		}
		for i := range r.Words {
			if r.Words[i].Number == nil || r.alternates(i) {
				continue
			}
			for _, a := range d.valuesAt(r, i) {
				if value, ok := a.fact.measure(*a.value); ok {
					add(a.fact, value)
				}
			}
		}
	}
	asked := askedOf(list)
	maps.DeleteFunc(out, func(index int, values []quantity.Interval) bool {
		return len(values) < 2 || !slices.Contains(asked, index) || d.base[index].origin != byText
	})
	return out
}

// saidTwice returns the numbers of a text of which several are a value of one quantity that
// is asked for: they may be parts of it, "30 persons and 30 persons".
func (d *decision) saidTwice() []*understand.Word {
	var out []*understand.Word
	for _, r := range d.texts() {
		said := make(map[int][]*understand.Word)
		for i := range r.Words {
			if r.Words[i].Number == nil || r.alternates(i) {
				continue
			}
			for _, a := range d.valuesAt(r, i) {
				if index := a.fact.index; d.askedFacts().has(index) && !slices.Contains(said[index], &r.Words[i]) {
					said[index] = append(said[index], &r.Words[i])
				}
			}
		}
		for _, words := range said {
			if len(words) > 1 {
				out = append(out, words...)
			}
		}
	}
	return out
}

// valuesAt returns the quantities that the number at words[i] is a value of: by a wording,
// or because the nearest number of its kind is one.
func (d *decision) valuesAt(r *reading, i int) []anchor {
	var out []anchor
	for _, h := range r.hits {
		if h.Value == nil || h.Value.Number != r.Words[i].Number || h.Negated || h.Doubtful {
			continue
		}
		for _, s := range h.Senses {
			if isFact(s) && d.takenBy(s, &h) {
				out = append(out, anchor{d.v.facts[s.Fact], h.Value})
			}
		}
	}
	asked := func(a anchor) bool { return d.askedFacts().has(a.fact.index) }
	if !slices.ContainsFunc(out, asked) && slices.Contains(r.loose, i) && !d.isOwn(r, i) && !d.isYear(r, i) {
		for _, a := range d.anchors(r, i) {
			if r.Words[i].Counted && !a.value.Counted {
				continue // "2 tramos de 5 m"
			}
			w := withUnit(r.Words[i], a.value)
			out = append(out, anchor{a.fact, &w})
		}
	}
	return out
}

// alternates reports whether "or" or a range joins the number at words[i] to another.
func (r *reading) alternates(i int) bool {
	joins := func(i int) bool {
		return i+1 < len(r.Words) && r.Joined(i) > 0 && !r.Words[i+1].Is(understand.JoinsAnd)
	}
	return joins(i) || i > 0 && joins(i-1) || i > 1 && joins(i-2)
}

// listed writes values of a quantity.
func (d *decision) listed(index int, values []quantity.Interval) string {
	describe := describer{d.speaker, d.v, d.base, d.question.unit}
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = strings.TrimPrefix(describe.span(d.v.facts[index], value), "= ")
	}
	return strings.Join(texts, ", ")
}
