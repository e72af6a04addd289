package web_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
	"github.com/reglookup/regengine/verify/rules"
)

func TestSite_Project(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	const path = "/projects/" + httpapitest.ActiveProject
	wantIn(t, b.page(t, "/projects"), `<a class="grow" href="`+path+`">Viviendas en Alcalá`, "active")
	wantIn(t, b.page(t, path), "<h1>Viviendas en Alcalá</h1>", "Doce viviendas", "memoria.pdf", "Informe", "<th scope=\"row\">Altitud</th><td>600 m</td><td data-h=\"From:\">you</td>", "U = 0,35",
		"No check is saved yet", "National, 2019-12-27", `href="/codes/cte-db-sua"`, `<a href="/places/ES-28005">Alcalá de Henares · zone D3</a>`)

	b.page(t, "/check")
	wantStatus(t, "a check", b.post(t, "/check", checkForm(map[string]string{"c.persons": "80"})), http.StatusOK)
	wantIn(t, b.last, `action="/check/save"`, `<option value="`+httpapitest.ActiveProject+`" selected>`, `name="c.persons" value="80"`)
	for range 2 {
		saved := checkForm(map[string]string{"c.persons": "80", "project_id": httpapitest.ActiveProject})
		b.page(t, "/check")
		r := b.post(t, "/check/save", saved)
		wantStatus(t, "saving", r, http.StatusSeeOther)
		if got := r.Header.Get("Location"); got != path+"#checks" {
			t.Errorf("sent on to %s", got)
		}
	}
	page := b.page(t, path)
	wantIn(t, page, "Checks (1)", `Escalera, rellano 1.1`, "≥\u00a01\u00a0m", `<span class="tag ok">Complies</span>`)
	kept := between(t, page, `<a href="`+path+`/checks/`, `"`)
	wantIn(t, b.page(t, path+"/checks/"+kept), `<a href="`+path+`#checks">Viviendas en Alcalá</a> · What it came to on 2 Mar 2026`, `<h2>Escalera, rellano 1.1`, ">Complies</h3>", "c.persons=80", `<option`, `value="1.1"`)
	if spent := 1000 - h.left(t); spent != 2 {
		t.Errorf("a check, and one saved twice, cost %d credits", spent)
	}
	wantStatus(t, "running again", b.post(t, path+"/run", url.Values{"nonce": {"r"}}), http.StatusOK)
	wantIn(t, b.last, "1 of 1 decided again; 0 came to another verdict")
	h.stricter(t)
	b.page(t, path)
	wantStatus(t, "running again by other rules", b.post(t, path+"/run", url.Values{"nonce": {"r2"}}), http.StatusOK)
	wantIn(t, b.last, "1 of 1 decided again; 1 came to another verdict", `Escalera, rellano 1.1`+"\u00a0"+`m: Complies → <b class="bad">Does not comply</b>`,
		"<small>Saved as: Complies</small>", `<span class="tag n">Changed</span><span class="tag bad">Does not comply</span>`)
	wantIn(t, b.page(t, path), `<span class="tag ok">Complies</span>`)
	wantStatus(t, "keeping what it comes to", b.post(t, path+"/run", url.Values{"nonce": {"r2"}, "keep": {"true"}}), http.StatusOK)
	wantIn(t, b.page(t, path), `<span class="end"><span class="tag bad">Does not comply</span>`)
	wantStatus(t, "running again what is kept", b.post(t, path+"/run", url.Values{"nonce": {"r3"}}), http.StatusOK)
	wantIn(t, b.last, "1 of 1 decided again; 0 came to another verdict")
	if spent := 1000 - h.left(t); spent != 6 {
		t.Errorf("after four runs %d credits are spent", spent)
	}
}

