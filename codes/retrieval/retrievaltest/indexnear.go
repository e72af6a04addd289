package retrievaltest

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
)

// The cases of finding: Nearest.

// nearestScores: a score is the cosine, whatever the lengths of the vectors.
func nearestScores(ctx context.Context, x retrieval.Index) error {
	half := math.Sqrt(0.5)
	return firstError(
		func() error {
			return put(ctx, x, "doc", vector("across", 0, 2, 0), vector("against", -1e-20, 0, 0), vector("along", 1e20, 0, 0), vector("between", 5, 5, 0))
		},
		func() error {
			return wantNearest(ctx, x, question{[]float32{1e-12, 0, 0}, []string{"doc"}, 4},
				retrieval.Near{Doc: "doc", ID: "along", Score: 1}, retrieval.Near{Doc: "doc", ID: "between", Score: half},
				retrieval.Near{Doc: "doc", ID: "across", Score: 0}, retrieval.Near{Doc: "doc", ID: "against", Score: -1})
		},
	)
}

// nearestDirection: only the direction of the query counts, a sixth of a
// rounding beyond 1 included.
func nearestDirection(ctx context.Context, x retrieval.Index) error {
	values := make([]float32, 384)
	for i := range values {
		values[i] = float32(math.Sin(float64(i + 1)))
	}
	if err := put(ctx, x, "doc", vector("a", values...)); err != nil {
		return err
	}
	for _, scale := range []float32{1e-20, 0.1, 1, 3, 1e20} {
		query := slices.Clone(values)
		for i := range query {
			query[i] *= scale
		}
		if err := wantNearest(ctx, x, question{query, []string{"doc"}, 1}, retrieval.Near{Doc: "doc", ID: "a", Score: 1}); err != nil {
			return fmt.Errorf("query times %g: %w", scale, err)
		}
	}
	return nil
}

// nearestOrder: the best first, over documents, and equal ones by document and
// block, in the order of bytes, whatever the order they came in.
func nearestOrder(ctx context.Context, x retrieval.Index) error {
	near := func(doc, id string, score float64) retrieval.Near {
		return retrieval.Near{Doc: doc, ID: id, Score: score}
	}
	want := []retrieval.Near{
		near("b-doc", "best", 1),
		near("B-doc", "b-1", 0.6), near("B-doc", "b-10", 0.6), near("B-doc", "b-2", 0.6),
		near("a-doc", "Z", 0.6), near("a-doc", "a", 0.6), near("b-doc", "a", 0.6),
		near("B-doc", "worst", 0),
	}
	return firstError(
		func() error { return put(ctx, x, "b-doc", vector("best", 1, 0), vector("a", 0.6, 0.8)) },
		func() error { return put(ctx, x, "a-doc", vector("a", 0.6, 0.8), vector("Z", 0.6, 0.8)) },
		func() error {
			return put(ctx, x, "B-doc", vector("b-2", 0.6, 0.8), vector("worst", 0, 1), vector("b-10", 0.6, 0.8), vector("b-1", 0.6, 0.8))
		},
		func() error {
			for k := 1; k <= len(want); k++ {
				if err := wantNearest(ctx, x, question{[]float32{1, 0}, []string{"b-doc", "B-doc", "a-doc"}, k}, want[:k]...); err != nil {
					return err
				}
			}
			return nil
		},
	)
}

// nearestTiesAtTheEnd: where the k-th and the next score the same, the names
// decide which is returned, also among many.
func nearestTiesAtTheEnd(ctx context.Context, x retrieval.Index) error {
	const n, k = 500, 7
	var want []retrieval.Near
	for _, doc := range []string{"z", "m", "a"} {
		vectors := make([]retrieval.Vector, n)
		for i := range vectors {
			vectors[i] = vector(fmt.Sprintf("%03d", n-1-i), 0.6, 0.8)
		}
		if err := put(ctx, x, doc, vectors...); err != nil {
			return err
		}
	}
	for i := range k {
		want = append(want, retrieval.Near{Doc: "a", ID: fmt.Sprintf("%03d", i), Score: 1})
	}
	for range 3 {
		if err := wantNearest(ctx, x, question{[]float32{0.6, 0.8}, []string{"z", "a", "m"}, k}, want...); err != nil {
			return err
		}
	}
	return nil
}

