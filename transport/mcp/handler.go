package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/url"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxBody bounds one message in bytes: a batch of checks as large as the HTTP API takes
// it, and what the protocol has around it.
const maxBody = 4<<20 + 64<<10

// newHandler returns the streamable transport. It keeps no sessions: any replica
// answers any request, and nothing is left of a client that went away.
func (s *Server) newHandler() *sdk.StreamableHTTPHandler {
	return sdk.NewStreamableHTTPHandler(
		func(r *http.Request) *sdk.Server { return s.in(r).sdk },
		&sdk.StreamableHTTPOptions{Stateless: true, Logger: s.logger(), MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true},
	)
}

// logger passes on what went wrong: the SDK also tells of every session, which over
// HTTP is every request.
func (s *Server) logger() *slog.Logger {
	if s.opts.Logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(warnings{s.opts.Logger.Handler()})
}

// warnings is a handler of nothing less than warnings.
type warnings struct{ slog.Handler }

// Enabled implements [slog.Handler].
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}

// ServeHTTP implements [http.Handler]: the endpoint of the streamable transport. Who
// asks is authenticated before; every call is again, by the API. A page of another site
// is refused, also one whose name was made to lead here (DNS rebinding): its Origin, or
// on this machine its Host, gives it away.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.ownOrigin(r) {
		http.Error(w, "Forbidden: pages of other sites may not ask here.", http.StatusForbidden)
		return
	}
	if s.opts.Allow != nil && !s.asks(r) && !s.opts.Allow(w) {
		return
	}
	s.http.ServeHTTP(w, r)
}

// asks reports whether a request asks something of the API, which then counts it. Its
// body can be read again.
func (s *Server) asks(r *http.Request) bool {
	raw, _ := io.ReadAll(io.LimitReader(r.Body, maxBody)) // who reads on meets the error again
	r.Body = again{io.MultiReader(bytes.NewReader(raw), r.Body), r.Body}
	var message, params map[string]json.RawMessage // no structs, for which "Method" is method
	if json.Unmarshal(raw, &message) != nil {
		return false
	}
	_ = json.Unmarshal(message["params"], &params) // none ask nothing
	switch plain(message["method"]) {
	case "tools/call":
		c := s.callers[plain(params["name"])]
		if c == nil {
			return false
		}
		_, mistakes := c.read(params["arguments"])
		return len(mistakes) == 0
	case "resources/read":
		_, _, ok := s.resource(plain(params["uri"]))
		return ok
	}
	return false
}

// again is a body that was read in part.
type again struct {
	io.Reader
	io.Closer
}

// ownOrigin reports whether a request comes from no page, or from one of this service.
func (s *Server) ownOrigin(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return true
	}
	origin, err := url.Parse(origins[0])
	if len(origins) > 1 || err != nil || origin.Host == "" {
		return false
	}
	own, err := url.Parse(s.opts.BaseURL)
	if err == nil && own.Host != "" {
		return origin.Scheme == own.Scheme && origin.Host == own.Host
	}
	return origin.Host == r.Host
}
