package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore/postgres"
)

func ExampleOpen() {
	ctx := context.Background()
	// No server listens on this port.
	db, err := postgres.Open(ctx, "postgres://regengine@127.0.0.1:1/regengine?sslmode=disable", nil)
	if errors.Is(err, regengine.ErrUnavailable) {
		fmt.Println("Postgres is not there")
		return
	}
	if err != nil {
		log.Fatal(err) // sqlstore.ErrNotMigrated says what to run
	}
	defer db.Close()
	// Output:
	// Postgres is not there
}
