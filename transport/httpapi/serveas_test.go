package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// Whoever a request is served in the name of gets what the key gets, and pays for it.
func TestAPI_ServeAs(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Offline: true, Limiter: func(c *accesstest.Clock) access.Limiter { return &access.MemoryLimiter{Now: c.Now} },
		Plan: func(p *access.Plan) { p.Limits = map[access.Group]int{access.Catalogue: 2} }})
	auth := access.NewAuthenticator(s.Stores.Store, &access.AuthenticatorOptions{Now: s.Clock.Now})
	ask := func(method, path, body string, as string, header http.Header) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		for name := range header {
			r.Header.Set(name, header.Get(name))
		}
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		w := httptest.NewRecorder()
		if as == "" {
			s.API.ServeHTTP(w, r)
			return w
		}
		p, err := auth.Authenticate(t.Context(), as)
		if err != nil {
			t.Fatal(err)
		}
		s.API.ServeAs(p, w, r)
		return w
	}
	const check = `{"element":"escalera","parameter":"anchura","value":1.1,"unit":"m","geo_id":"ES-28079"}`
	left := func() int64 {
		b, err := s.Stores.GetBalance(t.Context(), s.Keys.Organization)
		if err != nil {
			t.Fatal(err)
		}
		return b.Left
	}
	before := left()
	byKey := ask("POST", "/api/v1/verify", check, "", http.Header{"Authorization": {"Bearer " + s.Keys.Main}})
	named := ask("POST", "/api/v1/verify", check, s.Keys.Main, http.Header{"Authorization": {"Bearer " + s.Keys.NoPlan}})
	if named.Code != http.StatusOK || named.Body.String() != byKey.Body.String() {
		t.Errorf("in the name of a principal: %d %s\nwith the key: %d %s", named.Code, named.Body, byKey.Code, byKey.Body)
	}
	if paid := before - left(); paid != 2 {
		t.Errorf("two checks cost %d credits", paid)
	}
	for i, want := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} {
		if w := ask("GET", "/api/v1/location/ES-28079", "", s.Keys.Main, nil); w.Code != want {
			t.Errorf("request %d within a limit of 2: %d", i, w.Code)
		}
	}
	if w := ask("GET", "/api/v1/project/info?project_id="+httpapitest.ForeignProject, "", s.Keys.Main, nil); w.Code != http.StatusNotFound {
		t.Errorf("another organization's project: %d", w.Code)
	}
	for _, path := range []string{"/", "/metrics", "/docs", "/api/../metrics"} {
		if w := ask("GET", path, "", s.Keys.Main, nil); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404: only the API is served in a name", path, w.Code)
		}
	}
}

// A cookie opens nothing below /api, whatever it holds.
func TestAPI_takesNoCookie(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Offline: true})
	for _, value := range []string{s.Keys.Main, "rgs_" + strings.Repeat("a", 43)} {
		for _, name := range []string{"session", "__Host-session", "Authorization"} {
			r := httptest.NewRequest(http.MethodGet, "/api/v1/projects", nil)
			r.AddCookie(&http.Cookie{Name: name, Value: value})
			w := httptest.NewRecorder()
			s.API.ServeHTTP(w, r)
			if w.Code != http.StatusUnauthorized || w.Header().Get("Www-Authenticate") != `Bearer realm="api"` {
				t.Errorf("cookie %s: %d, %q", name, w.Code, w.Header().Get("Www-Authenticate"))
			}
		}
	}
}
