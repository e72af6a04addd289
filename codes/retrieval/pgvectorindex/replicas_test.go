package pgvectorindex_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/pgvectorindex"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

// manyURL returns the URL of a database for several connections at once. PGlite,
// whose connections share one session, can be used so with statements that are
// one message each.
func manyURL(t testing.TB) string {
	t.Helper()
	u, err := url.Parse(databaseURL(t))
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("pool_max_conns", "3")
	if os.Getenv(urlEnv) == "" {
		q.Set("default_query_exec_mode", "simple_protocol")
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// replicas sends each call to another of several processes' indexes.
type replicas struct {
	indexes []*pgvectorindex.Index
	calls   atomic.Int64
}

func (r *replicas) next() *pgvectorindex.Index {
	return r.indexes[r.calls.Add(1)%int64(len(r.indexes))]
}

func (r *replicas) Put(ctx context.Context, doc, embedder string, vectors []retrieval.Vector) error {
	return r.next().Put(ctx, doc, embedder, vectors)
}

func (r *replicas) Delete(ctx context.Context, doc string) error { return r.next().Delete(ctx, doc) }

func (r *replicas) List(ctx context.Context) ([]retrieval.Collection, error) {
	return r.next().List(ctx)
}

func (r *replicas) Vectors(ctx context.Context, doc, embedder string) ([]retrieval.Vector, error) {
	return r.next().Vectors(ctx, doc, embedder)
}

func (r *replicas) Nearest(ctx context.Context, embedder string, query []float32, docs []string, k int) ([]retrieval.Near, error) {
	return r.next().Nearest(ctx, embedder, query, docs, k)
}

// TestIndex_Replicas: several indexes on one database are one, and many may open
// it for the first time at once.
func TestIndex_Replicas(t *testing.T) {
	url := manyURL(t)
	retrievaltest.TestIndex(t, func(t *testing.T) retrieval.Index {
		options := newOptions(t, url)
		r := &replicas{indexes: make([]*pgvectorindex.Index, 3)}
		errs := make([]error, len(r.indexes))
		var opening sync.WaitGroup
		for i := range r.indexes {
			opening.Go(func() { r.indexes[i], errs[i] = pgvectorindex.Open(t.Context(), url, options) })
		}
		opening.Wait()
		for i, err := range errs {
			if err != nil {
				t.Fatalf("open at the same time as others: %v", err)
			}
			t.Cleanup(r.indexes[i].Close)
		}
		return r
	})
}

// TestIndex_LeavesNothing: what was replaced or removed, by several at once, is
// gone from the tables of vectors too.
func TestIndex_LeavesNothing(t *testing.T) {
	url := manyURL(t)
	options := newOptions(t, url)
	x := open(t, url, options)
	var writers sync.WaitGroup
	for i := range 8 {
		writers.Go(func() {
			doc, embedder := fmt.Sprint("doc", i%2), fmt.Sprint("model", i%3)
			if err := x.Put(t.Context(), doc, embedder, retrievaltest.RandomVectors(uint64(i), 10, 3)); err != nil {
				t.Error(err)
			}
		})
	}
	writers.Wait()
	if got := rowsOf(t, url, options.Schema, 3); got != 20 {
		t.Errorf("want the 10 vectors of each of 2 documents, got %d rows", got)
	}
	for _, doc := range []string{"doc0", "doc1"} {
		if err := x.Delete(t.Context(), doc); err != nil {
			t.Fatal(err)
		}
	}
	if got := rowsOf(t, url, options.Schema, 3); got != 0 {
		t.Errorf("want nothing left, got %d rows", got)
	}
}

// rowsOf counts the rows of all tables of vectors.
func rowsOf(t *testing.T, url, schema string, tables int) (rows int) {
	t.Helper()
	conn := connect(t.Context(), t, url)
	defer conn.Close(context.WithoutCancel(t.Context()))
	for i := range tables {
		var n int
		table := pgx.Identifier{schema, fmt.Sprint("vectors_", i+1)}.Sanitize()
		if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		rows += n
	}
	return rows
}
