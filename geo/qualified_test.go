package geo_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

// qualifiedPlaces adds towns that only what they lie in tells apart.
func qualifiedPlaces() []geo.Place {
	places := geotest.Places()
	for id, name := range map[geo.ID]string{
		"XX-01011": "Moya", "XX-02011": "Moya de las Brañas", "XX-03011": "Moya", "XX-03012": "Moia", "XX-01012": "Santo Tomás", "XX-03013": "Sant Feliu",
		"XX-03014": "Villa Robledo", "XX-01013": "Robledo", "XX-02013": "Costa Brava", "XX-01014": "Arenas, Las", "XX-03015": "Peña del Rey",
	} {
		places = append(places, geo.Place{ID: id, Name: name, Level: geo.Municipality, Parent: id[:5]})
	}
	return places
}

// A name may say what it lies in or its rank around it, and be written short; what it
// means so stands before names that have it in them, and guesses behind all.
func TestGazetteer_Search_Qualified(t *testing.T) {
	g := mustNew(t, qualifiedPlaces())
	for q, want := range map[string]string{
		"Moya, Costa":              "XX-03011",
		"Moya (Áurea)":             "XX-01011",
		"moya (costa, exlandia)":   "XX-03011",
		"Moya, Áurea, Norte":       "XX-01011",
		"Moya, Áurea, Sur":         "",
		"Moya, provincia de Costa": "XX-03011",
		"Moya, Cos":                "XX-03011",
		"Moya, Ohio":               "",
		"Moya, El Sur":             "XX-03011",
		"Moya, Norte":              "XX-01011 XX-02011",
		"Moya - Costa":             "XX-03011",
		"Moya en Costa":            "XX-03011",
		"Moya provincia de Costa":  "XX-03011",
		"S. Feliu":                 "XX-03013",
		"Moya Costa":               "XX-03011",
		"Áurea (Exlandia)":         "XX-01 XX-01001",
		"provincia de Áurea":       "XX-01",
		"provincia Áurea":          "XX-01",
		"Áurea provincia":          "XX-01",
		"Áurea (provincia)":        "XX-01",
		"Prov. de Áurea":           "XX-01",
		"Áurea capital":            "XX-01001",
		"ciudad de Áurea":          "XX-01001",
		"municipio de Áurea":       "XX-01001",
		"Áurea, Áurea":             "XX-01001 XX-01",
		"provincia de Moya":        "",
		"region de Norte":          "XX-NO",
		"Sto. Tomás":               "XX-01012",
		"Sto. Tomás, Áurea":        "XX-01012",
		"St. Feliu":                "XX-03013",
		"Villa Robledo":            "XX-03014",
		"Costa Brava":              "XX-02013",
		"Arenas, Las":              "XX-01014",
		"brñaas, Las":              "?XX-02 ?XX-02011",
		"Arenas, Las, Áurea":       "XX-01014",
		"Las Arenas, Áurea":        "XX-01014",
		"Arenas (Norte)":           "XX-01014",
		"Tomas Costa":              "",
		"Robeldo, Áurea":           "?XX-01013",
		"XX-01":                    "XX-01",
	} {
		t.Run(q, func(t *testing.T) {
			hits, err := g.Find(q, &geo.SearchOptions{Limit: 2})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, h := range hits {
				got = append(got, strings.Repeat("?", map[bool]int{true: 1}[h.Guess])+string(h.Place.ID))
			}
			if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// What is said of a place adds to the filters of a search and lifts none.
func TestGazetteer_Search_QualifiedFilters(t *testing.T) {
	g := mustNew(t, qualifiedPlaces())
	for _, c := range []struct {
		q    string
		o    geo.SearchOptions
		want []geo.ID
	}{
		{"Moya, Costa", geo.SearchOptions{Within: "XX-NO"}, nil},
		{"Moya, Norte", geo.SearchOptions{Within: "XX-01"}, []geo.ID{"XX-01011"}},
		{"Áurea (Exlandia)", geo.SearchOptions{Level: geo.Municipality}, []geo.ID{"XX-01001"}},
		{"provincia de Áurea", geo.SearchOptions{Level: geo.Municipality}, nil},
		{"Moya, Costa", geo.SearchOptions{Country: "QQ"}, nil},
		{"Moya, Costa", geo.SearchOptions{Limit: 1}, []geo.ID{"XX-03011"}},
	} {
		t.Run(fmt.Sprint(c.q, c.o), func(t *testing.T) {
			got, err := g.Search(c.q, &c.o)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(idsOf(got), c.want) {
				t.Errorf("got %v, want %v", idsOf(got), c.want)
			}
		})
	}
}

// Hits that rest on a typing error alone stand behind the others and are marked.
func TestGazetteer_Find_Guess(t *testing.T) {
	g := mustNew(t, qualifiedPlaces())
	for q, want := range map[string][]bool{"Moya": {false, false, false}, "Robeldo": {true, true}, "aurea": {false, false}, "brañas de arrbia": {true}, "arriba de": {false}} {
		hits, err := g.Find(q, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []bool
		for _, h := range hits {
			got = append(got, h.Guess)
		}
		if !slices.Equal(got[:min(len(got), len(want))], want) || slices.Contains(got, false) && !slices.IsSortedFunc(got, func(a, b bool) int { return map[bool]int{true: 1}[a] - map[bool]int{true: 1}[b] }) {
			t.Errorf("%s: guesses %v, want %v", q, got, want)
		}
	}
}
