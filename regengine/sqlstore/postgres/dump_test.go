package postgres_test

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/internal/pgtest"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/postgres"
)

func TestDumpCommands(t *testing.T) {
	for databaseURL, want := range map[string]string{
		"postgres://app:secret@db:5433/reg?sslmode=disable":     "'postgresql://app@db:5433/reg?sslmode=disable'",
		"host=db user=app password=secret dbname=reg port=5433": "'postgresql://app@db:5433/reg?sslmode=prefer'",
		"postgres://app@db/reg?search_path=a'b":                 "'postgresql://app@db:5432/reg?sslmode=prefer'",
	} {
		dump, restore, err := postgres.DumpCommands(databaseURL, "it's.dump")
		if err != nil {
			t.Error(err)
		}
		if strings.Contains(dump+restore, "secret") || !strings.Contains(dump, want) || !strings.Contains(restore, want) || !strings.Contains(dump, `'it'\''s.dump'`) {
			t.Errorf("%s:\n%s\n%s", databaseURL, dump, restore)
		}
		if strings.Contains(dump, "--schema") != strings.Contains(databaseURL, "search_path") {
			t.Errorf("%s: %s", databaseURL, dump)
		}
	}
	if _, _, err := postgres.DumpCommands("postgres://u:secret@[::1/db", "f"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
}

// TestDumpCommands_run: the lines do what is said of them, and a restore over data
// fails without changing anything.
func TestDumpCommands_run(t *testing.T) {
	from, to := pgtest.Start(t), pgtest.Start(t)
	open := func(databaseURL string, policy sqlstore.SchemaPolicy) *sqlstore.DB {
		t.Helper()
		db, err := postgres.Open(t.Context(), databaseURL, &postgres.Options{Schema: policy})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return db
	}
	if _, err := open(from, sqlstore.MigrateSchema).PutPlaces(t.Context(), []geo.Place{{ID: "XX", Name: "saved", Level: geo.Country}}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "it's a copy.dump")
	dump, _, err := postgres.DumpCommands(from, file)
	if err != nil {
		t.Fatal(err)
	}
	_, restore, err := postgres.DumpCommands(to, file)
	if err != nil {
		t.Fatal(err)
	}
	shell(t, from, dump, true)
	shell(t, to, restore, true)
	places, err := open(to, sqlstore.RequireSchema).ListPlaces(t.Context(), "XX")
	if err != nil || len(places) != 1 || places[0].Name != "saved" {
		t.Errorf("%v, %v", places, err)
	}
	shell(t, to, restore, false)
}

func shell(t *testing.T, databaseURL, line string, want bool) {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	password, _ := u.User.Password()
	cmd := exec.CommandContext(context.Background(), "/bin/sh", "-c", line)
	cmd.Env = []string{"PGPASSWORD=" + password, "PATH=" + pgtest.Programs(t) + ":" + os.Getenv("PATH")}
	if out, err := cmd.CombinedOutput(); (err == nil) != want {
		t.Errorf("%s: %v\n%s", line, err, out)
	}
}
