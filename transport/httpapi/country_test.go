package httpapi_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// TestAPI_joining: a key of a country that is being imported is told so, with the status
// and the code it has else, and when to ask again.
func TestAPI_joining(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Change: func(_ *httpapi.Deps, o *httpapi.Options) {
		o.Joining = func(country geo.ID) bool { return country == "PT" }
	}})
	const check = `{"element":"escada","parameter":"largura","value":1.1,"unit":"m","geo_id":"PT-1106"}`
	for path, want := range map[string]string{
		"/api/v1/location/PT-1106": "404 not_found",
		"/api/v1/codes/search":     "404 not_found",
		"/api/v1/verify":           "404 location_not_found",
		"/api/v1/verify/batch":     "200 location_not_found",
	} {
		method, body := "GET", ""
		if strings.HasPrefix(path, "/api/v1/verify") {
			method, body = "POST", check
		}
		if strings.HasSuffix(path, "batch") {
			body = `{"checks":[` + check + `]}`
		}
		w := send(t, s, method, path, s.Keys.Unserved, body)
		status, code, _ := strings.Cut(want, " ")
		if got := w.Body.String(); !strings.HasPrefix(status, strings.Fields(w.Result().Status)[0]) ||
			!strings.Contains(got, "PT is being imported") || !strings.Contains(got, `"code":"`+code+`"`) {
			t.Errorf("%s: %d %s, want %s", path, w.Code, got, want)
		}
		if status == "404" && w.Header().Get("Retry-After") != "10" {
			t.Errorf("%s: Retry-After %q", path, w.Header().Get("Retry-After"))
		}
	}
}

func send(t *testing.T, s *httpapitest.Server, method, path, key, body string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, r)
	return w
}
