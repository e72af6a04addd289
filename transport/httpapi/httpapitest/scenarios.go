package httpapitest

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// Run holds an API over stores to its promises: one scenario a request, with
// every kind of bad input for every endpoint (DECISIONS 2 to 7 and 14).
func Run(t *testing.T, open func(t *testing.T) Stores) {
	s := NewServer(t, open(t), Setup{})
	for group, list := range map[string][]scenario{
		"authentication": authenticationScenarios(s.Keys),
		"routes":         routeScenarios(),
		"location":       locationScenarios(),
		"codes":          codesScenarios(),
		"projects":       append(projectScenarios(), noProjectScenarios(s.Keys)...),
		"not found":      absentScenarios(),
		"project bodies": projectBodyScenarios(),
		"calculators":    calculatorScenarios(s.Keys),
		"texts":          textScenarios(s.Keys),
		"verify":         verifyScenarios(s.Keys),
		"requirements":   requirementsScenarios(s.Keys),
		"verify as of":   asOfScenarios(),
		"circumstances":  circumstanceScenarios(),
		"verify batch":   batchScenarios(s.Keys),
		"checks":         checkScenarios(s.Keys),
		"paging":         pagingScenarios(),
		"mistakes":       mistakeScenarios(),
		"changes":        changeScenarios(s.Keys),
		"codes as of":    dayScenarios(),
		"account":        accountScenarios(s.Keys),
		"ask":            askScenarios(s.Keys),
		"hostile":        hostileScenarios(),
		"system":         systemScenarios(),
		"other country":  otherCountryScenarios(s.Keys),
		"not served":     notServedScenarios(s.Keys),
	} {
		t.Run(group, func(t *testing.T) { runScenarios(t, s, list) })
	}
	t.Run("absent and foreign project answer alike", func(t *testing.T) { testAlike(t, s) })
	t.Run("conditional", func(t *testing.T) { testConditional(t, s) })
	t.Run("client that left", func(t *testing.T) { testLeavers(t, s) })
	t.Run("projects changed", func(t *testing.T) { testProjectLife(t, NewServer(t, open(t), Setup{})) })
	t.Run("foreign entries", func(t *testing.T) { testForeignEntries(t, NewServer(t, open(t), Setup{})) })
	t.Run("idempotency keys reused", func(t *testing.T) { testKeysReused(t, NewServer(t, open(t), Setup{})) })
	t.Run("uploads", func(t *testing.T) { testUploads(t, NewServer(t, open(t), Setup{})) })
	t.Run("stalled upload", func(t *testing.T) {
		testStalledUpload(t, NewServer(t, open(t), Setup{ReadTimeout: 300 * time.Millisecond}))
	})
	checkLogs(t, s)
	t.Run("stalled body", func(t *testing.T) { testStalled(t, open) })
	t.Run("entity tags last", func(t *testing.T) { testTagsLast(t, open) })
}

