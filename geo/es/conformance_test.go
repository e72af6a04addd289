package es_test

import (
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/geo/geotest"
)

func TestScheme(t *testing.T) {
	town := func(id geo.ID, tech *geo.TechData) geo.Place {
		return geo.Place{ID: id, Name: "Villa", Level: geo.Municipality, Parent: "ES-" + id[3:5], Tech: tech}
	}
	geotest.TestScheme(t, es.Scheme{}, geotest.SchemeCases{
		IDs: map[geo.ID]geo.Level{
			"ES": geo.Country, "ES-MD": geo.Region, "ES-ML": geo.Region, "ES-01": geo.Province, "ES-52": geo.Province,
			"ES-28079": geo.Municipality, "ES-52001": geo.Municipality,
		},
		Invalid: []string{"ES-", "ES-ZZ", "ES-00", "ES-53", "ES-53001", "ES-28000", "ES-2807", "FR-75056", "ES_28", "ＥＳ", "eſ-28"},
		Allowed: [][2]geo.ID{{"ES-MD", "ES"}, {"ES-28", "ES-MD"}, {"ES-28079", "ES-28"}, {"ES-51001", "ES-51"}},
		Refused: [][2]geo.ID{{"ES-28", "ES-CT"}, {"ES-28079", "ES-08"}, {"ES-28079", "ES-MD"}},
		Derived: []geotest.DerivedCase{
			{Name: "UpToAndIncluding", Given: town("ES-28900", &geo.TechData{AltitudeM: new(1000)}),
				Want:      town("ES-28900", &geo.TechData{AltitudeM: new(1000), ClimateZone: "D2"}),
				InSummary: []string{"D2", "1000 m", "sin datos"}},
			{Name: "Above", Given: town("ES-28900", &geo.TechData{AltitudeM: new(1001)}),
				Want: town("ES-28900", &geo.TechData{AltitudeM: new(1001), ClimateZone: "E1"})},
			{Name: "Canaries", Given: town("ES-38900", &geo.TechData{AltitudeM: new(5)}),
				Want: town("ES-38900", &geo.TechData{AltitudeM: new(5), ClimateZone: "α3"}), InSummary: []string{"α3"}},
			{Name: "Stated", Given: town("ES-28900", &geo.TechData{AltitudeM: new(1001), ClimateZone: "D3"}),
				Want: town("ES-28900", &geo.TechData{AltitudeM: new(1001), ClimateZone: "D3"})},
			{Name: "Unknown", Given: town("ES-28900", nil), Want: town("ES-28900", nil)},
		},
	})
}

// The territory is a tree the gazetteer accepts.
func TestTerritory_Gazetteer(t *testing.T) {
	if _, err := geo.NewGazetteer([]geo.Scheme{es.Scheme{}}, es.Territory()); err != nil {
		t.Error(err)
	}
}
