package es_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/geo/geotest"
	"github.com/reglookup/regengine/regengine/pack"
	"github.com/reglookup/regengine/regengine/starter"
)

// everyNth is how many of the starter's municipalities are looked at: one of so many. They
// stand by province.
const everyNth = 37

// starterTowns returns places of the starter pack, as they are served.
func starterTowns(t testing.TB) []geo.Place {
	t.Helper()
	p, err := pack.Read(starter.FS(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var list []geo.Place
	for i, place := range p.Data.Places {
		if place.ID.Country() == "ES" && (place.Level != geo.Municipality || i%everyNth == 0 || place.ID == "ES-28079") {
			list = append(list, es.Scheme{}.Derive(place))
		}
	}
	return list
}

// What was written down of the starter pack's towns says what Spain says of them:
// as they are, at other altitudes, and where nothing is known of the altitude.
func TestTabulate_Starter(t *testing.T) {
	places := starterTowns(t)
	table, err := geo.Tabulate(t.Context(), es.Scheme{}, places)
	if err != nil {
		t.Fatal(err)
	}
	table = table.WithPlaces(places)
	towns, zones := 0, map[string]bool{}
	for _, p := range places {
		if p.Level != geo.Municipality {
			continue
		}
		towns++
		if diff := cmp.Diff(es.Scheme{}.Summary(p), table.Summary(p)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", p.ID, diff)
		}
		for m := -20; m <= 3500; m += 13 {
			zones[alike(t, table, p, &m)] = true
		}
		alike(t, table, p, nil)
	}
	if towns < 200 || len(zones) < 10 {
		t.Errorf("%d towns, %d zones: too few to tell", towns, len(zones))
	}
}

// alike compares what both say of a place at another altitude, whose zone is either
// derived, unknown, or stated; it returns the first.
func alike(t *testing.T, table *geo.SchemeTable, p geo.Place, altitude *int) string {
	t.Helper()
	tech := geo.TechData{}
	if p.Tech != nil {
		tech = *p.Tech
	}
	tech.AltitudeM, tech.ClimateZone = altitude, ""
	unknown := p
	unknown.Tech = &tech
	derived := es.Scheme{}.Derive(unknown)
	if diff := cmp.Diff(derived, table.Derive(unknown)); diff != "" {
		t.Fatalf("%s (-want +got)\n%s", p.ID, diff)
	}
	stated := tech
	stated.ClimateZone = "E1"
	statedAt := p
	statedAt.Tech = &stated
	if p.Tech != nil {
		for _, at := range []geo.Place{derived, unknown, statedAt} {
			if diff := cmp.Diff(es.Scheme{}.Summary(at), table.Summary(at)); diff != "" {
				t.Fatalf("%s (-want +got)\n%s", p.ID, diff)
			}
		}
	}
	if derived.Tech == nil {
		return ""
	}
	return derived.Tech.ClimateZone
}

// A table is a scheme like any other.
func TestTabulate_Conformance(t *testing.T) {
	ids := map[geo.ID]geo.Level{}
	places := starterTowns(t)
	for _, p := range places {
		ids[p.ID] = p.Level
	}
	table, err := geo.Tabulate(t.Context(), es.Scheme{}, places)
	if err != nil {
		t.Fatal(err)
	}
	madrid := geo.Place{ID: "ES-28079", Name: "Madrid", Level: geo.Municipality, Parent: "ES-28", Tech: &geo.TechData{AltitudeM: new(1200)}}
	geotest.TestScheme(t, table.WithPlaces(places), geotest.SchemeCases{
		IDs: ids, Invalid: []string{"FR-75056", "ES-1", "ES-ABC"},
		Derived: []geotest.DerivedCase{
			{Name: "At another altitude", Given: madrid, Want: es.Scheme{}.Derive(madrid), InSummary: []string{"E1", "1200"}},
			{Name: "A country", Given: geo.Place{ID: "ES", Level: geo.Country}, Want: geo.Place{ID: "ES", Level: geo.Country}},
		},
	})
}