// checkLogs holds the log to its promise: no key, no query, no text of a body.
func checkLogs(t *testing.T, s *Server) {
	t.Helper()
	for _, secret := range []string{"rgk_", s.Keys.Main, "madrid", "escalera", "Bearer", "ES-28"} {
		if strings.Contains(s.Logs.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
	if !strings.Contains(s.Logs.String(), `"operation":"getLocation"`) {
		t.Error("the log does not name operations")
	}
}

func testAlike(t *testing.T, s *Server) {
	const path = "/api/v1/project/info?project_id="
	foreign, absent := s.Get(t, path+ForeignProject), s.Get(t, path+AbsentProject)
	if foreign.Text != absent.Text || foreign.StatusCode != absent.StatusCode {
		t.Errorf("a foreign project answers %d %s, an absent one %d %s", foreign.StatusCode, foreign.Text, absent.StatusCode, absent.Text)
	}
}

func authenticationScenarios(k Keys) []scenario {
	const path, missing, invalid = "/api/v1/projects", `Bearer realm="api"`, `Bearer realm="api", error="invalid_token"`
	unauthorized := func(name, path, challenge string, header map[string]string) scenario {
		return scenario{name: name, path: path, key: "-", header: header, status: 401,
			want: `{"code":"unauthorized"}`, headers: map[string]string{"WWW-Authenticate": challenge, "RateLimit": ""}}
	}
	with := func(value string) map[string]string { return map[string]string{"Authorization": value} }
	list := []scenario{
		unauthorized("missing", path, missing, nil),
		unauthorized("empty", path, missing, with("")),
		unauthorized("no scheme", path, invalid, with(k.Main)),
		unauthorized("other scheme", path, invalid, with("Basic "+k.Main)),
		unauthorized("no key", path, invalid, with("Bearer ")),
		unauthorized("two words", path, invalid, with("Bearer a b")),
		unauthorized("malformed", path, invalid, with("Bearer x")),
		unauthorized("wrong checksum", path, invalid, with("Bearer "+k.Main[:len(k.Main)-1]+"!")),
		unauthorized("revoked", path, invalid, with("Bearer "+k.Revoked)),
		unauthorized("expired", path, invalid, with("Bearer "+k.Expired)),
		unauthorized("before routing", "/api/v9/nothing", missing, nil),
		unauthorized("before methods", "/api/v2/ask", missing, nil),
		unauthorized("at the root of the API", "/api", missing, nil),
		unauthorized("before path strictness", "/api//v1/../x/", missing, nil),
		{name: "scheme in any case", path: path, key: "-", header: with("bEARER " + k.Main), status: 200, headers: map[string]string{"WWW-Authenticate": ""}},
		{name: "key of another country", path: "/api/v1/location/FR-75056", key: k.French, status: 200, want: `{"name":"Paris"}`},
	}
	return list
}

func routeScenarios() []scenario {
	list := []scenario{
		{name: "unknown", path: "/api/v1/nothing", status: 404, want: notFound},
		{name: "unknown with rate limit untouched", path: "/api", status: 404, want: notFound, headers: map[string]string{"RateLimit": ""}},
		{name: "POST on GET", method: http.MethodPost, path: "/api/v1/project/info", status: 405, want: `{"code":"method_not_allowed"}`, headers: map[string]string{"Allow": "GET, HEAD"}},
		{name: "PUT on a project", method: http.MethodPut, path: "/api/v1/projects/" + ActiveProject, status: 405, headers: map[string]string{"Allow": "GET, HEAD, PATCH, DELETE"}},
		{name: "GET on POST", path: "/api/v2/ask", status: 405, headers: map[string]string{"Allow": "POST"}},
		{name: "DELETE", method: http.MethodDelete, path: "/api/v1/codes/cte-db-sua", status: 405, headers: map[string]string{"Allow": "GET, HEAD"}},
		{name: "OPTIONS", method: http.MethodOptions, path: "/api/v1/verify", status: 405, headers: map[string]string{"Allow": "POST"}},
		{name: "unheard-of method", method: "BREW", path: "/api/v1/verify", status: 405},
		{name: "request id kept", path: "/healthz", header: map[string]string{"X-Request-Id": "abc-1.2_Z"}, status: 200, headers: map[string]string{"X-Request-Id": "abc-1.2_Z"}},
	}
	for _, path := range []string{
		"/api/v1//projects", "//api/v1/projects", "/api/v1/projects/", "/api/v1/./projects", "/api/v1/codes/../projects", "/api/v1/codes/%2e%2e/projects",
		"/api/v1/location/ES%2F28", "/api/v1/location/ES%00", "/api/v1/location/%ff", "/api/v1/location/", "/api/v1/codes//latest", "/api/v1/location/ES-28079/",
		"/api/V1/projects",
	} {
		list = append(list, scenario{name: "path " + path, path: path, status: 404, want: notFound, headers: map[string]string{"Location": ""}})
	}
	return list
}

func noProjectScenarios(k Keys) []scenario {
	return []scenario{
		{name: "info without active project", path: "/api/v1/project/info", key: k.None, status: 400, want: `{"code":"no_active_project"}`},
		{name: "empty list", path: "/api/v1/projects", key: k.None, status: 200, want: `{"projects":[],"total":0}`},
	}
}

func systemScenarios() []scenario {
	return []scenario{
		{name: "health", path: "/healthz", key: "-", status: 200, want: `{"status":"ok"}`},
		{name: "ready", path: "/readyz", key: "-", status: 200, want: `{"status":"ready"}`},
		{name: "errors", path: "/errors", key: "-", status: 200, headers: map[string]string{"Content-Type": "text/html; charset=utf-8", "Content-Language": "en"}},
		{name: "an error that is none", path: "/errors/nothing", key: "-", status: 404, want: notFound},
		{name: "openapi", path: "/openapi.json", key: "-", status: 200, want: `{"openapi":"3.1.0"}`, without: []string{"/api/v1/ask", "LegacyAsk"}},
	}
}
