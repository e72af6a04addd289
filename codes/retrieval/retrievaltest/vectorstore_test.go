package retrievaltest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

func TestVectorStore_Conformance(t *testing.T) {
	TestVectorStore(t, func(*testing.T) retrieval.VectorStore { return NewVectorStore() })
}

// TestVectorStore_BrokenTwins runs the suite over stores that each break one
// promise.
func TestVectorStore_BrokenTwins(t *testing.T) {
	twins := map[string]func(*VectorStore) retrieval.VectorStore{
		"capped":             func(s *VectorStore) retrieval.VectorStore { return &vectorTwin{VectorStore: s, limit: 4999} },
		"mixes embedders":    func(s *VectorStore) retrieval.VectorStore { return &vectorTwin{VectorStore: s, oneEmbedder: true} },
		"loses signs":        func(s *VectorStore) retrieval.VectorStore { return &vectorTwin{VectorStore: s, unsigned: true} },
		"fills up":           func(s *VectorStore) retrieval.VectorStore { return &vectorTwin{VectorStore: s, fillsUp: true} },
		"keeps the first":    func(s *VectorStore) retrieval.VectorStore { return &vectorTwin{VectorStore: s, keepsFirst: true} },
		"prunes nothing":     func(s *VectorStore) retrieval.VectorStore { return &vectorTwin{VectorStore: s, prunesNothing: true} },
		"prunes by text":     func(s *VectorStore) retrieval.VectorStore { return &vectorTwin{VectorStore: s, anyEmbedder: true} },
		"prunes by embedder": func(s *VectorStore) retrieval.VectorStore { return &vectorTwin{VectorStore: s, anyText: true} },
	}
	for name, wrap := range twins {
		t.Run(name, func(t *testing.T) {
			failed := slices.ContainsFunc(vectorStoreCases, func(c vectorStoreCase) bool {
				return c.run(t.Context(), wrap(NewVectorStore())) != nil
			})
			if !failed {
				t.Errorf("the suite accepts a store that is wrong: %s", name)
			}
		})
	}
}

type vectorTwin struct {
	*VectorStore
	limit                                                                           int
	oneEmbedder, unsigned, fillsUp, keepsFirst, prunesNothing, anyEmbedder, anyText bool
}

func (s *vectorTwin) GetVectors(ctx context.Context, embedder string, hashes []string) (map[string][]float32, error) {
	if s.oneEmbedder {
		embedder = ""
	}
	found, err := s.VectorStore.GetVectors(ctx, embedder, hashes)
	for _, hash := range hashes {
		if s.fillsUp && found[hash] == nil {
			found[hash] = []float32{0}
		}
		for i, value := range found[hash] {
			if s.unsigned && value == 0 {
				found[hash][i] = 0
			}
		}
	}
	return found, err
}

func (s *vectorTwin) PutVectors(ctx context.Context, embedder string, vectors map[string][]float32) error {
	if s.oneEmbedder {
		embedder = ""
	}
	kept := make(map[string][]float32)
	for hash, values := range vectors {
		old, _ := s.VectorStore.GetVectors(ctx, embedder, []string{hash})
		if s.keepsFirst && len(old) > 0 || s.limit > 0 && len(kept) == s.limit {
			continue
		}
		kept[hash] = values
	}
	return s.VectorStore.PutVectors(ctx, embedder, kept)
}

func (s *vectorTwin) PruneVectors(ctx context.Context, embedders, hashes []string) (int, error) {
	s.mu.Lock()
	for embedder, vectors := range s.vectors {
		if s.anyEmbedder || s.prunesNothing {
			embedders = append(embedders, embedder)
		}
		if s.anyText || s.prunesNothing {
			hashes = slices.AppendSeq(hashes, maps.Keys(vectors))
		}
	}
	s.mu.Unlock()
	return s.VectorStore.PruneVectors(ctx, embedders, hashes)
}

func ExampleNewVectorStore() {
	s := NewVectorStore()
	hash := retrieval.HashText("A stair is at least 1.00 m wide.")
	if err := s.PutVectors(context.Background(), "model", map[string][]float32{hash: {0.6, 0.8}}); err != nil {
		panic(err)
	}
	found, _ := s.GetVectors(context.Background(), "model", []string{hash})
	fmt.Println(found[hash])
	// Output: [0.6 0.8]
}
