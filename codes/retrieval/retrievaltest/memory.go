package retrievaltest

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
)

var _ retrieval.Store = (*Store)(nil)

// Store is a [retrieval.Store] in memory. The zero value is empty and ready.
type Store struct {
	mu   sync.Mutex
	docs map[string][]retrieval.Block // each in order
}

// NewStore returns an empty Store.
func NewStore() *Store { return &Store{} }

// ListBlocks implements [retrieval.Store].
func (s *Store) ListBlocks(_ context.Context, docs []string) ([]retrieval.Block, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []retrieval.Block
	for doc, blocks := range s.docs {
		if docs == nil || slices.Contains(docs, doc) {
			found = append(found, cloneBlocks(blocks)...)
		}
	}
	slices.SortStableFunc(found, func(a, b retrieval.Block) int {
		return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Order, b.Order))
	})
	return found, nil
}

// PutBlocks implements [retrieval.Store].
func (s *Store) PutBlocks(_ context.Context, doc string, blocks []retrieval.Block) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := cloneBlocks(blocks)
	slices.SortStableFunc(next, func(a, b retrieval.Block) int { return cmp.Compare(a.Order, b.Order) })
	old := s.docs[doc]
	if len(old) == len(next) && (len(old) == 0 || reflect.DeepEqual(old, next)) {
		return false, nil
	}
	if s.docs == nil {
		s.docs = map[string][]retrieval.Block{}
	}
	if s.docs[doc] = next; len(next) == 0 {
		delete(s.docs, doc)
	}
	return true, nil
}

func cloneBlocks(blocks []retrieval.Block) []retrieval.Block {
	out := slices.Clone(blocks)
	for i := range out {
		out[i].Path = slices.Clone(out[i].Path)
		out[i].Table = cloneTable(out[i].Table)
	}
	return out
}

func cloneTable(t *retrieval.Table) *retrieval.Table {
	if t == nil {
		return nil
	}
	c := retrieval.Table{Caption: t.Caption, Header: slices.Clone(t.Header), Notes: slices.Clone(t.Notes)}
	for _, row := range t.Rows {
		c.Rows = append(c.Rows, slices.Clone(row))
	}
	return &c
}
