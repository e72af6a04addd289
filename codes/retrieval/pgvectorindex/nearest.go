package pgvectorindex

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"github.com/reglookup/regengine/codes/retrieval"
)

// The HNSW index keeps a list of the nearest it has seen while it walks, at most
// this long (a limit of pgvector) and at least so long here: longer ones find
// more and take longer.
const (
	longestWalk  = 1000
	shortestWalk = 100
)

// collection is a document in the scope of a search.
type collection struct {
	id      int64
	doc     string
	space   space
	pointed int
}

// Nearest implements [retrieval.Index]. Over more vectors than
// [Options.ExactUpTo] it may miss one of the k best.
func (x *Index) Nearest(ctx context.Context, embedder string, query []float32, docs []string, k int) (near []retrieval.Near, err error) {
	if err := retrieval.CheckQuery(query); err != nil {
		return nil, err
	}
	err = x.read(ctx, "search", func(tx pgx.Tx) error {
		found, err := x.scope(ctx, tx, embedder, docs)
		if err != nil {
			return err
		}
		s := newSearch(found, retrieval.Unit(query), k)
		if err := s.check(len(query)); err != nil || s.k <= 0 {
			return err
		}
		near, err = x.search(ctx, tx, s)
		return err
	})
	if err != nil {
		return nil, err
	}
	return near, nil
}

// scope returns the collections of docs, in the order of their documents.
func (x *Index) scope(ctx context.Context, tx pgx.Tx, embedder string, docs []string) ([]collection, error) {
	keys := make([][]byte, len(docs))
	for i, doc := range docs {
		keys[i] = key(doc)
	}
	rows, err := tx.Query(ctx, "SELECT c.id, c.doc, c.pointed, s.id, s.dimension, s.graph FROM "+
		x.table("collections")+" c JOIN "+x.table("spaces")+" s ON s.id = c.space "+
		"WHERE s.embedder_key = $1 AND c.doc_key = ANY($2)", key(embedder), keys)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c collection, err error) {
		return c, row.Scan(&c.id, &c.doc, &c.pointed, &c.space.id, &c.space.dimension, &c.space.graph)
	})
	slices.SortFunc(found, func(a, b collection) int { return strings.Compare(a.doc, b.doc) })
	return found, err
}

// search is one search in one space.
type search struct {
	scope   []collection
	unit    []float32 // the query
	k       int       // at most as many as there are
	pointed int
}

func newSearch(scope []collection, unit []float32, k int) search {
	s := search{scope: scope, unit: unit}
	for _, c := range scope {
		s.pointed += c.pointed
	}
	if s.k = min(k, s.pointed); unit == nil {
		s.k = 0 // a query of zeros is near nothing
	}
	return s
}

func (s search) check(dimension int) error {
	for _, c := range s.scope {
		if c.space.dimension != dimension {
			return fmt.Errorf("%w: the query has %d values and those of %q have %d", retrieval.ErrDimension, dimension, c.doc, c.space.dimension)
		}
	}
	return nil
}

func (x *Index) search(ctx context.Context, tx pgx.Tx, s search) ([]retrieval.Near, error) {
	if s.pointed > x.options.ExactUpTo && s.scope[0].space.graph {
		near, err := x.searchGraph(ctx, tx, s)
		if err != nil || len(near) == s.k {
			return near, err
		}
		// The scope is a small part of the space, far from the query, and the walk
		// ended before it had k of it.
	}
	return x.searchAll(ctx, tx, s)
}

// searchAll compares the query with every vector in scope. The scores are
// materialised so that the planner cannot take the graph instead.
func (x *Index) searchAll(ctx context.Context, tx pgx.Tx, s search) ([]retrieval.Near, error) {
	table := x.vectorTable(s.scope[0].space)
	return s.collect(ctx, tx, `WITH scored AS MATERIALIZED (
			SELECT v.collection, v.position, v.unit <#> $1::vector AS distance
			FROM `+table+` v WHERE v.collection = ANY($2::bigint[]) AND v.unit IS NOT NULL
		)`+bestOf(table), pgvector.NewVector(s.unit), s.ids(), s.k)
}

// searchGraph asks the HNSW index for more than k, and takes the k best of them
// by full precision and by name.
func (x *Index) searchGraph(ctx context.Context, tx pgx.Tx, s search) ([]retrieval.Near, error) {
	walk := min(max(2*s.k, shortestWalk), longestWalk)
	for name, value := range map[string]string{
		"hnsw.iterative_scan": "strict_order",
		"hnsw.ef_search":      strconv.Itoa(walk),
	} {
		if err := set(ctx, tx, name, value); err != nil {
			return nil, err
		}
	}
	return s.collect(ctx, tx, x.graphStatement(s.scope[0].space), pgvector.NewVector(s.unit), s.ids(), s.k, max(walk, s.k))
}

func (x *Index) graphStatement(s space) string {
	table := x.vectorTable(s)
	return `WITH scored AS MATERIALIZED (
			SELECT v.collection, v.position, v.unit <#> $1::vector AS distance
			FROM ` + table + ` v WHERE v.collection = ANY($2::bigint[]) AND v.unit IS NOT NULL
			ORDER BY ` + s.indexed("v.unit") + " <#> " + s.indexed("$1::vector") + ` LIMIT $4
		)` + bestOf(table)
}

// bestOf is the rest of both statements: the k best of those scored, equal ones by
// the order of the collections given and the position in them, which is that of
// the blocks.
func bestOf(table string) string {
	return `, best AS (
			SELECT scope.ordinal, s.* FROM scored s
			JOIN unnest($2::bigint[]) WITH ORDINALITY AS scope(collection, ordinal) USING (collection)
			ORDER BY s.distance, scope.ordinal, s.position LIMIT $3
		)
		SELECT b.ordinal, v.block, b.distance FROM best b
		JOIN ` + table + ` v USING (collection, position)
		ORDER BY b.distance, b.ordinal, b.position`
}

func (s search) ids() []int64 {
	ids := make([]int64, len(s.scope))
	for i, c := range s.scope {
		ids[i] = c.id
	}
	return ids
}

func (s search) collect(ctx context.Context, tx pgx.Tx, statement string, arguments ...any) ([]retrieval.Near, error) {
	rows, err := tx.Query(ctx, statement, arguments...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (near retrieval.Near, err error) {
		var ordinal int
		var distance float64 // the product, negated
		err = row.Scan(&ordinal, &near.ID, &distance)
		if err == nil {
			near.Doc, near.Score = s.scope[ordinal-1].doc, retrieval.Cosine(-distance)
		}
		return near, err
	})
}
