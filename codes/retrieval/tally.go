package retrieval

import (
	"context"
	"runtime"
	"slices"
	"sync"
)

// tally adds up the scores of units for one query at a time.
type tally struct {
	question question
	total    []float32 // of each unit
	best     []float32 // by the best option of the present want
	present  []unit    // units with a best
	found    []scored

	docs  []string // of the last query
	scope *scope   // of these
}

func newTally(units int) *tally {
	return &tally{
		question: question{analyzers: map[string]*analyzer{}},
		total:    make([]float32, units), best: make([]float32, units),
	}
}

// within returns the scope of documents: mostly that of the query before.
func (t *tally) within(x *index, docs []string) *scope {
	if t.scope == nil || !slices.Equal(t.docs, docs) {
		t.docs, t.scope = append(t.docs[:0], docs...), x.scope(docs)
	}
	return t.scope
}

// tallies keeps tallies for the next queries: as many as can be at work at a time.
// A sync.Pool would drop them, and the words they remember, at every other
// collection of garbage.
type tallies struct {
	mu    sync.Mutex
	idle  []*tally
	units int
	none  bool // is kept
}

func (l *tallies) get() *tally {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(l.idle)
	if n == 0 {
		return newTally(l.units)
	}
	t := l.idle[n-1]
	l.idle = l.idle[:n-1]
	return t
}

// put takes a tally back, which is all zero.
func (l *tallies) put(t *tally) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.none && len(l.idle) < runtime.GOMAXPROCS(0) {
		l.idle = append(l.idle, t)
	}
}

// reset makes t ready for another query.
func (t *tally) reset(s *scope) {
	for _, span := range s.blocks {
		clear(t.total[span.from:span.to])
	}
	for _, span := range s.rows {
		clear(t.total[span.from:span.to])
	}
}

// count scores every unit in scope.
func (t *tally) count(ctx context.Context) error {
	q := &t.question
	for _, w := range q.wants {
		if err := ctx.Err(); err != nil {
			return err
		}
		options := q.options[w.from:w.to]
		if len(options) == 1 && len(options[0].terms) == 1 {
			t.add(options[0])
			continue
		}
		t.addBest(options)
	}
	return nil
}

// factor is what the impact of a posting of the term is multiplied by.
func (o *option) factor(t *term) float32 { return o.weight * t.idf / impactScale }

// add scores by the only option of a want, a single term.
func (t *tally) add(o option) {
	factor := o.factor(o.terms[0])
	total := t.total
	for _, list := range o.terms[0].lists {
		for _, p := range list {
			total[p.unit] += factor * float32(p.impact)
		}
	}
}

// addBest scores every unit by the best of several options.
func (t *tally) addBest(options []option) {
	for i := range options {
		t.offer(&options[i])
	}
	for _, u := range t.present {
		t.total[u] += t.best[u]
		t.best[u] = 0
	}
	t.present = t.present[:0]
}

// offer raises the best of every unit that has all terms of an option.
func (t *tally) offer(o *option) {
	factor := o.factor(o.terms[0])
	for _, list := range o.terms[0].lists {
		for _, p := range list {
			score := factor * float32(p.impact)
			if len(o.terms) > 1 {
				score = o.score(p.unit)
			}
			if score <= t.best[p.unit] {
				continue
			}
			if t.best[p.unit] == 0 {
				t.present = append(t.present, p.unit)
			}
			t.best[p.unit] = score
		}
	}
}

// score is what a unit gets for an option; 0 unless all of its terms are there.
func (o *option) score(u unit) (sum float32) {
	for _, t := range o.terms {
		p, ok := t.find(u)
		if !ok {
			return 0
		}
		sum += o.factor(t) * float32(p.impact)
	}
	return sum
}

func (t *term) find(u unit) (posting, bool) {
	for _, list := range t.lists {
		if list[len(list)-1].unit < u {
			continue
		}
		if at := before(list, u); list[at].unit == u {
			return list[at], true
		}
		return posting{}, false
	}
	return posting{}, false
}
