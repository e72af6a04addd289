package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/cors"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
)

// Engine hands out the newest snapshot and answers questions over it;
// [regengine.Engine] does.
type Engine interface {
	Snapshot() *regengine.Snapshot

	// Ask runs one turn. The errors are those of [ask.Agent.Answer], and of opening
	// the project's documents.
	Ask(ctx context.Context, q ask.Question, opts *regengine.AskOptions) (*ask.Answer, error)
}

// Deps are the parts an API stands on. All are required but
// Fallback, Reader, ModelPrice, Limiter, Turns, Accounts and Webhooks.
type Deps struct {
	Engine   Engine
	Auth     Authenticator
	Projects Projects
	Meter    Meter
	Model    ask.Model
	Fallback ask.Model // drafts when Model fails (DECISIONS 17); nil: a failed model is a 503
	Reader   ask.SecondReader

	// ModelPrice is what Model costs, for the metrics.
	ModelPrice ModelPrice

	Limiter  access.Limiter // nil: no rate limits
	Turns    Turns          // nil: no turn is found again
	Accounts Accounts       // nil: no account is shown
	Webhooks Webhooks       // nil: none are sent
}

// Options configure an API. The zero value is useful.
type Options struct {
	BaseURL       string                          // public address without a final slash, for links; "" makes links relative
	Version       string                          // of the service, for the OpenAPI document; "" means "dev"
	Logger        *slog.Logger                    // nil: nothing is logged
	Now           func() time.Time                // nil: time.Now
	Joining       func(country geo.ID) bool       // whether a country that is not served yet is being imported; nil: none is
	Ready         func(ctx context.Context) error // what /readyz asks beyond the snapshot, from one goroutine at a time; nil: nothing
	Registry      *prometheus.Registry            // where the metrics are registered; nil: one of its own
	HideMetrics   bool                            // /metrics is not served: [API.Metrics] is, elsewhere
	Pages         http.Handler                    // answers every path outside the API; nil: 404
	VerifyCredits int64                           // price of a verify; 0 means 1, below 0 free (DECISIONS 8)
	Origins       []string                        // of the browser pages that may ask, such as "https://app.example.org"; "*" means any
}

// API is the HTTP API of one engine. It is safe for concurrent use.
type API struct {
	deps    Deps
	opts    Options
	log     *slog.Logger
	now     func() time.Time
	metrics *metrics
	mux     *http.ServeMux
	openapi *document
	mounts  map[string]*mounted // by path
	errors  *errorPages
	frame   Framer

	cors *cors.Cors // nil: pages of other origins may do nothing

	unrouted, system, pages, preflight *operation // stand for requests that reach no operation

	current  atomic.Pointer[views]
	building sync.Mutex // one build of views at a time
	policies sync.Map   // policy -> []string
	uploads  uploads

	readiness readiness
	leaving   atomic.Bool // Leave was called
}

// New returns the API of an engine. It does no I/O beyond building the answers
// of the present snapshot.
func New(deps Deps, opts *Options) (*API, error) {
	if deps.Engine == nil || deps.Auth == nil || deps.Projects == nil || deps.Meter == nil || deps.Model == nil {
		return nil, errors.New("httpapi: Engine, Auth, Projects, Meter and Model are required")
	}
	a := &API{deps: deps, mux: http.NewServeMux()}
	if opts != nil {
		a.opts = *opts
	}
	a.setDefaults()
	a.readiness.check = a.opts.Ready
	m, err := newMetrics(a.opts.Registry, deps.Engine)
	if err != nil {
		return nil, err
	}
	a.metrics = m
	if a.cors, err = newCORS(a.opts.Origins); err != nil {
		return nil, err
	}
	a.unrouted, a.system, a.pages, a.preflight = a.pseudo("none"), a.pseudo("system"), a.pseudo("pages"), a.pseudo("preflight")
	a.current.Store(newViews(deps.Engine.Snapshot()))
	if err := a.route(); err != nil {
		return nil, err
	}
	return a, nil
}

func (a *API) setDefaults() {
	o := &a.opts
	o.BaseURL = strings.TrimSuffix(o.BaseURL, "/")
	if o.Version == "" {
		o.Version = "dev"
	}
	if a.log = o.Logger; a.log == nil {
		a.log = slog.New(slog.DiscardHandler)
	}
	if a.now = o.Now; a.now == nil {
		a.now = time.Now
	}
	if o.Registry == nil {
		o.Registry = prometheus.NewRegistry()
	}
	switch {
	case o.VerifyCredits == 0:
		o.VerifyCredits = 1
	case o.VerifyCredits < 0:
		o.VerifyCredits = 0
	}
}

// pseudo returns an operation that is one in logs and metrics only.
func (a *API) pseudo(id string) *operation {
	return &operation{id: id, metrics: a.metrics.prepare(id), log: a.log.Handler().WithAttrs([]slog.Attr{slog.String("operation", id)})}
}

// route makes the mux know every path.
func (a *API) route() error {
	public := humago.New(a.mux, a.humaConfig())
	a.errors, a.frame = newErrorPages(), bare{}
	for _, ops := range [][]*operation{
		a.locationOperations(), a.codesOperations(), a.changeOperations(), a.textOperations(), a.projectOperations(), a.calculatorOperations(), a.verifyOperations(), a.circumstanceOperations(), a.requirementsOperations(), a.askOperations(), a.accountOperations(),
	} {
		for _, op := range ops {
			a.register(public, op)
		}
	}
	documentWebhooks(public.OpenAPI())
	// Hidden operations go to an API of their own: Huma would leak their
	// schemas into the document of the first.
	hidden := humago.New(a.mux, a.humaConfig())
	for _, op := range a.legacyOperations() {
		a.register(hidden, op)
	}
	doc, err := newDocument(public.OpenAPI())
	if err != nil {
		return err
	}
	a.openapi = doc
	return a.routeSystem()
}

// humaConfig turns off everything Huma would serve or decide by itself.
func (a *API) humaConfig() huma.Config {
	config := huma.DefaultConfig("Regulation lookup", a.opts.Version)
	config.CreateHooks = nil
	config.SchemasPath = ""
	config.OpenAPIPath = ""
	config.DocsPath = ""
	a.describe(config.OpenAPI)
	return config
}
