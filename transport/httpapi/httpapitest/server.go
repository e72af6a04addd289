package httpapitest

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/webhooks"
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
	Hooks  *webhooks.Service // nil: no webhooks are sent
	Clock  *accesstest.Clock // of everything
	Logs   *Logs

	memory memory // stands for a database where there is none
}

// Setup says what is special about a server. The zero value is a plain one,
// without rate limits.
type Setup struct {
	Data    *regengine.Data // nil means World
	Keys    *Keys           // of a server over the same stores, which are populated already; nil: they are empty
	Limiter func(clock *accesstest.Clock) access.Limiter

	Offline bool // no connections are listened for: requests go to the API itself

	// ReadTimeout of the server; 0 means that of [httpapi.NewServer].
	ReadTimeout time.Duration

	Meter  func(*access.MeterOptions) // changes how requests are metered
	Model  ask.Model
	Plan   func(p *access.Plan)                  // changes the main user's plan
	Change func(*httpapi.Deps, *httpapi.Options) // the last word before the API is made
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
		server.fill(t, with.data(t))
		server.Keys = populate(t, s, with.Plan)
	} else {
		server.Keys = *with.Keys
		if s.Database == nil {
			server.fill(t, with.data(t))
		}
	}
	server.openEngine(t)
	server.start(t, with)
	return server
}

// fill puts data into the database, or into memory where there is none.
func (s *Server) fill(t testing.TB, data regengine.Data) {
	t.Helper()
	if s.Stores.Database == nil {
		s.memory.merge(data)
		return
	}
	_, err := regengine.Import(t.Context(), s.Stores.Database, Schemes(), data, nil)
	must(t, err)
}

func (s *Server) openEngine(t testing.TB) {
	t.Helper()
	var source regengine.Source = &s.memory
	if s.Stores.Database != nil {
		source = s.Stores.Database
	}
	engine, err := regengine.Open(t.Context(), source, Schemes(), nil)
	must(t, err)
	s.Engine = engine
}

// Import changes the data a server serves, as the command's import does.
func (s *Server) Import(t testing.TB, change regengine.Data) {
	t.Helper()
	s.fill(t, change)
	must(t, s.Engine.Refresh(t.Context()))
}

// memory is the source of servers without a database. Only the test's own
// goroutine uses it.
type memory struct {
	data     regengine.Data
	revision int64
}

func (m *memory) merge(change regengine.Data) {
	m.data, m.revision = regengine.Merge(m.data, change), m.revision+1
}

// Load implements [regengine.Source].
func (m *memory) Load(context.Context) (regengine.Data, int64, error) { return m.data, m.revision, nil }

// Revision implements [regengine.Source].
func (m *memory) Revision(context.Context) (int64, error) { return m.revision, nil }

// Changes implements [regengine.Source]: who changes the data refreshes the engine.
func (m *memory) Changes(context.Context) <-chan struct{} { return nil }

func (with Setup) data(t testing.TB) regengine.Data {
	if with.Data == nil {
		return World(t)
	}
	return *with.Data
}

func (s *Server) start(t testing.TB, with Setup) {
	t.Helper()
	logger := slog.New(slog.NewJSONHandler(s.Logs, nil))
	metering := &access.MeterOptions{Now: s.Clock.Now, Logger: logger}
	if with.Meter != nil {
		with.Meter(metering)
	}
	s.Meter = access.NewMeter(s.Stores.Ledger, metering)
	deps := s.deps(with)
	opts := &httpapi.Options{BaseURL: "https://reglookup.example", Version: "test", Logger: logger, Now: s.Clock.Now}
	if with.Change != nil {
		with.Change(&deps, opts)
	}
	api, err := httpapi.New(deps, opts)
	must(t, err)
	s.API = api
	t.Cleanup(func() {
		if s.Hooks != nil {
			s.Hooks.Sender.Close()
		}
		stop, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		must(t, s.Meter.Close(stop))
	})
	if with.Offline {
		return
	}
	s.Server = httptest.NewUnstartedServer(nil)
	s.Config = httpapi.NewServer(api, logger)
	if with.ReadTimeout > 0 {
		s.Config.ReadTimeout = with.ReadTimeout
	}
	s.Start()
	t.Cleanup(s.Close)
}

func (s *Server) deps(with Setup) httpapi.Deps {
	deps := httpapi.Deps{
		Engine: s.Engine,
		Auth:   access.NewAuthenticator(s.Stores.Store, &access.AuthenticatorOptions{Now: s.Clock.Now}),
		Projects: &projects.Service{
			Store: s.Stores.Projects, Territory: s.Engine.Territory, Calculators: []projects.Calculator{calculator{}}, Plugged: pluggedCalculators,
			Extractor: extractor{}, Now: s.Clock.Now,
		},
		Meter: s.Meter, Model: with.Model, Turns: s.Stores.Ledger, Accounts: s.Stores,
	}
	if s.Stores.Webhooks != nil {
		s.Hooks = &webhooks.Service{Store: s.Stores.Webhooks, Sender: webhooks.NewSender(&webhooks.SenderOptions{Private: true}), Now: s.Clock.Now}
		deps.Webhooks = s.Hooks
	}
	if deps.Model == nil {
		deps.Model = firstPassage{}
	}
	if with.Limiter != nil {
		deps.Limiter = with.Limiter(s.Clock)
	}
	return deps
}

// extractor takes plain text. A file that begins with "%" it cannot read.
type extractor struct{}

// Extract implements [projects.Extractor].
func (extractor) Extract(_ context.Context, _ string, data []byte) (*projects.Text, error) {
	switch {
	case !utf8.Valid(data) || bytes.HasPrefix(data, []byte("%")):
		return nil, fmt.Errorf("%w: it is no text; save it as UTF-8", projects.ErrUnreadable)
	case bytes.HasPrefix(data, []byte("bomb")):
		return nil, projects.ErrTooLarge
	}
	block := retrieval.Block{Title: "Texto", Kind: retrieval.Paragraph, Lang: "es", Text: string(data)}
	return &projects.Text{MediaType: "text/plain", Blocks: []retrieval.Block{block}}, nil
}

// firstPassage is a Model that searches once and cites the best passage.
type firstPassage struct{}

func (firstPassage) Next(_ context.Context, t *ask.Transcript) (ask.Step, error) {
	if len(t.Results) == 0 && !t.Final {
		return ask.Step{Calls: []ask.Call{ask.NewCall(ask.SearchRegulations, map[string]any{ask.ArgQueries: []string{t.Question.Text}})}}, nil
	}
	for _, result := range t.Results {
		for _, p := range result.Passages {
			return ask.Step{Draft: p.Text + " [[" + p.Handle + "]]"}, nil
		}
	}
	return ask.Step{Draft: "No hay nada sobre esto en los textos."}, nil
}
