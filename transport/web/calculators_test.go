package web_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// A calculator is a form by its schema; what comes out has verdict, figures, steps and
// sources.
func TestSite_Calculator(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	wantIn(t, b.page(t, "/calculators"), `<a class="grow" href="/calculators/u-value">Transmitancia</a>`)
	wantIn(t, b.page(t, "/calculators/u-value"), `inputmode="decimal"`, "m²K/W")
	name := between(t, b.last, `inputmode="decimal"`, ">")
	_ = name
	field := between(t, b.last, `<div class="with"><input id="`, `"`)
	for _, tc := range []struct{ typed, verdict, figure string }{
		{"4.00", "The result complies.", "<b>0.25\u00a0W/m²K</b>"},
		{"1", "The result does not comply.", "<b>1\u00a0W/m²K</b>"},
		{"1000", "No verdict: the result does not determine compliance.", "<b>0.001\u00a0W/m²K</b>"},
		{"3", "The result complies.", "<b>0.3333\u00a0W/m²K</b>"},
		{"2,5", "The result complies.", "<b>0.4\u00a0W/m²K</b>"},
		{"02", "The result complies.", "<b>0.5\u00a0W/m²K</b>"},
		{"70", "The result complies.", "<b>0.0143\u00a0W/m²K</b>"},
	} {
		wantStatus(t, tc.typed, b.post(t, "/calculators/u-value", url.Values{field: {tc.typed}}), http.StatusOK)
		wantIn(t, b.last, tc.verdict, tc.figure, "<dt>Transmitancia térmica</dt>", "<li>U = 1 / R</li>", "<li>DB-HE 1, 3.1.1</li>", `value="`+tc.typed+`"`)
	}
	for _, typed := range []string{"", "x", "1,000", "1e9", "-", hostile} {
		b.page(t, "/calculators/u-value")
		wantStatus(t, typed, b.post(t, "/calculators/u-value", url.Values{field: {typed}}), http.StatusUnprocessableEntity)
		wantIn(t, b.last, `aria-invalid="true"`, "nothing was calculated")
	}
	b.page(t, "/")
	wantStatus(t, "none", b.get(t, "/calculators/nothing"), http.StatusNotFound)
}

// A run that is kept has a page of its own, for who belongs to its project.
func TestSite_Calculation(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	const project = "/projects/" + httpapitest.ActiveProject
	wantIn(t, b.page(t, project), `href="/calculators/u-value?project_id=`+httpapitest.ActiveProject+`"`)
	b.page(t, "/calculators/u-value?project_id="+httpapitest.ActiveProject)
	wantIn(t, b.last, `<option value="`+httpapitest.ActiveProject+`" selected>`)
	field := between(t, b.last, `<div class="with"><input id="`, `"`)
	var kept []string
	for range 2 {
		b.page(t, "/calculators/u-value")
		r := b.post(t, "/calculators/u-value", url.Values{field: {"4"}, "project_id": {httpapitest.ActiveProject}, "name": {"Muro"}, "nonce": {"n"}})
		wantStatus(t, "a run to keep", r, http.StatusSeeOther)
		kept = append(kept, r.Header.Get("Location"))
	}
	if kept[0] != kept[1] || !strings.HasPrefix(kept[0], project+"/calculations/") {
		t.Fatalf("sent on to %v", kept)
	}
	wantIn(t, b.page(t, kept[0]), "<h1>Muro</h1>", "<b>0.25\u00a0W/m²K</b>", "<li>U = 1 / R</li>", `href="/calculators/u-value?`, field+"=4")
	wantIn(t, b.page(t, project), `href="`+kept[0]+`">Muro</a>`)
	foreign := strings.Replace(kept[0], httpapitest.ActiveProject, httpapitest.ForeignProject, 1)
	wantStatus(t, "under another's project", b.get(t, foreign), http.StatusNotFound)
	b.page(t, "/")
	wantStatus(t, "keeping in another's project", b.post(t, "/calculators/u-value", url.Values{field: {"4"}, "project_id": {httpapitest.ForeignProject}}), http.StatusNotFound)
	b.page(t, kept[0])
	id := kept[0][strings.LastIndexByte(kept[0], '/')+1:]
	wantStatus(t, "deleting it", b.post(t, project+"/calculations/delete", url.Values{"calculation_id": {id}}), http.StatusSeeOther)
	wantStatus(t, "it is gone", b.get(t, kept[0]), http.StatusNotFound)
}

// A list is filled in item by item, each with its number; one can be added and any taken
// away, and a list that came out is a table.
func TestSite_Calculator_lists(t *testing.T) {
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
				if calculators.Int(9).Less(layer.Number("e")) {
					return calculators.Finding{}, calculators.Invalid("layers[1].e", "more than a wall has")
				}
				rows = append(rows, calculators.Values{"r": layer.Number("e")})
			}
			return calculators.Finding{Result: calculators.Values{"layers": rows}, Summary: "Capas.", Steps: []string{"R = e / λ"}, Sources: []string{"ISO 6946"}}, nil
		},
	})
	h := openHouse(t, httpapitest.Setup{Change: func(d *httpapi.Deps, _ *httpapi.Options) {
		d.Projects.(*projects.Service).Calculators = []projects.Calculator{layers}
	}}, nil)
	b := h.signedIn(t, h.Keys.Main)
	wantIn(t, b.page(t, "/calculators/layers"), "<legend>Capa 1</legend>", ">Sin revestimiento.</small>", `name="in.layers.0.e"`, `name="n.in.layers" value="1"`)
	if strings.Contains(b.last, `name="drop"`) {
		t.Error("the only item can be taken away")
	}
	form := func(of ...string) url.Values {
		f := url.Values{}
		for i := 0; i < len(of); i += 2 {
			f.Set(of[i], of[i+1])
		}
		return f
	}
	wantStatus(t, "one more", b.post(t, "/calculators/layers", form("n.in.layers", "2", "in.layers.0.e", "1", "in.layers.1.e", "2", "add", "in.layers")), http.StatusOK)
	wantIn(t, b.last, "<legend>Capa 3</legend>", `name="in.layers.1.e" value="2"`, `name="drop" value="in.layers.1"`)
	wantStatus(t, "one less", b.post(t, "/calculators/layers", form("n.in.layers", "3", "in.layers.0.e", "1", "in.layers.1.e", "2", "in.layers.2.e", "3", "drop", "in.layers.1")), http.StatusOK)
	wantIn(t, b.last, `name="in.layers.0.e" value="1"`, `name="in.layers.1.e" value="3"`, `name="n.in.layers" value="2"`)
	wantStatus(t, "the run", b.post(t, "/calculators/layers", form("n.in.layers", "2", "in.layers.0.e", "0,25", "in.layers.1.e", "3")), http.StatusOK)
	wantIn(t, b.last, `<th scope="col">Resistencia</th>`, "<td>0.25\u00a0m²K/W</td>", "<td>3\u00a0m²K/W</td>")
	wantStatus(t, "what the calculator refuses", b.post(t, "/calculators/layers", form("n.in.layers", "2", "in.layers.0.e", "1", "in.layers.1.e", "10")), http.StatusUnprocessableEntity)
	wantIn(t, b.last, `<p class="wrong" id="w-in.layers.1.e">more than a wall has</p>`)
	b.page(t, "/calculators/layers")
	wantStatus(t, "more than there is room for", b.post(t, "/calculators/layers", form("n.in.layers", "1000000000")), http.StatusUnprocessableEntity)
}
