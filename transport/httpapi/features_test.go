package httpapi_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// call sends a request of the main key straight to the handler.
func call(t testing.TB, s *httpapitest.Server, method, path, body string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+s.Keys.Main)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, r)
	return w
}

func get(t testing.TB, s *httpapitest.Server, path string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	return call(t, s, http.MethodGet, path, "", header...)
}

func newServer(t testing.TB, with httpapitest.Setup) *httpapitest.Server {
	t.Helper()
	return httpapitest.NewServer(t, httpapitest.MemoryStores(), with)
}

func withLimiter(clock *accesstest.Clock) access.Limiter {
	return &access.MemoryLimiter{Now: clock.Now}
}

func TestAPI_RateLimit(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Limiter: withLimiter})
	for i := 60; i > 0; i-- {
		w := get(t, s, "/api/v1/projects")
		if w.Code != http.StatusOK {
			t.Fatalf("request %d: status %d", 61-i, w.Code)
		}
		if got, want := w.Header().Get("RateLimit"), fmt.Sprintf(`"data";r=%d;t=60`, i-1); got != want {
			t.Fatalf("RateLimit = %s, want %s", got, want)
		}
		if got := w.Header().Get("RateLimit-Policy"); got != `"data";q=60;w=60` {
			t.Fatalf("RateLimit-Policy = %s", got)
		}
	}
	s.Clock.Advance(20*time.Second + time.Millisecond) // 39.999 s are left: a client that waits 39 s comes too early
	w := get(t, s, "/api/v1/project/info?project_id=broken")
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "40" || !strings.Contains(w.Body.String(), `"rate_limit_exceeded"`) {
		t.Errorf("over the limit: %d, Retry-After %q: %s", w.Code, w.Header().Get("Retry-After"), w.Body)
	}
	if w := get(t, s, "/api/v1/location/ES"); w.Code != http.StatusOK || w.Header().Get("RateLimit") != `"catalogue";r=299;t=60` {
		t.Errorf("another group: %d, %s", w.Code, w.Header().Get("RateLimit"))
	}
	if w := call(t, s, http.MethodPost, "/api/v2/ask", ""); w.Header().Get("RateLimit") != `"intelligence";r=19;t=60` {
		t.Errorf("a request of no media type is counted: %s", w.Header().Get("RateLimit"))
	}
	s.Clock.Advance(40 * time.Second)
	if w := get(t, s, "/api/v1/projects"); w.Code != http.StatusOK {
		t.Errorf("in the next window: %d", w.Code)
	}
}

func TestAPI_RateLimit_Plan(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Limiter: withLimiter, Plan: func(p *access.Plan) { p.Limits = map[access.Group]int{access.Data: 2} }})
	for i, want := range []int{200, 200, 429} {
		if w := get(t, s, "/api/v1/projects"); w.Code != want {
			t.Errorf("request %d: status %d, want %d", i+1, w.Code, want)
		}
	}
}

func TestAPI_ETag(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	for _, path := range []string{
		"/api/v1/location/ES-28079", "/api/v1/codes/cte-db-sua", "/api/v1/codes/cte-db-sua/latest", "/api/v1/codes/cte-db-sua/2019-12-27", "/openapi.json",
		"/api/v1/location/search?q=madrid", "/api/v1/codes/search",
	} {
		first := get(t, s, path)
		tag := first.Header().Get("ETag")
		if !strings.HasPrefix(tag, `"`) {
			t.Fatalf("%s: no strong ETag: %q", path, tag)
		}
		for _, known := range []string{tag, "W/" + tag, `"x", ` + tag, "*", ` ` + tag + ` , "y"`} {
			w := get(t, s, path, "If-None-Match", known)
			if w.Code != http.StatusNotModified || w.Body.Len() != 0 || w.Header().Get("ETag") != tag || w.Header().Get("Content-Length") != "" {
				t.Errorf("%s, If-None-Match %s: %d, ETag %q, body of %d bytes", path, known, w.Code, w.Header().Get("ETag"), w.Body.Len())
			}
		}
		if w := get(t, s, path, "If-None-Match", `"another"`); w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), first.Body.Bytes()) {
			t.Errorf("%s with another tag: %d", path, w.Code)
		}
	}
	madrid, alcala := get(t, s, "/api/v1/location/ES-28079"), get(t, s, "/api/v1/location/ES-28005")
	if madrid.Header().Get("ETag") == alcala.Header().Get("ETag") {
		t.Error("two places have the same ETag")
	}
	if w := get(t, s, "/api/v1/location/FR-75056", "If-None-Match", "*"); w.Code != http.StatusForbidden {
		t.Errorf("If-None-Match hides an error: %d", w.Code)
	}
}