func nearestFewerThanK(ctx context.Context, x retrieval.Index) error {
	query := []float32{1, 0}
	first, second := retrieval.Near{Doc: "doc", ID: "a", Score: 1}, retrieval.Near{Doc: "doc", ID: "b", Score: 0}
	return firstError(
		func() error { return put(ctx, x, "doc", vector("a", 1, 0), vector("b", 0, 1)) },
		func() error { return wantNearest(ctx, x, question{query, []string{"doc"}, 2}, first, second) },
		func() error { return wantNearest(ctx, x, question{query, []string{"doc"}, 3}, first, second) },
		func() error { return wantNearest(ctx, x, question{query, []string{"doc"}, math.MaxInt}, first, second) },
		func() error { return wantNearest(ctx, x, question{query, []string{"doc"}, 0}) },
		func() error { return wantNearest(ctx, x, question{query, []string{"doc"}, -1}) },
	)
}

// nearestScope: documents outside are not found, however near; those without a
// collection are passed over; one named twice is searched once; none named finds
// nothing.
func nearestScope(ctx context.Context, x retrieval.Index) error {
	query := []float32{1, 0}
	inside, other := retrieval.Near{Doc: "inside", ID: "a", Score: 0.6}, retrieval.Near{Doc: "other", ID: "a", Score: 0}
	return firstError(
		func() error { return put(ctx, x, "inside", vector("a", 0.6, 0.8)) },
		func() error { return put(ctx, x, "other", vector("a", 0, 1)) },
		func() error { return put(ctx, x, "outside", vector("a", 1, 0), vector("b", 1, 0), vector("c", 1, 0)) },
		func() error { return wantNearest(ctx, x, question{query, []string{"inside"}, 3}, inside) },
		func() error {
			return wantNearest(ctx, x, question{query, []string{"nobody/wrote-this", "other", "inside", "inside", "out", "outside/"}, 5}, inside, other)
		},
		func() error { return wantNearest(ctx, x, question{query, []string{"nobody/wrote-this"}, 5}) },
		func() error { return wantNearest(ctx, x, question{query, nil, 5}) },
		func() error { return wantNearest(ctx, x, question{query, []string{}, 5}) },
	)
}

// nearestFewOfMany catches filters that come after the search: the documents in
// scope are the farthest of a thousand, and all k come from them.
func nearestFewOfMany(ctx context.Context, x retrieval.Index) error {
	const docs, each, k = 50, 20, 10
	for d := range docs {
		vectors := make([]retrieval.Vector, each)
		for i := range vectors {
			angle := float64(d*each+i) / (docs * each) * math.Pi
			vectors[i] = vector(fmt.Sprintf("%02d", i), float32(math.Cos(angle)), float32(math.Sin(angle)))
		}
		if err := put(ctx, x, fmt.Sprintf("doc/%02d", d), vectors...); err != nil {
			return err
		}
	}
	var want []retrieval.Near
	for i := range k {
		angle := float64((docs-1)*each+i) / (docs * each) * math.Pi
		want = append(want, retrieval.Near{Doc: "doc/49", ID: fmt.Sprintf("%02d", i), Score: math.Cos(angle)})
	}
	return wantNearest(ctx, x, question{[]float32{1, 0}, []string{"doc/49", "nobody/wrote-this"}, k}, want...)
}

