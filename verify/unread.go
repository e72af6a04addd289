package verify

import "github.com/reglookup/regengine/verify/understand"

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
