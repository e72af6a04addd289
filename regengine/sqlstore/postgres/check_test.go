package postgres_test

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/internal/pgtest"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/postgres"
)

func TestCheckCommand(t *testing.T) {
	got, err := postgres.CheckCommand("postgres://app:secret@db/reg", "it's.dump")
	want := `createdb --maintenance-db='postgresql://app@db:5432/reg?sslmode=prefer' regengine_check && ` +
		`pg_restore --exit-on-error --no-owner --no-privileges --dbname='postgresql://app@db:5432/regengine_check?sslmode=prefer' 'it'\''s.dump' && ` +
		`dropdb --maintenance-db='postgresql://app@db:5432/reg?sslmode=prefer' regengine_check`
	if err != nil || got != want {
		t.Errorf("%v\n%s, want\n%s", err, got, want)
	}
}

// TestCheckDump: a dump is restored for a try, opened and counted, and nothing is left of
// that; one that is cut off, or of something else, is refused.
func TestCheckDump(t *testing.T) {
	from := pgtest.Start(t)
	t.Setenv("PATH", pgtest.Programs(t)+":"+os.Getenv("PATH"))
	db, err := postgres.Open(t.Context(), from, &postgres.Options{Schema: sqlstore.MigrateSchema})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.PutPlaces(t.Context(), []geo.Place{{ID: "XX", Name: "saved", Level: geo.Country}}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "today.dump")
	dump, _, err := postgres.DumpCommands(from, file)
	if err != nil {
		t.Fatal(err)
	}
	shell(t, from, dump, true)
	c, err := postgres.CheckDump(t.Context(), from, file)
	if err != nil || c.Rows["places"] != 1 || len(c.Pending) != 0 || c.Bytes == 0 || c.Written.IsZero() {
		t.Errorf("%+v, %v", c, err)
	}
	line, err := postgres.CheckCommand(from, file)
	if err != nil {
		t.Fatal(err)
	}
	shell(t, from, line, true)

	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := pgtest.Start(t)
	empty := filepath.Join(t.TempDir(), "empty.dump")
	dump, _, err = postgres.DumpCommands(other, empty)
	if err != nil {
		t.Fatal(err)
	}
	shell(t, other, dump, true)
	cut := filepath.Join(t.TempDir(), "cut.dump")
	if err := os.WriteFile(cut, whole[:len(whole)*9/10], 0o600); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{"cut": cut, "empty": empty, "absent": cut + "x"} {
		if _, err := postgres.CheckDump(t.Context(), from, file); err == nil || errors.Is(err, postgres.ErrNoScratch) {
			t.Errorf("%s: %v", name, err)
		}
	}
	t.Run("ErrNoScratch", func(t *testing.T) {
		if _, err := postgres.CheckDump(t.Context(), asNobody(t, from), file); !errors.Is(err, postgres.ErrNoScratch) {
			t.Errorf("a user who may make no database: %v", err)
		}
		t.Setenv("PATH", t.TempDir())
		if _, err := postgres.CheckDump(t.Context(), from, file); !errors.Is(err, postgres.ErrNoScratch) {
			t.Errorf("without pg_restore: %v", err)
		}
	})
	if left := scratches(t, from); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func scratches(t *testing.T, databaseURL string) []string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	rows, err := conn.Query(t.Context(), "SELECT datname FROM pg_database WHERE datname LIKE 'regengine_check%'")
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// asNobody returns the address as a user who may make no database.
func asNobody(t *testing.T, databaseURL string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), "CREATE ROLE checker LOGIN PASSWORD 'checker'"); err != nil && !strings.Contains(err.Error(), "already exists") {
		t.Fatal(err)
	}
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("checker", "checker")
	return u.String()
}
