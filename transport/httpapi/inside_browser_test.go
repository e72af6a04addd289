//go:build unix

package httpapi_test

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/starter"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
	"github.com/reglookup/regengine/transport/web"
)

// insider is the pages over the starter pack, for a browser that is signed in wherever
// it goes, and that tells what its policy kept it from.
type insider struct {
	*httpapitest.Server
	site    *web.Site
	session *http.Cookie
	reports atomic.Int32 // of what a policy refused
	ran     atomic.Int32 // payloads that were run
	front   *httptest.Server
}

func newInsider(t *testing.T) *insider {
	t.Helper()
	chromium(t)
	pack, err := starter.Open()
	if err != nil {
		t.Fatal(err)
	}
	in := &insider{Server: newServer(t, httpapitest.Setup{Data: &pack.Data})}
	opts := &access.AuthenticatorOptions{Now: in.Clock.Now}
	keys := access.NewAuthenticator(in.Stores.Store, opts)
	in.site, err = web.New(in.Engine, &web.Options{API: in.API, Keys: keys, Sessions: access.NewSessions(in.Stores.Store.(access.SessionStore), opts), Loopback: true, BaseURL: "http://example.com"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := keys.Authenticate(t.Context(), in.Keys.Main)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	in.site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, in.site.SignInLink(p.KeyID), nil))
	in.session = w.Result().Cookies()[0]
	in.front = httptest.NewServer(in)
	t.Cleanup(in.front.Close)
	return in
}

// page is what the pages answer to somebody who is signed in.
func (in *insider) page(method, path string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.AddCookie(in.session)
	w := httptest.NewRecorder()
	in.site.ServeHTTP(w, r)
	return w
}

var csrfValue = regexp.MustCompile(`name="csrf" value="([^"]+)"`)

// checked is the page of a check.
func (in *insider) checked(form url.Values) *httptest.ResponseRecorder {
	form.Set("csrf", csrfValue.FindStringSubmatch(in.page(http.MethodGet, "/check", nil).Body.String())[1])
	return in.page(http.MethodPost, "/check", form)
}

// ServeHTTP implements [http.Handler]. Pages may be framed here, and report.
func (in *insider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/csp":
		in.reports.Add(1)
	case "/typed":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, `<iframe src="/"></iframe><script>`+typeAvila+`</script>`)
	case "/ran":
		in.ran.Add(1)
	case "/frames":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		for _, path := range r.URL.Query()["p"] {
			_, _ = fmt.Fprintf(w, `<iframe src="%s"></iframe>`, html.EscapeString(path))
		}
	case "/check-of":
		in.pass(w, in.checked(url.Values{"element": r.URL.Query()["p"], "parameter": r.URL.Query()["p"], "building_use": r.URL.Query()["p"], "value": {"1"}, "unit": {"m"}, "geo_id": {"ES-05019"}}))
	case "/vulnerable":
		answer := in.page(http.MethodGet, "/", nil)
		answer.Body.Reset()
		_, _ = io.WriteString(answer.Body, r.URL.Query().Get("p"))
		in.pass(w, answer)
	default:
		in.pass(w, in.page(r.Method, r.URL.RequestURI(), nil))
	}
}

func (in *insider) pass(w http.ResponseWriter, answer *httptest.ResponseRecorder) {
	policy := strings.Replace(answer.Header().Get("Content-Security-Policy"), "frame-ancestors 'none'", "report-uri /csp", 1)
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Del("Content-Length")
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}

// typeAvila types into the search box of a page in a frame, chooses with the arrows,
// and says in the title what became of it.
const typeAvila = `
const frame = document.querySelector("iframe");
frame.addEventListener("load", () => {
  const page = frame.contentDocument, box = page.getElementById("find");
  if (!box) { document.title = "went to " + frame.contentWindow.location.pathname; return; }
  const press = (key) => box.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  box.value = "peguerinos";
  box.dispatchEvent(new Event("input"));
  const look = setInterval(() => {
    if (!page.querySelector("[role=option]")) return;
    clearInterval(look);
    press("ArrowDown");
    const chosen = page.getElementById(box.getAttribute("aria-activedescendant"));
    document.body.append("chose " + chosen.textContent + " of " + page.querySelector("[role=status]").textContent);
    if (chosen.getAttribute("aria-selected") === "true") press("Enter");
  }, 20);
});
`

// While somebody types, places, codes and passages are listed; arrows choose and Enter
// opens what is chosen.
func TestBrowser_TypeAhead(t *testing.T) {
	in := newInsider(t)
	dom, console := browse(t, in.front.URL+"/typed")
	for _, want := range []string{"chose PeguerinosMunicipality, Ávila of ", "<title>went to /places/ES-05184</title>"} {
		if !strings.Contains(dom, want) {
			t.Errorf("want %q in\n%s\n%s", want, dom, console)
		}
	}
	if in.reports.Load() != 0 {
		t.Errorf("the page breaks its own policy: %d reports", in.reports.Load())
	}
}

