package retrievaltest

import (
	"context"
	"fmt"
	"reflect"
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
		"believes the hash":    func(s *Store) retrieval.Store { return &credulous{Store: s} },
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

// TestStore_ForgottenFields runs the suite over stores that forget one field each,
// of all that a store keeps: a field added to a block later is among them.
func TestStore_ForgottenFields(t *testing.T) {
	derived := map[string]bool{"Block.Lead": true, "Block.SHA256": true}
	for _, of := range []reflect.Type{
		reflect.TypeFor[retrieval.Block](), reflect.TypeFor[retrieval.Ref](),
		reflect.TypeFor[retrieval.Table](), reflect.TypeFor[retrieval.Span](),
	} {
		for i := range of.NumField() {
			name := of.Name() + "." + of.Field(i).Name
			if derived[name] {
				continue
			}
			t.Run(name, func(t *testing.T) {
				open := func() retrieval.Store { return &forgetful{Store: NewStore(), of: of, field: i} }
				if passes(t.Context(), open) {
					t.Errorf("the suite accepts a store that forgets %s", name)
				}
			})
		}
	}
}

// forgetful loses one field of a type.
type forgetful struct {
	*Store
	of    reflect.Type
	field int
}

func (s *forgetful) PutBlocks(ctx context.Context, doc string, blocks []retrieval.Block) (bool, error) {
	blocks = cloneBlocks(blocks)
	s.forget(reflect.ValueOf(blocks))
	return s.Store.PutBlocks(ctx, doc, blocks)
}

func (s *forgetful) forget(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			s.forget(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			s.forget(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			s.forget(v.Field(i))
		}
		if v.Type() == s.of {
			v.Field(s.field).SetZero()
		}
	default: // holds nothing of the type
	}
}

// credulous keeps the hashes it is told.
type credulous struct {
	*Store
	said map[string]string // by block
}

func (s *credulous) PutBlocks(ctx context.Context, doc string, blocks []retrieval.Block) (bool, error) {
	s.said = make(map[string]string)
	for _, b := range blocks {
		s.said[b.ID] = b.SHA256
	}
	return s.Store.PutBlocks(ctx, doc, blocks)
}

func (s *credulous) ListBlocks(ctx context.Context, docs []string) ([]retrieval.Block, error) {
	blocks, err := s.Store.ListBlocks(ctx, docs)
	for i := range blocks {
		blocks[i].SHA256 = s.said[blocks[i].ID]
	}
	return blocks, err
}

func passes(ctx context.Context, open func() retrieval.Store) bool {
	return !slices.ContainsFunc(storeCases, func(c storeCase) bool { return c.run(ctx, open()) != nil })
}

type twin struct {
	*Store
	changed, appends, emptyIsAll, reversed bool
	limit                                  int
}

func (s *twin) PutBlocks(ctx context.Context, doc string, blocks []retrieval.Block) (bool, error) {
	if s.appends {
		old, _ := s.Store.ListBlocks(ctx, []string{doc})
		blocks = append(old, blocks...)
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
