package peerbench

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/internal/pgtest"
)

// postgres is Postgres with pg_trgm and unaccent.
type postgres struct{ pool *pgxpool.Pool }

func openPostgres(b *testing.B, _ []geo.Scheme, places []geo.Place) engine {
	ctx := context.Background()
	config, err := pgxpool.ParseConfig(pgtest.Start(b))
	if err != nil {
		b.Fatal(err)
	}
	config.MaxConns = loadClients
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(pool.Close)
	for _, statement := range []string{
		`CREATE EXTENSION pg_trgm`, `CREATE EXTENSION unaccent`,
		`CREATE TABLE names (id text PRIMARY KEY, name text NOT NULL, folded text)`,
	} {
		if _, err := pool.Exec(ctx, statement); err != nil {
			b.Skipf("this Postgres has no pg_trgm and unaccent (package postgresql-contrib): %v", err)
		}
	}
	rows := make([][]any, len(places))
	for i, p := range places {
		rows[i] = []any{string(p.ID), spaced(p.Name)}
	}
	if _, err := pool.CopyFrom(ctx, pgx.Identifier{"names"}, []string{"id", "name"}, pgx.CopyFromRows(rows)); err != nil {
		b.Fatal(err)
	}
	for _, statement := range []string{
		`UPDATE names SET folded = lower(unaccent(name))`,
		`CREATE INDEX ON names USING gin (folded gin_trgm_ops)`,
		`VACUUM ANALYZE names`,
	} {
		if _, err := pool.Exec(ctx, statement); err != nil {
			b.Fatal(err)
		}
	}
	return postgres{pool}
}

// The text anywhere in a name, or a name similar to it; whole names and
// beginnings first. The second argument is the first with wildcards escaped.
const trigramSearch = `
	SELECT id FROM names
	WHERE folded LIKE '%' || lower(unaccent($2::text)) || '%' OR folded % lower(unaccent($1::text))
	ORDER BY folded = lower(unaccent($1)) DESC, starts_with(folded, lower(unaccent($1))) DESC,
		similarity(folded, lower(unaccent($1))) DESC, id
	LIMIT 50`

var escapeWildcards = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func (e postgres) search(text string) ([]geo.ID, error) {
	text = strings.TrimSpace(text)
	rows, err := e.pool.Query(context.Background(), trigramSearch, text, escapeWildcards.Replace(text))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[geo.ID])
}
