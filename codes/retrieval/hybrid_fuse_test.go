package retrieval

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// rankings draws two rankings over a few blocks.
func rankings(t *rapid.T) (words []Hit, near []neighbour) {
	const most = 30
	number := rapid.IntRange(0, most)
	distinct := rapid.SliceOfNDistinct(number, 0, most, rapid.ID[int])
	blocks := make([]*Block, most+1)
	for i := range blocks {
		blocks[i] = &Block{Doc: fmt.Sprint(i % 2), ID: fmt.Sprint(i / 2)} // documents share ids
	}
	for i, n := range distinct.Draw(t, "words") {
		words = append(words, Hit{Block: blocks[n], Score: float64(100 - i), Rows: []int{n}})
	}
	for i, n := range distinct.Draw(t, "near") {
		near = append(near, neighbour{blocks[n], 1 - float64(i)/100})
	}
	return words, near
}

func TestHybridOptions_fuse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words, near := rankings(t)
		depth := rapid.IntRange(1, 40).Draw(t, "depth")
		opts := (&HybridOptions{VectorWeight: rapid.Float64Range(0.01, 1).Draw(t, "weight")}).orDefaults()
		hits := opts.fuse(words, near, depth)
		seen := map[blockKey]bool{}
		for i, h := range hits {
			if seen[keyOf(h.Block)] {
				t.Fatalf("block %v twice", keyOf(h.Block))
			}
			seen[keyOf(h.Block)] = true
			if i > 0 && hits[i-1].Score < h.Score {
				t.Fatalf("place %d scores %v, above it %v", i, h.Score, hits[i-1].Score)
			}
			checkFusion(t, &opts, h, words, near, depth)
		}
		for _, w := range words[:min(depth, len(words))] {
			if !seen[keyOf(w.Block)] {
				t.Fatalf("a hit by words is lost: %v", keyOf(w.Block))
			}
		}
		for _, n := range near[:min(depth, len(near))] {
			if !seen[keyOf(n.block)] {
				t.Fatalf("a neighbour is lost: %v", keyOf(n.block))
			}
		}
	})
}

func checkFusion(t *rapid.T, o *HybridOptions, h Hit, words []Hit, near []neighbour, depth int) {
	f, score := h.Fusion, 0.0
	if f.LexicalRank > 0 {
		score += o.LexicalWeight * (1/(60+float64(f.LexicalRank)) - 1/(61+float64(depth)))
		if w := words[f.LexicalRank-1]; w.Block != h.Block || w.Score != f.LexicalScore || !slices.Equal(w.Rows, h.Rows) {
			t.Fatalf("%+v is not hit %d by words", h, f.LexicalRank)
		}
	}
	if f.VectorRank > 0 {
		score += o.VectorWeight * (1/(60+float64(f.VectorRank)) - 1/(61+float64(depth)))
		if n := near[f.VectorRank-1]; n.block != h.Block || n.cosine != f.Cosine {
			t.Fatalf("%+v is not neighbour %d", h, f.VectorRank)
		}
	}
	if math.Abs(score-h.Score) > 1e-12 || math.Abs(f.LexicalShare+f.VectorShare-h.Score) > 1e-12 {
		t.Fatalf("score %v, shares %v and %v, want %v", h.Score, f.LexicalShare, f.VectorShare, score)
	}
}

// With vectors that point to other blocks than words do, a hit by words falls to
// no less than twice its place, and the first stays first.
func TestHybridOptions_fuseBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words, near := rankings(t)
		near = slices.DeleteFunc(near, func(n neighbour) bool {
			return slices.ContainsFunc(words, func(h Hit) bool { return h.Block == n.block })
		})
		opts := (&HybridOptions{VectorWeight: rapid.Float64Range(0.01, 1).Draw(t, "weight")}).orDefaults()
		for i, h := range opts.fuse(words, near, 50) {
			if r := h.Fusion.LexicalRank; r > 0 && i+1 > max(1, 2*r-1) {
				t.Fatalf("hit %d by words is at place %d", r, i+1)
			}
		}
	})
}

func TestQueryCache(t *testing.T) {
	c := newQueryCache(2)
	key := func(n byte) [32]byte { return [32]byte{n} }
	for n := range byte(3) {
		c.put(key(n), []float32{float32(n)})
		c.get(key(0)) // used all the time: stays
	}
	for n, want := range []bool{true, false, true} {
		if _, ok := c.get(key(byte(n))); ok != want {
			t.Errorf("vector %d is remembered: %v, want %v", n, ok, want)
		}
	}
	if c.put(key(0), []float32{9}); c.order.Len() != 2 {
		t.Errorf("%d entries, want 2", c.order.Len())
	}
	if v, _ := c.get(key(0)); v[0] != 9 {
		t.Errorf("vector is %v, want the one put last", v)
	}
	none := newQueryCache(-1)
	if none.put(key(1), nil); none.order.Len() != 0 {
		t.Error("a cache of no entries has one")
	}
}

// After a rest one may try, and nobody else until that one has come back.
func TestBreaker(t *testing.T) {
	now := time.Unix(0, 0)
	b := breaker{limit: 1, rest: time.Minute, now: func() time.Time { return now }}
	b.failed()
	if err := b.allow(); !errors.Is(err, ErrResting) {
		t.Errorf("at rest: %v", err)
	}
	now = now.Add(time.Minute)
	if first, second := b.allow(), b.allow(); first != nil || !errors.Is(second, ErrResting) {
		t.Errorf("after the rest: the first %v, the second %v", first, second)
	}
	b.succeeded()
	if err := b.allow(); err != nil {
		t.Errorf("after a success: %v", err)
	}
}
