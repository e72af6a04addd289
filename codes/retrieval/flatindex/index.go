package flatindex

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
)

var _ retrieval.Index = (*Index)(nil)

// Index is a [retrieval.Index] in memory. Create it with [New].
type Index struct {
	options Options

	// mu guards the maps. What they hold is never changed once it is there, so
	// that a search goes on over what it took while others write.
	mu        sync.RWMutex
	docs      map[string]*collection
	rotations map[int]*rotation // by dimension
}

// Options adjust an Index. The zero value is good.
type Options struct {
	// ExactUpTo is the number of vectors in scope up to which each is compared in
	// full. Above it the codes are searched first. 0 is 5,000; a negative number
	// always compares codes, where a document has any, and [math.MaxInt] never
	// does.
	ExactUpTo int
}

const defaultExactUpTo = 5000

// New returns an empty index. options may be nil.
func New(options *Options) *Index {
	x := &Index{docs: map[string]*collection{}, rotations: map[int]*rotation{}}
	if options != nil {
		x.options = *options
	}
	if x.options.ExactUpTo == 0 {
		x.options.ExactUpTo = defaultExactUpTo
	}
	return x
}

// Put implements [retrieval.Index].
func (x *Index) Put(ctx context.Context, doc, embedder string, vectors []retrieval.Vector) error {
	dimension, err := retrieval.CheckCollection(doc, embedder, vectors)
	if err != nil {
		return err
	}
	if len(vectors) == 0 {
		return x.Delete(ctx, doc)
	}
	c, err := newCollection(ctx, embedder, x.rotation(dimension), vectors)
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.docs[doc] = c
	return nil
}

// rotation returns the rotation all vectors of a dimension share.
func (x *Index) rotation(dimension int) *rotation {
	x.mu.Lock()
	defer x.mu.Unlock()
	r := x.rotations[dimension]
	if r == nil {
		r = newRotation(dimension)
		x.rotations[dimension] = r
	}
	return r
}

// Delete implements [retrieval.Index].
func (x *Index) Delete(ctx context.Context, doc string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.docs, doc)
	return nil
}

// List implements [retrieval.Index].
func (x *Index) List(ctx context.Context) ([]retrieval.Collection, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	list := make([]retrieval.Collection, 0, len(x.docs))
	for doc, c := range x.docs {
		list = append(list, retrieval.Collection{
			Doc: doc, Embedder: c.embedder, Dimension: c.rotation.dimension, Vectors: len(c.ids) + len(c.zeros),
		})
	}
	slices.SortFunc(list, func(a, b retrieval.Collection) int {
		return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Embedder, b.Embedder))
	})
	return list, nil
}

// Vectors implements [retrieval.Index].
func (x *Index) Vectors(ctx context.Context, doc, embedder string) ([]retrieval.Vector, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := x.collection(doc, embedder)
	if c == nil {
		return nil, fmt.Errorf("vectors of %q by %q: %w", doc, embedder, retrieval.ErrNoVectors)
	}
	return c.vectors(), nil
}

func (x *Index) collection(doc, embedder string) *collection {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if c := x.docs[doc]; c != nil && c.embedder == embedder {
		return c
	}
	return nil
}

// part is a document in the scope of a search.
type part struct {
	doc string
	*collection
}

// scope returns the collections of docs, by the name of the document.
func (x *Index) scope(embedder string, docs []string, dimension int) (parts []part, vectors int, err error) {
	names := slices.Clone(docs)
	slices.Sort(names)
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, doc := range slices.Compact(names) {
		c := x.docs[doc]
		if c == nil || c.embedder != embedder {
			continue
		}
		if c.rotation.dimension != dimension {
			return nil, 0, fmt.Errorf("%w: the query has %d values and those of %q have %d",
				retrieval.ErrDimension, dimension, doc, c.rotation.dimension)
		}
		parts = append(parts, part{doc, c})
		vectors += len(c.ids)
	}
	return parts, vectors, nil
}

// Nearest implements [retrieval.Index]. Over more vectors than
// [Options.ExactUpTo] it may, rarely, miss one of the k best; see the package
// documentation.
func (x *Index) Nearest(ctx context.Context, embedder string, query []float32, docs []string, k int) ([]retrieval.Near, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := retrieval.CheckQuery(query); err != nil {
		return nil, err
	}
	parts, vectors, err := x.scope(embedder, docs, len(query))
	if err != nil {
		return nil, err
	}
	unit, k := retrieval.Unit(query), min(k, vectors)
	if unit == nil || k <= 0 {
		return nil, nil
	}
	// The codes cannot help where most vectors are asked for.
	if vectors <= x.options.ExactUpTo || k > vectors/4 {
		return scan(ctx, parts, unit, k)
	}
	return searchCodes(ctx, parts, unit, k)
}