// A project's checks come by the page, what is broken first, and can be held to what they
// came to. The first page of all shows the newest.
func TestSite_Project_checks(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	const path = "/projects/" + httpapitest.ActiveProject
	id := func(i int) string { return fmt.Sprintf("0b6f3a10-0000-4000-8000-%012d", i) }
	list := make([]projects.SavedCheck, 120)
	for i := range list {
		verdict := map[int]string{117: "non_compliant", 118: "undetermined"}[i]
		verdict = cmp.Or(verdict, "compliant")
		list[i] = projects.SavedCheck{
			ID: id(i), Name: fmt.Sprintf("P-%03d", i), Request: json.RawMessage(`{"element":"puerta","parameter":"anchura","value":1,"unit":"m","geo_id":"ES-28079"}`),
			CreatedAt: h.Clock.Now().Add(time.Duration(i) * time.Second),
			Decision:  projects.Decision{Verdict: verdict, Result: json.RawMessage(`{"result_status":"` + verdict + `"}`)},
		}
	}
	who, err := h.keys.Authenticate(t.Context(), h.Keys.Main)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Stores.Projects.PutChecks(t.Context(), who.OrganizationID, httpapitest.ActiveProject, list...); err != nil {
		t.Fatal(err)
	}
	shown := func(page string) []string { return regexp.MustCompile(`>(P-\d{3}): `).FindAllString(page, -1) }
	page := b.page(t, path)
	wantIn(t, page, "Checks (120)", `<a href="`+path+`?result=non_compliant#checks">Does not comply (1)</a>`, ">Not decided (1)</a>", ">Complies (118)</a>", "1 to 50 of 120", `<a href="`+path+`?page=2#checks" rel="next">`)
	if got := shown(page); len(got) != 50 || got[0] != ">P-117: " || got[1] != ">P-118: " || got[2] != ">P-000: " {
		t.Errorf("the first page shows %v", got)
	}
	page = b.page(t, path+"?page=3")
	wantIn(t, page, "101 to 120 of 120", `<a href="`+path+`?page=2#checks" rel="prev">`)
	if got := shown(page); len(got) != 20 || strings.Contains(page, `rel="next"`) {
		t.Errorf("the last page shows %v", got)
	}
	page = b.page(t, path+"?result=open")
	wantIn(t, page, "Checks (120)", `<a href="`+path+`?result=open#checks" aria-current="true">Not decided (1)</a>`)
	if got := shown(page); len(got) != 1 || got[0] != ">P-118: " {
		t.Errorf("what is open: %v", got)
	}
	wantIn(t, b.page(t, path+"?result=compliant"), `<a href="`+path+`?page=2&amp;result=compliant#checks" rel="next">`)
	wantIn(t, b.page(t, path+"?page=9"), "Checks (120)", `<a href="`+path+`?page=3#checks" rel="prev">`)
	wantStatus(t, "no page", b.get(t, path+"?page=x"), http.StatusUnprocessableEntity)
	if got := shown(b.page(t, "/")); len(got) == 0 || got[0] != ">P-119: " {
		t.Errorf("the first page of all shows %v", got)
	}

	b.page(t, path)
	wantStatus(t, "removing a check", b.post(t, path+"/checks/delete", url.Values{"check_id": {id(117)}}), http.StatusSeeOther)
	if page = b.page(t, path); strings.Contains(page, "P-117") || strings.Contains(page, "Does not comply (") {
		t.Error("it is still there")
	}
	wantStatus(t, "removing it again", b.post(t, path+"/checks/delete", url.Values{"check_id": {id(117)}}), http.StatusNotFound)
}

// TestSite_Project_report: the files of a report are had from the project's page; a
// refusal is a page. No link of it costs credits.
func TestSite_Project_report(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	const path = "/projects/" + httpapitest.ActiveProject
	b.page(t, "/check")
	wantStatus(t, "saving", b.post(t, "/check/save", checkForm(map[string]string{"c.persons": "80", "project_id": httpapitest.ActiveProject})), http.StatusSeeOther)
	page := b.page(t, path)
	for format, want := range map[string][2]string{
		"html": {"text/html; charset=utf-8", "<p>personas: 80</p>"}, "csv": {"text/csv; charset=utf-8; header=present", "rellano"}, "json": {"application/json", `"results"`}, "bcf": {"application/octet-stream", "PK"},
	} {
		link := path + "/report?format=" + format
		wantIn(t, page, `href="`+link+`"`)
		r := b.get(t, link+"&as_of=2015-05-01")
		wantStatus(t, format, r, http.StatusOK)
		wantIn(t, b.last, want[1])
		if r.Header.Get("Content-Type") != want[0] || strings.HasPrefix(r.Header.Get("Content-Disposition"), "attachment") == (format == "html") || r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", format, r.Header)
		}
	}
	if spent := 1000 - h.left(t); spent != 1 {
		t.Errorf("after a check was saved and its reports were read %d credits are spent", spent)
	}
	r := b.get(t, path+"/report?format=docx")
	wantStatus(t, "another format", r, http.StatusUnprocessableEntity)
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") || r.Header.Get("Content-Disposition") != "" {
		t.Errorf("a refusal: %v", r.Header)
	}
	wantStatus(t, "a stranger", h.browser().get(t, path+"/report?format=csv"), http.StatusSeeOther)
}

