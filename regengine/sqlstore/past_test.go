package sqlstore_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/internal/pgtest"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
)

// TestDB_Past: what a file tells of itself.
func TestDB_Past(t *testing.T) {
	ctx := t.Context()
	look := func(t *testing.T, path string) sqlstore.Past {
		t.Helper()
		db, err := openSQLite(ctx, path, sqlstore.RequireSchema)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		past, err := db.Past(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return past
	}
	want := func(t *testing.T, path string, want sqlstore.Past) {
		t.Helper()
		if got := look(t, path); got != want {
			t.Errorf("want %+v, got %+v", want, got)
		}
	}
	// served begins to serve a file; end is what a server does at its end.
	served := func(t *testing.T, path string) (db *sqlstore.DB, end func()) {
		t.Helper()
		db, err := openSQLite(ctx, path, sqlstore.RequireSchema)
		if err == nil {
			err = db.BeginServing(ctx)
		}
		if err != nil {
			t.Fatal(err)
		}
		return db, func() {
			ended, stop := context.WithCancel(ctx)
			stop()
			if err := errors.Join(db.KeepServing(ended), db.Close()); err != nil {
				t.Error(err)
			}
		}
	}
	raw := func(t *testing.T, from string) string {
		t.Helper()
		to := sqliteAddress(t)
		content, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(to, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return to
	}

	t.Run("Usual", func(t *testing.T) {
		path, _ := filled(t, 1)
		want(t, path, sqlstore.Past{})
		_, end := served(t, path)
		want(t, path, sqlstore.Past{Served: true}) // beside the server
		end()
		want(t, path, sqlstore.Past{Served: true})
		want(t, raw(t, path), sqlstore.Past{Served: true}) // a copy of a file that is not in use is whole
	})
	t.Run("Killed", func(t *testing.T) {
		path, _ := filled(t, 1)
		killed(t, "served", "sqlite", path, 0)
		if _, err := os.Stat(path + "-wal"); err != nil {
			t.Fatalf("the log of who was killed: %v", err)
		}
		bare := raw(t, path)
		if r, err := sqlite.Restore(ctx, bare, sqliteAddress(t), nil); err != nil || !r.LogMissing {
			t.Errorf("restored without its log: %+v, %v", r, err)
		}
		if _, err := sqlite.Restore(ctx, path, sqliteAddress(t), nil); !errors.Is(err, sqlite.ErrDamaged) {
			t.Errorf("restored beside its log: %v", err)
		}
		for range 2 { // the first look takes the log away, rightly
			want(t, path, sqlstore.Past{Served: true})
			want(t, bare, sqlstore.Past{Served: true, LogMissing: true})
		}
		_, end := served(t, bare)
		end()
		want(t, bare, sqlstore.Past{Served: true})
	})
	t.Run("Earlier", func(t *testing.T) {
		path, _ := filled(t, 1)
		_, end := served(t, path)
		end()
		earlier, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, end = served(t, path)
		end()
		if err := os.WriteFile(path, earlier, 0o600); err != nil {
			t.Fatal(err)
		}
		want(t, path, sqlstore.Past{Served: true, Earlier: true})
		_, end = served(t, path)
		end()
		want(t, path, sqlstore.Past{Served: true})
	})
	t.Run("Restored", func(t *testing.T) {
		path, _ := filled(t, 1)
		db, end := served(t, path)
		copied := filepath.Join(t.TempDir(), "copy.db")
		at := func(hour int) *sqlite.CopyOptions {
			return &sqlite.CopyOptions{Replace: true, Now: func() time.Time { return accesstest.Noon.Add(time.Duration(hour) * time.Hour) }}
		}
		if _, err := sqlite.Backup(ctx, path, copied, at(1)); err != nil {
			t.Fatal(err)
		}
		if err := db.PutPlan(ctx, access.Plan{ID: "later"}); err != nil {
			t.Error(err)
		}
		end()
		want(t, copied, sqlstore.Past{Backup: accesstest.Noon.Add(time.Hour)})
		if _, err := sqlite.Restore(ctx, copied, path, at(3)); err != nil {
			t.Fatal(err)
		}
		past := sqlstore.Past{Backup: accesstest.Noon.Add(time.Hour), Restored: accesstest.Noon.Add(3 * time.Hour)}
		want(t, path, past)
		_, end = served(t, path)
		end()
		past.Served = true
		want(t, path, past)
	})
}

// TestDB_Past_emptied: where there were organizations, there are none.
func TestDB_Past_emptied(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		db := d.at(t, address)
		past := func() sqlstore.Past {
			t.Helper()
			p, err := db.Past(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		if err := db.BeginServing(t.Context()); err != nil {
			t.Fatal(err)
		}
		if past().Emptied {
			t.Error("a database that never had an organization")
		}
		account, err := accesstest.NewAccount(t.Context(), db, 1)
		if err == nil {
			err = db.BeginServing(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		statements := []string{"DELETE FROM users WHERE organization_id = '" + account.OrganizationID + "'", "DELETE FROM organizations"}
		if d.name == "sqlite" {
			execSQLite(t, address, statements...)
		} else {
			execPostgres(t, address, statements...)
		}
		if !past().Emptied {
			t.Error("nobody noticed that the organizations are gone")
		}
	})
}

// TestPostgres_servedTogether: replicas that note that they serve are not in each
// other's way.
func TestPostgres_servedTogether(t *testing.T) {
	address := pgtest.Start(t)
	var replicas sync.WaitGroup
	for range 8 {
		db := databases[1].at(t, address)
		replicas.Go(func() {
			for range 100 {
				if err := db.BeginServing(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	replicas.Wait()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	for known := false; !known; { // the statistics are written now and then
		var deadlocks int
		err := conn.QueryRow(t.Context(), "SELECT deadlocks, xact_commit > 800 FROM pg_stat_database WHERE datname = current_database()").Scan(&deadlocks, &known)
		if err != nil || deadlocks > 0 {
			t.Fatalf("%d deadlocks, %v", deadlocks, err)
		}
	}
}
