package flatindex

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

// TestRotation_apply: a rotation keeps every product, and spreads a vector with a
// single value evenly.
func TestRotation_apply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dimension := rapid.IntRange(1, 700).Draw(t, "dimension")
		r := newRotation(dimension)
		two := retrievaltest.RandomVectors(rapid.Uint64().Draw(t, "seed"), 2, dimension)
		a, b := make([]float32, r.padded), make([]float32, r.padded)
		r.apply(two[0].Values, a)
		r.apply(two[1].Values, b)
		if want, got := dot(two[0].Values, two[1].Values), dot(a, b); math.Abs(float64(want-got)) > 1e-5 {
			t.Fatalf("dimension %d: want the product %v kept, got %v", dimension, want, got)
		}
		single := make([]float32, dimension)
		single[rapid.IntRange(0, dimension-1).Draw(t, "place")] = 1
		r.apply(single, a)
		var most float64
		for _, v := range a {
			most = max(most, math.Abs(float64(v)))
		}
		if even := 1 / math.Sqrt(float64(r.padded)); most > 8*even {
			t.Fatalf("dimension %d: want values about %v, got one of %v", dimension, even, most)
		}
	})
}

// TestQuestion_estimate: estimates are right on average, and off by more than
// three times the spread they state about as often as a normal error would be.
func TestQuestion_estimate(t *testing.T) {
	for _, dimension := range []int{40, 384, 1000} {
		const n, queries = 400, 8
		vectors := retrievaltest.RandomVectors(1, n, dimension)
		for i := range vectors {
			vectors[i].Values[0] += 0.7 // they share a direction, as embeddings do
		}
		c, err := newCollection(t.Context(), "model", newRotation(dimension), vectors)
		if err != nil {
			t.Fatal(err)
		}
		r := c.rotation
		words := r.padded / 64
		q := question{words: make([][planes]uint64, words)}
		turned, scratch := make([]float32, r.padded), make([]float32, r.padded)
		var sum, squares, together, truth float64
		beyond := 0
		for _, query := range retrievaltest.RandomVectors(2, queries, dimension) {
			r.apply(query.Values, turned)
			q.prepare(&c.codes, query.Values, turned, scratch)
			for row, f := range c.codes.figures {
				score, spread := q.estimate(c.codes.words[row*words:(row+1)*words], f)
				exact := dot(query.Values, c.unit(row))
				known := q.center + f.base // what is not estimated
				together += float64((exact - known) * (score - known))
				truth += float64((exact - known) * (exact - known))
				off := float64(score-exact) / float64(spread)
				sum, squares = sum+off, squares+off*off
				if math.Abs(off) > 3 {
					beyond++
				}
			}
		}
		const all = n * queries
		if mean := sum / all; math.Abs(mean) > 0.1 {
			t.Errorf("dimension %d: want no bias, got %v spreads", dimension, mean)
		}
		if slope := together / truth; math.Abs(slope-1) > 0.1 {
			t.Errorf("dimension %d: want estimates that grow with the scores, one for one, got %v for one", dimension, slope)
		}
		if deviation := math.Sqrt(squares / all); deviation < 0.8 || deviation > 1.2 {
			t.Errorf("dimension %d: want errors of about the spread stated, got %v times it", dimension, deviation)
		}
		if beyond > all/100 {
			t.Errorf("dimension %d: %d of %d estimates are off by more than 3 spreads", dimension, beyond, all)
		}
	}
}

// TestTop keeps what sorting all would, whatever the order they come in.
func TestTop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 20).Draw(t, "k")
		scores := rapid.SliceOfN(rapid.IntRange(0, 9), 0, 100).Draw(t, "scores")
		some, every := newTop(k), newTop(len(scores)+1)
		for i, score := range scores {
			f := found{float32(score), int32(i * 7 % 3), int32(i)}
			some.offer(f)
			every.offer(f)
		}
		want := every.sorted()
		want = want[:min(k, len(want))]
		got := some.sorted()
		if len(got) != len(want) {
			t.Fatalf("want %d kept, got %d", len(want), len(got))
		}
		for i := range want {
			if want[i] != got[i] {
				t.Fatalf("place %d: want %v, got %v", i, want[i], got[i])
			}
		}
	})
}
