package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/reglookup/regengine/ask/note"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/projectstest"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/transport/httpapi"
)

func ExampleNew() {
	ctx := context.Background()
	data := regengine.Data{Places: []geo.Place{{ID: "ES", Name: "España", Level: geo.Country}}}
	engine, err := regengine.Open(ctx, regengine.Static(data), []geo.Scheme{es.Scheme{}}, nil)
	if err != nil {
		panic(err)
	}
	store := accesstest.NewMem() // a program uses a database: regengine/sqlstore
	api, err := httpapi.New(httpapi.Deps{
		Engine:   engine,
		Auth:     access.NewAuthenticator(store, nil),
		Projects: &projects.Service{Store: projectstest.NewMem(), Territory: engine.Territory},
		Meter:    access.NewMeter(store, nil),
		Model:    note.New(nil),
		Limiter:  &access.MemoryLimiter{},
		Turns:    store,
	}, nil)
	if err != nil {
		panic(err)
	}

	account, err := accesstest.NewAccount(ctx, store, 100)
	if err != nil {
		panic(err)
	}
	secret, key, err := access.NewKey("ES")
	if err != nil {
		panic(err)
	}
	key.UserID = account.UserID
	if err := store.CreateKey(ctx, key); err != nil {
		panic(err)
	}

	r := httptest.NewRequest(http.MethodGet, "/api/v1/location/es", nil)
	r.Header.Set("Authorization", "Bearer "+secret)
	w := httptest.NewRecorder()
	api.ServeHTTP(w, r)
	fmt.Println(w.Code, w.Body)
	// Output:
	// 200 {"geo_id":"ES","name":"España","level":"country","ancestors":[],"tech_data":null,"applicable_codes":[]}
}

func ExampleNewServer() {
	server := httpapi.NewServer(http.NotFoundHandler(), nil)
	fmt.Println(server.ReadHeaderTimeout, server.WriteTimeout)
	// Output: 5s 2m30s
}
