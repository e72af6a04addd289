package retrieval

import "context"

// tally adds up the scores of units for one query at a time.
type tally struct {
	question  question
	total     []float32 // of each unit
	best      []float32 // by the best option of the present want
	present   []unit    // units with a best
	analyzers map[string]*analyzer
}

func newTally(units int) *tally {
	return &tally{total: make([]float32, units), best: make([]float32, units), analyzers: map[string]*analyzer{}}
}

// analyzer returns one with a memory. Languages are those of blocks, so few.
func (t *tally) analyzer(lang string) *analyzer {
	a := t.analyzers[lang]
	if a == nil {
		a = analyzerOf(lang).remembering()
		t.analyzers[lang] = a
	}
	return a
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
func (t *tally) count(ctx context.Context, q *question) error {
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
