package chromemindex

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/philippgille/chromem-go"

	"github.com/reglookup/regengine/codes/retrieval"
)

var _ retrieval.Index = (*Index)(nil)

// Index is a [retrieval.Index] in memory. Create it with [New].
type Index struct {
	// mu guards the map. A collection is filled before it comes here and never
	// changed afterwards, so that a search goes on over what it took while others
	// write.
	mu   sync.RWMutex
	docs map[string]*collection
}

// New returns an empty index.
func New() *Index { return &Index{docs: map[string]*collection{}} }

// collection holds the vectors of a document.
type collection struct {
	embedder  string
	dimension int
	vectors   []retrieval.Vector // as they came, by block id

	// chromem holds those that point somewhere, under their position in vectors:
	// a block's own id may be empty, which chromem refuses. It is nil when there
	// is none.
	chromem *chromem.Collection
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
	c := &collection{embedder: embedder, dimension: dimension, vectors: slices.Clone(vectors)}
	slices.SortFunc(c.vectors, func(a, b retrieval.Vector) int { return cmp.Compare(a.ID, b.ID) })
	if err := c.fill(ctx); err != nil {
		return fmt.Errorf("vectors of %q: %w", doc, err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.docs[doc] = c
	return nil
}

// fill copies the values of the vectors and hands them to chromem.
func (c *collection) fill(ctx context.Context) error {
	// A database for each collection: one for all would have to be told about a
	// new collection and an old one in two steps, with readers between.
	inner, err := chromem.NewDB().CreateCollection("vectors", nil, refuse)
	if err != nil {
		return err
	}
	for i := range c.vectors {
		v := &c.vectors[i]
		v.Values = slices.Clone(v.Values)
		unit := retrieval.Unit(v.Values)
		if unit == nil {
			continue // chromem would make it vectors of NaN
		}
		if err := ctx.Err(); err != nil {
			return err // chromem does not look
		}
		if err := inner.AddDocument(ctx, chromem.Document{ID: strconv.Itoa(i), Embedding: unit}); err != nil {
			return err
		}
		c.chromem = inner
	}
	return ctx.Err()
}

// refuse stands where chromem would call OpenAI: a nil function means that.
func refuse(context.Context, string) ([]float32, error) {
	return nil, errors.New("chromemindex: the index embeds nothing itself")
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
		list = append(list, retrieval.Collection{Doc: doc, Embedder: c.embedder, Dimension: c.dimension, Vectors: len(c.vectors)})
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
	vectors := slices.Clone(c.vectors)
	for i := range vectors {
		vectors[i].Values = slices.Clone(vectors[i].Values)
	}
	return vectors, nil
}

func (x *Index) collection(doc, embedder string) *collection {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if c := x.docs[doc]; c != nil && c.embedder == embedder {
		return c
	}
	return nil
}