// runs are texts that say so when a browser runs them: a third of them, but for a whole
// tour.
var runs = []string{
	`<script>fetch("/ran")</script>`, `"><script>fetch("/ran")</script>`, `'><img src=x onerror=fetch("/ran")>`, `<svg/onload=fetch("/ran")>`, `"onfocus="fetch('/ran')" autofocus="`,
	`</title><script>fetch("/ran")</script>`, `</textarea><script>fetch("/ran")</script>`, `<iframe srcdoc="<script>fetch('/ran')</script>">`, `<img src="/ran">`, `<link rel=stylesheet href=/ran>`,
	`<details open ontoggle=fetch("/ran")>`, `<body onload=fetch("/ran")>`, `<object data=/ran>`, `<meta http-equiv=refresh content="0;url=/ran">`, `<base href="/ran/">`, `</option></datalist><script>fetch("/ran")</script>`,
	`</pre><script>fetch("/ran")</script>`, `<input autofocus onfocus=fetch("/ran")>`, `<math><mtext><script>fetch("/ran")</script></mtext></math>`, `" style="background:url(/ran)" x="`, `javascript:fetch("/ran")`, `{{"<script>"}}`,
}

// Nothing that is written into a field or an address runs in a browser, and nothing
// even gets as far as the policy that would stop it.
func TestBrowser_Hostile(t *testing.T) {
	in := newInsider(t)
	framed := func(paths []string) string { return in.front.URL + "/frames?" + url.Values{"p": paths}.Encode() }
	var vulnerable, paths []string
	for i, payload := range runs {
		if i%3 != 0 && !wholeTour() {
			continue
		}
		p := url.QueryEscape(payload)
		vulnerable = append(vulnerable, "/vulnerable?p="+p)
		paths = append(paths, "/search?q="+p, "/requirements?element="+p+"&parameter="+p+"&building_use="+p+"&geo_id=ES-05019", "/check?element="+p+"&parameter="+p+"&value="+p+"&unit="+p,
			"/check-of?p="+p, "/places/"+url.PathEscape(payload), "/codes?q="+p,
			"/projects/new?name="+p+"&geo_id="+p+"&building_use="+p+"&description="+p, "/calculators/u-value?name="+p, "/calculators/stair-geometry?in.riser="+p+"&name="+p+"&project_id="+p, "/projects/"+url.PathEscape(payload))
	}
	browse(t, framed(vulnerable))
	if in.reports.Load() == 0 || in.ran.Load() == 0 {
		t.Fatalf("a page that lets everything through gives %d reports and runs %d: this test sees nothing", in.reports.Load(), in.ran.Load())
	}
	in.reports.Store(0)
	in.ran.Store(0)
	browse(t, framed(paths))
	if in.reports.Load() != 0 || in.ran.Load() != 0 {
		t.Errorf("%d reports, %d payloads that ran", in.reports.Load(), in.ran.Load())
	}
}

// The pages for who is signed in keep to their policy and fit a phone.
func TestBrowser_Inside(t *testing.T) {
	in := newInsider(t)
	check := url.Values{"element": {"barandilla de terraza"}, "parameter": {"altura"}, "value": {"0.95"}, "unit": {"m"}, "geo_id": {"ES-05019"}}
	const phone = 360
	for name, page := range map[string]*httptest.ResponseRecorder{
		"place": in.page(http.MethodGet, "/places/ES-05019", nil), "check": in.checked(check), "search": in.page(http.MethodGet, "/search?q=avila", nil),
		"requirements": in.page(http.MethodGet, "/requirements?element=barandilla&parameter=altura&geo_id=ES-05019", nil), "code": in.page(http.MethodGet, "/codes/cte-db-he", nil),
	} {
		t.Run(name, func(t *testing.T) {
			if page.Code != http.StatusOK {
				t.Fatalf("%d\n%s", page.Code, page.Body)
			}
			if got := widthOf(t, in.front.URL, page.Body.String(), phone); got <= 0 || got > phone {
				t.Errorf("on a screen of %d pixels it is %d wide", phone, got)
			}
		})
	}
	browse(t, in.front.URL+"/frames?"+url.Values{"p": {"/", "/places/ES-05019", "/requirements?element=barandilla&parameter=altura&geo_id=ES-05019", "/check-of?p=barandilla"}}.Encode())
	if in.reports.Load() != 0 {
		t.Errorf("the pages break their own policy: %d reports", in.reports.Load())
	}
}
