package ask

import (
	"cmp"
	"slices"
	"strings"
)

// sought is a part of a sentence that a row of a table has to bear.
type sought struct {
	words   []string
	amounts []*amount // that stand nowhere else
	marks   []string
	cases   []*amount // that say the case
	zones   []string
	asked   []string // words of the question
	values  int      // amounts that are values of cells
}

// bearing lists the rows of which each, with its headers, bears a part of a sentence: what
// it states stands in the row, under a header that fits, and no other row or header is
// named better.
func (g *grid) bearing(s *sought) map[int]bool {
	rowLabels := g.rowLabels()
	rows, heads := namedBy(rowLabels, s.words, s.asked), namedBy(g.heads[min(g.labels, len(g.heads)):], s.words, s.asked)
	inRows, inCols := narrowed(rowLabels, s), narrowed(g.heads, s)
	several := s.values > 1 || len(s.amounts) == 0 && len(s.marks) > 1 // it may be of several columns
	cols := func(c int) bool {
		return c < g.labels || c >= len(g.heads) || (inCols == nil || inCols[c]) && (several || !heads.beaten(c-g.labels))
	}
	out := map[int]bool{}
	for r := range g.rows {
		if (inRows == nil || inRows[r]) && !rows.beaten(r) && g.rows[r].has(g, s, cols) {
			out[r] = true
		}
	}
	return out
}

func (g *grid) rowLabels() []label { return mapSlice(g.rows, func(r gridRow) label { return r.label }) }

func names(labels []label, words []string) bool {
	return slices.ContainsFunc(labels, func(l label) bool { return shared(words, l.own) > 0 })
}

// named is how the words of a sentence, and those of the question, name each label.
type named []struct{ said, asked naming }

// naming is which words name a label: by what tells it from others, and at all. A word is
// a bit.
type naming struct {
	own, all uint64
	whole    bool // every word of it is named
}

// mostNaming is how many words of a sentence may name a label.
const mostNaming = 64

func namedBy(labels []label, said, asked []string) named {
	out := make(named, len(labels))
	for i := range labels {
		out[i].said, out[i].asked = labels[i].namedBy(said), labels[i].namedBy(asked)
	}
	return out
}

func (l *label) namedBy(words []string) (n naming) {
	words = words[:min(len(words), mostNaming)]
	for k, w := range words {
		word := []string{w}
		n.own |= uint64(shared(word, l.own)) << k
		n.all |= uint64(shared(word, l.all)) << k
	}
	n.whole = n.own != 0 && shared(l.words, words) == len(l.words)
	return n
}

// over is 1 where words name a label and not another, and none the other way round, -1
// where it is so of the other, else 0.
func (n naming) over(other naming) int {
	return flag(n.own&^other.all != 0) - flag(other.own&^n.all != 0)
}

// beaten reports whether another label is named better: the sentence names it and not this
// one, or both but the other whole, or leaves it to the question, which does.
func (n named) beaten(i int) bool {
	return slices.ContainsFunc(n, func(other struct{ said, asked naming }) bool {
		return cmp.Or(other.said.over(n[i].said), flag(other.said.whole)-flag(n[i].said.whole), other.asked.over(n[i].asked)) > 0
	})
}

// narrowed lists the labels left by zones and amounts; nil for all.
func narrowed(labels []label, s *sought) map[int]bool {
	var out map[int]bool
	keep := func(which map[int]bool) {
		if out == nil {
			out = which
			return
		}
		for i := range out {
			if !which[i] {
				delete(out, i)
			}
		}
	}
	zoned := map[int]bool{}
	for i := range labels {
		if slices.ContainsFunc(s.zones, labels[i].isZone) {
			zoned[i] = true
		}
	}
	if len(zoned) > 0 {
		keep(zoned)
	}
	for _, a := range s.cases {
		if which := forAmount(labels, a); which != nil {
			keep(which)
		}
	}
	return out
}

// isZone reports whether a zone is that of a label: "d", or "d3" of a label "D".
func (l *label) isZone(zone string) bool {
	return l.zone != "" && (zone == l.zone || strings.HasPrefix(zone, l.zone) && isAllDigits(zone[len(l.zone):]) && !isAllDigits(l.zone))
}

// has reports whether a row has all amounts and marks sought: each in a cell of a column
// that fits, in the label, or in a header as the case.
func (r *gridRow) has(g *grid, s *sought, cols func(int) bool) bool {
	for _, a := range s.amounts {
		if !r.hasAmount(g, a, cols) {
			return false
		}
	}
	for _, m := range s.marks {
		found := false
		for c := range r.cells {
			found = found || cols(c) && slices.Contains(r.cells[c].marks, m)
		}
		if !found {
			return false
		}
	}
	return true
}

func (r *gridRow) hasAmount(g *grid, a *amount, cols func(int) bool) bool {
	for c := range r.cells {
		if cols(c) && slices.ContainsFunc(r.cells[c].amounts, func(b amount) bool { return a.same(&b) && agree(a, &b) }) {
			return true
		}
	}
	value := g.hasValue(a)
	names := func(l *label) bool {
		return slices.ContainsFunc(l.cases, func(b bounds) bool { return b.ends(a) || !value && b.holds(a) })
	}
	if names(&r.label) {
		return true
	}
	for c := range g.heads {
		if cols(c) && names(&g.heads[c]) {
			return true
		}
	}
	return false
}

// hasValue reports whether any cell that is no label has an amount.
func (g *grid) hasValue(a *amount) bool {
	for i := range g.rows {
		for c := g.labels; c < len(g.rows[i].cells); c++ {
			if slices.ContainsFunc(g.rows[i].cells[c].amounts, func(b amount) bool { return a.same(&b) }) {
				return true
			}
		}
	}
	return false
}