// wide returns a world whose location details are worth compressing.
func wide(t testing.TB) *regengine.Data {
	data := httpapitest.World(t)
	for i := range 20 {
		data.Codes = append(data.Codes, codes.Code{
			Slug: fmt.Sprintf("norma-%02d", i), Title: strings.Repeat("Norma ", 10), CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"},
			Versions: []codes.Version{{Slug: "1", Title: "1", Status: codes.Active}},
		})
	}
	for i := range 50 {
		data.Places = append(data.Places, geo.Place{ID: geo.ID(fmt.Sprintf("ES-28%03d", 900+i)), Name: fmt.Sprintf("Villa %02d", i), Level: geo.Municipality, Parent: "ES-28"})
	}
	return &data
}

func TestAPI_Gzip(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Data: wide(t)})
	for _, path := range []string{"/api/v1/location/ES-28079", "/api/v1/location/search?q=villa", "/api/v1/codes/search", "/openapi.json"} {
		plain, zipped := get(t, s, path), get(t, s, path, "Accept-Encoding", "br, gzip;q=0.5")
		if zipped.Header().Get("Content-Encoding") != "gzip" || plain.Header().Get("Content-Encoding") != "" {
			t.Fatalf("%s: encodings %q and %q", path, zipped.Header().Get("Content-Encoding"), plain.Header().Get("Content-Encoding"))
		}
		r, err := gzip.NewReader(bytes.NewReader(zipped.Body.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(r); err != nil || !bytes.Equal(body, plain.Body.Bytes()) {
			t.Errorf("%s: compressed and plain bodies differ (%v)", path, err)
		}
		if got := zipped.Header().Get("Content-Length"); got != fmt.Sprint(zipped.Body.Len()) {
			t.Errorf("%s: Content-Length %s for %d bytes", path, got, zipped.Body.Len())
		}
		if !strings.Contains(zipped.Header().Get("Vary"), "Accept-Encoding") {
			t.Errorf("%s: Vary %q", path, zipped.Header().Get("Vary"))
		}
		tag := zipped.Header().Get("ETag")
		if tag == "" || tag == plain.Header().Get("ETag") {
			t.Errorf("%s: ETags %q and %q for two encodings", path, plain.Header().Get("ETag"), tag)
		}
		for _, known := range []string{tag, "*", `"x", W/` + tag} {
			if w := get(t, s, path, "Accept-Encoding", "gzip", "If-None-Match", known); w.Code != http.StatusNotModified || w.Header().Get("ETag") != tag {
				t.Errorf("%s: If-None-Match %s: %d, ETag %s", path, known, w.Code, w.Header().Get("ETag"))
			}
		}
	}
	for _, refused := range []string{"", "gzip;q=0", "identity", "br", "*;q=0", "gzip;q=0, *"} {
		if w := get(t, s, "/api/v1/location/ES-28079", "Accept-Encoding", refused); w.Header().Get("Content-Encoding") != "" {
			t.Errorf("Accept-Encoding %q is answered with gzip", refused)
		}
	}
	if w := get(t, s, "/api/v1/projects", "Accept-Encoding", "gzip"); w.Body.Len() < 1024 && w.Header().Get("Content-Encoding") != "" {
		t.Error("a small body is compressed")
	}
}

// source is an engine's source that can be changed.
type source struct {
	regengine.Data
	revision int64
}

func (s *source) Load(context.Context) (regengine.Data, int64, error) {
	return s.Data, s.revision, nil
}
func (s *source) Revision(context.Context) (int64, error) { return s.revision, nil }
func (s *source) Changes(context.Context) <-chan struct{} { return nil }

func TestAPI_SnapshotSwap(t *testing.T) {
	src := &source{httpapitest.World(t), 1}
	engine, err := regengine.Open(t.Context(), src, httpapitest.Schemes(), nil)
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(t, httpapitest.Setup{Change: func(d *httpapi.Deps, _ *httpapi.Options) { d.Engine = engine }})
	before := get(t, s, "/api/v1/location/ES-28079")
	src.Places[3].Name, src.revision = "Madrid (villa)", 2
	if err := engine.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	after := get(t, s, "/api/v1/location/ES-28079", "If-None-Match", before.Header().Get("ETag"))
	if after.Code != http.StatusOK || !strings.Contains(after.Body.String(), "Madrid (villa)") {
		t.Errorf("after the change: %d %s", after.Code, after.Body)
	}
	if w := get(t, s, "/metrics"); !strings.Contains(w.Body.String(), "regengine_snapshot_revision 2") {
		t.Error("the metric does not show the new revision")
	}
}

// broken fails in every way it is told to.
type broken struct {
	httpapi.Projects
	err error
}

func (b broken) List(context.Context, projects.Member) ([]projects.Summary, error) {
	if b.err == nil {
		panic("secret rgk_es_abc")
	}
	return nil, b.err
}
func (b broken) Info(context.Context, projects.Member, string) (*projects.Info, error) {
	return nil, b.err
}

func TestAPI_Failure(t *testing.T) {
	for name, test := range map[string]struct {
		err        error
		status     int
		code       string
		retryAfter string
	}{
		"unknown":     {errors.New("select * from secret"), 500, "internal_error", ""},
		"panic":       {nil, 500, "internal_error", ""},
		"unavailable": {fmt.Errorf("projects: %w: dial secret", regengine.ErrUnavailable), 503, "unavailable", "5"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, httpapitest.Setup{Change: func(d *httpapi.Deps, _ *httpapi.Options) { d.Projects = broken{err: test.err} }})
			w := get(t, s, "/api/v1/projects")
			if w.Code != test.status || !strings.Contains(w.Body.String(), `"code":"`+test.code+`"`) || w.Header().Get("Retry-After") != test.retryAfter {
				t.Errorf("%d, Retry-After %q: %s", w.Code, w.Header().Get("Retry-After"), w.Body)
			}
			if strings.Contains(w.Body.String(), "secret") {
				t.Errorf("the cause leaks: %s", w.Body)
			}
			if !strings.Contains(s.Logs.String(), "secret") || !strings.Contains(s.Logs.String(), w.Header().Get("X-Request-Id")) {
				t.Errorf("the cause is not logged: %s", s.Logs)
			}
		})
	}
}

