package pgvectorindex_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/pgvectorindex"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

// TestIndex_Graph: the graph finds nearly all there is, exactly as many as asked
// for also where the scope is a small part of the space, and vectors put after it
// was built.
func TestIndex_Graph(t *testing.T) {
	const docs, each, dimension = 10, 150, 24
	url := databaseURL(t)
	options := newOptions(t, url)
	options.ExactUpTo = -1
	x := open(t, url, options)
	data := map[string][]retrieval.Vector{}
	var names []string
	for d := range docs {
		if d == docs/2 {
			wantBuilt(t, x, 1)
			wantBuilt(t, x, 0)
		}
		doc := fmt.Sprint("doc", d)
		names = append(names, doc)
		data[doc] = retrievaltest.RandomVectors(uint64(d), each, dimension)
		if err := x.Put(t.Context(), doc, "model", data[doc]); err != nil {
			t.Fatal(err)
		}
	}
	queries := retrievaltest.RandomVectors(77, 10, dimension)
	for _, scope := range [][]string{names, names[:1], names[docs-1:]} {
		if recall := recallOf(t, x, data, queries, scope); recall < 0.9 {
			t.Errorf("%d documents in scope: want nearly all of the nearest, got %v of them", len(scope), recall)
		}
	}
}

func wantBuilt(t *testing.T, x *pgvectorindex.Index, want int) {
	t.Helper()
	if built, err := x.BuildGraphs(t.Context()); err != nil || built != want {
		t.Fatalf("want %d graphs built, got %d, %v", want, built, err)
	}
}

// TestIndex_Dimensions: each kind of table, and what none can hold.
func TestIndex_Dimensions(t *testing.T) {
	url := databaseURL(t)
	for _, c := range []struct {
		dimension, graphs int
	}{{1, 1}, {2000, 1}, {2001, 1}, {4000, 1}, {4001, 0}, {16_000, 0}} {
		t.Run(fmt.Sprint(c.dimension), func(t *testing.T) {
			options := newOptions(t, url)
			options.ExactUpTo = -1
			x := open(t, url, options)
			vectors := retrievaltest.RandomVectors(1, 20, c.dimension)
			if err := x.Put(t.Context(), "doc", "model", vectors); err != nil {
				t.Fatal(err)
			}
			wantBuilt(t, x, c.graphs)
			got, err := x.Nearest(t.Context(), "model", vectors[7].Values, []string{"doc"}, 20)
			if err != nil || len(got) != 20 {
				t.Fatalf("want all 20 vectors, got %d, %v", len(got), err)
			}
			if !slices.IsSortedFunc(got, retrieval.CompareNear) || got[0].Score < 0.9999 {
				t.Errorf("want the best first, got %v", got)
			}
		})
	}
	t.Run("ErrVector", func(t *testing.T) {
		x := open(t, url, newOptions(t, url))
		err := x.Put(t.Context(), "doc", "model", retrievaltest.RandomVectors(1, 1, 16_001))
		if !errors.Is(err, retrieval.ErrVector) {
			t.Errorf("want ErrVector for more values than pgvector keeps, got %v", err)
		}
	})
}

// TestIndex_BuildGraphs: spaces too small for a graph get none.
func TestIndex_BuildGraphs(t *testing.T) {
	url := databaseURL(t)
	options := newOptions(t, url)
	options.ExactUpTo = 15
	x := open(t, url, options)
	for embedder, n := range map[string]int{"small": 15, "large": 16} {
		if err := x.Put(t.Context(), embedder, embedder, retrievaltest.RandomVectors(1, n, 8)); err != nil {
			t.Fatal(err)
		}
	}
	wantBuilt(t, x, 1)
	wantBuilt(t, x, 0)
}
