package retrievaltest

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
)

// hashOf returns the SHA-256 of the i-th text.
func hashOf(i int) string { return retrieval.HashText(fmt.Sprint("text ", i)) }

// hashes returns those of the first n texts.
func hashes(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = hashOf(i)
	}
	return list
}

// someVectors returns fresh vectors of the first n texts; another edition gives
// others.
func someVectors(n, edition int) map[string][]float32 {
	vectors := make(map[string][]float32, n)
	for i := range n {
		vectors[hashOf(i)] = []float32{float32(edition), float32(i), -1 / float32(i+3), float32(math.Copysign(0, -1))}
	}
	return vectors
}

// wantStored compares bit by bit: to == a negative zero is a zero.
func wantStored(ctx context.Context, s retrieval.VectorStore, embedder string, asked []string, want map[string][]float32) error {
	got, err := s.GetVectors(ctx, embedder, asked)
	if err != nil {
		return fmt.Errorf("GetVectors(%q): %w", embedder, err)
	}
	if len(got) != len(want) {
		return fmt.Errorf("GetVectors(%q) found %d vectors, want %d", embedder, len(got), len(want))
	}
	for hash, values := range want {
		if !sameBits(values, got[hash]) {
			return fmt.Errorf("GetVectors(%q): the vector of %s is %v, want %v", embedder, hash, got[hash], values)
		}
	}
	return nil
}

func sameBits(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}

func wantRemoved(ctx context.Context, s retrieval.VectorStore, embedders, keep []string, want int) error {
	removed, err := s.PruneVectors(ctx, embedders, keep)
	if err != nil {
		return fmt.Errorf("PruneVectors(%q, %d hashes): %w", embedders, len(keep), err)
	}
	if removed != want {
		return fmt.Errorf("PruneVectors(%q, %d hashes) removed %d, want %d", embedders, len(keep), removed, want)
	}
	return nil
}
