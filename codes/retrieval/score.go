package retrieval

import (
	"cmp"
	"slices"
)

// tally adds up the scores of blocks.
type tally struct {
	total   []float64 // of each block
	best    []float64 // by the best option of the present want
	touched []uint32  // blocks with a total, in order of first touch
	present []uint32  // blocks with a best
}

func newTally(blocks int) *tally {
	return &tally{total: make([]float64, blocks), best: make([]float64, blocks)}
}

// reset makes t ready for another query in time proportional to what it holds.
func (t *tally) reset() {
	for _, block := range t.touched {
		t.total[block] = 0
	}
	t.touched = t.touched[:0]
}

// addBest scores every block in scope by the best option of w.
func (t *tally) addBest(s *scope, w want) {
	for _, o := range w {
		for _, list := range o.terms[0].lists {
			for _, p := range list {
				if score := s.scoreFrom(o, p); score > 0 {
					t.offer(p.block, score)
				}
			}
		}
	}
	for _, block := range t.present {
		if t.total[block] == 0 {
			t.touched = append(t.touched, block)
		}
		t.total[block] += t.best[block]
		t.best[block] = 0
	}
	t.present = t.present[:0]
}

func (t *tally) offer(block uint32, score float64) {
	if t.best[block] == 0 {
		t.present = append(t.present, block)
	}
	t.best[block] = max(t.best[block], score)
}

// score is what a block gets for an option: the mean of its terms, weighted; 0
// unless all of them are there.
func (s *scope) score(o option, block uint32) float64 {
	first, ok := o.terms[0].find(block)
	if !ok {
		return 0
	}
	return s.scoreFrom(o, first)
}

// scoreFrom is score where the posting of the first term is at hand.
func (s *scope) scoreFrom(o option, first posting) float64 {
	w, _ := s.weigh(first)
	sum := w * o.terms[0].idf
	for _, t := range o.terms[1:] {
		p, ok := t.find(first.block)
		if !ok {
			return 0
		}
		w, _ := s.weigh(p)
		sum += w * t.idf
	}
	return sum * o.weight
}

func (t *term) find(block uint32) (posting, bool) {
	list := within(t.all, span{block, block + 1})
	if len(list) == 0 {
		return posting{}, false
	}
	return list[0], true
}

type scored struct {
	block uint32
	score float64
}

// top returns the k best blocks, best first, equal ones in order.
func (t *tally) top(k int) []scored {
	order := func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.block, b.block))
	}
	best := make([]scored, 0, k+1)
	for _, block := range t.touched {
		candidate := scored{block, t.total[block]}
		if len(best) == k && order(candidate, best[k-1]) >= 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, candidate, order)
		best = slices.Insert(best, at, candidate)
		best = best[:min(len(best), k)]
	}
	return best
}

// explain takes a block's score apart again. The terms add up to the score.
func (s *scope) explain(asked []want, block uint32) []Term {
	terms := make([]Term, 0, len(asked))
	for _, w := range asked {
		best, score := option{}, 0.0
		for _, o := range w {
			if more := s.score(o, block); more > score {
				best, score = o, more
			}
		}
		for _, t := range best.terms {
			terms = append(terms, s.explainTerm(t, block, best.weight)...)
		}
	}
	slices.SortStableFunc(terms, func(a, b Term) int { return cmp.Compare(b.Score, a.Score) })
	return terms
}

func (s *scope) explainTerm(t *term, block uint32, weight float64) []Term {
	p, _ := t.find(block)
	score, shares := s.weigh(p)
	var terms []Term
	for f, share := range shares {
		if share > 0 {
			terms = append(terms, Term{Text: t.text, Field: field(f).String(), Score: weight * t.idf * score * share})
		}
	}
	return terms
}