type failingAuth struct{ err error }

func (f failingAuth) Authenticate(context.Context, string) (*access.Principal, error) {
	return nil, f.err
}

func TestAPI_AuthUnavailable(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Change: func(d *httpapi.Deps, _ *httpapi.Options) { d.Auth = failingAuth{regengine.ErrUnavailable} }})
	if w := get(t, s, "/api/v1/projects"); w.Code != http.StatusServiceUnavailable || w.Header().Get("WWW-Authenticate") != "" || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

func TestAPI_Ready(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Change: func(_ *httpapi.Deps, o *httpapi.Options) {
		o.Ready = func(context.Context) error { return errors.New("secret host is down") }
	}})
	if w := get(t, s, "/readyz"); w.Code != http.StatusServiceUnavailable || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if !strings.Contains(s.Logs.String(), "secret host is down") {
		t.Error("the cause is not logged")
	}
	if w := get(t, s, "/healthz"); w.Code != http.StatusOK {
		t.Errorf("healthz: %d", w.Code)
	}
}

func TestAPI_Metrics(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Limiter: withLimiter, Plan: func(p *access.Plan) { p.Limits = map[access.Group]int{access.Data: 1} }})
	get(t, s, "/api/v1/location/ES")
	get(t, s, "/api/v1/location/ES-99999")
	get(t, s, "/api/v1/projects")
	get(t, s, "/api/v1/projects")
	get(t, s, "/api/v1/projects", "Authorization", "x")
	call(t, s, http.MethodPost, "/api/v2/ask", question)
	call(t, s, http.MethodPost, "/api/v1/verify", `{"element":"x","parameter":"y","value":1,"unit":"m","geo_id":"ES-28079"}`)
	body := get(t, s, "/metrics").Body.String()
	for _, want := range []string{
		`regengine_http_requests_total{operation="getLocation",status="200"} 1`,
		`regengine_http_requests_total{operation="getLocation",status="404"} 1`,
		`regengine_http_requests_total{operation="listProjects",status="429"} 1`,
		`regengine_http_requests_total{operation="none",status="401"} 1`,
		`regengine_http_request_duration_seconds_count{operation="getLocation"} 2`,
		`regengine_http_requests_in_flight 1`,
		`regengine_rate_limited_total{group="data"} 1`,
		`regengine_auth_failures_total 1`,
		`regengine_ask_turns_total{outcome="answered"} 1`,
		`regengine_verify_results_total{result_status="undetermined"} 1`,
		`regengine_snapshot_places 11`, `regengine_snapshot_codes 5`, `regengine_snapshot_blocks 2`, `regengine_snapshot_revision 1`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
}

