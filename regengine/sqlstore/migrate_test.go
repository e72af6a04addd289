package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/regengine/internal/pgtest"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/migrations"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
)

// TestMigrations_numberedAlike: a number means the same in both dialects.
func TestMigrations_numberedAlike(t *testing.T) {
	names := func(tree fs.FS) []string {
		list, err := fs.Glob(tree, "*")
		if err != nil || len(list) == 0 {
			t.Fatalf("no migrations: %v", err)
		}
		return list
	}
	if diff := cmp.Diff(names(migrations.SQLite()), names(migrations.Postgres())); diff != "" {
		t.Errorf("migrations (-sqlite +postgres):\n%s", diff)
	}
	for _, name := range names(migrations.SQLite()) {
		if !strings.HasSuffix(name, ".tx.up.sql") {
			t.Errorf("%s does not run in a transaction: name it .tx.up.sql", name)
		}
	}
}

func TestDB_Migrate(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		ctx := t.Context()
		address := d.address(t)
		if d.name == "sqlite" {
			if _, err := d.open(ctx, address, sqlstore.RequireSchema); !errors.Is(err, sqlstore.ErrNotMigrated) {
				t.Errorf("open of a missing file: want ErrNotMigrated, got %v", err)
			}
			if _, err := os.Stat(address); !errors.Is(err, fs.ErrNotExist) {
				t.Error("a refused open left a file behind")
			}
			raw(t, "sqlite", address, func(db *sql.DB) {
				if _, err := db.ExecContext(ctx, "PRAGMA user_version = 1"); err != nil { // makes a file without tables
					t.Fatal(err)
				}
			})
		}
		_, err := d.open(ctx, address, sqlstore.RequireSchema)
		if !errors.Is(err, sqlstore.ErrNotMigrated) || !strings.Contains(err.Error(), "regengine migrate") {
			t.Errorf("open of an empty database: want ErrNotMigrated and what to run, got %v", err)
		}

		db, err := d.open(ctx, address, sqlstore.AnySchema)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		before, err := db.Status(ctx)
		if err != nil || len(before.Applied) != 0 || len(before.Pending) == 0 {
			t.Errorf("Status of an empty database: %+v, %v", before, err)
		}
		applied, err := db.Migrate(ctx)
		if err != nil || !slices.Equal(applied, before.Pending) {
			t.Errorf("Migrate: want %v, got %v, %v", before.Pending, applied, err)
		}
		if again, err := db.Migrate(ctx); err != nil || len(again) != 0 {
			t.Errorf("Migrate again: want nothing to do, got %v, %v", again, err)
		}
		after, err := db.Status(ctx)
		if err != nil || after.Err() != nil || !slices.Equal(after.Applied, applied) {
			t.Errorf("Status after: %+v, %v", after, err)
		}
		if err := d.at(t, address).Check(ctx); err != nil {
			t.Error(err)
		}
	})
}

