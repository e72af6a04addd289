package httpapi

import (
	"net/http"

	"github.com/klauspost/compress/gzhttp"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// routeSystem adds what is not an operation: document, documentation, health
// and metrics, and the answer to everything else.
func (a *API) routeSystem() error {
	docs, err := newDocs()
	if err != nil {
		return err
	}
	if err := a.errors.render(); err != nil {
		return err
	}
	routes := map[string]http.HandlerFunc{
		"GET /errors":        a.errorPage,
		"GET /errors/{code}": a.errorPage,
		"GET /openapi.json":  a.openapi.serve,
		"GET /docs":          a.docsPage,
		"GET /docs/theme.js": theme,
		"GET /docs/{file}":   docs.file,
		"GET /healthz":       a.healthy,
		"GET /readyz":        a.ready,
	}
	if !a.opts.HideMetrics {
		routes["GET /metrics"] = a.Metrics().ServeHTTP
	}
	for pattern, serve := range routes {
		a.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			w.(*exchange).op = a.system
			serve(w, r)
		})
	}
	a.mux.HandleFunc(catchAll, a.unmatched)
	if a.opts.Pages != nil {
		a.opts.Pages = gzhttp.GzipHandler(a.opts.Pages)
	}
	return nil
}

// Metrics answers every request with what /metrics shows, for an address of its own.
func (a *API) Metrics() http.Handler {
	return promhttp.HandlerFor(a.opts.Registry, promhttp.HandlerOpts{})
}

// health is the body of /healthz and /readyz.
type health struct {
	Status   string `json:"status"`
	Version  string `json:"version"`
	Revision int64  `json:"revision"`
}

// healthy says that the process answers.
func (a *API) healthy(w http.ResponseWriter, _ *http.Request) {
	a.writeHealth(w.(*exchange), "ok")
}

// ready says that requests can be served: a snapshot is loaded and what the
// snapshot does not hold can be reached.
func (a *API) ready(w http.ResponseWriter, r *http.Request) {
	x := w.(*exchange)
	if a.leaving.Load() {
		problemUnavailable.write(x)
		return
	}
	if a.readiness.check != nil {
		if err := a.readiness.ask(r.Context()); err != nil {
			a.log.ErrorContext(r.Context(), "not ready", "request_id", x.id, "error", err)
			problemUnavailable.write(x)
			return
		}
	}
	a.writeHealth(x, "ready")
}

// Leave begins the end of a server: /readyz says 503 from now on, and each connection
// is closed with the next answer on it. All else is answered as before, so that nobody
// is refused who did not look at /readyz yet.
func (a *API) Leave() { a.leaving.Store(true) }

func (a *API) writeHealth(x *exchange, status string) {
	h := x.Header()
	h["Content-Type"] = typeJSON
	h["Cache-Control"] = cacheNever
	send(x, http.StatusOK, encode(health{status, a.opts.Version, a.deps.Engine.Snapshot().Revision}))
}
