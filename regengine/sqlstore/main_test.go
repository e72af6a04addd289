package sqlstore_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"github.com/reglookup/regengine/regengine/internal/pgtest"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/postgres"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
)

// TestMain runs the tests, or, in the processes they start, what these are for.
func TestMain(m *testing.M) {
	if role := os.Getenv(roleEnv); role != "" {
		os.Exit(runChild(role))
	}
	goleak.VerifyTestMain(m)
}

// database is one kind of database under test.
type database struct {
	name  string
	needs func(t testing.TB) // skips the test where it is not to be had; nil for none

	// address returns where a new, empty database is: a path, or a URL.
	address func(t testing.TB) string

	open func(ctx context.Context, address string, policy sqlstore.SchemaPolicy) (*sqlstore.DB, error)

	// migrated returns the address of a new database that has the schema and no
	// rows; nil when making an old one as good as new is faster, as empty does.
	migrated func(t testing.TB) string
	empty    func(t testing.TB, address string)

	test  testing.TB // the test that owns reuse
	reuse *string    // address of the database that new empties and returns
}

var databases = []database{
	{name: "sqlite", address: sqliteAddress, open: openSQLite, migrated: copySQLite},
	{name: "postgres", needs: pgtest.Require, address: pgtest.Start, open: openPostgres, empty: emptyPostgres},
}

func sqliteAddress(t testing.TB) string { return filepath.Join(t.TempDir(), "regengine.db") }

// emptySQLite is the file of a database that has the schema and no rows. Migrating
// once and copying it makes a new one in a tenth of the time.
var emptySQLite = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "regengine-schema")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "regengine.db")
	db, err := openSQLite(context.Background(), path, sqlstore.MigrateSchema)
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func copySQLite(t testing.TB) string {
	t.Helper()
	path := sqliteAddress(t)
	file, err := emptySQLite()
	if err == nil {
		err = os.WriteFile(path, file, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func openSQLite(ctx context.Context, path string, policy sqlstore.SchemaPolicy) (*sqlstore.DB, error) {
	return sqlite.Open(ctx, path, &sqlite.Options{Schema: policy})
}

func openPostgres(ctx context.Context, url string, policy sqlstore.SchemaPolicy) (*sqlstore.DB, error) {
	return postgres.Open(ctx, url, &postgres.Options{Schema: policy})
}

// new returns a migrated, empty database.
func (d database) new(t testing.TB) *sqlstore.DB {
	t.Helper()
	return d.at(t, d.fresh(t))
}

// fresh returns the address of an empty database.
func (d database) fresh(t testing.TB) string {
	t.Helper()
	switch {
	case d.migrated != nil:
		return d.migrated(t)
	case *d.reuse == "":
		*d.reuse = d.address(d.test)
	default:
		d.empty(t, *d.reuse)
	}
	return *d.reuse
}

// emptyPostgres deletes every row but those of the schema and the revisions, without
// regard to foreign keys.
func emptyPostgres(t testing.TB, url string) {
	t.Helper()
	execPostgres(t, url, `SET session_replication_role = replica`, `DELETE FROM revisions WHERE name LIKE 'starter%'`, `DO $$
		DECLARE name text;
		BEGIN
			FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
				AND tablename NOT LIKE 'schema\_%' AND tablename <> 'revisions' LOOP
				EXECUTE 'DELETE FROM ' || quote_ident(name);
			END LOOP;
		END $$`)
}

func execPostgres(t testing.TB, url string, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	for _, statement := range statements {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// at opens the database at an address, migrating it if need be.
func (d database) at(t testing.TB, address string) *sqlstore.DB {
	t.Helper()
	return opened(t)(d.open(t.Context(), address, sqlstore.MigrateSchema))
}

// patient is at for a test that loads the database with more than a busy machine may do in
// the time an operation waits by default.
func (d database) patient(t testing.TB, address string) *sqlstore.DB {
	t.Helper()
	if d.name == "postgres" {
		return opened(t)(postgres.Open(t.Context(), address, &postgres.Options{Schema: sqlstore.MigrateSchema, Patience: time.Minute}))
	}
	return opened(t)(sqlite.Open(t.Context(), address, &sqlite.Options{Schema: sqlstore.MigrateSchema, BusyTimeout: time.Minute}))
}

// opened returns what hands out a database that closes with the test.
func opened(t testing.TB) func(*sqlstore.DB, error) *sqlstore.DB {
	return func(db *sqlstore.DB, err error) *sqlstore.DB {
		t.Helper()
		if err != nil {
			t.Fatalf("open: %v", err)
		}
		t.Cleanup(func() {
			if err := db.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
		return db
	}
}

// onEach runs a test on every kind of database.
func onEach(t *testing.T, run func(t *testing.T, d database)) {
	t.Helper()
	for _, d := range databases {
		t.Run(d.name, func(t *testing.T) {
			if d.needs != nil {
				d.needs(t)
			}
			d.test, d.reuse = t, new(string)
			run(t, d)
		})
	}
}
