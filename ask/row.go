package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// sought is a part of a sentence that a row of a table has to bear.
type sought struct {
	words   []string
	amounts []*amount // that stand nowhere else
	marks   []string
	cases   []*amount // all amounts of the part, and what says the case beside it
	zones   []string
	asked   []string // words of the question
	values  int      // amounts that are values of cells
}

// bearing lists the rows of which each, with its headers, bears a part of a sentence. A
// row that the words name better takes it from the others.
func (g *grid) bearing(s *sought) map[int]bool {
	rowLabels := g.rowLabels()
	inRows, inCols := narrowed(rowLabels, g.heads, s), narrowed(g.heads, rowLabels, s)
	cols := func(c int) bool { return c < g.labels || c >= len(g.heads) || inCols == nil || inCols[c] }
	words := s.naming(rowLabels)
	out := map[int]bool{}
	best := -1
	for r := range g.rows {
		if (inRows == nil || inRows[r]) && g.rows[r].has(g, s, g.namedColumns(r, s, cols)) {
			out[r] = true
			if best < 0 || g.rows[best].label.beaten(&g.rows[r].label, words) {
				best = r
			}
		}
	}
	for r := range g.rows {
		if best >= 0 && !out[r] && g.rows[best].label.beaten(&g.rows[r].label, words) {
			return nil
		}
	}
	return out
}

func (g *grid) rowLabels() []label { return mapSlice(g.rows, func(r gridRow) label { return r.label }) }

// naming are the words of a part of a sentence, or those of the question where they name
// none of the labels.
func (s *sought) naming(labels []label) []string {
	if names(labels, s.words) {
		return s.words
	}
	return append(slices.Clone(s.words), s.asked...)
}

func names(labels []label, words []string) bool {
	return slices.ContainsFunc(labels, func(l label) bool { return shared(l.own, words) > 0 })
}

// beaten reports whether words name another label better: more of them, one of which it
// alone can mean, or as many and all of that label.
func (l *label) beaten(by *label, words []string) bool {
	const half = 0.6
	mine, other := shared(l.words, words), shared(by.words, words)
	if shared(by.own, words) == 0 || other < mine || other*len(l.words) < mine*len(by.words) {
		return false
	}
	return other > mine || other == len(by.words) && float64(mine) < half*float64(len(l.words))
}

// namedColumns narrows columns to those whose header the words name best, but for words
// that name the row.
func (g *grid) namedColumns(row int, s *sought, cols func(int) bool) func(int) bool {
	if len(s.amounts) == 0 && len(s.marks) > 1 { // classes of several columns
		return cols
	}
	words := slices.DeleteFunc(slices.Clone(s.naming(g.heads)), func(w string) bool {
		return slices.ContainsFunc(g.rows[row].label.all, func(v string) bool { return alike(w, v) })
	})
	most := 0
	hits := make([]int, len(g.heads))
	for c := g.labels; c < len(g.heads); c++ {
		if hits[c] = shared(g.heads[c].words, words); shared(g.heads[c].own, words) == 0 {
			hits[c] = 0
		}
		most = max(most, hits[c])
	}
	if s.values > 1 && most > 0 { // it may be of several columns
		most = 1
	}
	return func(c int) bool { return cols(c) && (c < g.labels || c >= len(g.heads) || hits[c] >= most) }
}

// narrowed lists the labels left by zones and amounts; nil for all. What is exactly a case
// of the other labels, those of columns for rows, is none of these.
func narrowed(labels, others []label, s *sought) map[int]bool {
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
		which, exact := forAmount(labels, a)
		_, elsewhere := forAmount(others, a)
		if which != nil && (exact || !elsewhere) {
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

// agree reports whether two amounts are not bounded contrary to each other (CITATIONS H4).
// What says a case may turn it: "pasa de 6 m" beside "6 m o menos".
func agree(a, b *amount) bool {
	if a.side() == 0 || b.side() == 0 || a.side() == b.side() || a.inCase {
		return true
	}
	return (b.inCase || a.loose) && complement(a.limit(), b.limit())
}

// limit is the bound of an amount, also of one that a range or a header bounds.
func (a *amount) limit() quantity.Bound {
	switch {
	case a.bound == "" && a.low:
		return quantity.Least
	case a.bound == "" && a.high:
		return quantity.Most
	}
	return a.bound
}

// complement reports whether one bound begins where the other ends.
func complement(a, b quantity.Bound) bool {
	pair := func(x, y quantity.Bound) bool { return a == x && b == y || a == y && b == x }
	return pair(quantity.Above, quantity.Most) || pair(quantity.Below, quantity.Least)
}

// holdsEach reports whether every amount stands in a cell that zones and cases leave.
func (g *grid) holdsEach(s *sought) bool {
	rowLabels := g.rowLabels()
	inRows, inCols := narrowed(rowLabels, g.heads, s), narrowed(g.heads, rowLabels, s)
	cols := func(c int) bool { return c < g.labels || c >= len(g.heads) || inCols == nil || inCols[c] }
	return !slices.ContainsFunc(s.amounts, func(a *amount) bool {
		for r := range g.rows {
			if (inRows == nil || inRows[r]) && g.rows[r].hasAmount(g, a, cols) {
				return false
			}
		}
		return true
	})
}

// isCase reports whether an amount may say the case: no cell has it as a value, or it is
// bounded as a label is.
func (g *grid) isCase(a *amount) bool {
	if !g.hasValue(a) {
		return true
	}
	if a.side() == 0 {
		return false
	}
	_, inHeads := forAmount(g.heads, a)
	_, inRows := forAmount(g.rowLabels(), a)
	return inHeads || inRows
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
