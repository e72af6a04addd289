package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	_ "modernc.org/sqlite"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/internal/pgtest"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/postgres"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
)

// execSQLite runs statements in a connection of its own, as another process.
func execSQLite(t testing.TB, path string, statements ...string) {
	t.Helper()
	conn := rawSQLite(t, path)
	defer conn.Close()
	for _, statement := range statements {
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

func rawSQLite(t testing.TB, path string) *sql.Conn {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// unavailable checks that everything a server does fails, with the one error.
func unavailable(t *testing.T, db *sqlstore.DB, what string) {
	t.Helper()
	ctx := t.Context()
	_, _, loadErr := db.Load(ctx)
	_, listErr := db.ListProjects(ctx, "x")
	_, _, keyErr := db.PrincipalByHash(ctx, [32]byte{})
	for name, err := range map[string]error{
		"Load": loadErr, "ListProjects": listErr, "PrincipalByHash": keyErr, "Check": db.Check(ctx),
		"PutPlan": db.PutPlan(ctx, access.Plan{ID: "p"}), "Commit": db.Commit(ctx, "x", nil, time.Now()),
	} {
		if !errors.Is(err, regengine.ErrUnavailable) {
			t.Errorf("%s: %s: want ErrUnavailable, got %v", what, name, err)
		}
	}
}

func TestSQLite_locked(t *testing.T) {
	path := sqliteAddress(t)
	opts := &sqlite.Options{Schema: sqlstore.MigrateSchema, BusyTimeout: 100 * time.Millisecond}
	db, err := sqlite.Open(t.Context(), path, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	account, err := accesstest.NewAccount(t.Context(), db, 1)
	if err != nil {
		t.Fatal(err)
	}
	conn := rawSQLite(t, path)
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if _, _, err := db.Reserve(t.Context(), account.Request()); !errors.Is(err, regengine.ErrUnavailable) {
		t.Errorf("Reserve on a locked file: want ErrUnavailable, got %v", err)
	}
	if took := time.Since(start); took > sqlstore.DefaultPatience {
		t.Errorf("a locked file was waited for %s with a timeout of 100 ms", took)
	}
	if err := db.Check(t.Context()); !errors.Is(err, regengine.ErrUnavailable) {
		t.Errorf("Check of a locked file: want ErrUnavailable, got %v", err)
	}
	if b, err := db.GetBalance(t.Context(), account.OrganizationID); err != nil || b.Left != 1 {
		t.Errorf("reading while another writes: %+v, %v", b, err)
	}
	if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := db.Reserve(t.Context(), account.Request()); err != nil {
		t.Errorf("Reserve on the free file: %v", err)
	}
}

// TestSQLite_waits: a lock that is held for less than the timeout is waited for.
func TestSQLite_waits(t *testing.T) {
	path := sqliteAddress(t)
	db := databases[0].at(t, path)
	conn := rawSQLite(t, path)
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(100*time.Millisecond, func() { _, _ = conn.ExecContext(context.Background(), "COMMIT") })
	if err := db.PutPlan(t.Context(), access.Plan{ID: "p"}); err != nil {
		t.Error(err)
	}
}

func TestSQLite_gone(t *testing.T) {
	t.Run("Removed", func(t *testing.T) {
		path := sqliteAddress(t)
		db := databases[0].at(t, path)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		unavailable(t, db, "a removed file")
	})
	t.Run("Replaced", func(t *testing.T) {
		path := sqliteAddress(t)
		db := databases[0].at(t, path)
		other := filepath.Join(filepath.Dir(path), "other.db")
		databases[0].at(t, other)
		if err := os.Rename(other, path); err != nil {
			t.Fatal(err)
		}
		unavailable(t, db, "a replaced file")
	})
}

func TestSQLite_corrupt(t *testing.T) {
	for name, spoil := range map[string]func(content []byte) []byte{
		"GarbageHeader": func(c []byte) []byte { copy(c, "this is no database at all"); return c },
		"Text":          func([]byte) []byte { return []byte("name,level\nMadrid,municipality\n") },
		"Truncated":     func(c []byte) []byte { return c[:len(c)/3] },
		"ZeroedPages":   func(c []byte) []byte { clear(c[4096:]); return c },
	} {
		t.Run(name, func(t *testing.T) {
			path := sqliteAddress(t)
			db, err := openSQLite(t.Context(), path, sqlstore.MigrateSchema)
			if err != nil {
				t.Fatal(err)
			}
			apply(t, db, edition(1))
			if err := db.Close(); err != nil { // writes the log back into the file
				t.Fatal(err)
			}
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, spoil(content), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, policy := range []sqlstore.SchemaPolicy{sqlstore.RequireSchema, sqlstore.MigrateSchema} {
				db, err := openSQLite(t.Context(), path, policy)
				if err == nil {
					_ = db.Close()
				}
				if !errors.Is(err, regengine.ErrUnavailable) {
					t.Errorf("open with policy %d: want ErrUnavailable, got %v", policy, err)
				}
			}
		})
	}
}

// TestSQLite_overwritten: a file spoilt under a running server is noticed by
// Check too, not only by the requests.
func TestSQLite_overwritten(t *testing.T) {
	path := sqliteAddress(t)
	db, err := openSQLite(t.Context(), path, sqlstore.MigrateSchema)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Check(t.Context()); err != nil {
		t.Fatalf("before: %v", err)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if err := os.WriteFile(name, []byte("this is no database at all, only some text"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Check(t.Context()); !errors.Is(err, regengine.ErrUnavailable) {
		t.Errorf("want ErrUnavailable, got %v", err)
	}
}

func TestSQLite_directory(t *testing.T) {
	if db, err := openSQLite(t.Context(), t.TempDir(), sqlstore.MigrateSchema); err == nil {
		_ = db.Close()
		t.Error("a folder was opened as a database")
	}
	if db, err := openSQLite(t.Context(), filepath.Join(t.TempDir(), "no", "such", "folder.db"), sqlstore.MigrateSchema); err == nil {
		_ = db.Close()
		t.Error("a file in a folder that does not exist was opened")
	}
}

// TestSQLite_path: characters with a meaning in a URI are a file's name here.
func TestSQLite_path(t *testing.T) {
	for _, name := range []string{"with space.db", "a?mode=memory&x=1.db", "50%25#x.db", "ñandú'\".db"} {
		path := filepath.Join(t.TempDir(), name)
		db := databases[0].at(t, path)
		putPlace(t, db, "x")
		info, err := os.Stat(path)
		if err != nil || info.Size() == 0 {
			t.Errorf("%q: the file is not there: %v", name, err)
		} else if info.Mode().Perm() != 0o600 {
			t.Errorf("%q: a new file has the mode %v; it is for its owner only", name, info.Mode())
		}
	}
}

func TestPostgres_gone(t *testing.T) {
	server := pgtest.StartServer(t)
	db, err := postgres.Open(t.Context(), server.URL(), &postgres.Options{Schema: sqlstore.MigrateSchema})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	putPlace(t, db, "before")
	changes := db.Changes(t.Context())
	await(t, changes, -1, db.Revision)
	known := revisionOf(t, db)

	server.Stop()
	start := time.Now()
	unavailable(t, db, "a stopped server")
	if took := time.Since(start); took >= 6*sqlstore.DefaultPatience { // as if each had been tried until its patience ended
		t.Errorf("six refusals took %s", took)
	}
	limiter := sqlstore.NewSharedLimiter(db)
	if _, err := limiter.Allow(t.Context(), "u", access.Data, 1); !errors.Is(err, regengine.ErrUnavailable) {
		t.Errorf("Allow: want ErrUnavailable, got %v", err)
	}

	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	putPlace(t, db, "after")
	await(t, changes, known, db.Revision)
}

// TestPostgres_readOnly: what still can be read is no sign of a database that serves.
func TestPostgres_readOnly(t *testing.T) {
	url := pgtest.Start(t)
	execPostgres(t, url, `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$`)
	if err := databases[1].at(t, pgtest.Start(t)).Check(t.Context()); err != nil {
		t.Errorf("another database: %v", err)
	}
	writable, err := postgres.Open(t.Context(), url+"&default_transaction_read_only=off", &postgres.Options{Schema: sqlstore.MigrateSchema})
	if err != nil {
		t.Fatal(err)
	}
	if err := writable.Close(); err != nil {
		t.Error(err)
	}
	db, err := openPostgres(t.Context(), url, sqlstore.RequireSchema)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Revision(t.Context()); err != nil {
		t.Errorf("reading: %v", err)
	}
	if err := db.Check(t.Context()); !errors.Is(err, regengine.ErrUnavailable) || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("Check: want ErrUnavailable and the cause, got %v", err)
	}
}

// TestPostgres_frozen: a server that takes connections and says nothing more.
func TestPostgres_frozen(t *testing.T) {
	server := pgtest.StartServer(t)
	db := databases[1].at(t, server.URL())
	if err := db.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	server.Freeze(t)
	for range 2 { // on a connection there is, and on a new one
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		if err := db.Check(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Check of a frozen server: %v", err)
		}
		cancel()
	}
	server.Thaw(t)
	if err := db.Check(t.Context()); err != nil {
		t.Errorf("Check of a server that goes on: %v", err)
	}

	guarded, stop := context.WithCancel(t.Context())
	var background sync.WaitGroup
	defer background.Wait()
	defer stop()
	background.Go(func() { db.Guard(guarded) })
	waits := make(chan error, 1)
	whileLocked(t, server.URL(), func() {
		background.Go(func() {
			_, err := db.PutPlaces(t.Context(), []geo.Place{{ID: "XX", Name: "waits", Level: geo.Country}})
			waits <- err
		})
	}, func() { server.Freeze(t) })
	if err := <-waits; !errors.Is(err, regengine.ErrUnavailable) {
		t.Errorf("what waited when it froze: want ErrUnavailable, got %v", err)
	}
	if err := db.Check(t.Context()); !errors.Is(err, regengine.ErrUnavailable) {
		t.Errorf("what comes after: want ErrUnavailable, got %v", err)
	}
	server.Thaw(t)
	for db.Check(t.Context()) != nil { // until the guard knows
	}
}

// whileLocked begins a writer while the revision is locked, and does something when it
// waits for that.
func whileLocked(t *testing.T, url string, begin, then func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	})
	if _, err := conn.Exec(t.Context(), "BEGIN; SELECT 1 FROM revisions WHERE name = 'content' FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	begin()
	for waiting := 0; waiting == 0; {
		if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_locks WHERE NOT granted").Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	then()
}

func TestPostgres_unreachable(t *testing.T) {
	const secret = "a-password-nobody-may-see"
	for _, url := range []string{
		"postgres://u:" + secret + "@127.0.0.1:1/db?sslmode=disable",
		"postgres://u:" + secret + "@127.0.0.1:99999/db",
		"postgres://u:" + secret + "@[::1/db",
	} {
		db, err := postgres.Open(t.Context(), url, nil)
		if err == nil {
			_ = db.Close()
			t.Errorf("a server that is not there was opened")
			continue
		}
		mustNotShow(t, err.Error(), secret)
	}
	_, err := postgres.Open(t.Context(), "postgres://u@127.0.0.1:1/db?sslmode=disable", nil)
	if !errors.Is(err, regengine.ErrUnavailable) {
		t.Errorf("want ErrUnavailable, got %v", err)
	}
}

// TestPostgres_connectionsCut: connections that an administrator or a firewall
// ended are replaced without anybody noticing.
func TestPostgres_connectionsCut(t *testing.T) {
	url := pgtest.Start(t)
	db := databases[1].at(t, url)
	for range 3 {
		execPostgres(t, url, "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "+
			"WHERE datname = current_database() AND pid <> pg_backend_pid()")
		if _, err := db.ListPlans(t.Context()); err != nil {
			t.Errorf("ListPlans: %v", err)
		}
		if err := db.PutPlan(t.Context(), access.Plan{ID: "p"}); err != nil {
			t.Errorf("PutPlan: %v", err)
		}
	}
}
