package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

const allowedOrigin = "https://app.example.org"

// fromOrigin sends a request as a browser does for a page, without a key where key is "".
func fromOrigin(t *testing.T, s *httpapitest.Server, method, path, origin, key string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	r.Header.Set("Origin", origin)
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, r)
	return w
}

func corsServer(t *testing.T, origins ...string) *httpapitest.Server {
	t.Helper()
	return newServer(t, httpapitest.Setup{Change: func(_ *httpapi.Deps, o *httpapi.Options) { o.Origins = origins }})
}

// TestAPI_cors: pages of the origins named may read answers, of all of errors too, and
// no others. Credentials of the browser are never let in.
func TestAPI_cors(t *testing.T) {
	const path = "/api/v1/projects"
	for _, tt := range []struct {
		name    string
		origins []string
		origin  string
		want    string
	}{
		{"named", []string{"https://other.example.org", allowedOrigin}, allowedOrigin, allowedOrigin},
		{"any", []string{"*"}, "https://evil.example.com", "*"},
		{"not named", []string{allowedOrigin}, "https://evil.example.com", ""},
		{"subdomain", []string{allowedOrigin}, "https://x.app.example.org", ""},
		{"other scheme", []string{allowedOrigin}, "http://app.example.org", ""},
		{"other port", []string{allowedOrigin}, allowedOrigin + ":8443", ""},
		{"null", []string{allowedOrigin}, "null", ""},
		{"null where any may", []string{"*"}, "null", ""},
		{"none", nil, allowedOrigin, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := corsServer(t, tt.origins...)
			for name, w := range map[string]*httptest.ResponseRecorder{
				"answer":   fromOrigin(t, s, http.MethodGet, path, tt.origin, s.Keys.Main),
				"401":      fromOrigin(t, s, http.MethodGet, path, tt.origin, ""),
				"404":      fromOrigin(t, s, http.MethodGet, "/api/v1/nothing", tt.origin, s.Keys.Main),
				"304":      fromOrigin(t, s, http.MethodGet, "/api/v1/codes/cte-db-sua", tt.origin, s.Keys.Main, "If-None-Match", "*"),
				"document": fromOrigin(t, s, http.MethodGet, "/openapi.json", tt.origin, ""),
				"preflight": fromOrigin(t, s, http.MethodOptions, path, tt.origin, "", "Access-Control-Request-Method", "POST",
					"Access-Control-Request-Headers", "authorization,content-type,idempotency-key"),
			} {
				h := w.Header()
				if got := h.Get("Access-Control-Allow-Origin"); got != tt.want {
					t.Errorf("%s: Allow-Origin %q, want %q", name, got, tt.want)
				}
				if h.Get("Access-Control-Allow-Credentials") != "" {
					t.Errorf("%s: credentials are let in", name)
				}
				varies := strings.Contains(strings.Join(h.Values("Vary"), ","), "Origin")
				if tt.want != "" && !varies || name != "preflight" && name != "document" && !strings.Contains(strings.Join(h.Values("Vary"), ","), "Authorization") {
					t.Errorf("%s: Vary %q", name, h.Values("Vary"))
				}
			}
		})
	}
}

// TestAPI_preflight: what a browser asks before it sends is answered without a key, alike
// for every path, and never for a path outside the API.
func TestAPI_preflight(t *testing.T) {
	s := corsServer(t, allowedOrigin)
	ask := func(path, method, headers string) *httptest.ResponseRecorder {
		return fromOrigin(t, s, http.MethodOptions, path, allowedOrigin, "", "Access-Control-Request-Method", method, "Access-Control-Request-Headers", headers)
	}
	known := ask("/api/v1/verify", "POST", "authorization,content-type")
	if known.Code != http.StatusNoContent || known.Body.Len() != 0 || known.Header().Get("Access-Control-Allow-Methods") != "POST" || known.Header().Get("Access-Control-Max-Age") != "7200" {
		t.Errorf("%d %v %s", known.Code, known.Header(), known.Body)
	}
	absent := ask("/api/v1/nothing", "POST", "authorization,content-type")
	known.Header().Del("X-Request-Id")
	absent.Header().Del("X-Request-Id")
	if absent.Code != known.Code || len(absent.Header()) != len(known.Header()) {
		t.Errorf("an absent path answers %v, one that is there %v", absent.Header(), known.Header())
	}
	for name, w := range map[string]*httptest.ResponseRecorder{
		"method": ask("/api/v1/verify", "BREW", ""), "header": ask("/api/v1/verify", "POST", "cookie"), "page": ask("/docs", "GET", ""), "metrics": ask("/metrics", "GET", ""),
	} {
		if got := w.Header().Get("Access-Control-Allow-Origin"); got != "" {
			t.Errorf("%s: Allow-Origin %q", name, got)
		}
	}
	if w := fromOrigin(t, s, http.MethodOptions, "/api/v1/verify", allowedOrigin, ""); w.Code != http.StatusUnauthorized {
		t.Errorf("OPTIONS that is no preflight: %d", w.Code)
	}
	exposed := fromOrigin(t, s, http.MethodGet, "/api/v1/projects", allowedOrigin, s.Keys.Main).Header().Get("Access-Control-Expose-Headers")
	for _, name := range []string{"X-Request-Id", "Etag", "Retry-After", "Ratelimit", "Location", "Link", "X-Turn-Id"} {
		if !slices.Contains(strings.Split(exposed, ", "), name) {
			t.Errorf("%s is not exposed: %s", name, exposed)
		}
	}
}

func TestNew_origins(t *testing.T) {
	var deps httpapi.Deps
	newServer(t, httpapitest.Setup{Change: func(d *httpapi.Deps, _ *httpapi.Options) { deps = *d }})
	for _, origin := range []string{"null", "", "app.example.org", "https://app.example.org/", "https://app.example.org/path", "https://*.example.org", "file://", "https://u:p@example.org", "https://a.example.org https://b.example.org"} {
		_, err := httpapi.New(deps, &httpapi.Options{Origins: []string{origin}})
		if err == nil || !strings.Contains(err.Error(), "origin") {
			t.Errorf("%q: want it refused, got %v", origin, err)
		}
	}
}

// TestAPI_cors_several: no browser sends two origins, and one that is let in lets no other in.
func TestAPI_cors_several(t *testing.T) {
	s := corsServer(t, allowedOrigin)
	for _, origins := range [][]string{{allowedOrigin, "https://evil.example.com"}, {allowedOrigin, "null"}, {"null", allowedOrigin}} {
		for _, method := range []string{http.MethodGet, http.MethodOptions} {
			r := httptest.NewRequestWithContext(t.Context(), method, "/api/v1/projects", http.NoBody)
			r.Header["Origin"] = origins
			r.Header.Set("Authorization", "Bearer "+s.Keys.Main)
			r.Header.Set("Access-Control-Request-Method", http.MethodPost)
			w := httptest.NewRecorder()
			s.API.ServeHTTP(w, r)
			if got := w.Header().Values("Access-Control-Allow-Origin"); len(got) > 0 {
				t.Errorf("%s of %q: Allow-Origin %q", method, origins, got)
			}
		}
	}
}
