package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// eachUnread calls yield with every number that no wording explains and that is
// neither a name nor the value itself.
func (d *decision) eachUnread(yield func(*understand.Word)) {
	d.eachUnexplained(func(r *reading, i int) {
		if !d.isOwn(r, i) {
			yield(&r.Words[i])
		}
	})
}

// eachUnexplained calls yield with every number that no wording explains and that is
// no year.
func (d *decision) eachUnexplained(yield func(r *reading, i int)) {
	asked := d.askedFacts()
	used := func(s understand.Sense) bool { return s.Kind != understand.FactSense || asked.has(s.Fact) }
	for _, r := range d.texts() {
		for i := range r.Words {
			if r.Words[i].Number != nil && !d.isYear(r, i) && !r.explains(i, used) {
				yield(r, i)
			}
		}
	}
}

// unreadQuantities returns the numbers with units that no wording explains.
func (d *decision) unreadQuantities() []*understand.Word {
	var list []*understand.Word
	d.eachUnread(func(w *understand.Word) {
		if !w.Unit.IsZero() {
			list = append(list, w)
		}
	})
	return list
}

// mayMean reports whether one of the quantities may state f in other words, and otherwise
// than is assumed: "people climb 2.6 m" where f is whether one climbs more than 2 m.
func (f *fact) mayMean(unread []*understand.Word) bool {
	for i := range f.measures {
		bound := &f.measures[i]
		_, single := bound.Number.Exact()
		for _, w := range unread {
			span, err := w.Number.Convert(w.Unit, bound.Unit)
			if err == nil && (single || f.Default != "false" || !bound.Number.Meet(span).Empty()) {
				return true
			}
		}
	}
	return false
}

// mayBeSide reports whether a side of a thing may state f: it is a length, or turns on one.
func (f *fact) mayBeSide() bool {
	length := quantity.MustUnit("m").Kind()
	return f.Kind == rules.QuantityFact && f.Unit.Kind() == length ||
		slices.ContainsFunc(f.measures, func(w understand.Word) bool { return w.Unit.Kind() == length })
}
