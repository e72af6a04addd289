package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
)

// TestServed is the proof that a country lives wholly outside the host: the engine's
// own command and this module's binary, each built from its own module, and the
// whole API with a key of France. The plugin is then taken away, and all but its
// calculators goes on.
func TestServed(t *testing.T) {
	needsAll(t, "builds and runs the engine")
	plugin := builtPlugin(t)
	s := serveFrance(t, plugin)
	t.Run("Check", func(t *testing.T) { testCheck(t, s, plugin) })
	project := s.newProject(t)
	everything := func(t *testing.T) {
		t.Run("Location", func(t *testing.T) { testLocation(t, s) })
		t.Run("Codes", func(t *testing.T) { testCodes(t, s, project) })
		t.Run("Verify", func(t *testing.T) { testVerify(t, s) })
		t.Run("Ask", func(t *testing.T) { testAsk(t, s, project) })
		t.Run("Pages", func(t *testing.T) { testPages(t, s) })
	}
	t.Run("WithPlugin", everything)
	t.Run("Calculators", func(t *testing.T) { testCalculators(t, s) })
	s.removePlugin(t)
	t.Run("WithoutPlugin", everything)
	t.Run("CalculatorsWithoutPlugin", func(t *testing.T) { testCalculatorsGone(t, s) })
}

// testCheck holds that the host has nothing to remark on: an example others copy is
// clean.
func testCheck(t *testing.T, s *server, plugin string) {
	var report struct {
		Notices []string `json:"notices"`
	}
	if err := json.Unmarshal([]byte(s.command(t, "plugin", "check", plugin, "--yes", "--json")), &report); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{}, report.Notices); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
}

func (s *server) newProject(t *testing.T) string {
	t.Helper()
	got := s.post(t, "/api/v1/projects", map[string]any{
		"name": "École à Paris", "geo_id": "FR-75056",
		"collections": []string{"fr-accessibilite-erp", "fr-accessibilite-logements", "fr-aeration-logements", "fr-code-construction-garde-corps", "fr-logement-decent", "fr-incendie-habitation", "fr-incendie-erp", "fr-code-travail-lieux"},
	})
	return fmt.Sprint(got.at("project_id"))
}

func testLocation(t *testing.T, s *server) {
	if got := s.search(t, "paris", "municipality"); len(got) == 0 || got[0] != "FR-75056" {
		t.Errorf("search paris: want FR-75056 first, got %v", got)
	}
	if got := s.search(t, "ILE DE FRANCE", ""); !slices.Contains(got, "FR-IDF") {
		t.Errorf("search ILE DE FRANCE: want FR-IDF, got %v", got)
	}
	if got := s.search(t, "abergement clemenciat", ""); !slices.Contains(got, "FR-01001") {
		t.Errorf("a commune of the file: want FR-01001, got %v", got)
	}
	if got := s.search(t, "Madrid", ""); slices.ContainsFunc(got, func(id string) bool { return !strings.HasPrefix(id, "FR") }) {
		t.Errorf("a key of France finds %v", got)
	}
	paris := s.get(t, "/api/v1/location/fr-75056")
	if diff := cmp.Diff([]string{"FR-75", "FR-IDF", "FR"}, paris.texts("ancestors", "geo_id")); diff != "" {
		t.Errorf("ancestors of FR-75056 (-want +got):\n%s", diff)
	}
	for path, want := range map[string]any{"climate_zone": "H1a", "seismic_zone": "1", "radon_zone": 1.0, "population": 2103778.0, "altitude_m": nil} {
		if got := paris.at("tech_data", path); got != want {
			t.Errorf("tech_data.%s of FR-75056: want %v, got %v", path, want, got)
		}
	}
	ajaccio := s.get(t, "/api/v1/location/FR-2A004")
	if diff := cmp.Diff([]string{"FR-2A", "FR-20R", "FR"}, ajaccio.texts("ancestors", "geo_id")); diff != "" {
		t.Errorf("ancestors of FR-2A004 (-want +got):\n%s", diff)
	}
	if got := s.get(t, "/api/v1/location/FR-97105").at("tech_data", "climate_zone"); got != nil {
		t.Errorf("climate zone of FR-97105: want none, got %v", got)
	}
	if got := s.call(t, http.MethodGet, "/api/v1/location/ES-28079", nil).status; got != http.StatusForbidden {
		t.Errorf("a place of Spain with a key of France: want 403, got %d", got)
	}
}

func testCodes(t *testing.T, s *server, project string) {
	paris := s.get(t, "/api/v1/location/FR-75056")
	applicable := paris.texts("applicable_codes", "slug")
	if !slices.Contains(applicable, "fr-accessibilite-erp") || slices.Contains(applicable, "cte-db-sua") {
		t.Errorf("applicable in Paris: %v", applicable)
	}
	info := s.get(t, "/api/v1/project/info?project_id="+project)
	if word, label := info.texts("collections", "scope")[0], info.texts("collections", "scope_label")[0]; word != "nationale" || label != "Nationale" {
		t.Errorf("scope in a project: want nationale and Nationale, got %s and %s", word, label)
	}
	if summary := fmt.Sprint(info.at("geo_context", "tech_data_summary")); !strings.Contains(summary, "Altitude : donnée non disponible") {
		t.Errorf("the summary does not name what is unknown: %s", summary)
	}
	found := s.get(t, "/api/v1/codes/search?q=accessibilit%C3%A9")
	if got := found.texts("items", "slug"); !slices.Contains(got, "fr-accessibilite-logements") {
		t.Errorf("codes found: %v", got)
	}
	latest := s.call(t, http.MethodGet, "/api/v1/codes/fr-accessibilite-erp/latest", nil)
	if latest.status != http.StatusOK || !strings.Contains(latest.text, "arrete-2017-04-20") || strings.Contains(latest.text, "arrete-2006-08-01") {
		t.Errorf("latest: %d %.300s", latest.status, latest.text)
	}
}

