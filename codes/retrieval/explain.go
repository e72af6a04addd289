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

	// Prior is how far something else than the search speaks for the passage, between 0 and
	// 1: whoever knows more of the texts may set it, and order hits by it too.
	Prior float64

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

// shown is a Term in the making: of a context where term is nil.
type shown struct {
	term  *term
	field field
	score float64
}

// hits explains what was found.
func (t *tally) hits(block func(number uint32) *Block) []Hit {
	q := &t.question
	list := make([]Hit, len(t.found))
	ends := make([]int, len(t.found))
	for i, found := range t.found {
		list[i] = t.hit(block(found.block), found)
		ends[i] = len(q.shown)
	}
	terms := make([]Term, len(q.shown)) // of all hits, so that they are one piece of memory
	from := 0
	for i := range list {
		list[i].Terms = terms[from:ends[i]:ends[i]]
		for n, s := range q.shown[from:ends[i]] {
			list[i].Terms[n] = s.explain(list[i].Block)
		}
		from = ends[i]
	}
	return list
}

// hit makes a hit but for its terms, which are added to what is shown.
func (t *tally) hit(b *Block, found scored) Hit {
	h := Hit{Block: b, Score: float64(found.score)}
	if table, ok := t.scope.index.table(found.block); ok {
		if best, row := t.bestRow(table); best == t.total[found.block] && best > 0 {
			found.unit = row
		}
		h.Rows = t.rows(table)
	}
	q := &t.question
	from := len(q.shown)
	q.explain(found.unit)
	if found.context > 0 {
		q.shown = append(q.shown, shown{score: float64(found.context)})
	}
	settle(q.shown[from:], h.Score)
	sortShown(q.shown[from:])
	return h
}

func (s *shown) explain(b *Block) Term {
	if s.term == nil {
		return Term{b.Section, "context", s.score}
	}
	return Term{s.term.name(), s.field.String(), s.score}
}

// sortShown puts the largest first and leaves equal ones in order. There are few.
func sortShown(list []shown) {
	for i := 1; i < len(list); i++ {
		s, at := list[i], i
		for ; at > 0 && list[at-1].score < s.score; at-- {
			list[at] = list[at-1]
		}
		list[at] = s
	}
}

// settle takes the rounding of the scores out of the terms, so that they add up.
func settle(list []shown, score float64) {
	sum := 0.0
	for _, s := range list {
		sum += s.score
	}
	for i := range list {
		list[i].score *= score / sum
	}
}

// explain takes a unit's score apart again.
func (q *question) explain(u unit) {
	q.has = q.has[:0]
	for _, w := range q.wants {
		if a, b := w.needs[0], w.needs[1]; a >= 0 && !q.has[a] || b >= 0 && !q.has[b] {
			q.has = append(q.has, false)
			continue
		}
		options, before := q.options[w.from:w.to], len(q.shown)
		if len(options) == 1 && len(options[0].terms) == 1 {
			q.explainOption(&options[0], u)
		} else if best := bestOf(options, u); best != nil {
			q.explainOption(best, u)
		}
		q.has = append(q.has, len(q.shown) > before)
	}
}

// bestOf returns the option that counted for a unit, nil when none did.
func bestOf(options []option, u unit) (best *option) {
	score := float32(0)
	for i := range options {
		if more := options[i].score(u); more > score {
			best, score = &options[i], more
		}
	}
	return best
}

func (q *question) explainOption(o *option, u unit) {
	for _, t := range o.terms {
		if p, ok := t.find(u); ok {
			q.explainTerm(t, p, o.factor(t))
		}
	}
}

func (q *question) explainTerm(t *term, p posting, factor float32) {
	total := float64(factor) * float64(p.impact)
	if only, ok := p.counts.only(); ok {
		q.shown = append(q.shown, shown{t, only, total})
		return
	}
	_, shares := weigh(p.counts.unpack(), q.scope.index.lengths[p.unit])
	for f, share := range shares {
		if share > 0 {
			q.shown = append(q.shown, shown{t, field(f), total * share})
		}
	}
}

// rows lists the rows of a table whose cells hold a word asked for, best first,
// equal ones in order.
func (t *tally) rows(table tableSpan) []int {
	var list []int
	named := make([]bool, table.rows.len())
	for _, term := range t.question.known {
		if term == nil {
			continue
		}
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
