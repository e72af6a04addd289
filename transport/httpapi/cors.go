package httpapi

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/rs/cors"
)

// anyOrigin lets pages of every origin in, but for those that have none.
const anyOrigin = "*"

// preflightAge is how many seconds a browser may remember what it was let do; none
// remembers it longer.
const preflightAge = 7200

// exposedHeaders are what a page of another origin may read besides the body.
var exposedHeaders = []string{
	headerRequestID, headerTurnID, headerReplayed, headerRateLimit, headerRateLimitPolicy, headerChallenge,
	"Retry-After", "Etag", "Location", "Link", "Allow", "Deprecation", "Sunset", "Content-Language",
}

// newCORS returns what pages of other origins may do; nil where none may do anything.
// Cookies and other credentials of a browser are never taken: a key is sent by the page.
func newCORS(origins []string) (*cors.Cors, error) {
	if len(origins) == 0 {
		return nil, nil
	}
	for _, origin := range origins {
		if err := CheckOrigin(origin); err != nil {
			return nil, fmt.Errorf("httpapi: %w", err)
		}
	}
	return cors.New(cors.Options{
		AllowedOrigins: origins,
		AllowedMethods: []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete},
		AllowedHeaders: []string{"Accept", "Authorization", "Content-Type", headerIdempotencyKey, "If-None-Match", headerRequestID},
		ExposedHeaders: exposedHeaders,
		MaxAge:         preflightAge,
	}), nil
}

// CheckOrigin takes "*" and what browsers send as Origin (RFC 6454 section 6.2). "null"
// is refused: sandboxed frames and local files of anybody are it.
func CheckOrigin(origin string) error {
	if origin == anyOrigin {
		return nil
	}
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.String() != u.Scheme+"://"+u.Host || strings.Contains(u.Host, anyOrigin) {
		return fmt.Errorf("%.80q is no origin: write * or one such as https://app.example.org", origin)
	}
	return nil
}

// crossOrigin sets the headers that let a page of another origin read the answer. It
// reports whether the request was a question about that alone, which is answered then:
// it comes without a key, and the answer is the same for every path.
func (a *API) crossOrigin(x *exchange, r *http.Request) (done bool) {
	if a.cors == nil || !underAPI(r.URL.Path) && r.URL.Path != "/openapi.json" {
		return false
	}
	if origins := r.Header.Values("Origin"); len(origins) > 1 || slices.Contains(origins, "null") { // several are no browser's
		return false
	}
	a.cors.HandlerFunc(x, r)
	if x.status != 0 {
		x.op = a.preflight
	}
	return x.status != 0
}

// vary adds what an answer depends on besides its origin. The value is shared.
func vary(h http.Header, value []string) {
	if before := h["Vary"]; before != nil {
		value = slices.Concat(before, value)
	}
	h["Vary"] = value
}
