package httpapi_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

func TestAPI_Memory(t *testing.T) {
	httpapitest.Run(t, func(*testing.T) httpapitest.Stores { return httpapitest.MemoryStores() })
}

func TestAPI_SQLite(t *testing.T) {
	httpapitest.Run(t, sqliteStores)
}

// A database that is gone gives 503 with a log line; what the snapshot holds is
// answered as long as the key is known.
func TestAPI_SQLiteGone(t *testing.T) {
	db := openSQLite(t)
	s := httpapitest.NewServer(t, storesOf(db), httpapitest.Setup{})
	const place, projects = "/api/v1/location/ES", "/api/v1/projects"
	if r := s.Get(t, projects); r.StatusCode != http.StatusOK {
		t.Fatalf("before: %d %s", r.StatusCode, r.Text)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if r := s.Get(t, place); r.StatusCode != http.StatusOK {
		t.Errorf("a place while the key is known: %d %s", r.StatusCode, r.Text)
	}
	r := s.Get(t, projects)
	if r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" || !strings.Contains(r.Text, `"unavailable"`) {
		t.Errorf("projects: %d %s", r.StatusCode, r.Text)
	}
	s.Clock.Advance(time.Minute)
	if r := s.Get(t, place); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a place when the key has to be read: %d %s", r.StatusCode, r.Text)
	}
	if !strings.Contains(s.Logs.String(), `"msg":"request failed"`) {
		t.Error("the outage is not logged")
	}
}

func sqliteStores(t *testing.T) httpapitest.Stores { return storesOf(openSQLite(t)) }

func storesOf(db *sqlstore.DB) httpapitest.Stores {
	return httpapitest.Stores{Store: db, Ledger: db, Projects: db, Webhooks: db, Database: db}
}

func openSQLite(t testing.TB) *sqlstore.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "regengine.db"), &sqlite.Options{Schema: sqlstore.MigrateSchema})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() }) // a test may have closed it
	return db
}
