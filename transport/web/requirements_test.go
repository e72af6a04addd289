package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

func TestSite_Requirements(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	wantIn(t, b.page(t, "/requirements"), `<option value="stair">`, `<option value="clear width">`, `name="geo_id" value=""`)
	b.page(t, "/places/ES-28079")

	page := b.page(t, "/requirements?element=escalera&parameter=anchura")
	wantIn(t, page, "<h1>escalera, anchura</h1>", `name="geo_id" value="Madrid"`, "≥\u00a01\u00a0m", "Governs", "Always", `href="#f1">DB-SUA 2019-12-27`,
		`<mark>La anchura útil mínima de una escalera de uso general es de 1,00 m</mark>. La contrahuella`, "Our own digest.")
	open := b.page(t, "/requirements?element=escalera&parameter=rellano")
	wantIn(t, open, "May apply: it depends on what is not said", "≥\u00a01.2\u00a0m", "personas &gt; 100")
	told := b.page(t, "/requirements?element=escalera&parameter=rellano&c.persons=150")
	wantIn(t, told, `<tbody class="off">`, `name="c.persons" value="150"`)
	if strings.Contains(told, "May apply") {
		t.Error("what was said is still open")
	}
	between := b.page(t, "/requirements?element=escalera&parameter=contrahuella&lang=es")
	wantIn(t, between, "13 a 18,5\u00a0cm", "Requisitos", "Rige")
	wantIn(t, b.page(t, "/requirements?element=nada&parameter=nada&lang=en"), "No requirement with these words")
}

// A place may be called by its name, where that is the name of one.
func TestSite_Requirements_placeNamed(t *testing.T) {
	data := httpapitest.World(t)
	for _, id := range []geo.ID{"ES-08201", "ES-08202"} {
		data.Places = append(data.Places, geo.Place{ID: id, Name: "Moya", Level: geo.Municipality, Parent: "ES-08"})
	}
	h := openHouse(t, httpapitest.Setup{Data: &data}, nil)
	b := h.signedIn(t, h.Keys.Main)
	const asked = "/requirements?element=escalera&parameter=anchura&geo_id="
	for name, want := range map[string][2]string{
		"madrid": {"Madrid", "ES-28079"}, "ALCALA+DE+HENARES": {"Alcalá de Henares", "ES-28005"}, "Alcalá+de+Henares,+Madrid": {"Alcalá de Henares", "ES-28005"},
		"catalunya": {"Catalunya", "ES-CT"}, "es-08019": {"Barcelona", "ES-08019"}, "ES-08201": {"ES-08201", "ES-08201"},
	} {
		wantIn(t, b.page(t, asked+name), `name="geo_id" value="`+want[0]+`"`, `<small id="gn">`+want[1]+`</small>`)
	}
	for _, name := range []string{"henares", "alcala", "paris", "madrix", "moya"} {
		wantStatus(t, name, b.get(t, asked+name), http.StatusNotFound)
	}
	b.page(t, "/projects/new")
	wantStatus(t, "a project", b.post(t, "/projects", url.Values{"name": {"x"}, "geo_id": {"Alcalá de Henares"}}), http.StatusSeeOther)
	b.page(t, "/batch")
	wantStatus(t, "a file", b.upload(t, "/batch", "stairs.csv", stairs, nil), http.StatusOK)
	form := b.formOf(t)
	form.Set("all.geo_id", "Madrid")
	b.page(t, "/batch")
	wantStatus(t, "the checks", b.post(t, "/batch/run", form), http.StatusOK)
	wantIn(t, b.last, `geo_id=ES-28079`)
}

// What the page does not take the API refuses, and what the key may not see is not there.
func TestSite_Requirements_refused(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{Limiter: func(c *accesstest.Clock) access.Limiter { return &access.MemoryLimiter{Now: c.Now} },
		Plan: func(p *access.Plan) { p.Limits = map[access.Group]int{access.Catalogue: 4} }}, nil)
	b := h.signedIn(t, h.Keys.Main)
	const asked = "/requirements?element=escalera&parameter=anchura&geo_id="
	for path, want := range map[string]int{asked + "FR-75056": http.StatusNotFound, asked + "nowhere": http.StatusNotFound, asked + "ES-28079&as_of=1": http.StatusUnprocessableEntity} {
		wantStatus(t, path, b.get(t, path), want)
	}
	wantStatus(t, "within the limit", b.get(t, asked+"ES-28079"), http.StatusOK)
	wantStatus(t, "beyond the limit of the key", b.get(t, asked+"ES-28079"), http.StatusTooManyRequests)
	wantIn(t, b.last, "Wait a minute")
}
