package httpsuite_test

import (
	"testing"

	"github.com/reglookup/regengine/regengine/internal/pgtest"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/postgres"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

func TestAPI_Postgres(t *testing.T) {
	httpapitest.Run(t, postgresStores)
}

func postgresStores(t *testing.T) httpapitest.Stores {
	db, err := postgres.Open(t.Context(), pgtest.Start(t), &postgres.Options{Schema: sqlstore.MigrateSchema})
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
