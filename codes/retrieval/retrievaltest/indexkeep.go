package retrievaltest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// The cases of keeping: Put, Delete, List, Vectors.

func emptyIndex(ctx context.Context, x retrieval.Index) error {
	return firstError(
		func() error { return wantCollections(ctx, x) },
		func() error { return wantNoVectors(ctx, x, "nobody/wrote-this", embedderA) },
		func() error { return wantNearest(ctx, x, question{[]float32{1, 0}, []string{"nobody/wrote-this"}, 3}) },
		func() error { return x.Delete(ctx, "nobody/wrote-this") },
		func() error { return put(ctx, x, "nobody/wrote-this") },
		func() error { return wantCollections(ctx, x) },
	)
}

// roundTripVectors: values come back bit by bit, whatever their length, and
// blocks in the order of the bytes of their ids.
func roundTripVectors(ctx context.Context, x retrieval.Index) error {
	want := []retrieval.Vector{
		vector("B-upper", 0.6, 0.8, 0),
		vector("a-lower", 1e-30, 3e38, -math.SmallestNonzeroFloat32),
		vector("b-1", 0, 0, 0),
		vector("b-10", 1.0/3, 2.0/3, 2.0/3),
		vector("b-2", 12.5, -7, float32(math.Pi)),
	}
	want[2].SHA256 = ""
	given := slices.Clone(want)
	slices.Reverse(given)
	return firstError(
		func() error { return put(ctx, x, "code/2020", given...) },
		func() error { return wantVectors(ctx, x, "code/2020", embedderA, want...) },
		func() error { return wantNoVectors(ctx, x, "code/2020", embedderB) },
		func() error { return wantNoVectors(ctx, x, "code/2021", embedderA) },
	)
}

// listCollections: the order of documents is that of bytes, which a database's
// collation may not share.
func listCollections(ctx context.Context, x retrieval.Index) error {
	docs := []string{"Zeta/1", "alpha-two/2020", "alpha/2020", "árbol/1", "日本/1"}
	var want []retrieval.Collection
	for i, doc := range docs {
		want = append(want, retrieval.Collection{Doc: doc, Embedder: embedderA, Dimension: i + 1, Vectors: 2})
	}
	want[3].Embedder = embedderB
	for _, i := range []int{2, 4, 0, 3, 1} {
		vectors := []retrieval.Vector{vector("a", make([]float32, i+1)...), vector("b", make([]float32, i+1)...)}
		vectors[0].Values[0] = 1 // the other stays zero: it counts as any vector does
		if err := x.Put(ctx, docs[i], want[i].Embedder, vectors); err != nil {
			return err
		}
	}
	return wantCollections(ctx, x, want...)
}

func putReplacesVectors(ctx context.Context, x retrieval.Index) error {
	next := []retrieval.Vector{vector("b", 0, 1), vector("c", 1, 0)}
	return firstError(
		func() error { return put(ctx, x, "doc", vector("a", 1, 0), vector("b", 1, 1), vector("d", 1, 2)) },
		func() error { return put(ctx, x, "doc", next...) },
		func() error { return wantVectors(ctx, x, "doc", embedderA, next...) },
		func() error {
			return wantCollections(ctx, x, retrieval.Collection{Doc: "doc", Embedder: embedderA, Dimension: 2, Vectors: 2})
		},
		func() error {
			return wantNearest(ctx, x, question{[]float32{1, 0}, []string{"doc"}, 9},
				retrieval.Near{Doc: "doc", ID: "c", Score: 1}, retrieval.Near{Doc: "doc", ID: "b", Score: 0})
		},
		func() error { return put(ctx, x, "doc", next...) }, // the same again
		func() error { return wantVectors(ctx, x, "doc", embedderA, next...) },
	)
}

func putEmptyRemovesVectors(ctx context.Context, x retrieval.Index) error {
	return firstError(
		func() error { return put(ctx, x, "doc", vector("a", 1, 0)) },
		func() error { return put(ctx, x, "doc") },
		func() error { return wantNoVectors(ctx, x, "doc", embedderA) },
		func() error { return wantCollections(ctx, x) },
		func() error { return wantNearest(ctx, x, question{[]float32{1, 0}, []string{"doc"}, 1}) },
	)
}

