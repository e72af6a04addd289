package verify

// unreadDecides reports whether a number of the text that no wording explains may
// be the very datum that the verdict turns on: "barandilla de terraza (h = 7 m)",
// where the drop decides. Then the readings are not open, they are unread, and
// nothing may be said. It names the number and the datum.
func (d *decision) unreadDecides(t tally, describe describer) bool {
	open := d.openQuantities(t, describe)
	if len(open) == 0 {
		return false
	}
	found := false
	d.eachUnread(func(w *word) {
		for _, f := range open {
			if _, fits := f.measure(*w); !found && (fits || w.unit.IsZero() || w.part && w.unit.Kind() == f.Unit.Kind()) {
				found = true
				d.warn(msgUnreadDecides, w.text, d.text(f.Label))
			}
		}
	})
	return found
}

// openQuantities lists the quantities that nobody stated and the verdict turns on.
func (d *decision) openQuantities(t tally, describe describer) []*fact {
	var list []*fact
	seen := make(map[int]bool)
	for _, group := range [][]verdict{t.passing, t.failing} {
		for _, v := range group {
			for _, index := range describe.missing(v.governing) {
				if f := d.v.facts[index]; f.Kind == QuantityFact && d.base[index].unknown() && !seen[index] {
					seen[index] = true
					list = append(list, f)
				}
			}
		}
	}
	return list
}

// eachUnread calls yield with every number that no wording explains and that is
// neither a name nor the value itself.
func (d *decision) eachUnread(yield func(*word)) {
	d.eachUnexplained(func(r *reading, i int) {
		if !d.isOwn(r, i) {
			yield(&r.words[i])
		}
	})
}

// eachUnexplained calls yield with every number that no wording explains and that is
// no year.
func (d *decision) eachUnexplained(yield func(r *reading, i int)) {
	asked := d.askedFacts()
	used := func(s sense) bool { return s.kind != factSense || asked.has(s.fact) }
	for _, r := range d.texts() {
		for i := range r.words {
			if r.words[i].number != nil && !d.isYear(r, i) && !r.explains(i, used) {
				yield(r, i)
			}
		}
	}
}
