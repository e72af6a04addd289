package httpapitest

import (
	"bytes"
	"context"
	"log/slog"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/transport/httpapi"
)

// Server is a running API over the world.
type Server struct {
	*httptest.Server
	API    *httpapi.API
	Engine *regengine.Engine
	Stores Stores
	Keys   Keys
	Meter  *access.Meter
	Clock  *accesstest.Clock // of everything
	Logs   *Logs
}

// Setup says what is special about a server. The zero value is a plain one,
// without rate limits.
type Setup struct {
	Data    *regengine.Data // nil means World
	Keys    *Keys           // of a server over the same stores, which are populated already; nil: they are empty
	Limiter func(clock *accesstest.Clock) access.Limiter
	Model   ask.Model
	Plan    func(p *access.Plan)                  // changes the main user's plan
	Change  func(*httpapi.Deps, *httpapi.Options) // the last word before the API is made
}

// Logs collects what is logged.
type Logs struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write implements [io.Writer].
func (l *Logs) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(b)
}

// String returns all that was logged.
func (l *Logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// NewServer populates stores with the world and runs an API over it until the
// test ends.
func NewServer(t testing.TB, s Stores, with Setup) *Server {
	t.Helper()
	server := &Server{Stores: s, Clock: accesstest.NewClock(), Logs: &Logs{}}
	if with.Keys == nil {
		server.Engine = openEngine(t, s.Database, with.data(t))
		server.Keys = populate(t, s, with.Plan)
	} else {
		server.Engine = openEngine(t, s.Database, regengine.Data{})
		server.Keys = *with.Keys
	}
	server.start(t, with)
	return server
}

func (with Setup) data(t testing.TB) regengine.Data {
	if with.Data == nil {
		return World(t)
	}
	return *with.Data
}

func (s *Server) start(t testing.TB, with Setup) {
	t.Helper()
	logger := slog.New(slog.NewJSONHandler(s.Logs, nil))
	s.Meter = access.NewMeter(s.Stores.Ledger, &access.MeterOptions{Now: s.Clock.Now, Logger: logger})
	deps := s.deps(with)
	opts := &httpapi.Options{BaseURL: "https://reglookup.example", Version: "test", Logger: logger, Now: s.Clock.Now}
	if with.Change != nil {
		with.Change(&deps, opts)
	}
	api, err := httpapi.New(deps, opts)
	must(t, err)
	s.API = api
	s.Server = httptest.NewUnstartedServer(nil)
	s.Config = httpapi.NewServer(api, logger)
	s.Start()
	t.Cleanup(func() {
		s.Close()
		stop, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		must(t, s.Meter.Close(stop))
	})
}

func (s *Server) deps(with Setup) httpapi.Deps {
	deps := httpapi.Deps{
		Engine: s.Engine,
		Auth:   access.NewAuthenticator(s.Stores.Store, &access.AuthenticatorOptions{Now: s.Clock.Now}),
		Projects: &projects.Service{
			Store: s.Stores.Projects, Territory: s.Engine.Territory, Calculators: []projects.Calculator{calculator{}}, Now: s.Clock.Now,
		},
		Meter: s.Meter, Model: with.Model, Turns: s.Stores.Ledger,
	}
	if deps.Model == nil {
		deps.Model = firstPassage{}
	}
	if with.Limiter != nil {
		deps.Limiter = with.Limiter(s.Clock)
	}
	return deps
}

type calculator struct{}

func (calculator) ID() string    { return "u-value" }
func (calculator) Title() string { return "Transmitancia" }

func (calculator) Country() geo.ID { return "" }

// firstPassage is a Model that searches once and cites the best passage.
type firstPassage struct{}

func (firstPassage) Next(_ context.Context, t *ask.Transcript) (ask.Step, error) {
	if len(t.Results) == 0 && !t.Final {
		return ask.Step{Searches: []ask.SearchCall{{Text: t.Question.Text}}}, nil
	}
	for _, result := range t.Results {
		for _, p := range result.Passages {
			return ask.Step{Draft: p.Text + " [[" + p.Handle + "]]"}, nil
		}
	}
	return ask.Step{Draft: "No hay nada sobre esto en los textos."}, nil
}
