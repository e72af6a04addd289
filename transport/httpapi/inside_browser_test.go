//go:build unix

package httpapi_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
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
	shown   atomic.Int32 // pages
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
	return in.answer(r)
}

func (in *insider) answer(r *http.Request) *httptest.ResponseRecorder {
	r.AddCookie(in.session)
	w := httptest.NewRecorder()
	in.site.ServeHTTP(w, r)
	return w
}

var csrfValue = regexp.MustCompile(`name="csrf" value="([^"]+)"`)

// sent is the page that a form leads to.
func (in *insider) sent(path string, form url.Values) *httptest.ResponseRecorder {
	form.Set("csrf", in.csrf())
	return in.page(http.MethodPost, path, form)
}

func (in *insider) csrf() string {
	return csrfValue.FindStringSubmatch(in.page(http.MethodGet, "/check", nil).Body.String())[1]
}

// checked is the page of a check.
func (in *insider) checked(form url.Values) *httptest.ResponseRecorder {
	return in.sent("/check", form)
}

// written are pages that show a text which somebody wrote before.
func (in *insider) written(path, p string) *httptest.ResponseRecorder {
	check := url.Values{"element": {"barandilla " + p}, "parameter": {"altura " + p}, "building_use": {p}, "value": {"1"}, "unit": {"m"}, "geo_id": {"ES-05019"}}
	switch path {
	case "/check-of":
		return in.checked(check)
	case "/columns-of":
		return in.table(p)
	case "/results-of":
		form := url.Values{"kept": {html.UnescapeString(between(in.table(p).Body.String(), `name="kept" value="`, `"`))}}
		for i, column := range []string{"id", "element", "parameter", "value", "unit", "ref", "circumstances"} {
			form.Set(fmt.Sprintf("col.%d", i), column)
		}
		form.Set("all.geo_id", "ES-05019")
		return in.sent("/batch/run", form)
	case "/answer-of":
		return in.sent("/ask", url.Values{"query": {"¿Qué altura debe tener una barandilla? " + p}, "nonce": {p}})
	case "/calculation-of":
		return in.sent("/calculators/stair-geometry", url.Values{"in.riser": {p}, "in.tread": {p}, "name": {p}})
	}
	made := in.sent("/projects", url.Values{"name": {p}, "geo_id": {"ES-05019"}, "building_use": {p}, "description": {p}, "nonce": {p}})
	project := made.Header().Get("Location")
	if project == "" {
		return made // the API takes no such name
	}
	in.sent(project+"/data", url.Values{"label": {"a " + p}, "value": {p}, "unit": {p}})
	check.Set("project_id", project[strings.LastIndexByte(project, '/')+1:])
	in.sent("/check/save", check)
	if path == "/report-of" {
		return in.page(http.MethodGet, project+"/report?format=html", nil)
	}
	shown := in.page(http.MethodGet, project, nil)
	if path == "/kept-of" {
		const checks = "/checks/"
		return in.page(http.MethodGet, project+checks+between(shown.Body.String(), `<a href="`+project+checks, `"`), nil)
	}
	return shown
}

