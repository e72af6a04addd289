package chromemindex

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/philippgille/chromem-go"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Nearest implements [retrieval.Index].
func (x *Index) Nearest(ctx context.Context, embedder string, query []float32, docs []string, k int) ([]retrieval.Near, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := retrieval.CheckQuery(query); err != nil {
		return nil, err
	}
	scope, err := x.scope(embedder, docs, len(query))
	if err != nil {
		return nil, err
	}
	unit := retrieval.Unit(query)
	if unit == nil || k <= 0 {
		return nil, nil
	}
	var found []retrieval.Near
	for doc, c := range scope {
		near, err := c.nearest(ctx, unit, doc, k)
		if err != nil {
			return nil, fmt.Errorf("search in %q: %w", doc, err)
		}
		found = append(found, near...)
	}
	slices.SortFunc(found, retrieval.CompareNear)
	return slices.Clip(found[:min(k, len(found))]), nil
}

// scope returns the collections of docs.
func (x *Index) scope(embedder string, docs []string, dimension int) (map[string]*collection, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	scope := map[string]*collection{}
	for _, doc := range docs {
		c := x.docs[doc]
		if c == nil || c.embedder != embedder {
			continue
		}
		if c.dimension != dimension {
			return nil, fmt.Errorf("%w: the query has %d values and those of %q have %d", retrieval.ErrDimension, dimension, doc, c.dimension)
		}
		scope[doc] = c
	}
	return scope, nil
}

// nearest returns the k nearest of one collection in any order, and all that
// score as the last of them: which of these are wanted, their names decide.
func (c *collection) nearest(ctx context.Context, unit []float32, doc string, k int) ([]retrieval.Near, error) {
	if c.chromem == nil {
		return nil, nil
	}
	all := c.chromem.Count() // chromem refuses to look for more
	ask := all
	if k < all {
		ask = k + 1 // one more tells whether others score as the k-th
	}
	for {
		results, err := c.chromem.QueryEmbedding(ctx, unit, ask, nil, nil)
		if err == nil {
			err = ctx.Err() // chromem gives a part to a caller that has gone
		}
		if err != nil {
			return nil, err
		}
		if ask == all || len(results) < ask || results[k-1].Similarity > results[ask-1].Similarity {
			return c.named(results, doc)
		}
		ask = min(2*ask, all)
	}
}

func (c *collection) named(results []chromem.Result, doc string) ([]retrieval.Near, error) {
	near := make([]retrieval.Near, len(results))
	for i, r := range results {
		position, err := strconv.Atoi(r.ID)
		if err != nil {
			return nil, fmt.Errorf("chromem knows a vector %q that was never put: %w", r.ID, err)
		}
		near[i] = retrieval.Near{Doc: doc, ID: c.vectors[position].ID, Score: retrieval.Cosine(float64(r.Similarity))}
	}
	return near, nil
}
