package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
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
	set, err := rules.Parse(ref, []byte(usedRules["ES"]))
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
	v, err := verify.New(places, catalog, retrieval.New(blocksOf(set)), []rules.RuleSet{set}, nil)
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

// TestAsOf_State: asked for a day, what counts is whether a version was in force on
// that day, not what it is today.
func TestAsOf_State(t *testing.T) {
	day := func(year int) codes.Date {
		d, _ := codes.NewDate(year, 6, 1)
		return d
	}
	places := frenchPlaces(t, "ES")
	code := codes.Code{Slug: "es-code", Title: "es", CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"}, Versions: []codes.Version{
		{Slug: "1", Title: "es", Status: codes.Repealed, Published: day(2000), Effective: day(2001), Repealed: day(2010), SucceededBy: codes.VersionRef{Code: "es-code", Version: "2"}, Internal: true},
		{Slug: "2", Title: "es", Status: codes.Active, Published: day(2009), Effective: day(2010), Internal: true},
		{Slug: "3", Title: "es", Status: codes.InProgress, Published: day(2020), Effective: day(2030), Internal: true},
		{Slug: "4", Title: "es", Status: codes.Repealed, Published: day(1990), Effective: day(1991), Internal: true},
	}}
	code.Versions[1].SucceededBy = codes.VersionRef{Code: "es-code", Version: "3"}
	catalog, err := codes.NewCatalog(places, []codes.Code{code})
	if err != nil {
		t.Fatal(err)
	}
	var sets []rules.RuleSet
	var blocks []retrieval.Block
	for _, version := range code.Versions {
		set, err := rules.Parse(codes.VersionRef{Code: "es-code", Version: version.Slug}, []byte(usedRules["ES"]))
		if err != nil {
			t.Fatal(err)
		}
		sets, blocks = append(sets, set), append(blocks, blocksOf(set)...)
	}
	v, err := verify.New(places, catalog, retrieval.New(blocks), sets, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		version string
		year    int
		says    string
	}{
		{"1", 2005, ""}, {"2", 2015, ""}, {"3", 2031, ""},
		{"1", 2015, "no está en vigor en la fecha"}, {"2", 2005, "no está en vigor en la fecha"}, {"3", 2015, "no está en vigor en la fecha"},
		{"2", 2031, "no está en vigor en la fecha"}, {"4", 2015, "No consta desde cuándo"},
	} {
		t.Run(fmt.Sprintf("%s in %d", tt.version, tt.year), func(t *testing.T) {
			check := verify.Check{Element: "pasillo", Parameter: "anchura", Value: "1.3", Unit: "m", GeoID: "ES-1", BuildingUse: "vivienda", AsOf: day(tt.year), Codes: []codes.VersionRef{{Code: "es-code", Version: tt.version}}}
			got, err := v.Verify(t.Context(), check, codes.Date{})
			if err != nil {
				t.Fatal(err)
			}
			said := strings.Join(got.Warnings, "\n")
			if strings.Contains(said, "derogada") || strings.Contains(said, "no está aprobada") || !strings.Contains(said, tt.says) || tt.says == "" && strings.Contains(said, "vigor") {
				t.Errorf("want %q said, and nothing of today: %q", tt.says, got.Warnings)
			}
		})
	}
}
