package verify_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
)

// TestTextScope: a limit read from a text holds for the buildings that the rules file
// of its version says the version is about, and for none that is older than it.
func TestTextScope(t *testing.T) {
	addFrench(t)
	v := twoCountries(t, usedRules, map[geo.ID]string{
		"ES": "La anchura mínima de los pasillos será de 1,20 m.",
		"FR": "La largeur minimale des couloirs est de 1,20 m.",
	})
	for _, tt := range []struct {
		name, element, parameter, place, use string
		want                                 verify.Status
		says                                 string
	}{
		{"its use", "pasillo", "anchura", "ES-1", "vivienda", verify.Compliant, ""},
		{"its use, fr", "couloir", "largeur", "FR-1", "habitation", verify.Compliant, ""},
		{"another use", "pasillo", "anchura", "ES-1", "comercio", verify.Undetermined, ""},
		{"a use nobody knows", "pasillo", "anchura", "ES-1", "hospital", verify.Undetermined, "hospital"},
		{"a use nobody knows, fr", "couloir", "largeur", "FR-1", "entrepôt", verify.Undetermined, "entrepôt"},
		{"a part nobody knows", "pasillo", "anchura", "ES-1", "vivienda penitenciaria", verify.Undetermined, "penitenciaria"},
		{"no use", "pasillo", "anchura", "ES-1", "", verify.Conditional, "uso: vivienda"},
		{"an old building", "pasillo", "anchura", "ES-1", "vivienda construida en 1990", verify.Undetermined, "1990"},
		{"an old building, fr", "couloir", "largeur", "FR-1", "habitation, permis de 1995", verify.Undetermined, "1995"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := v.Verify(t.Context(), verify.Check{Element: tt.element, Parameter: tt.parameter, Value: "1.3", Unit: "m", GeoID: tt.place, BuildingUse: tt.use}, codes.Date{})
			if err != nil {
				t.Fatal(err)
			}
			said := strings.Join(got.Conditions, " ") + strings.Join(got.Warnings, " ")
			if got.Status != tt.want || !strings.Contains(said, tt.says) {
				t.Errorf("want %s saying %q, got %s %q %q", tt.want, tt.says, got.Status, got.Conditions, got.Warnings)
			}
		})
	}
}

// TestUndated: of a text of which nobody knows since when it is in force, a check as of
// a day says so, and does not say that it is outside what was consulted.
func TestUndated(t *testing.T) {
	ref := codes.VersionRef{Code: "es-code", Version: "1"}
	set, err := verify.ParseRules(ref, []byte(usedRules["ES"]))
	if err != nil {
		t.Fatal(err)
	}
	published, _ := codes.NewDate(1982, 3, 27)
	places := frenchPlaces(t, "ES")
	catalog, err := codes.NewCatalog(places, []codes.Code{{Slug: "es-code", Title: "es", CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"},
		Versions: []codes.Version{{Slug: "1", Title: "es", Status: codes.Active, Published: published, Internal: true}}}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := verify.New(places, catalog, retrieval.New(blocksOf(set)), []verify.RuleSet{set}, nil)
	if err != nil {
		t.Fatal(err)
	}
	day, _ := codes.NewDate(2018, 1, 1)
	for name, named := range map[string][]codes.VersionRef{"no code": nil, "named": {{Code: "es-code"}}} {
		t.Run(name, func(t *testing.T) {
			check := verify.Check{Element: "escalera", Parameter: "contrahuella", Value: "15", Unit: "cm", GeoID: "ES-1", BuildingUse: "vivienda", AsOf: day, Codes: named}
			got, err := v.Verify(t.Context(), check, codes.Date{})
			if err != nil {
				t.Fatal(err)
			}
			said := strings.Join(got.Warnings, "\n")
			if got.Status != verify.Undetermined || strings.Count(said, "No consta desde cuándo está en vigor es-code/1") != 1 || strings.Contains(said, "fuera de las normas") || strings.Contains(said, "está en vigor;") {
				t.Errorf("want it unknown since when es-code/1 is in force, said once, got %s %q", got.Status, got.Warnings)
			}
		})
	}
}
