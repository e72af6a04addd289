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

// cloneBlocks returns blocks as a store gives them back: with the hash of their
// text, without a lead, and with nil for what is empty.
func cloneBlocks(blocks []retrieval.Block) []retrieval.Block {
	out := slices.Clone(blocks)
	for i := range out {
		out[i].Path, out[i].Refs = cloned(out[i].Path), cloned(out[i].Refs)
		out[i].SHA256, out[i].Lead = retrieval.HashText(out[i].Text), ""
		out[i].Table = cloneTable(out[i].Table)
	}
	return out
}

func cloneTable(t *retrieval.Table) *retrieval.Table {
	if t == nil {
		return nil
	}
	return &retrieval.Table{
		Caption: t.Caption, Header: cloned(t.Header), Head: clonedRows(t.Head), Rows: clonedRows(t.Rows),
		Spans: cloned(t.Spans), Notes: cloned(t.Notes),
	}
}

func clonedRows(rows [][]string) [][]string {
	rows = cloned(rows)
	for i := range rows {
		rows[i] = cloned(rows[i])
	}
	return rows
}

func cloned[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return slices.Clone(list)
}
