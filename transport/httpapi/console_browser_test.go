//go:build unix

package httpapi_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
	"github.com/reglookup/regengine/transport/web"
)

// drive fills in the console as a person does, and sends it.
const drive = `
document.getElementById("key").value = %q;
document.getElementById("key").dispatchEvent(new Event("change"));
document.getElementById("query").value = %q;
const settled = () => !document.getElementById("result").hidden || /^\d/.test(document.getElementById("state").textContent);
new MutationObserver(() => { if (settled()) fetch("/settled"); }).observe(document.body, { attributes: true, childList: true, subtree: true });
document.getElementById("ask").requestSubmit();
`

// driven serves the console with a script that drives it added, under a policy
// that allows no more than the console's own. A picture that comes only when the
// page has settled keeps the browser from leaving before.
func driven(pages http.Handler, key *atomic.Value, question string) http.Handler {
	settled := make(chan struct{})
	once := sync.OnceFunc(func() { close(settled) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/driven":
			r.URL.Path = "/ask"
			page := httptest.NewRecorder()
			pages.ServeHTTP(page, r)
			w.Header().Set("Content-Security-Policy", page.Header().Get("Content-Security-Policy"))
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, strings.Replace(page.Body.String(), "</body>", `<img src="/hold" alt=""><script src="/drive.js" defer></script></body>`, 1))
		case "/drive.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = fmt.Fprintf(w, drive, key.Load(), question)
		case "/settled":
			once()
		case "/hold":
			select {
			case <-settled:
			case <-r.Context().Done():
			}
			w.Header().Set("Content-Type", "image/svg+xml")
			_, _ = io.WriteString(w, `<svg xmlns="http://www.w3.org/2000/svg"/>`)
		default:
			pages.ServeHTTP(w, r)
		}
	})
}

// The console asks and shows the answer with a link for each marker; a wrong key
// is told as what it is.
func TestBrowser_Console(t *testing.T) {
	chromium(t)
	open := func(t *testing.T, key func(*httpapitest.Server) string) (dom, console string) {
		t.Helper()
		var secret atomic.Value // the server is there before its keys are known
		s := newServer(t, httpapitest.Setup{Change: func(d *httpapi.Deps, o *httpapi.Options) {
			pages, err := web.New(d.Engine, nil)
			if err != nil {
				t.Fatal(err)
			}
			o.Pages, o.BaseURL = driven(pages, &secret, "¿Qué anchura mínima tiene una escalera?"), ""
		}})
		secret.Store(key(s))
		return browseWith(t, s.URL+"/driven")
	}
	t.Run("OK", func(t *testing.T) {
		dom, console := open(t, func(s *httpapitest.Server) string { return s.Keys.Main })
		checkConsole(t, "/ask", console)
		for _, want := range []string{`<a href="#source-1">[1]</a>`, `<li id="source-1" value="1">`} {
			if !strings.Contains(dom, want) {
				t.Errorf("the page lacks %q:\n%s", want, dom)
			}
		}
		if !regexp.MustCompile(`<option value="[0-9a-f-]{36}">`).MatchString(dom) {
			t.Error("the page lists no project")
		}
	})
	t.Run("ErrKey", func(t *testing.T) {
		dom, _ := open(t, func(*httpapitest.Server) string { return "rgk_es_wrong" })
		if !regexp.MustCompile(`id="state"[^>]*>401 `).MatchString(dom) {
			t.Errorf("the page does not say that the key is refused:\n%s", dom)
		}
	})
}
