package regengine

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
)

// ruledSearch is the search of one turn that knows what the rules of a country are about: a
// passage that rules stand in is found by what they limit, too, in the words people use.
type ruledSearch struct {
	*Snapshot
	country geo.ID

	mu    sync.Mutex
	found []*retrieval.Block // by words alone, in the order of the searches
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
	s.keep(hits)
	hits = slices.Clone(hits)
	best := 1.0
	for _, h := range hits {
		best = max(best, h.Score)
	}
	for _, likely := range s.pairs().Likely(s.country, q.Text, q.Docs) {
		at := slices.IndexFunc(hits, func(h retrieval.Hit) bool { return h.Block.ID == likely.ID })
		if at < 0 {
			at, hits = len(hits), append(hits, retrieval.Hit{Block: likely.Block})
		}
		hits[at].Prior = likely.Likely
	}
	order := func(h *retrieval.Hit) float64 { return h.Score/best + priorWeight*h.Prior }
	slices.SortStableFunc(hits, func(a, b retrieval.Hit) int { return cmp.Compare(order(&b), order(&a)) })
	if q.TopK > 0 {
		hits = hits[:min(len(hits), q.TopK)]
	}
	return hits, nil
}

func (s *ruledSearch) keep(hits []retrieval.Hit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range hits {
		if !slices.Contains(s.found, h.Block) {
			s.found = append(s.found, h.Block)
		}
	}
}

// byWords are the blocks the turn has found by words alone: which rules a question means that
// it calls by name is told better by them.
func (s *ruledSearch) byWords() []*retrieval.Block {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.found)
}
