package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// TestAPI_wordings: each country is told in its own language what a regulation of
// more than one country is called, wherever it is named.
func TestAPI_wordings(t *testing.T) {
	data := httpapitest.World(t)
	directive := &data.Codes[3]
	directive.Language = "es"
	directive.Wordings = map[string]codes.Wording{"fr": {Title: "Directive sur la performance énergétique"}}
	directive.Versions[0].Wordings = map[string]codes.Wording{"fr": {Title: "Directive de 2024", Author: "Parlement européen"}}
	s := newServer(t, httpapitest.Setup{Data: &data})
	for _, path := range []string{
		"/api/v1/codes/search?normative_scope=european", "/api/v1/codes/eu-epbd", "/api/v1/codes/eu-epbd/latest", "/api/v1/codes/eu-epbd/2024",
		"/api/v1/location/%s", "/api/v1/codes/search?q=directi",
	} {
		read := func(key, place string) string {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, strings.Replace(path, "%s", place, 1), nil)
			r.Header.Set("Authorization", "Bearer "+key)
			w := httptest.NewRecorder()
			s.API.ServeHTTP(w, r)
			if w.Code != http.StatusOK {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
			return w.Body.String()
		}
		french, spanish := read(s.Keys.French, "FR-75056"), read(s.Keys.Main, "ES-28079")
		if strings.Contains(french, "Directiva") || strings.Contains(french, "EPBD 2024") || !strings.Contains(french, "Directive") {
			t.Errorf("%s, for a key of France: %s", path, french)
		}
		if strings.Contains(spanish, "Directive ") || !strings.Contains(spanish, "Directiva") && !strings.Contains(spanish, "EPBD 2024") {
			t.Errorf("%s, for a key of Spain: %s", path, spanish)
		}
	}
}
