package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
)

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	ctx := context.Background()
	db, err := sqlite.Open(ctx, filepath.Join(dir, "regengine.db"), &sqlite.Options{Schema: sqlstore.MigrateSchema})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()

	changed, err := db.PutPlaces(ctx, []geo.Place{{ID: "ES", Name: "España", Level: geo.Country}})
	fmt.Println(changed, err)
	places, err := db.ListPlaces(ctx, "ES")
	fmt.Println(places[0].Name, err)
	// Output:
	// 1 <nil>
	// España <nil>
}