// putRemovesOtherEmbedders: a document has the vectors of one embedder, the last.
func putRemovesOtherEmbedders(ctx context.Context, x retrieval.Index) error {
	return firstError(
		func() error { return put(ctx, x, "doc", vector("a", 1, 0)) },
		func() error { return put(ctx, x, "other", vector("a", 1, 0)) },
		func() error { return x.Put(ctx, "doc", embedderB, []retrieval.Vector{vector("a", 0, 1)}) },
		func() error { return wantNoVectors(ctx, x, "doc", embedderA) },
		func() error { return wantVectors(ctx, x, "doc", embedderB, vector("a", 0, 1)) },
		func() error { // both documents are in scope, one has vectors of the embedder asked for
			return wantNearest(ctx, x, question{[]float32{0, 1}, []string{"doc", "other"}, 5}, retrieval.Near{Doc: "other", ID: "a"})
		},
		func() error {
			return wantNearestOf(ctx, x, embedderB, question{[]float32{0, 1}, []string{"doc", "other"}, 5}, retrieval.Near{Doc: "doc", ID: "a", Score: 1})
		},
		func() error {
			return wantNearestOf(ctx, x, "an embedder nobody used", question{[]float32{0, 1}, []string{"doc", "other"}, 5})
		},
		func() error { return put(ctx, x, "doc") }, // nothing, of the embedder before
		func() error { return wantNoVectors(ctx, x, "doc", embedderB) },
	)
}

func putChangesDimension(ctx context.Context, x retrieval.Index) error {
	return firstError(
		func() error { return put(ctx, x, "doc", vector("a", 1, 0)) },
		func() error { return put(ctx, x, "doc", vector("a", 0, 0, 1)) },
		func() error {
			return wantCollections(ctx, x, retrieval.Collection{Doc: "doc", Embedder: embedderA, Dimension: 3, Vectors: 1})
		},
		func() error {
			return wantNearest(ctx, x, question{[]float32{0, 0, 1}, []string{"doc"}, 1}, retrieval.Near{Doc: "doc", ID: "a", Score: 1})
		},
	)
}

func putLeavesOtherVectors(ctx context.Context, x retrieval.Index) error {
	return firstError(
		func() error { return put(ctx, x, "code/2020", vector("a", 1, 0)) },
		func() error { return put(ctx, x, "code/2021", vector("a", 0, 1)) },
		func() error { return put(ctx, x, "code/2020", vector("b", 1, 1)) },
		func() error { return wantVectors(ctx, x, "code/2021", embedderA, vector("a", 0, 1)) },
		func() error { return put(ctx, x, "code/2020") },
		func() error { return wantVectors(ctx, x, "code/2021", embedderA, vector("a", 0, 1)) },
	)
}

// putRefuses: what cannot be kept is refused whole, what was there stays.
func putRefuses(ctx context.Context, x retrieval.Index) error {
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	old := vector("old", 1, 0)
	if err := put(ctx, x, "doc", old); err != nil {
		return err
	}
	for _, c := range []struct {
		name, doc, embedder string
		vectors             []retrieval.Vector
		want                error
	}{
		{"mixed dimensions", "doc", embedderA, []retrieval.Vector{vector("a", 1, 0), vector("b", 1, 0, 0)}, retrieval.ErrDimension},
		{"mixed dimensions, shorter", "doc", embedderA, []retrieval.Vector{vector("a", 1, 0), vector("b", 1)}, retrieval.ErrDimension},
		{"no values", "doc", embedderA, []retrieval.Vector{vector("a")}, retrieval.ErrDimension},
		{"one without values", "doc", embedderA, []retrieval.Vector{vector("a", 1, 0), vector("b")}, retrieval.ErrDimension},
		{"not a number", "doc", embedderA, []retrieval.Vector{vector("a", 1, 0), vector("b", 1, nan)}, retrieval.ErrVector},
		{"infinite", "doc", embedderA, []retrieval.Vector{vector("a", inf, 0)}, retrieval.ErrVector},
		{"a block twice", "doc", embedderA, []retrieval.Vector{vector("a", 1, 0), vector("a", 0, 1)}, retrieval.ErrVector},
		{"another embedder, not a number", "doc", embedderB, []retrieval.Vector{vector("a", nan, 0)}, retrieval.ErrVector},
		{"zero byte in a block", "doc", embedderA, []retrieval.Vector{vector("a\x00b", 1, 0)}, retrieval.ErrVector},
		{"no UTF-8 in a block", "doc", embedderA, []retrieval.Vector{vector("a\xff", 1, 0)}, retrieval.ErrVector},
		{"zero byte in the document", "doc\x00", embedderA, []retrieval.Vector{vector("a", 1, 0)}, retrieval.ErrVector},
		{"no UTF-8 in the embedder", "doc", "\xc3", []retrieval.Vector{vector("a", 1, 0)}, retrieval.ErrVector},
	} {
		if err := wantError("Put of "+c.name, x.Put(ctx, c.doc, c.embedder, c.vectors), c.want); err != nil {
			return err
		}
		if err := wantVectors(ctx, x, "doc", embedderA, old); err != nil {
			return fmt.Errorf("after %s: %w", c.name, err)
		}
	}
	return wantCollections(ctx, x, retrieval.Collection{Doc: "doc", Embedder: embedderA, Dimension: 2, Vectors: 1})
}

