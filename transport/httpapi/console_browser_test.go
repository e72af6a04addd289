//go:build unix

package httpapi_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
	"github.com/reglookup/regengine/transport/web"
)

// driveCalculator fills in the page of calculators as a person does: it waits for the form to be
// drawn, and fills in what the key's calculator asks for.
const driveCalculator = `
const key = document.getElementById("key"), value = %[2]q;
key.value = %[1]q;
const seen = new MutationObserver(() => {
  const input = document.querySelector("#fields input");
  if (!document.getElementById("outcome").hidden || /^\d/.test(document.getElementById("state").textContent)) { fetch("/settled"); return; }
  if (input && input.value === "") { input.value = value; document.getElementById("form").requestSubmit(); }
});
seen.observe(document.body, { attributes: true, childList: true, subtree: true });
key.dispatchEvent(new Event("change"));
`

// driven serves a page with a script that drives it added, under a policy that
// allows no more than the page's own. A picture that comes only when the page has
// settled keeps the browser from leaving before.
func driven(pages http.Handler, path, drive string, key *atomic.Value, typed string) http.Handler {
	settled := make(chan struct{})
	once := sync.OnceFunc(func() { close(settled) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/driven":
			r.URL.Path = path
			page := httptest.NewRecorder()
			pages.ServeHTTP(page, r)
			w.Header().Set("Content-Security-Policy", page.Header().Get("Content-Security-Policy"))
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, strings.Replace(page.Body.String(), "</body>", `<img src="/hold" alt=""><script src="/drive.js" defer></script></body>`, 1))
		case "/drive.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = fmt.Fprintf(w, drive, key.Load(), typed)
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

// browsed returns what a page becomes when it is driven with the key a server has.
func browsed(t *testing.T, path, drive, typed string, key func(*httpapitest.Server) string) (dom, console string) {
	t.Helper()
	return browsedWith(t, path, drive, typed, key, func(*httpapi.Deps) {})
}

// browsedWith is browsed of a server that something is changed of.
func browsedWith(t *testing.T, path, drive, typed string, key func(*httpapitest.Server) string, change func(*httpapi.Deps)) (dom, console string) {
	t.Helper()
	var secret atomic.Value // the server is there before its keys are known
	s := newServer(t, httpapitest.Setup{Change: func(d *httpapi.Deps, o *httpapi.Options) {
		change(d)
		pages, err := web.New(d.Engine, nil)
		if err != nil {
			t.Fatal(err)
		}
		o.Pages, o.BaseURL = driven(pages, path, drive, &secret, typed), ""
	}})
	secret.Store(key(s))
	return browseWith(t, s.URL+"/driven")
}

func mainKey(s *httpapitest.Server) string { return s.Keys.Main }

func wrongKey(*httpapitest.Server) string { return "rgk_es_wrong" }

// The page of calculators draws a form by its schema, runs it, and shows result,
// verdict, steps and sources.
func TestBrowser_Calculators(t *testing.T) {
	chromium(t)
	for _, tc := range []struct{ name, typed, verdict, figure string }{
		{"OK complies", "4.00", "The result complies.", "<dd>0.25 W/m²K</dd>"},
		{"OK does not comply", "1", "The result does not comply.", "<dd>1 W/m²K</dd>"},
		{"OK no verdict", "1000", "No verdict: the result does not determine compliance.", "<dd>0.001 W/m²K</dd>"},
		{"OK rounded", "3", "The result complies.", "<dd>0.3333 W/m²K</dd>"},
		{"OK decimal comma", "2,5", "The result complies.", "<dd>0.4 W/m²K</dd>"},
		{"OK leading zero", "02", "The result complies.", "<dd>0.5 W/m²K</dd>"},
		{"OK small", "70", "The result complies.", "<dd>0.0143 W/m²K</dd>"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dom, console := browsed(t, "/calculators", driveCalculator, tc.typed, mainKey)
			checkConsole(t, "/calculators", console)
			for _, want := range []string{
				`<option value="u-value">Transmitancia</option>`, "<label>Resistencia térmica (m²K/W) <input", tc.verdict, tc.figure,
				"<dt>Transmitancia térmica</dt>", "<li>U = 1 / R</li>", "<li>DB-HE 1, 3.1.1</li>",
			} {
				if !strings.Contains(dom, want) {
					t.Errorf("the page lacks %q:\n%s", want, dom)
				}
			}
		})
	}
	t.Run("ErrKey", func(t *testing.T) {
		dom, _ := browsed(t, "/calculators", driveCalculator, "4", wrongKey)
		if !regexp.MustCompile(`id="state"[^>]*>401 `).MatchString(dom) {
			t.Errorf("the page does not say that the key is refused:\n%s", dom)
		}
	})
}

// A list is filled in item by item, each with its number, what a field says of itself
// stands beneath it, and a list that came out is a table with units.
func TestBrowser_CalculatorLists(t *testing.T) {
	chromium(t)
	number := func(name, title, unit, help string) calculators.Field {
		return calculators.Field{Name: name, Title: title, Help: help, Kind: calculators.Number, Unit: unit}
	}
	layers := calculators.MustNew(calculators.Definition{
		ID: "layers", Title: "Capas",
		Input:  calculators.Form{{Name: "layers", Title: "Capa", Kind: calculators.List, Min: calculators.Int(1), Items: calculators.Form{number("e", "Espesor", "m", "Sin revestimiento.")}}},
		Result: calculators.Form{{Name: "layers", Title: "Capas", Kind: calculators.List, Items: calculators.Form{number("r", "Resistencia", "m²K/W", "")}}},
		Calculate: func(_ context.Context, in calculators.Values) (calculators.Finding, error) {
			var rows []calculators.Values
			for _, layer := range in.List("layers") {
				rows = append(rows, calculators.Values{"r": layer.Number("e")})
			}
			return calculators.Finding{Result: calculators.Values{"layers": rows}, Summary: "Una capa.", Steps: []string{"R = e / λ"}, Sources: []string{"ISO 6946"}}, nil
		},
	})
	dom, console := browsedWith(t, "/calculators", driveCalculator, "0,25", mainKey, func(d *httpapi.Deps) {
		d.Projects.(*projects.Service).Calculators = []projects.Calculator{layers}
	})
	checkConsole(t, "/calculators", console)
	for _, want := range []string{
		"<legend>Capa 1</legend>", `>Sin revestimiento.</p>`, `aria-describedby="help1"`,
		`<dd><table><thead><tr><th scope="col">Resistencia</th></tr></thead><tbody><tr><td>0.25 m²K/W</td></tr></tbody></table></dd>`,
	} {
		if !strings.Contains(dom, want) {
			t.Errorf("the page lacks %q:\n%s", want, dom)
		}
	}
}
