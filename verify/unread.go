package verify

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
