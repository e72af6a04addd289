package pgvectorindex

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

// forceGraph has the planner take a graph also where comparing all is cheaper.
func forceGraph(ctx context.Context, tx pgx.Tx) error {
	for _, name := range []string{"enable_seqscan", "enable_bitmapscan", "enable_sort"} {
		if err := set(ctx, tx, name, "off"); err != nil {
			return err
		}
	}
	return nil
}

// openGraph returns an index of two documents with a graph: "near" points where
// the first axis does, "far" the other way.
func openGraph(t *testing.T, near, far, dimension int) *Index {
	t.Helper()
	x := openPGlite(t)
	x.options.ExactUpTo = -1
	for doc, n := range map[string]int{"near": near, "far": far} {
		vectors := retrievaltest.RandomVectors(uint64(n), n, dimension)
		for i := range vectors {
			vectors[i].Values[0] = map[string]float32{"near": 2, "far": -2}[doc]
		}
		if err := x.Put(t.Context(), doc, "model", vectors); err != nil {
			t.Fatal(err)
		}
	}
	if built, err := x.BuildGraphs(t.Context()); err != nil || built != 1 {
		t.Fatalf("want a graph, got %d, %v", built, err)
	}
	return x
}

// inGraph runs look for the k of doc nearest to the first axis.
func inGraph(t *testing.T, x *Index, doc string, k, dimension int, look func(pgx.Tx, search) error) {
	t.Helper()
	query := make([]float32, dimension)
	query[0] = 1
	err := x.read(t.Context(), "look", func(tx pgx.Tx) error {
		found, err := x.scope(t.Context(), tx, "model", []string{doc})
		if err != nil {
			return err
		}
		if err := forceGraph(t.Context(), tx); err != nil {
			return err
		}
		return look(tx, newSearch(found, query, k))
	})
	if err != nil {
		t.Error(err)
	}
}

// TestIndex_graphStatement: the statement fits the graph, in full and in half
// precision.
func TestIndex_graphStatement(t *testing.T) {
	for _, dimension := range []int{16, mostIndexed + 1} {
		t.Run(strconv.Itoa(dimension), func(t *testing.T) {
			x := openGraph(t, 20, 5, dimension)
			inGraph(t, x, "near", 3, dimension, func(tx pgx.Tx, s search) error {
				rows, err := tx.Query(t.Context(), "EXPLAIN "+x.graphStatement(s.scope[0].space), pgvector.NewVector(s.unit), s.ids(), s.k, s.k)
				if err != nil {
					return err
				}
				plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
				if !strings.Contains(strings.Join(plan, "\n"), "_graph") {
					t.Errorf("want a plan that uses the graph, got\n%s", strings.Join(plan, "\n"))
				}
				return err
			})
		})
	}
}

// TestIndex_searchGraph: the walk goes on until it has k of the scope, however
// far they are; and where it gives up the search does not.
func TestIndex_searchGraph(t *testing.T) {
	const far, dimension, k = 30, 6, 20
	x := openGraph(t, 3000, far, dimension)
	wantFar := func(name string, want bool, near []retrieval.Near, err error) {
		t.Helper()
		if err != nil || (len(near) == k) != want {
			t.Errorf("%s: want all %d: %v, got %d, %v", name, k, want, len(near), err)
		}
	}
	inGraph(t, x, "far", k, dimension, func(tx pgx.Tx, s search) error {
		near, err := x.searchGraph(t.Context(), tx, s)
		wantFar("the iterative walk", true, near, err)
		if err := set(t.Context(), tx, "hnsw.max_scan_tuples", "1"); err != nil {
			return err
		}
		near, err = x.searchGraph(t.Context(), tx, s)
		wantFar("a walk that may not go on", false, near, err)
		near, err = x.search(t.Context(), tx, s)
		wantFar("the search", true, near, err)
		return nil
	})
}
