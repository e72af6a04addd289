package retrievaltest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

func TestStore_Conformance(t *testing.T) {
	TestStore(t, func(*testing.T) retrieval.Store { return NewStore() })
}

// TestStore_BrokenTwins runs the suite over stores that each break one promise:
// a suite that passes any of them proves nothing.
func TestStore_BrokenTwins(t *testing.T) {
	twins := map[string]func(inner *Store) retrieval.Store{
		"always changed":       func(s *Store) retrieval.Store { return &twin{Store: s, changed: true} },
		"appends":              func(s *Store) retrieval.Store { return &twin{Store: s, appends: true} },
		"empty list means all": func(s *Store) retrieval.Store { return &twin{Store: s, emptyIsAll: true} },
		"drops notes":          func(s *Store) retrieval.Store { return &twin{Store: s, dropNotes: true} },
		"drops anchors":        func(s *Store) retrieval.Store { return &twin{Store: s, dropAnchors: true} },
		"order given":          func(s *Store) retrieval.Store { return &twin{Store: s, reversed: true} },
		"capped":               func(s *Store) retrieval.Store { return &twin{Store: s, limit: 5000} },
	}
	for name, wrap := range twins {
		t.Run(name, func(t *testing.T) {
			if passes(t.Context(), func() retrieval.Store { return wrap(NewStore()) }) {
				t.Errorf("the suite accepts a store that is wrong: %s", name)
			}
		})
	}
}

func passes(ctx context.Context, open func() retrieval.Store) bool {
	return !slices.ContainsFunc(storeCases, func(c storeCase) bool { return c.run(ctx, open()) != nil })
}

type twin struct {
	*Store
	changed, appends, emptyIsAll, dropNotes, dropAnchors, reversed bool
	limit                                                          int
}

func (s *twin) PutBlocks(ctx context.Context, doc string, blocks []retrieval.Block) (bool, error) {
	if s.appends {
		old, _ := s.Store.ListBlocks(ctx, []string{doc})
		blocks = append(old, blocks...)
	}
	blocks = cloneBlocks(blocks)
	for i := range blocks {
		if s.dropNotes && blocks[i].Table != nil {
			blocks[i].Table.Notes = nil
		}
		if s.dropAnchors {
			blocks[i].Anchor = ""
		}
	}
	changed, err := s.Store.PutBlocks(ctx, doc, blocks)
	return changed || s.changed, err
}

func (s *twin) ListBlocks(ctx context.Context, docs []string) ([]retrieval.Block, error) {
	if s.emptyIsAll && len(docs) == 0 {
		docs = nil
	}
	blocks, err := s.Store.ListBlocks(ctx, docs)
	if s.reversed {
		slices.Reverse(blocks)
	}
	if s.limit > 0 && len(blocks) > s.limit {
		blocks = blocks[:s.limit]
	}
	return blocks, err
}

func ExampleNewStore() {
	s := NewStore()
	changed, _ := s.PutBlocks(context.Background(), "code/2020", Sample("code/2020", 1))
	fmt.Println(changed)
	// Output: true
}
