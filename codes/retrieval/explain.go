package retrieval

import (
	"cmp"
	"slices"
)

// Hit is one passage found.
type Hit struct {
	Block *Block
	Score float64 // comparable within one answer only
	Terms []Term  // what each matching word added, largest first; they add up to Score

	// Rows are the rows of a table that hold a word asked for, best first, as
	// indexes into Table.Rows; nil for a block that is no table.
	Rows []int

	// Fusion explains Score where it was fused of two rankings; nil for a hit of
	// words alone.
	Fusion *Fusion
}

// Term explains a part of a Hit's Score.
type Term struct {
	Text  string // the word as indexed; of a pair both words; of a context the section's slug
	Field string // "title", "section" or "body"; "context" for what the best passage of the section adds
	Score float64
}

// hit explains a block that was found.
func (t *tally) hit(q *question, b *Block, found scored) Hit {
	h := Hit{Block: b, Score: float64(found.score)}
	if table, ok := q.scope.index.table(found.block); ok {
		if best, row := t.bestRow(table); best == t.total[found.block] && best > 0 {
			found.unit = row
		}
		h.Rows = t.rows(q, table)
	}
	h.Terms = q.explain(found.unit)
	if found.context > 0 {
		h.Terms = append(h.Terms, Term{b.Section, "context", float64(found.context)})
	}
	settle(h.Terms, h.Score)
	slices.SortStableFunc(h.Terms, largestFirst)
	return h
}

func largestFirst(a, b Term) int {
	switch {
	case a.Score > b.Score:
		return -1
	case a.Score < b.Score:
		return 1
	}
	return 0
}

// settle takes the rounding of the scores out of the terms, so that they add up.
func settle(terms []Term, score float64) {
	sum := 0.0
	for _, t := range terms {
		sum += t.Score
	}
	for i := range terms {
		terms[i].Score *= score / sum
	}
}

// explain takes a unit's score apart again.
func (q *question) explain(u unit) []Term {
	list := q.explained[:0]
	for _, w := range q.wants {
		best := q.best(w, u)
		if best == nil {
			continue
		}
		for _, t := range best.terms {
			if p, ok := t.find(u); ok {
				list = q.explainTerm(list, t, p, best.factor(t))
			}
		}
	}
	q.explained = list
	return append(make([]Term, 0, len(list)+1), list...) // room for a context
}

// best returns the option of a want that counted for a unit, nil when none did.
func (q *question) best(w want, u unit) (best *option) {
	options := q.options[w.from:w.to]
	if len(options) == 1 && len(options[0].terms) == 1 {
		return &options[0]
	}
	score := float32(0)
	for i := range options {
		if more := options[i].score(u); more > score {
			best, score = &options[i], more
		}
	}
	return best
}

func (q *question) explainTerm(terms []Term, t *term, p posting, factor float32) []Term {
	total := float64(factor) * float64(p.impact)
	if only, ok := p.counts.only(); ok {
		return append(terms, Term{t.String(), only.String(), total})
	}
	_, shares := weigh(p.counts.unpack(), q.scope.index.lengths[p.unit])
	for f, share := range shares {
		if share > 0 {
			terms = append(terms, Term{t.String(), field(f).String(), total * share})
		}
	}
	return terms
}

// table returns the rows of a block, if it has any.
func (x *index) table(block uint32) (tableSpan, bool) {
	at, ok := slices.BinarySearchFunc(x.tables, block, func(t tableSpan, b uint32) int { return cmp.Compare(t.block, b) })
	if !ok {
		return tableSpan{}, false
	}
	return x.tables[at], true
}

// rows lists the rows of a table whose cells hold a word asked for, best first,
// equal ones in order.
func (t *tally) rows(q *question, table tableSpan) []int {
	var list []int
	named := make([]bool, table.rows.len())
	for _, term := range q.known {
		for _, postings := range term.lists {
			for _, p := range within(postings, table.rows) {
				if at := p.unit - table.rows.from; p.counts.unpack()[bodyField] > 0 && !named[at] {
					named[at] = true
					list = append(list, int(at))
				}
			}
		}
	}
	total := t.total[table.rows.from:table.rows.to]
	slices.SortFunc(list, func(a, b int) int { return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a, b)) })
	return list
}
