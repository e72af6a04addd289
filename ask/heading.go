package ask

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
)

// heading is what stands over numbers: a lead, a caption, a column's header.
type heading struct {
	dir   Direction
	words []retrieval.Word
	width int
	is    modality
}

func headOf(text string) heading {
	r := parse(text, "")
	h := heading{words: r.words, width: len(r.folded)}
	for _, p := range partsOf(r) {
		h.is |= p.is &^ deny
	}
	if slices.ContainsFunc(r.quantities(), func(q Quantity) bool { return q.Dir != Unsaid }) {
		return h // "up to 60": it bounds its own number
	}
	for i, c := range findCues(r.folded) {
		if i > 0 && c.dir != h.dir {
			h.dir = Unsaid
			break
		}
		h.dir = c.dir
	}
	return h
}

// rule gives parts that neither allow nor demand what the heading does: "the
// following are exempt:".
func (h heading) rule(parts []part) {
	for i := range parts {
		if parts[i].is == 0 {
			parts[i].is = h.is
		}
	}
}

// lend gives a number what its own words leave open.
func (h heading) lend(q *Quantity) {
	if q.Dir == Unsaid {
		q.Dir = h.dir
	}
	if q.Of == nil && !q.Composite {
		q.Of = nounIn(h.words, 0, h.width, q.unit.dimension)
	}
}

// lendCell is lend for a cell, whose unit stands elsewhere.
func (h heading) lendCell(q *Quantity, units []unit) {
	bare := q.unit
	if q.unit.dimension == "" && len(units) > 0 {
		q.unit = units[0]
	}
	h.lend(q)
	q.unit = bare
}
