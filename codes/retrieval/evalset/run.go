package evalset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/reglookup/regengine/codes/retrieval"
)

// ErrDepth says that Options.Ks has a rank that cannot be asked for.
var ErrDepth = errors.New("evalset: no such rank")

// SearchFunc is what is measured.
type SearchFunc func(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error)

// Options of Run; nil asks for hits down to rank 10 of every document.
type Options struct {
	// Ks are the ranks recall, MAP and nDCG are cut at; nil means 10. At least 1
	// each.
	Ks []int

	// Docs is the scope of questions that name no documents.
	Docs []string

	Now func() time.Time // nil means time.Now
}

// Run asks every question that has a relevant passage and averages over them.
// Questions without one are counted and not asked. It stops at the first error of
// search. ErrDepth, ctx's error, or that of search.
//
// The measures are those of trec_eval, which ObliQA publishes its figures with:
// recall at k is the share of a question's relevant passages among its first k
// hits; average precision at k is the sum of the precisions at the ranks up to k
// where a relevant passage stands, divided by the number of all its relevant
// passages; both are averaged over the questions. nDCG takes a gain of 1 for a
// relevant passage, discounted by the binary logarithm of its rank plus 1, over
// what an ideal order would gain.
func Run(ctx context.Context, questions []Judged, search SearchFunc, opts *Options) (*Report, error) {
	o := withDefaults(opts)
	if slices.Min(o.Ks) < 1 || slices.Max(o.Ks) > retrieval.MaxTopK {
		return nil, fmt.Errorf("%w: %v, must be 1 to %d", ErrDepth, o.Ks, retrieval.MaxTopK)
	}
	r := &Report{Measures: make([]Measure, len(o.Ks))}
	var took []time.Duration
	for _, q := range questions {
		if len(q.Relevant) == 0 {
			r.Skipped++
			r.Findings = append(r.Findings, Finding{ID: q.ID})
			continue
		}
		query := retrieval.Query{Text: q.Text, Docs: q.Docs, TopK: slices.Max(o.Ks)}
		if q.Docs == nil {
			query.Docs = o.Docs
		}
		start := o.Now()
		hits, err := search(ctx, query)
		took = append(took, o.Now().Sub(start))
		if err != nil {
			return nil, fmt.Errorf("evalset: question %s: %w", q.ID, err)
		}
		r.add(q, ranks(q, hits), o.Ks)
	}
	r.finish(took, o.Ks)
	return r, nil
}

func withDefaults(opts *Options) Options {
	var o Options
	if opts != nil {
		o = *opts
	}
	if len(o.Ks) == 0 {
		o.Ks = []int{10}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// ranks returns where the relevant passages stand, from 1, in order. A passage
// counts once, at the first block that holds it; a block that holds two passages
// finds one of them.
func ranks(q Judged, hits []retrieval.Hit) []int {
	found := make([]bool, len(q.Relevant))
	var list []int
	for i, h := range hits {
		for n, ids := range q.Relevant {
			if !found[n] && slices.Contains(ids, h.Block.ID) {
				found[n] = true
				list = append(list, i+1)
				break
			}
		}
	}
	return list
}

// measure computes the measures of one question at k.
func measure(ranks []int, relevant, k int) Measure {
	m := Measure{K: k}
	for i, rank := range ranks {
		if rank > k {
			break
		}
		m.Recall++
		m.MAP += float64(i+1) / float64(rank)
		m.NDCG += gain(rank)
	}
	ideal := 0.0
	for rank := range min(relevant, k) {
		ideal += gain(rank + 1)
	}
	m.Recall /= float64(relevant)
	m.MAP /= float64(relevant)
	m.NDCG /= ideal
	return m
}

func gain(rank int) float64 { return 1 / math.Log2(float64(rank)+1) }
