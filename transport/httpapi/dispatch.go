package httpapi

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// ServeHTTP implements [http.Handler]. Whatever happens inside, the request is
// answered, counted and logged.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.answer(w, r, a.dispatch) }

// ServeAs answers a request for a path below /api in the name of p, as if it came with
// p's key: with the same checks, limits, credits and bytes. No credential of r counts.
// It is for what knows by other means who asks, such as pages with a session.
func (a *API) ServeAs(p *access.Principal, w http.ResponseWriter, r *http.Request) {
	a.answer(w, r, func(x *exchange, r *http.Request) {
		x.principal = p
		if underAPI(r.URL.Path) && cleanPath(r.URL) {
			a.mux.ServeHTTP(x, r)
			return
		}
		problemNoRoute.write(x)
	})
}

// answer takes a request through whatever answers it.
func (a *API) answer(w http.ResponseWriter, r *http.Request, by func(x *exchange, r *http.Request)) {
	x := &exchange{ResponseWriter: w, request: r, id: requestID(r), started: a.now(), op: a.unrouted, principal: &nobody}
	x.setHeader(headerRequestID, 0, x.id)
	x.Header()[headerContentOptions] = noSniff
	if a.leaving.Load() {
		x.Header()["Connection"] = []string{"close"}
	}
	a.metrics.inFlight.Inc()
	defer a.finish(x)
	defer a.recoverPanic(x)
	by(x, r)
}

// dispatch authenticates before it routes: who has no key learns nothing about
// the paths below /api (DECISIONS 4).
func (a *API) dispatch(x *exchange, r *http.Request) {
	if a.crossOrigin(x, r) {
		return
	}
	if m, ok := a.mounts[r.URL.Path]; ok {
		m.serve(a, x, r)
		return
	}
	if underAPI(r.URL.Path) {
		if err := a.authenticate(x, r); err != nil {
			a.fail(x, err)
			return
		}
	}
	if cleanPath(r.URL) {
		a.mux.ServeHTTP(x, r)
		return
	}
	a.noRoute(x, r)
}

// unmatched answers what no operation's pattern matches: 405 where another
// method would have matched, otherwise 404.
func (a *API) unmatched(w http.ResponseWriter, r *http.Request) {
	x := w.(*exchange)
	if allowed := a.allowedMethods(r); len(allowed) > 0 {
		x.Header().Set("Allow", strings.Join(allowed, ", "))
		problemMethod.write(x)
		return
	}
	a.noRoute(x, r)
}

func (a *API) noRoute(x *exchange, r *http.Request) {
	if a.opts.Pages != nil && !underAPI(r.URL.Path) && cleanPath(r.URL) {
		x.op = a.pages
		a.opts.Pages.ServeHTTP(x, r)
		return
	}
	problemNoRoute.write(x)
}

// catchAll is the pattern of unmatched. It takes every method, which keeps the
// mux from answering 404 and 405 in plain text.
const catchAll = "/"

func (a *API) allowedMethods(r *http.Request) []string {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		probe := &http.Request{Method: method, URL: r.URL, Host: r.Host}
		if _, pattern := a.mux.Handler(probe); pattern != catchAll {
			allowed = append(allowed, method)
		}
	}
	return slices.Clip(allowed)
}

// recoverPanic turns a panic into the fixed 500, if nothing was written yet.
// http.ErrAbortHandler goes on: it means to end the connection.
func (a *API) recoverPanic(x *exchange) {
	cause := recover()
	if cause == nil {
		return
	}
	if cause == http.ErrAbortHandler { //nolint:errorlint // the very value is what net/http compares
		panic(cause)
	}
	a.log.ErrorContext(x.request.Context(), "panic",
		"request_id", x.id, "operation", x.op.id, "panic", fmt.Sprint(cause), "stack", string(debug.Stack()))
	if x.status != 0 {
		panic(http.ErrAbortHandler) // half an answer must not look like a whole one
	}
	problemInternal.write(x)
}

// finish counts and logs an exchange. Neither knows a key, a query, a path
// parameter or a body.
func (a *API) finish(x *exchange) {
	now := a.now()
	took := now.Sub(x.started)
	a.metrics.inFlight.Dec()
	a.metrics.observe(x.op, x.status, took)
	a.logExchange(x, now, took)
}

// logExchange writes to the handler itself: a Logger would look up the source
// line, which is always this one.
func (a *API) logExchange(x *exchange, now time.Time, took time.Duration) {
	ctx, level := x.request.Context(), levelOf(x.status)
	if !x.op.log.Enabled(ctx, level) {
		return
	}
	record := slog.NewRecord(now, level, "request", 0)
	record.AddAttrs(slog.String("request_id", x.id), slog.Int("status", x.status), slog.Int64("bytes", x.size),
		slog.Duration("took", took), slog.String("user", x.principal.UserID))
	_ = x.op.log.Handle(ctx, record) // a log that cannot be written is no reason to fail a request
}

func levelOf(status int) slog.Level {
	if status >= http.StatusInternalServerError {
		return slog.LevelError
	}
	return slog.LevelInfo
}
