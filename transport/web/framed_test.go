package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// Documentation and errors of the API are in the frame of the pages, under policies of
// their own, in the reader's language around English.
func TestSite_Framed(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	h.API.Frame(h.site)
	b := h.signedIn(t, h.Keys.Main)
	for path, want := range map[string]string{"/docs": "<elements-api ", "/errors": `href="/errors/quota_exceeded"`, "/errors/quota_exceeded": "credits are used up"} {
		for _, inside := range []bool{false, true} {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Header.Set("Accept-Language", "es")
			if inside {
				r.AddCookie(&http.Cookie{Name: "session", Value: b.cookies["session"].Value})
			}
			w := httptest.NewRecorder()
			h.API.ServeHTTP(w, r)
			wantIn(t, w.Body.String(), want, `<html lang="es">`, `<div class="framed" lang="en">`, `<nav aria-label="Principal">`)
			policy := w.Header().Get("Content-Security-Policy")
			if w.Code != http.StatusOK || !strings.Contains(policy, "style-src 'self' 'unsafe-inline'") || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "script-src 'self' 'unsafe") {
				t.Errorf("%s: %d, %q", path, w.Code, policy)
			}
			if kept := w.Header().Get("Cache-Control"); inside != (kept == "no-store") || inside != strings.Contains(w.Body.String(), `action="/signout"`) {
				t.Errorf("%s, inside %v: %q", path, inside, kept)
			}
		}
	}
}
