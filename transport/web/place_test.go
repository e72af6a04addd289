package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

func wantIn(t testing.TB, page string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestSite_Place(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	page := b.page(t, "/places/es-28079")
	wantIn(t, page, `<h1>Madrid</h1>`, `<a href="/places/ES">España</a> › <a href="/places/ES-MD">Comunidad de Madrid</a>`,
		"<dt>Climate zone</dt><dd><b>D3</b>", "<b>667\u00a0m</b>", "<b>3,280,782</b>", "ab&lt;0.04g", `href="/codes/cte-db-sua/2019-12-27"`,
		"Because Madrid is in España", "Made for Madrid itself", "Because Madrid lies in a country that it binds",
		"Regional, Provincial, Sectorial, Supramunicipal <span", `<a href="/places/ES-28079">Madrid · zone D3</a>`)
	if next := b.page(t, "/"); !strings.Contains(next, `<a href="/places/ES-28079">Madrid`) {
		t.Error("the next page does not know the place")
	}
	wantIn(t, page, `href="/requirements?as_of=2026-03-02&amp;geo_id=ES-28079"`)
	wantIn(t, page, `<li>not listed</li><li aria-current="true">1</li>`, `aria-label="Municipalities of Madrid: from 587`+"\u00a0m to 667\u00a0m", `<circle cx="100.00%"`)
	wantIn(t, b.page(t, "/places/ES-28"), `<li><a href="/places/ES-28005">Alcalá de Henares</a></li>`)
	past := b.page(t, "/places/ES-28079?as_of=2012-01-01")
	wantIn(t, past, `value="2012-01-01"`, `href="/codes/cte-db-sua/2010-02-19"`)
	wantIn(t, b.page(t, "/places/ES-28"), "<h1>Madrid</h1>", "Province, <code>ES-28</code>")
}

func TestSite_Place_refused(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	for path, want := range map[string]int{
		"/places/FR-75056": http.StatusForbidden, "/places/ES-99999": http.StatusNotFound, "/places/" + url.PathEscape(hostile): http.StatusNotFound,
		"/places/ES?as_of=2012-02-30": http.StatusUnprocessableEntity, "/places/ES?as_of=%3Cscript%3E": http.StatusUnprocessableEntity,
	} {
		wantStatus(t, path, b.get(t, path), want)
		if strings.Contains(b.last, "<script>") || !strings.Contains(b.last, "<h1>") {
			t.Errorf("%s: %s", path, b.last)
		}
	}
	r := h.browser().get(t, "/places/ES-28079?as_of=2012-01-01")
	wantStatus(t, "a stranger", r, http.StatusSeeOther)
	if got := r.Header.Get("Location"); got != "/signin?next=%2Fplaces%2FES-28079%3Fas_of%3D2012-01-01" {
		t.Errorf("a stranger is sent to %s", got)
	}
}

// Places, codes and passages are found in one, on a page and while one types; those of
// another country are not.
func TestSite_Search(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	wantIn(t, b.page(t, "/search?q=madrid"), `href="/places/ES-28079"`, "Municipality, Madrid", `href="/codes/ordenanza-madrid"`, `value="madrid"`)
	wantIn(t, b.page(t, "/search?q=barreras"), `href="/codes/cte-db-sua/2019-12-27#5f0c1a52-8a2e-4d0e-9d3c-000000000002"`)
	wantIn(t, b.page(t, "/search?q=zzzz"), "Nothing was found")
	wantIn(t, b.page(t, "/search"), "in the box above")
	b.page(t, "/search?q="+strings.Repeat("a", 5000))
	if page := b.page(t, "/search?q=paris"); strings.Contains(page, "/places/FR") {
		t.Error("a place of another country is found")
	}
	if page := b.page(t, "/search?q=madrid&only=places"); strings.Contains(page, "/codes/ordenanza") {
		t.Error("a code is found among places")
	}
	var found struct {
		Groups []struct {
			Label string
			Hits  []struct{ Text, Note, Href string }
		}
		Status string
	}
	if err := json.Unmarshal([]byte(b.page(t, "/hits?q=madrid")), &found); err != nil {
		t.Fatal(err)
	}
	if len(found.Groups) < 2 || len(found.Groups[0].Hits) != 3 || found.Groups[0].Hits[1].Href != "/places/ES-28079" || found.Status == "" {
		t.Errorf("while one types: %+v", found)
	}
}
