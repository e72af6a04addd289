package retrievaltest

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
)

// RandomVectors returns n vectors of length 1 in every direction, the same for
// the same seed, in the order of their ids.
func RandomVectors(seed uint64, n, dimension int) []retrieval.Vector {
	random := rand.New(rand.NewPCG(seed, uint64(dimension)))
	vectors := make([]retrieval.Vector, n)
	for i := range vectors {
		values := make([]float32, dimension)
		for j := range values {
			values[j] = float32(random.NormFloat64())
		}
		vectors[i] = retrieval.Vector{ID: fmt.Sprintf("block-%07d", i), SHA256: fmt.Sprintf("%064x", i), Values: retrieval.Unit(values)}
	}
	return vectors
}

// Scan finds the k nearest by comparing query with every vector in double
// precision, for tests to compare with. docs holds the vectors by document.
func Scan(query []float32, docs map[string][]retrieval.Vector, k int) []retrieval.Near {
	var all []retrieval.Near
	for doc, vectors := range docs {
		for _, v := range vectors {
			if score, ok := cosine(query, v.Values); ok {
				all = append(all, retrieval.Near{Doc: doc, ID: v.ID, Score: score})
			}
		}
	}
	slices.SortFunc(all, retrieval.CompareNear)
	return all[:max(0, min(k, len(all)))]
}

// cosine reports false where a vector of zeros has none.
func cosine(a, b []float32) (float64, bool) {
	var ab, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	if aa == 0 || bb == 0 {
		return 0, false
	}
	return retrieval.Cosine(ab / math.Sqrt(aa) / math.Sqrt(bb)), true
}

var _ retrieval.Index = (*Index)(nil)

// Index is a [retrieval.Index] for tests: the simplest thing that keeps every
// promise. The zero value is empty and ready.
type Index struct {
	mu   sync.Mutex
	docs map[string]stored
}

type stored struct {
	embedder string
	vectors  []retrieval.Vector // by id
}

// NewIndex returns an empty Index.
func NewIndex() *Index { return &Index{} }

// Put implements [retrieval.Index].
func (x *Index) Put(ctx context.Context, doc, embedder string, vectors []retrieval.Vector) error {
	if _, err := retrieval.CheckCollection(doc, embedder, vectors); err != nil {
		return err
	}
	if len(vectors) == 0 {
		return x.Delete(ctx, doc)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if x.docs == nil {
		x.docs = map[string]stored{}
	}
	x.docs[doc] = stored{embedder, cloneVectors(vectors)}
	return nil
}

// Delete implements [retrieval.Index].
func (x *Index) Delete(ctx context.Context, doc string) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	delete(x.docs, doc)
	return nil
}

// List implements [retrieval.Index].
func (x *Index) List(ctx context.Context) ([]retrieval.Collection, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	var list []retrieval.Collection
	for doc, s := range x.docs {
		list = append(list, retrieval.Collection{Doc: doc, Embedder: s.embedder, Dimension: len(s.vectors[0].Values), Vectors: len(s.vectors)})
	}
	slices.SortFunc(list, func(a, b retrieval.Collection) int { return strings.Compare(a.Doc, b.Doc) })
	return list, ctx.Err()
}

// Vectors implements [retrieval.Index].
func (x *Index) Vectors(ctx context.Context, doc, embedder string) ([]retrieval.Vector, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, ok := x.docs[doc]
	if !ok || s.embedder != embedder {
		return nil, fmt.Errorf("vectors of %q: %w", doc, retrieval.ErrNoVectors)
	}
	return cloneVectors(s.vectors), nil
}

// Nearest implements [retrieval.Index].
func (x *Index) Nearest(ctx context.Context, embedder string, query []float32, docs []string, k int) ([]retrieval.Near, error) {
	if err := retrieval.CheckQuery(query); err != nil {
		return nil, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	scope := map[string][]retrieval.Vector{}
	for _, doc := range docs {
		s, ok := x.docs[doc]
		if !ok || s.embedder != embedder {
			continue
		}
		if len(s.vectors[0].Values) != len(query) {
			return nil, fmt.Errorf("search in %q: %w", doc, retrieval.ErrDimension)
		}
		scope[doc] = s.vectors
	}
	return Scan(query, scope, k), ctx.Err()
}

func cloneVectors(vectors []retrieval.Vector) []retrieval.Vector {
	out := slices.Clone(vectors)
	for i := range out {
		out[i].Values = slices.Clone(out[i].Values)
	}
	slices.SortFunc(out, func(a, b retrieval.Vector) int { return strings.Compare(a.ID, b.ID) })
	return out
}