// nearestDimension: what is in scope decides, for vectors of one embedder may
// differ between documents while the index is being rebuilt.
func nearestDimension(ctx context.Context, x retrieval.Index) error {
	ask := func(query []float32, docs ...string) error {
		_, err := x.Nearest(ctx, embedderA, query, docs, 1)
		return err
	}
	two, three := []float32{1, 0}, []float32{1, 0, 0}
	return firstError(
		func() error { return put(ctx, x, "two", vector("a", 1, 0)) },
		func() error { return put(ctx, x, "three", vector("a", 1, 0, 0)) },
		func() error { return x.Put(ctx, "four", embedderB, []retrieval.Vector{vector("a", 1, 0, 0, 0)}) },
		func() error { return wantError("longer query", ask(three, "two"), retrieval.ErrDimension) },
		func() error { return wantError("shorter query", ask(two, "three"), retrieval.ErrDimension) },
		func() error { return wantError("one of two differs", ask(two, "two", "three"), retrieval.ErrDimension) },
		func() error { return wantError("zero query", ask([]float32{0}, "two"), retrieval.ErrDimension) },
		func() error { return wantError("query of no values", ask(nil, "two"), retrieval.ErrDimension) },
		func() error { return ask(three, "three", "four") }, // another embedder's is passed over
		func() error { return ask(three, "nobody/wrote-this") },
	)
}

func nearestRefuses(ctx context.Context, x retrieval.Index) error {
	if err := put(ctx, x, "doc", vector("a", 1, 0)); err != nil {
		return err
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, err := x.Nearest(ctx, embedderA, []float32{1, float32(bad)}, []string{"doc"}, 1)
		if err := wantError(fmt.Sprintf("query with %v", bad), err, retrieval.ErrVector); err != nil {
			return err
		}
	}
	// Names that cannot have been put are the names of nothing.
	return wantNearest(ctx, x, question{[]float32{1, 0}, []string{"doc\x00", "\xff", "doc"}, 1}, retrieval.Near{Doc: "doc", ID: "a", Score: 1})
}

// zeroVectors point nowhere: as a query near nothing, as a vector never found.
func zeroVectors(ctx context.Context, x retrieval.Index) error {
	return firstError(
		func() error {
			return put(ctx, x, "doc", vector("a", 0, 0), vector("b", -1, 0), vector("c", 0, float32(math.Copysign(0, -1))))
		},
		func() error { return put(ctx, x, "only zeros", vector("a", 0, 0)) },
		func() error {
			return wantNearest(ctx, x, question{[]float32{1, 0}, []string{"doc", "only zeros"}, 9}, retrieval.Near{Doc: "doc", ID: "b", Score: -1})
		},
		func() error { return wantNearest(ctx, x, question{[]float32{0, 0}, []string{"doc", "only zeros"}, 9}) },
		func() error { return wantVectors(ctx, x, "only zeros", embedderA, vector("a", 0, 0)) },
		func() error {
			return wantCollections(ctx, x, retrieval.Collection{Doc: "doc", Embedder: embedderA, Dimension: 2, Vectors: 3},
				retrieval.Collection{Doc: "only zeros", Embedder: embedderA, Dimension: 2, Vectors: 1})
		},
	)
}

// manyVectors catches indexes that page, cap or bind a variable a value, and
// compares what is found with a plain scan.
func manyVectors(ctx context.Context, x retrieval.Index) error {
	const n, dimension, k = 3000, 48, 25
	all := RandomVectors(1, 2*n, dimension)
	parts := map[string][]retrieval.Vector{"many/1": all[:n], "many/2": all[n:]}
	for doc, vectors := range parts {
		if err := put(ctx, x, doc, vectors...); err != nil {
			return err
		}
	}
	if err := wantVectors(ctx, x, "many/2", embedderA, parts["many/2"]...); err != nil {
		return err
	}
	docs := []string{"many/2", "many/1"}
	for i := range n { // documents that are not there
		docs = append(docs, fmt.Sprintf("absent/%d", i))
	}
	for _, query := range RandomVectors(2, 5, dimension) {
		want := Scan(query.Values, parts, k)
		if err := wantNearest(ctx, x, question{query.Values, docs, k}, want...); err != nil {
			return err
		}
	}
	return nil
}