func deleteVectors(ctx context.Context, x retrieval.Index) error {
	return firstError(
		func() error { return put(ctx, x, "doc", vector("a", 1, 0)) },
		func() error { return put(ctx, x, "doc/2", vector("a", 1, 0)) },
		func() error { return x.Delete(ctx, "doc") },
		func() error { return x.Delete(ctx, "doc") },
		func() error { return wantNoVectors(ctx, x, "doc", embedderA) },
		func() error {
			return wantCollections(ctx, x, retrieval.Collection{Doc: "doc/2", Embedder: embedderA, Dimension: 2, Vectors: 1})
		},
		func() error {
			return wantNearest(ctx, x, question{[]float32{1, 0}, []string{"doc", "doc/2"}, 5}, retrieval.Near{Doc: "doc/2", ID: "a", Score: 1})
		},
		func() error { return put(ctx, x, "doc", vector("b", 1, 0)) }, // and back again
		func() error { return wantVectors(ctx, x, "doc", embedderA, vector("b", 1, 0)) },
	)
}

// hostiles are names that break what joins, quotes, cuts, folds or matches them.
// No two are the same, though some look it.
func hostiles() []string {
	names := []string{
		"", " ", "%", "_", "'", `"`, `\`, "a'; DROP TABLE x; --", "$1", "{a,b}", "NULL", "null",
		"../../etc", "a/b", "a//b", "a|b", "a:b", "a\tb", "a\nb", "A", "a", "a ", "\u00e1", "a\u0301", "\ufb01", "fi", "\u0130", "日本語", "🏛️", "\u202eabc",
		strings.Repeat("long", 2000), strings.Repeat("long", 2000) + "er", strings.Repeat("ñ", 4000),
	}
	slices.Sort(names)
	return names
}

// hostileNames uses each name as a document, a block and a hash, and the names
// together as embedders.
func hostileNames(ctx context.Context, x retrieval.Index) error {
	names := hostiles()
	var collections []retrieval.Collection
	for i, name := range names {
		embedder := names[len(names)-1-i]
		v := retrieval.Vector{ID: name, SHA256: name, Values: []float32{1, float32(i)}}
		if err := x.Put(ctx, name, embedder, []retrieval.Vector{v}); err != nil {
			return fmt.Errorf("Put under the name %.40q: %w", name, err)
		}
		collections = append(collections, retrieval.Collection{Doc: name, Embedder: embedder, Dimension: 2, Vectors: 1})
	}
	if err := wantCollections(ctx, x, collections...); err != nil {
		return err
	}
	for i, name := range names {
		embedder := names[len(names)-1-i]
		want := retrieval.Vector{ID: name, SHA256: name, Values: []float32{1, float32(i)}}
		if err := wantVectors(ctx, x, name, embedder, want); err != nil {
			return err
		}
		near := retrieval.Near{Doc: name, ID: name, Score: 1}
		if err := wantNearestOf(ctx, x, embedder, question{[]float32{1, float32(i)}, names, 3}, near); err != nil {
			return err
		}
	}
	for _, name := range names {
		if err := x.Delete(ctx, name); err != nil {
			return fmt.Errorf("Delete(%.40q): %w", name, err)
		}
	}
	return wantCollections(ctx, x)
}