// The project somebody looked at last is where they go on: in the bar, on the first page
// and where something is kept. Nobody else who signs in there sees it.
func TestSite_Project_last(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/check")
	wantStatus(t, "saving", b.post(t, "/check/save", checkForm(map[string]string{"c.persons": "80", "project_id": httpapitest.ActiveProject})), http.StatusSeeOther)
	wantIn(t, b.page(t, "/"), `<b>Viviendas en Alcalá</b>`, "<small>persons: 80</small>")
	b.page(t, "/projects/"+httpapitest.EmptyProject)
	for _, path := range []string{"/", "/codes", "/check"} {
		wantIn(t, b.page(t, path), `<a href="/projects/`+httpapitest.EmptyProject+`">Sin selección</a></p></header>`)
	}
	wantIn(t, b.page(t, "/"), `<b>Sin selección</b>`)
	wantIn(t, b.page(t, "/ask"), `<option value="`+httpapitest.EmptyProject+`" selected>`)
	wantIn(t, b.page(t, "/ask?project_id="+httpapitest.ActiveProject), `<a href="/projects/`+httpapitest.ActiveProject+`">Viviendas en Alcalá</a></p></header>`)
	wantIn(t, b.page(t, "/projects"), `<a class="grow" href="/projects/`+httpapitest.ActiveProject+`">Viviendas en Alcalá · Alcalá de Henares</a><span class="tag a">`)
	b.cookies["project"].Value += "%"
	wantIn(t, b.page(t, "/"), `<b>Viviendas en Alcalá</b>`)
	b.page(t, "/projects/"+httpapitest.EmptyProject)
	wantStatus(t, "a project that is gone", b.get(t, "/projects/"+httpapitest.AbsentProject), http.StatusNotFound)
	if strings.Contains(b.page(t, "/codes"), "Sin selección") {
		t.Error("a project that is gone stays in the bar")
	}
	b.page(t, "/projects/"+httpapitest.EmptyProject)
	wantStatus(t, "a link", b.get(t, h.site.SignInLink(h.keyID(t, h.Keys.None))), http.StatusSeeOther)
	if strings.Contains(b.page(t, "/codes"), "Sin selección") {
		t.Error("who signs in next sees the project of the one before")
	}
}

// stricter makes the rules ask for more.
func (h *house) stricter(t testing.TB) {
	t.Helper()
	data := httpapitest.World(t)
	set := data.Rules[0]
	stricter, err := rules.Parse(set.Ref, []byte(strings.ReplaceAll(string(set.Source), "value: 1.00", "value: 1.15")))
	if err != nil {
		t.Fatal(err)
	}
	data.Rules = []rules.RuleSet{stricter}
	h.Import(t, data)
}

// A project of another organization and one that does not exist answer alike, also where
// a form names them.
func TestSite_Project_foreign(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/places/ES-28079") // which every page shows from now on
	answer := func(ask func(id string) *http.Response, id string) string {
		r := ask(id)
		page := strings.ReplaceAll(b.last, id, "ID")
		return r.Status + page
	}
	for what, ask := range map[string]func(id string) *http.Response{
		"saving": func(id string) *http.Response {
			b.page(t, "/check")
			return b.post(t, "/check/save", checkForm(map[string]string{"project_id": id}))
		},
		"a run of a calculator": func(id string) *http.Response {
			b.page(t, "/calculators/u-value")
			return b.post(t, "/calculators/u-value", url.Values{between(t, b.last, `<div class="with"><input id="`, `"`): {"4"}, "project_id": {id}})
		},
		"a question": func(id string) *http.Response {
			b.page(t, "/ask")
			return b.post(t, "/ask", url.Values{"query": {"x"}, "project_id": {id}, "nonce": {"x"}})
		},
	} {
		foreign, absent := answer(ask, httpapitest.ForeignProject), answer(ask, httpapitest.AbsentProject)
		if foreign != absent || !strings.HasPrefix(foreign, "404") {
			t.Errorf("%s of another's project: %.60q, of none: %.60q", what, foreign, absent)
		}
	}
	wantStatus(t, "a hostile id", b.get(t, "/projects/"+url.PathEscape(hostile)), http.StatusUnprocessableEntity)
	if h.left(t) != 1000 {
		t.Errorf("%d credits are left of 1000", h.left(t))
	}
}