// TestSQLite_lost: what is left of a database is not taken for a new one.
func TestSQLite_lost(t *testing.T) {
	ctx := t.Context()
	for name, leave := range map[string]func(path string) error{
		"Empty":      func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"OnlyServed": func(path string) error { return os.WriteFile(path+"-served", []byte("3\n"), 0o600) },
		"OnlyLog":    func(path string) error { return os.WriteFile(path+"-wal", []byte("a log"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			path := sqliteAddress(t)
			if err := leave(path); err != nil {
				t.Fatal(err)
			}
			for _, policy := range []sqlstore.SchemaPolicy{sqlstore.RequireSchema, sqlstore.MigrateSchema, sqlstore.AnySchema} {
				if _, err := openSQLite(ctx, path, policy); !errors.Is(err, sqlstore.ErrLost) {
					t.Errorf("policy %d: want ErrLost, got %v", policy, err)
				}
			}
			db, err := sqlite.Open(ctx, path, &sqlite.Options{Schema: sqlstore.MigrateSchema, New: true})
			if err != nil {
				t.Fatal(err)
			}
			past, err := db.Past(ctx)
			if err := errors.Join(err, db.Close()); err != nil || past != (sqlstore.Past{}) {
				t.Errorf("%+v, %v", past, err)
			}
			if kept, _ := filepath.Glob(path + ".replaced-*"); (len(kept) == 1) == (name == "OnlyServed") {
				t.Errorf("kept of it: %v", kept)
			}
		})
	}
}

// TestSQLite_new: a new file has its tables from the first moment it has its name.
func TestSQLite_new(t *testing.T) {
	path := sqliteAddress(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := openSQLite(ctx, path, sqlstore.MigrateSchema); err == nil {
		t.Error("a context that has ended")
	}
	only(t, filepath.Dir(path))
	if err := databases[0].at(t, path).Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestDB_Migrate_newer: a program must not touch the schema of a later one.
func TestDB_Migrate_newer(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		ctx := t.Context()
		address := d.address(t)
		serving := d.at(t, address)
		const future = "INSERT INTO schema_migrations (name, group_id) VALUES ('9999', 99)"
		if d.name == "sqlite" {
			execSQLite(t, address, future)
		} else {
			execPostgres(t, address, future)
		}
		for _, policy := range []sqlstore.SchemaPolicy{sqlstore.RequireSchema, sqlstore.MigrateSchema} {
			if _, err := d.open(ctx, address, policy); !errors.Is(err, sqlstore.ErrNewer) {
				t.Errorf("open with policy %d: want ErrNewer, got %v", policy, err)
			}
		}
		db, err := d.open(ctx, address, sqlstore.AnySchema)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Migrate(ctx); !errors.Is(err, sqlstore.ErrNewer) {
			t.Errorf("Migrate: want ErrNewer, got %v", err)
		}
		if err := serving.Check(ctx); !errors.Is(err, sqlstore.ErrNewer) {
			t.Errorf("Check by who opened it before: want ErrNewer, got %v", err)
		}
	})
}

// TestDB_Migrate_concurrent: many that start on an empty database at once.
func TestDB_Migrate_concurrent(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		const each = 4
		address := d.address(t)
		var wg sync.WaitGroup
		for range each {
			wg.Go(func() {
				db, err := d.open(t.Context(), address, sqlstore.MigrateSchema)
				if err != nil {
					t.Errorf("goroutine: %v", err)
					return
				}
				if err := db.Close(); err != nil {
					t.Error(err)
				}
			})
			wg.Go(func() {
				if out, err := childCommand(t, "migrate", d.name, address).CombinedOutput(); err != nil {
					t.Errorf("process: %v\n%s", err, out)
				}
			})
		}
		wg.Wait()
		schema, err := d.at(t, address).Status(t.Context())
		if err != nil || schema.Err() != nil {
			t.Errorf("Status: %+v, %v", schema, err)
		}
		const once = "CREATE UNIQUE INDEX applied_once ON schema_migrations (name)" // fails otherwise
		if d.name == "sqlite" {
			execSQLite(t, address, once)
		} else {
			execPostgres(t, address, once)
		}
	})
}

// TestDB_Migrate_again: a crash between a migration and the note that it was
// applied makes it run again, over a database in use.
func TestDB_Migrate_again(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		db := d.at(t, address)
		apply(t, db, full())
		want, revision := load(t, db)
		const forget = "DELETE FROM schema_migrations"
		if d.name == "sqlite" {
			execSQLite(t, address, forget)
		} else {
			execPostgres(t, address, forget)
		}
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, after := load(t, db)
		if diff := sameData(want, got); diff != "" || after != revision {
			t.Errorf("revision %d, before %d; data (-want +got):\n%s", after, revision, diff)
		}
	})
}

func TestDB_Migrate_searchPath(t *testing.T) {
	url := pgtest.Start(t)
	execPostgres(t, url, "CREATE SCHEMA regulation")
	db := databases[1].at(t, url+"&search_path=regulation")
	apply(t, db, full())
	if _, err := databases[1].open(t.Context(), url, sqlstore.RequireSchema); !errors.Is(err, sqlstore.ErrNotMigrated) {
		t.Errorf("another schema of the same database: want ErrNotMigrated, got %v", err)
	}
}
