package httpapi_test

import (
	"path/filepath"
	"testing"

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

func sqliteStores(t *testing.T) httpapitest.Stores {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "regengine.db"), &sqlite.Options{Schema: sqlstore.MigrateSchema})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return httpapitest.Stores{Store: db, Ledger: db, Projects: db, Database: db}
}
