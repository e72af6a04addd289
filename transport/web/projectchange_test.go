package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// A project is made by place and use, and begins with all that applies there.
func TestSite_newProject(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	wantIn(t, b.page(t, "/places/ES-28079"), `href="/projects/new?geo_id=ES-28079"`)
	wantIn(t, b.page(t, "/projects/new?geo_id=ES-28079"), `name="geo_id" value="Madrid"`, `<small id="gn">ES-28079</small>`)
	for name, form := range map[string]url.Values{"no name": {"geo_id": {"ES-28079"}}, "no place": {"name": {"x"}, "geo_id": {"ES-99999"}}, "another country": {"name": {"x"}, "geo_id": {"FR-75056"}}} {
		wantStatus(t, name, b.post(t, "/projects", form), http.StatusUnprocessableEntity)
		wantIn(t, b.last, `aria-invalid="true"`)
	}
	var made []string
	for range 2 { // sent twice it is one project
		b.page(t, "/projects/new")
		r := b.post(t, "/projects", url.Values{"nonce": {"n"}, "name": {"Casa"}, "geo_id": {"ES-28079"}, "building_use": {"Residencial Vivienda"}, "description": {"Dos plantas"}})
		wantStatus(t, "a project", r, http.StatusSeeOther)
		made = append(made, r.Header.Get("Location"))
	}
	if made[0] != made[1] || !strings.HasPrefix(made[0], "/projects/") {
		t.Fatalf("sent on to %v", made)
	}
	wantIn(t, b.page(t, made[0]), "<h1>Casa</h1>", "Dos plantas", "Residencial Vivienda", `value="cte-db-sua" checked`, "Because Madrid is in España", "Make it the active one")
	wantStatus(t, "making it active", b.post(t, made[0]+"/activate", url.Values{}), http.StatusSeeOther)
	if strings.Contains(b.page(t, made[0]), "Make it the active one") {
		t.Error("it is not active")
	}
}

// A project is renamed and deleted; afterwards nothing leads to it any more.
func TestSite_Project_deleted(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	const path = "/projects/" + httpapitest.EmptyProject
	b.page(t, path)
	wantStatus(t, "no name", b.post(t, path+"/change", url.Values{"name": {" "}}), http.StatusUnprocessableEntity)
	wantIn(t, b.last, `<a class="lang" href="`+path+`?lang=es"`) // the form has no page of its own
	b.page(t, path)
	wantStatus(t, "another name", b.post(t, path+"/change", url.Values{"name": {"Otra"}, "description": {"Dos plantas"}}), http.StatusSeeOther)
	wantIn(t, b.page(t, path), "<h1>Otra</h1>", "Dos plantas</p>")
	r := b.post(t, path+"/delete", url.Values{})
	if wantStatus(t, "deleting", r, http.StatusSeeOther); r.Header.Get("Location") != "/projects" {
		t.Errorf("sent on to %s", r.Header.Get("Location"))
	}
	if page := b.page(t, "/projects"); strings.Contains(page, "Otra") || strings.Contains(page, httpapitest.EmptyProject) {
		t.Error("it is still listed")
	}
	wantStatus(t, "its page", b.get(t, path), http.StatusNotFound)
}

// Codes are ticked and unticked, data noted and removed, documents sent and deleted.
func TestSite_Project_change(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	const path = "/projects/" + httpapitest.ActiveProject
	do := func(what, at string, form url.Values, want int) {
		t.Helper()
		b.page(t, path)
		wantStatus(t, what, b.post(t, path+at, form), want)
	}
	do("no code", "/codes", url.Values{}, http.StatusSeeOther)
	wantIn(t, b.page(t, path), "Selected (0)", `value="cte-db-sua">`)
	do("a code", "/codes", url.Values{"slug": {"cte-db-sua"}}, http.StatusSeeOther)
	wantIn(t, b.page(t, path), "Selected (1)", `value="cte-db-sua" checked>`)
	do("a code that is none", "/codes", url.Values{"slug": {hostile}}, http.StatusUnprocessableEntity)
	wantIn(t, b.last, "must be the slug of a code")

	do("a circumstance", "/data", url.Values{"label": {"Personas"}, "value": {"80"}}, http.StatusSeeOther)
	do("a datum", "/data", url.Values{"label": {"Nº de plantas"}, "value": {"4"}, "unit": {"plantas"}}, http.StatusSeeOther)
	wantIn(t, b.page(t, path), "Nº de plantas</th><td>4 plantas</td>", `name="key" value="no_de_plantas"`)
	do("removing it", "/data/delete", url.Values{"key": {"no_de_plantas"}}, http.StatusSeeOther)
	do("removing it again", "/data/delete", url.Values{"key": {"no_de_plantas"}}, http.StatusNotFound)
	do("a datum without a value", "/data", url.Values{"label": {"x"}}, http.StatusUnprocessableEntity)
	do("a datum without a name", "/data", url.Values{"label": {"«»"}, "value": {"1"}}, http.StatusNotFound)

	b.page(t, path)
	wantStatus(t, "a document", b.upload(t, path+"/documents", "notas.txt", "La altura libre de la planta baja es de 2,80 m.", nil), http.StatusSeeOther)
	wantIn(t, b.page(t, path), "notas.txt<small>1\u00a0kB</small>")
	_, behind, _ := strings.Cut(b.last, "notas.txt")
	id := between(t, behind, `name="document_id" value="`, `"`)
	b.page(t, path)
	wantStatus(t, "what is no document", b.upload(t, path+"/documents", "a.txt", "\xff", nil), http.StatusUnprocessableEntity)
	do("deleting it", "/documents/delete", url.Values{"document_id": {id}}, http.StatusSeeOther)
	do("deleting it again", "/documents/delete", url.Values{"document_id": {id}}, http.StatusNotFound)
	if strings.Contains(b.page(t, path), "notas.txt") {
		t.Error("the document is still there")
	}
	r := httptest.NewRequest(http.MethodPost, path+"/documents", unreadable{t})
	r.ContentLength = 50 << 20
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	wantStatus(t, "50 MB", b.do(t, r), http.StatusRequestEntityTooLarge)
}

func between(t testing.TB, text, before, after string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, before)
	if !found {
		t.Fatalf("no %s", before)
	}
	inside, _, _ := strings.Cut(rest, after)
	return inside
}

// Whatever is written into a project, it is text on its page.
func TestSite_Project_hostile(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	for i, p := range payloads() {
		b.page(t, "/projects/new")
		r := b.post(t, "/projects", url.Values{"nonce": {p}, "name": {p}, "geo_id": {"ES-28079"}, "building_use": {p}, "description": {p}})
		if r.StatusCode != http.StatusSeeOther {
			continue // the API takes no such name
		}
		path := r.Header.Get("Location")
		b.page(t, path)
		b.post(t, path+"/data", url.Values{"label": {"a" + p}, "value": {p}, "unit": {p}})
		if i < 5 {
			b.page(t, path)
			b.upload(t, path+"/documents", p+".txt", p, nil)
		}
		for _, page := range []string{path, "/projects", "/ask", "/projects/new?name=" + url.QueryEscape(p) + "&building_use=" + url.QueryEscape(p)} {
			if found := active(t, b.page(t, page)); found != "" {
				t.Errorf("%s of %q: %s", page, p, found)
			}
		}
	}
}
