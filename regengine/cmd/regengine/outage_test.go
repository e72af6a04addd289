package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/internal/pgtest"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/postgres"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// TestAPI_PostgresAway: while Postgres is gone, or says nothing, what is in memory is
// answered for a minute, and what costs a credit is refused at once.
func TestAPI_PostgresAway(t *testing.T) {
	server := pgtest.StartServer(t)
	db, err := postgres.Open(t.Context(), server.URL(), &postgres.Options{Schema: sqlstore.MigrateSchema})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx, stop := context.WithCancel(t.Context())
	var guard sync.WaitGroup
	defer guard.Wait()
	defer stop()
	guard.Go(func() { db.Guard(ctx) })
	s := httpapitest.NewServer(t, httpapitest.Stores{Store: db, Ledger: db, Projects: db, Webhooks: db, Database: db}, httpapitest.Setup{
		Offline: true,
		Limiter: func(*accesstest.Clock) access.Limiter { return db.Limiter() },
		Change:  func(_ *httpapi.Deps, o *httpapi.Options) { o.Ready = db.Check },
	})
	send := func(method, path, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+s.Keys.Main)
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.API.ServeHTTP(w, r)
		return w
	}
	get := func(path string) *httptest.ResponseRecorder { return send(http.MethodGet, path, "") }
	memory := []string{"/api/v1/location/ES", "/api/v1/location/search?q=madrid", "/api/v1/codes/cte-db-sua"}
	const check = `{"element":"escalera de uso general","parameter":"anchura útil","value":1,"unit":"m","geo_id":"ES-28079"}`
	for name, c := range map[string]struct{ away, back func() }{
		"Frozen": {func() { server.Freeze(t) }, func() { server.Thaw(t) }},
		"Stopped": {server.Stop, func() {
			if err := server.Start(); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			if w := get(memory[0]); w.Code != http.StatusOK {
				t.Fatalf("before: %d %s", w.Code, w.Body)
			}
			c.away()
			s.Clock.Advance(20 * time.Second) // so that the key is to be read again
			if w := get(memory[0]); w.Code != http.StatusOK {
				t.Errorf("in the first moment: %d %s", w.Code, w.Body)
			}
			for !errors.Is(db.Check(t.Context()), regengine.ErrUnavailable) {
			}
			for _, path := range memory {
				if w := get(path); w.Code != http.StatusOK || w.Header().Get("RateLimit") == "" {
					t.Errorf("%s: %d %s", path, w.Code, w.Body)
				}
			}
			for path, body := range map[string]string{"/api/v1/verify": check, "/api/v2/ask": `{"query":"¿Qué anchura útil tiene una escalera?"}`} {
				begun := time.Now()
				w := send(http.MethodPost, path, body)
				if took := time.Since(begun); took > 4*time.Second {
					t.Errorf("%s: refused after %s", path, took)
				}
				if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), `"unavailable"`) {
					t.Errorf("%s: %d %s", path, w.Code, w.Body)
				}
			}
			if w := get("/readyz"); w.Code != http.StatusServiceUnavailable {
				t.Errorf("readyz: %d", w.Code)
			}
			s.Clock.Advance(40 * time.Second)
			if w := get(memory[0]); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
				t.Errorf("after a minute: %d %s", w.Code, w.Body)
			}
			c.back()
			for db.Check(t.Context()) != nil {
			}
			if w := send(http.MethodPost, "/api/v1/verify", check); w.Code != http.StatusOK {
				t.Errorf("when it is back: %d %s", w.Code, w.Body)
			}
		})
	}
}
