package pgvectorindex

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reglookup/regengine/codes/retrieval"
)

var _ retrieval.Index = (*Index)(nil)

// Options adjust an Index. The zero value is good.
type Options struct {
	// Schema holds the tables. "" is "retrieval_vectors". Indexes in different
	// schemas of one database know nothing of each other.
	Schema string

	// ExactUpTo is the number of vectors in scope up to which each is compared
	// with the query, which is fast there and misses nothing. Above it the HNSW
	// index is asked, once [Index.BuildGraphs] has created it. 0 is 20,000; a
	// negative number always asks the index, and [math.MaxInt] never does.
	ExactUpTo int
}

const (
	defaultSchema    = "retrieval_vectors"
	defaultExactUpTo = 20_000

	// connectTimeout is for database URLs that name none: a host that swallows
	// packets must not hold a caller for minutes.
	connectTimeout = 10 * time.Second
)

func (o *Options) withDefaults() Options {
	out := Options{}
	if o != nil {
		out = *o
	}
	if out.Schema == "" {
		out.Schema = defaultSchema
	}
	if out.ExactUpTo == 0 {
		out.ExactUpTo = defaultExactUpTo
	}
	return out
}

// Index is a [retrieval.Index] in a Postgres database. Create it with [Open].
type Index struct {
	pool    *pgxpool.Pool
	options Options
}

// Open connects to the database at databaseURL ("postgres://user:password@host/
// name", with the parameters of pgx and pgxpool, such as pool_max_conns) and
// creates what is missing there: the extension, the schema, the tables. Several
// processes may do so at once. options may be nil.
//
// ErrExtension when the database lacks a usable pgvector, with what to do about
// it. Call [Index.Close] when done.
func Open(ctx context.Context, databaseURL string, options *Options) (*Index, error) {
	config, err := pgxpool.ParseConfig(databaseURL)
	if err != nil {
		return nil, fmt.Errorf("pgvectorindex: %w", err) // pgx leaves the password out
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	x := &Index{options: options.withDefaults()}
	if err := x.prepare(ctx, config.ConnConfig); err != nil {
		return nil, err
	}
	config.AfterConnect = register
	if x.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("pgvectorindex: %w", err)
	}
	if err := x.pool.Ping(ctx); err != nil {
		x.pool.Close()
		return nil, fmt.Errorf("pgvectorindex: connect: %w", err)
	}
	return x, nil
}

// Close closes all connections, waiting for those in use.
func (x *Index) Close() { x.pool.Close() }

// table returns the quoted name of a table in the index's schema.
func (x *Index) table(name string) string {
	return pgx.Identifier{x.options.Schema, name}.Sanitize()
}

// key stands for a name in SQL: names may be too long to be indexed.
func key(name string) []byte {
	sum := sha256.Sum256([]byte(name))
	return sum[:]
}

// lock waits until no other transaction holds the lock of that name, and holds
// it until tx ends. Two names may share a lock: then they wait for each other.
func lock(ctx context.Context, tx pgx.Tx, name string) error {
	number := int64(binary.BigEndian.Uint64(key(name)))
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", number)
	return err
}

// List implements [retrieval.Index].
func (x *Index) List(ctx context.Context) ([]retrieval.Collection, error) {
	var list []retrieval.Collection
	err := x.read(ctx, "list", func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "SELECT c.doc, s.embedder, s.dimension, c.vectors FROM "+
			x.table("collections")+" c JOIN "+x.table("spaces")+" s ON s.id = c.space")
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (c retrieval.Collection, err error) {
			return c, row.Scan(&c.Doc, &c.Embedder, &c.Dimension, &c.Vectors)
		})
		return err
	})
	slices.SortFunc(list, func(a, b retrieval.Collection) int { return strings.Compare(a.Doc, b.Doc) })
	return list, err
}
