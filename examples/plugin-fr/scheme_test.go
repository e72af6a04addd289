package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

func ptr(n int) *int { return &n }

func communeOf(id geo.ID, tech *geo.TechData) geo.Place {
	return geo.Place{ID: id, Name: "Commune", Level: geo.Municipality, Parent: parentOf(id), Tech: tech}
}

func TestScheme(t *testing.T) {
	geotest.TestScheme(t, scheme{}, geotest.SchemeCases{
		IDs: map[geo.ID]geo.Level{
			"FR": geo.Country, "FR-IDF": geo.Region, "FR-20R": geo.Region, "FR-R01": geo.Region, "FR-R06": geo.Region,
			"FR-75": geo.Province, "FR-2A": geo.Province, "FR-971": geo.Province, "FR-976": geo.Province,
			"FR-75056": geo.Municipality, "FR-2A004": geo.Municipality, "FR-97105": geo.Municipality, "FR-01001": geo.Municipality,
		},
		Invalid: []string{
			"", "F", "ES", "FR-", "FR-XXX", "FR-R05", "FR-20", "FR-96", "FR-00", "FR-97", "FR-970", "FR-975", "FR-2C", "FR-COR",
			"FR-75000", "FR-97100", "FR-97501", "FR-2A000", "FR-2C001", "FR-96001", "FR-7505", "FR-750560", "FR-7505A", "FR-75 056", "FR-75056 ", "FR75056", "ES-28079", "FR-7505６",
		},
		Allowed: [][2]geo.ID{
			{"FR-75056", "FR-75"}, {"FR-2A004", "FR-2A"}, {"FR-97105", "FR-971"}, {"FR-75", "FR-IDF"},
			{"FR-2B", "FR-20R"}, {"FR-971", "FR-R01"}, {"FR-IDF", "FR"}, {"FR-R01", "FR"},
		},
		Refused: [][2]geo.ID{
			{"FR-75056", "FR-92"}, {"FR-2A004", "FR-2B"}, {"FR-97105", "FR-972"}, {"FR-75", "FR-HDF"}, {"FR-971", "FR-R02"},
		},
		Derived: []geotest.DerivedCase{
			{
				Name: "Paris has every zone", Given: communeOf("FR-75056", &geo.TechData{Population: ptr(2103778)}),
				Want:       communeOf("FR-75056", &geo.TechData{ClimateZone: "H1a", SeismicZone: "1", RadonZone: ptr(1), Population: ptr(2103778)}),
				InSummary:  []string{"H1a", "zone 1 (très faible)", "zone 1 (potentiel faible)", "Altitude : donnée non disponible", "2\u00a0103\u00a0778 habitants"},
				NotSummary: []string{"outre-mer"},
			},
			{
				Name: "a commune nothing is known of but its department", Given: communeOf("FR-31555", nil),
				Want:      communeOf("FR-31555", &geo.TechData{ClimateZone: "H2c"}),
				InSummary: []string{"H2c", "sismicité (code de l'environnement, D. 563-8-1) : donnée non disponible", "radon (arrêté du 27 juin 2018) : donnée non disponible"},
			},
			{
				Name: "overseas has no climate zone, which is a fact", Given: communeOf("FR-97105", nil),
				Want:      communeOf("FR-97105", &geo.TechData{SeismicZone: "5"}),
				InSummary: []string{"outre-mer", "zone 5 (forte)"},
			},
			{
				Name: "what is stated is kept", Given: communeOf("FR-2A004", &geo.TechData{ClimateZone: "H2d", SeismicZone: "2", RadonZone: ptr(3)}),
				Want:      communeOf("FR-2A004", &geo.TechData{ClimateZone: "H2d", SeismicZone: "2", RadonZone: ptr(3)}),
				InSummary: []string{"H2d", "potentiel significatif"},
			},
			{
				Name:  "only communes have technical data",
				Given: geo.Place{ID: "FR-75", Name: "Paris", Level: geo.Province, Parent: "FR-IDF"},
				Want:  geo.Place{ID: "FR-75", Name: "Paris", Level: geo.Province, Parent: "FR-IDF"},
			},
		},
	})
}

// TestClimateZones holds the table against the zones as annexe I of the arrêté of
// 26 October 2010 lists them.
func TestClimateZones(t *testing.T) {
	want := map[string]string{}
	for zone, departments := range map[string]string{
		"H1a": "02 14 27 28 59 60 61 62 75 76 77 78 80 91 92 93 94 95",
		"H1b": "08 10 45 51 52 54 55 57 58 67 68 70 88 89 90",
		"H1c": "01 03 05 15 19 21 23 25 38 39 42 43 63 69 71 73 74 87",
		"H2a": "22 29 35 50 56",
		"H2b": "16 17 18 36 37 41 44 49 53 72 79 85 86",
		"H2c": "09 12 24 31 32 33 40 46 47 64 65 81 82",
		"H2d": "04 07 26 48 84",
		"H3":  "06 11 13 2A 2B 30 34 66 83",
		"":    "971 972 973 974 976",
	} {
		for _, code := range strings.Fields(departments) {
			want[code] = zone
		}
	}
	got := map[string]string{}
	for _, d := range territory().departments {
		got[d.code] = d.climate
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("zones (-want +got):\n%s", diff)
	}
}

// TestPlaces puts the built-in places into the tree they must form.
func TestPlaces(t *testing.T) {
	all := places()
	if _, err := geo.NewGazetteer([]geo.Scheme{scheme{}}, all); err != nil {
		t.Fatal(err)
	}
	count := map[geo.Level]int{}
	ids := map[geo.ID]bool{}
	for _, p := range all {
		count[p.Level]++
		ids[p.ID] = true
		if p.Level == geo.Municipality && (p.Tech == nil || p.Tech.Population == nil) {
			t.Errorf("%s %s has no population", p.ID, p.Name)
		}
	}
	want := map[geo.Level]int{geo.Country: 1, geo.Region: 18, geo.Province: 101, geo.Municipality: count[geo.Municipality]}
	if diff := cmp.Diff(want, count); diff != "" || count[geo.Municipality] < 150 {
		t.Errorf("counts, communes %d (-want +got):\n%s", count[geo.Municipality], diff)
	}
	for _, row := range embeddedRows("departments.csv", departmentsCSV) {
		if prefecture := placeID(row[3]); !ids[prefecture] {
			t.Errorf("the prefecture %s of %s is not built in", prefecture, row[0])
		}
	}
	for _, city := range []geo.ID{"FR-75056", "FR-69123", "FR-13055"} {
		if !ids[city] {
			t.Errorf("%s is not built in", city)
		}
	}
}

// TestIDs_disjoint holds that no two levels share an identifier: a region's code
// has three characters and is no number, as an overseas department's is.
func TestIDs_disjoint(t *testing.T) {
	level := map[string]string{}
	for _, r := range territory().regions {
		level[r.id] = "region"
	}
	for _, d := range territory().departments {
		if other, twice := level[d.code]; twice {
			t.Errorf("%s is a department and a %s", d.code, other)
		}
		level[d.code] = "department"
	}
	if len(level) != 18+101 {
		t.Error(fmt.Sprint("codes: want 119, got ", len(level)))
	}
}