// TestAPI_NoSniff: no answer is to be taken for something else than it says.
func TestAPI_NoSniff(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Change: func(_ *httpapi.Deps, o *httpapi.Options) { o.Pages = http.NotFoundHandler() }})
	for _, path := range []string{
		"/api/v1/location/ES", "/api/v1/location/ES-99999", "/api/v1/nothing", "/api/v1/location/search", "/openapi.json", "/docs", "/healthz", "/readyz", "/metrics", "/page",
	} {
		if got := get(t, s, path).Header().Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("%s: X-Content-Type-Options is %q", path, got)
		}
	}
	if got := get(t, s, "/api/v1/projects", "Authorization", "x").Header().Get("X-Content-Type-Options"); got != "nosniff" {
		t.Errorf("without a key: %q", got)
	}
}

func TestAPI_RequestID(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	for _, sent := range []string{"", "with space", "<script>", strings.Repeat("x", 129), "line\nbreak"} {
		if got := get(t, s, "/healthz", "X-Request-Id", sent).Header().Get("X-Request-Id"); got == sent || len(got) != 32 {
			t.Errorf("X-Request-Id %q is answered with %q", sent, got)
		}
	}
	if a, b := get(t, s, "/healthz"), get(t, s, "/healthz"); a.Header().Get("X-Request-Id") == b.Header().Get("X-Request-Id") {
		t.Error("two requests have one id")
	}
}

func TestAPI_Docs(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	page := get(t, s, "/docs")
	if page.Code != 200 || strings.Contains(page.Body.String(), "//") && strings.Contains(page.Body.String(), "http") {
		t.Errorf("/docs: %d %s", page.Code, page.Body)
	}
	if policy := page.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self';") {
		t.Errorf("policy %q", policy)
	}
	for _, file := range []string{"/docs/web-components.min.js", "/docs/styles.min.css"} {
		if !strings.Contains(page.Body.String(), file) {
			t.Errorf("the page does not use %s", file)
		}
		plain, zipped := get(t, s, file), get(t, s, file, "Accept-Encoding", "gzip")
		if plain.Code != 200 || zipped.Header().Get("Content-Encoding") != "gzip" || plain.Body.Len() < 2*zipped.Body.Len() {
			t.Errorf("%s: %d, %d bytes, compressed %d", file, plain.Code, plain.Body.Len(), zipped.Body.Len())
		}
		if w := get(t, s, file, "Accept-Encoding", "gzip", "If-None-Match", zipped.Header().Get("ETag")); w.Code != http.StatusNotModified {
			t.Errorf("%s again: %d", file, w.Code)
		}
	}
	if w := get(t, s, "/docs/other.js"); w.Code != http.StatusNotFound {
		t.Errorf("/docs/other.js: %d", w.Code)
	}
}

func TestAPI_Pages(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Change: func(_ *httpapi.Deps, o *httpapi.Options) {
		o.Pages = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "page "+r.URL.Path) })
	}})
	if w := get(t, s, "/codes/a/b"); w.Body.String() != "page /codes/a/b" || w.Header().Get("X-Request-Id") == "" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for _, path := range []string{"/api/codes", "/codes//b", "/codes/a/"} {
		if w := get(t, s, path); w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "page") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}

func TestNew_Err(t *testing.T) {
	if _, err := httpapi.New(httpapi.Deps{}, nil); err == nil {
		t.Error("New takes no dependencies for some")
	}
}