// table is the page that asks what the columns of a file are.
func (in *insider) table(p string) *httptest.ResponseRecorder {
	var file, body bytes.Buffer
	lines := csv.NewWriter(&file)
	_ = lines.WriteAll([][]string{{p, "b", "c", "d", "e", "f", "g"}, {p, "barandilla " + p, "altura " + p, "1", p, p, p}, {p, p, p, p, p, p, p}}) // into memory
	form := multipart.NewWriter(&body)
	_ = form.WriteField("csrf", in.csrf())
	part, err := form.CreateFormFile("file", p+".csv")
	if err == nil {
		_, err = part.Write(file.Bytes())
	}
	if err != nil {
		panic(err) // into memory
	}
	form.Close()
	r := httptest.NewRequest(http.MethodPost, "/batch", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return in.answer(r)
}

func between(text, before, after string) string {
	_, rest, _ := strings.Cut(text, before)
	inside, _, _ := strings.Cut(rest, after)
	return inside
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
	case "/check-of", "/columns-of", "/results-of", "/answer-of", "/calculation-of", "/project-of", "/report-of", "/kept-of":
		in.shown.Add(1)
		in.pass(w, in.written(r.URL.Path, r.URL.Query().Get("p")))
	case "/vulnerable":
		answer := in.page(http.MethodGet, "/", nil)
		answer.Body.Reset()
		_, _ = io.WriteString(answer.Body, r.URL.Query().Get("p"))
		in.pass(w, answer)
	default:
		if !strings.HasPrefix(r.URL.Path, "/assets/") {
			in.shown.Add(1)
		}
		in.pass(w, in.page(r.Method, r.URL.RequestURI(), nil))
	}
}

func (in *insider) pass(w http.ResponseWriter, answer *httptest.ResponseRecorder) {
	policy := strings.Replace(answer.Header().Get("Content-Security-Policy"), "; frame-ancestors 'none'", "", 1) + "; report-uri /csp"
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

// runs are texts that say so when a browser runs, loads or follows them.
func runs(t *testing.T) []string {
	t.Helper()
	file, err := os.ReadFile("testdata/payloads.txt")
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(file), "RUN", `fetch("/ran")`)), "\n")
	const fewest = 100
	if len(list) < fewest {
		t.Fatalf("%d payloads", len(list))
	}
	return list
}

// hostilePages are every page that shows what somebody wrote, with a text in each of its
// fields.
func hostilePages(payload string) []string {
	p := url.QueryEscape(payload)
	return []string{
		"/search?q=" + p, "/requirements?element=" + p + "&parameter=" + p + "&building_use=" + p + "&geo_id=ES-05019", "/check?element=" + p + "&parameter=" + p + "&value=" + p + "&unit=" + p,
		"/check-of?p=" + p, "/places/" + url.PathEscape(payload), "/codes?q=" + p, "/codes/" + url.PathEscape(payload), "/signin?next=" + p, "/ask?query=" + p,
		"/projects/new?name=" + p + "&geo_id=" + p + "&building_use=" + p + "&description=" + p, "/calculators/u-value?name=" + p, "/calculators/stair-geometry?in.riser=" + p + "&name=" + p + "&project_id=" + p,
		"/projects/" + url.PathEscape(payload), "/project-of?p=" + p, "/report-of?p=" + p, "/kept-of?p=" + p, "/columns-of?p=" + p, "/results-of?p=" + p, "/answer-of?p=" + p, "/calculation-of?p=" + p,
	}
}

// Nothing that is written into a field, a file or an address runs in a browser, and
// nothing even gets as far as the policy that would stop it.
func TestBrowser_Hostile(t *testing.T) {
	in := newInsider(t)
	framed := func(paths []string) string { return in.front.URL + "/frames?" + url.Values{"p": paths}.Encode() }
	vulnerable, paths := []string{"/vulnerable?p=" + url.QueryEscape("<img src=/ran>")}, []string(nil)
	for i, payload := range runs(t) {
		if i%48 == 0 || wholeTour() {
			vulnerable = append(vulnerable, "/vulnerable?p="+url.QueryEscape(payload))
			paths = append(paths, hostilePages(payload)...)
		}
	}
	browse(t, framed(vulnerable))
	if in.reports.Load() == 0 || in.ran.Load() == 0 {
		t.Fatalf("a page that lets everything through gives %d reports and runs %d: this test sees nothing", in.reports.Load(), in.ran.Load())
	}
	in.reports.Store(0)
	in.ran.Store(0)
	for at := range slices.Chunk(paths, 60) {
		in.shown.Store(0)
		browse(t, framed(at))
		if int(in.shown.Load()) < len(at) {
			t.Errorf("%d of %d pages were shown", in.shown.Load(), len(at))
		}
	}
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
