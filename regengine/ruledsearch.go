package regengine

import (
	"cmp"
	"context"
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
)

// ruledSearch is the search of one turn that knows what the rules of a country are about: a
// passage that rules stand in is found by what they limit, too, in the words people use.
type ruledSearch struct {
	*Snapshot
	country geo.ID
}

// priorWeight is what it counts that a text is surely about the rules that stand in a
// passage, beside its score as a share of the best one's.
const priorWeight = 3

// Search implements [ask.Searcher].
func (s *ruledSearch) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	hits, err := s.Snapshot.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	return withPriors(hits, s.pairs().Likely(s.country, q.Text, q.Docs), cmp.Or(q.TopK, retrieval.DefaultTopK)), nil
}

// withPriors orders what was found, and the passages that are likely, by both: at most so
// many. Scores are of any scale.
func withPriors(found []retrieval.Hit, likely []verify.LikelyPassage, most int) []retrieval.Hit {
	hits := slices.Clone(found)
	for _, l := range likely {
		at := slices.IndexFunc(hits, func(h retrieval.Hit) bool { return h.Block.ID == l.ID })
		if at < 0 {
			at, hits = len(hits), append(hits, retrieval.Hit{Block: l.Block})
		}
		hits[at].Prior = l.Likely
	}
	best := 0.0
	for i := range hits {
		best = max(best, hits[i].Score)
	}
	order := func(h *retrieval.Hit) float64 {
		if best == 0 {
			return h.Prior
		}
		return h.Score/best + priorWeight*h.Prior
	}
	slices.SortStableFunc(hits, func(a, b retrieval.Hit) int { return cmp.Compare(order(&b), order(&a)) })
	return hits[:min(len(hits), most)]
}
