package geo_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

// TestGazetteer_Search_identifier: who knows the number of a place finds it.
func TestGazetteer_Search_identifier(t *testing.T) {
	countries := []geo.Scheme{geotest.Scheme{}, geotest.Scheme{Code: "AA"}}
	places := append(geotest.Scheme{}.Places(), geotest.Scheme{Code: "AA"}.Places()...)
	g, err := geo.NewGazetteer(countries, places)
	if err != nil {
		t.Fatal(err)
	}
	town := places[len(places)-1].ID // of AA
	xx := geo.ID("XX") + town[2:]
	local := string(town[3:])
	for _, c := range []struct {
		name, q string
		opts    geo.SearchOptions
		want    []geo.ID
	}{
		{"Whole", string(town), geo.SearchOptions{Country: "AA"}, []geo.ID{town}},
		{"LowerCase", "aa-" + local, geo.SearchOptions{}, []geo.ID{town}},
		{"Spaces", "  " + string(town) + "\t", geo.SearchOptions{}, []geo.ID{town}},
		{"Local", local, geo.SearchOptions{Country: "AA"}, []geo.ID{town}},
		{"LocalOfTheFirstCountry", local, geo.SearchOptions{}, []geo.ID{town}},
		{"LocalOfTheOtherCountry", local, geo.SearchOptions{Country: "XX"}, []geo.ID{xx}},
		{"Level", local, geo.SearchOptions{Country: "AA", Level: geo.Municipality}, []geo.ID{town}},
		{"OtherLevel", local, geo.SearchOptions{Country: "AA", Level: geo.Region}, nil},
		{"Within", local, geo.SearchOptions{Within: "AA"}, []geo.ID{town}},
		{"NotWithinItself", local, geo.SearchOptions{Within: town}, nil},
		{"OtherCountry", string(town), geo.SearchOptions{Country: "XX"}, nil},
		{"NotAPart", local[:len(local)-1], geo.SearchOptions{Country: "AA"}, nil},
		{"NoWildcard", local[:len(local)-1] + "%", geo.SearchOptions{Country: "AA"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := g.Search(c.q, &c.opts)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, idsOf(got), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("Search(%q) (-want +got):\n%s", c.q, diff)
			}
		})
	}
}

// TestGazetteer_Search_identifierAmongNames: an identifier that is the beginning of
// names as well stands before them, once.
func TestGazetteer_Search_identifierAmongNames(t *testing.T) {
	places := []geo.Place{
		{ID: "XX", Name: "No Man's Land", Level: geo.Country},
		{ID: "XX-NO", Name: "North", Level: geo.Region, Parent: "XX"},
		{ID: "XX-SO", Name: "Noble South", Level: geo.Region, Parent: "XX"},
		{ID: "XX-NE", Name: "Ne", Level: geo.Region, Parent: "XX"},
	}
	g, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}}, places)
	if err != nil {
		t.Fatal(err)
	}
	for q, want := range map[string][]geo.ID{"no": {"XX-NO", "XX", "XX-SO"}, "NE": {"XX-NE"}} {
		got, err := g.Search(q, nil)
		if diff := cmp.Diff(want, idsOf(got)); diff != "" || err != nil {
			t.Errorf("Search(%q): %v (-want +got):\n%s", q, err, diff)
		}
	}
	if got, _ := g.Search("no", &geo.SearchOptions{Limit: 1}); len(got) != 1 || got[0].ID != "XX-NO" {
		t.Errorf("of one place the one that is meant: got %v", idsOf(got))
	}
}
