package httpsuite_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/internal/pgtest"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/postgres"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

func TestAPI_Postgres(t *testing.T) {
	httpapitest.Run(t, func(t *testing.T) httpapitest.Stores { return open(t, pgtest.Start(t)) })
}

func open(t *testing.T, url string) httpapitest.Stores {
	t.Helper()
	db, err := postgres.Open(t.Context(), url, &postgres.Options{Schema: sqlstore.MigrateSchema, Patience: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return httpapitest.Stores{Store: db, Ledger: db, Projects: db, Webhooks: db, Database: db}
}

// A database that is gone gives 503 and a log line, and is used again when it is
// back.
func TestAPI_PostgresGone(t *testing.T) {
	database := pgtest.StartServer(t)
	s := httpapitest.NewServer(t, open(t, database.URL()), httpapitest.Setup{})
	const projects = "/api/v1/projects"
	if r := s.Get(t, projects); r.StatusCode != http.StatusOK {
		t.Fatalf("before: %d", r.StatusCode)
	}
	database.Stop()
	for _, path := range []string{projects, "/api/v1/project/info"} {
		r := s.Get(t, path)
		if r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" || !strings.Contains(r.Text, `"unavailable"`) {
			t.Errorf("%s while it is gone: %d %s", path, r.StatusCode, r.Text)
		}
	}
	s.Clock.Advance(time.Minute) // nothing known of the key is believed any longer
	if r := s.Get(t, "/api/v1/location/ES"); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a key that cannot be checked: %d %s", r.StatusCode, r.Text)
	}
	if !strings.Contains(s.Logs.String(), "request failed") {
		t.Error("the outage is not logged")
	}
	if err := database.Start(); err != nil {
		t.Fatal(err)
	}
	if r := s.Get(t, projects); r.StatusCode != http.StatusOK {
		t.Errorf("when it is back: %d %s", r.StatusCode, r.Text)
	}
}

// Two servers on one database see each other's changes.
func TestAPI_Replicas(t *testing.T) {
	url := pgtest.Start(t)
	first := httpapitest.NewServer(t, open(t, url), httpapitest.Setup{})
	second := httpapitest.NewServer(t, open(t, url), httpapitest.Setup{Keys: &first.Keys})
	follow(t, second)

	place := httpapitest.World(t).Places[3]
	place.Name = "Madrid (villa)"
	change := regengine.Data{Places: append(httpapitest.World(t).Places[:3:3], place)}
	if _, err := regengine.Import(t.Context(), first.Stores.Database, httpapitest.Schemes(), change, nil); err != nil {
		t.Fatal(err)
	}
	const path = "/api/v1/location/ES-28079"
	tick, deadline := time.NewTicker(10*time.Millisecond), time.After(2*time.Minute)
	defer tick.Stop()
	for !strings.Contains(second.Get(t, path).Text, place.Name) {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatal("the other server did not see the change within 2 min")
		}
	}
}

// follow lets a server's engine follow its database until the test ends.
func follow(t *testing.T, s *httpapitest.Server) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Engine.Follow(t.Context())
	}()
	t.Cleanup(func() { <-done })
}
