package pgvectorindex_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/pgvectorindex"
	"github.com/reglookup/regengine/codes/retrieval/pgvectorindex/pglitetest"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

// urlEnv names a database with pgvector to test on instead of PGlite, in which
// transactions run side by side.
const urlEnv = "REGENGINE_PGVECTOR_URL"

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func databaseURL(t testing.TB) string {
	t.Helper()
	if url := os.Getenv(urlEnv); url != "" {
		return url
	}
	return pglitetest.Start(t)
}

// newOptions returns options with a schema of the test's own, dropped at its end.
func newOptions(t testing.TB, url string) *pgvectorindex.Options {
	t.Helper()
	o := &pgvectorindex.Options{Schema: fmt.Sprintf(`test "%x"`, rand.Uint64())}
	t.Cleanup(func() { execute(t, url, "DROP SCHEMA IF EXISTS "+pgx.Identifier{o.Schema}.Sanitize()+" CASCADE") })
	return o
}

func execute(t testing.TB, url, sql string, arguments ...any) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn := connect(ctx, t, url)
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, sql, arguments...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// connect understands the parameters of a pool, too.
func connect(ctx context.Context, t testing.TB, url string) *pgx.Conn {
	t.Helper()
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func open(t testing.TB, url string, o *pgvectorindex.Options) *pgvectorindex.Index {
	t.Helper()
	x, err := pgvectorindex.Open(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

func TestIndex_Conformance(t *testing.T) {
	url := databaseURL(t)
	retrievaltest.TestIndex(t, func(t *testing.T) retrieval.Index { return open(t, url, newOptions(t, url)) })
}