// checks are verified in Paris without naming a code, in both languages.
var checks = []struct {
	element, parameter, use string
	value                   float64
	unit, status            string
	limit                   any
}{
	{"escalier", "hauteur de marche", "établissement recevant du public", 17, "cm", "non_compliant", 16.0},
	{"escalier", "hauteur de marche", "établissement recevant du public", 16, "cm", "compliant", 16.0},
	{"escalier des parties communes", "giron", "logement", 28, "cm", "compliant", 28.0},
	{"garde-corps de balcon de 5 cm d'épaisseur", "hauteur", "habitation", 0.95, "m", "non_compliant", 1.0},
	{"cuisine d'un logement de 4 pièces principales", "débit extrait", "", 120, "m³/h", "compliant", 120.0},
	{"porte", "largeur", "magasin", 0.95, "m", "conditional", nil},
	{"stair", "riser height", "museum", 17, "cm", "non_compliant", 16.0},
	{"accessible path", "width", "museum", 130, "cm", "non_compliant", 140.0},
	{"accessible path", "width", "housing", 130, "cm", "compliant", 120.0},
	{"load-bearing wall in the second family", "fire resistance", "housing", 15, "min", "non_compliant", 30.0},
	{"cheminée", "tirage", "logement", 12, "Pa", "undetermined", nil},
	{"chimney", "draught", "housing", 12, "Pa", "undetermined", nil},
}

func testVerify(t *testing.T, s *server) {
	for _, c := range checks {
		got := s.post(t, "/api/v1/verify", map[string]any{
			"element": c.element, "parameter": c.parameter, "value": c.value, "unit": c.unit, "geo_id": "FR-75056", "building_use": c.use,
		})
		if status := got.at("result_status"); status != c.status {
			t.Errorf("%s, %s %g %s: want %s, got %v: %.800s", c.element, c.parameter, c.value, c.unit, c.status, status, got.text)
			continue
		}
		if limit := got.at("limit_value"); c.limit != nil && limit != c.limit {
			t.Errorf("%s, %s: want the limit %v, got %v", c.element, c.parameter, c.limit, limit)
		}
		if zone := got.at("geo_context", "climate_zone"); zone != "H1a" {
			t.Errorf("climate zone of the check: want H1a, got %v", zone)
		}
	}
}

// testAsk asks what [TestAsk] does, through the API.
func testAsk(t *testing.T, s *server, project string) {
	for _, a := range asked {
		got := s.post(t, "/api/v2/ask", map[string]any{"query": a.query, "project_id": project})
		answer, _ := got.at("answer").(string)
		form, _ := got.at("form").(string)
		sources, _ := got.at("sources").([]any)
		checkAnswer(t, a.query, a.want, &ask.Answer{Text: answer, Form: ask.Form(form), Sources: make([]ask.Source, len(sources))})
	}
}

func testPages(t *testing.T, s *server) {
	page := s.get(t, "/codes/fr-accessibilite-erp/arrete-2017-04-20").text
	for _, want := range []string{`lang="fr"`, "Résumé", "Largeur minimale des portes principales", "legifrance.gouv.fr"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, spanish := range []string{"Resumen", "En vigor", "Fuente oficial"} {
		if strings.Contains(page, spanish) {
			t.Errorf("the page of a French text holds %q", spanish)
		}
	}
}

func testCalculators(t *testing.T, s *server) {
	listed := s.get(t, "/api/v1/calculators").texts("calculators", "calculator_id")
	for _, tt := range worked {
		if !slices.Contains(listed, tt.calculator) {
			t.Errorf("calculators: want %s, got %v", tt.calculator, listed)
			continue
		}
		got := s.call(t, http.MethodPost, "/api/v1/calculators/"+tt.calculator+"/run", map[string]any{"input": decoded(t, tt.input)})
		if got.status != http.StatusOK {
			t.Errorf("%s: %d %.300s", tt.name, got.status, got.text)
			continue
		}
		if diff := cmp.Diff(any(decoded(t, tt.result)), got.at("result")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	wrong := s.call(t, http.MethodPost, "/api/v1/calculators/fr-escalier-accessible/run", map[string]any{"input": map[string]any{"place": "gare"}})
	if wrong.status/100 != 4 {
		t.Errorf("a wrong input: want a client error, got %d %.300s", wrong.status, wrong.text)
	}
}

// testCalculatorsGone holds that they are listed still, and that running one says
// that it cannot be run now.
func testCalculatorsGone(t *testing.T, s *server) {
	if listed := s.get(t, "/api/v1/calculators").texts("calculators", "calculator_id"); !slices.Contains(listed, "fr-escalier-accessible") {
		t.Errorf("calculators: want fr-escalier-accessible listed, got %v", listed)
	}
	got := s.call(t, http.MethodPost, "/api/v1/calculators/fr-escalier-accessible/run",
		map[string]any{"input": map[string]any{"place": "erp", "riser": 16, "going": 28}})
	if got.status != http.StatusServiceUnavailable {
		t.Errorf("a calculator without its plugin: want 503, got %d %.300s", got.status, got.text)
	}
}
