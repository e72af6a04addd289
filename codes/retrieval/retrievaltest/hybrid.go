package retrievaltest

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
)

var (
	_ retrieval.Embedder    = (*Concepts)(nil)
	_ retrieval.Embedder    = (*Noise)(nil)
	_ retrieval.VectorStore = (*VectorStore)(nil)
)

// Concepts is an Embedder that knows which words mean the same, and nothing else:
// a text's vector has a direction for each group of words with one in it. It
// stands for a model whose vectors mean something.
type Concepts struct {
	Groups [][]string // words of one meaning; compared folded, by their beginning
}

// ID implements [retrieval.Embedder].
func (c *Concepts) ID() string { return fmt.Sprintf("concepts-%d", len(c.Groups)) }

// Embed implements [retrieval.Embedder].
func (c *Concepts) Embed(ctx context.Context, texts []string, _ retrieval.Purpose) ([][]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = make([]float32, len(c.Groups))
		for _, word := range retrieval.Words(text, "") {
			for g, group := range c.Groups {
				if slices.ContainsFunc(group, func(w string) bool { return strings.HasPrefix(word.Fold, retrieval.Fold(w)) }) {
					vectors[i][g]++
				}
			}
		}
		if unit := retrieval.Unit(vectors[i]); unit != nil {
			vectors[i] = unit
		}
	}
	return vectors, nil
}

// Noise is an Embedder whose vectors mean nothing: each text has a random one,
// always the same. It stands for a useless model.
type Noise struct {
	Seed      uint64
	Dimension int // 0 means 64
}

// ID implements [retrieval.Embedder].
func (n *Noise) ID() string { return fmt.Sprintf("noise-%d-%d", n.Seed, n.dimension()) }

func (n *Noise) dimension() int {
	if n.Dimension == 0 {
		return 64
	}
	return n.Dimension
}

// Embed implements [retrieval.Embedder].
func (n *Noise) Embed(ctx context.Context, texts []string, _ retrieval.Purpose) ([][]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = make([]float32, n.dimension())
		if strings.TrimSpace(text) == "" {
			continue
		}
		hash := fnv.New64a()
		_, _ = hash.Write([]byte(text))
		random := rand.New(rand.NewPCG(n.Seed, hash.Sum64()))
		for d := range vectors[i] {
			vectors[i][d] = float32(random.NormFloat64())
		}
		vectors[i] = retrieval.Unit(vectors[i])
	}
	return vectors, nil
}

// VectorStore is a [retrieval.VectorStore] in memory. The zero value is empty and
// ready.
type VectorStore struct {
	mu      sync.Mutex
	vectors map[string]map[string][]float32 // by embedder and hash
}

// NewVectorStore returns an empty VectorStore.
func NewVectorStore() *VectorStore { return &VectorStore{} }

// GetVectors implements [retrieval.VectorStore].
func (s *VectorStore) GetVectors(ctx context.Context, embedder string, hashes []string) (map[string][]float32, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := map[string][]float32{}
	for _, hash := range hashes {
		if v, ok := s.vectors[embedder][hash]; ok {
			found[hash] = slices.Clone(v)
		}
	}
	return found, ctx.Err()
}

// PutVectors implements [retrieval.VectorStore].
func (s *VectorStore) PutVectors(ctx context.Context, embedder string, vectors map[string][]float32) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.vectors == nil {
		s.vectors = map[string]map[string][]float32{}
	}
	if s.vectors[embedder] == nil {
		s.vectors[embedder] = map[string][]float32{}
	}
	for hash, v := range vectors {
		s.vectors[embedder][hash] = slices.Clone(v)
	}
	return nil
}

// PruneVectors implements [retrieval.VectorStore].
func (s *VectorStore) PruneVectors(ctx context.Context, embedders []string, hashes []string) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	removed := 0
	for embedder, vectors := range s.vectors {
		for hash := range vectors {
			if !slices.Contains(embedders, embedder) || !slices.Contains(hashes, hash) {
				delete(vectors, hash)
				removed++
			}
		}
	}
	return removed, nil
}

// Len returns how many vectors s holds.
func (s *VectorStore) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, vectors := range s.vectors {
		n += len(vectors)
	}
	return n
}
