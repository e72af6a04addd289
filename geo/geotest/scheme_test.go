package geotest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

func TestScheme(t *testing.T) {
	town := func(tech *geo.TechData) geo.Place {
		return geo.Place{ID: "XX-01001", Name: "Áurea", Level: geo.Municipality, Parent: "XX-01", Tech: tech}
	}
	geotest.TestScheme(t, geotest.Scheme{}, geotest.SchemeCases{
		IDs: map[geo.ID]geo.Level{
			"XX": geo.Country, "XX-NO": geo.Region, "XX-01": geo.Province, "XX-01001": geo.Municipality, "XX-0100001": geo.Municipality,
		},
		Invalid: []string{"XX-", "XX-N", "XX-NOR", "XX-1", "XX-0100", "XX-01001001", "YY", "XX_01", "ＸＸ-01", "ſX"},
		Allowed: [][2]geo.ID{{"XX-01001", "XX-01"}, {"XX-01001", "XX-NO"}, {"XX-01", "XX-NO"}},
		Refused: [][2]geo.ID{{"XX-01001", "XX-02"}},
		Derived: []geotest.DerivedCase{
			{Name: "High", Given: town(&geo.TechData{AltitudeM: new(401)}), Want: town(&geo.TechData{AltitudeM: new(401), ClimateZone: "high"}),
				InSummary: []string{"high", "401 m"}},
			{Name: "Low", Given: town(&geo.TechData{AltitudeM: new(400)}), Want: town(&geo.TechData{AltitudeM: new(400), ClimateZone: "low"})},
			{Name: "Stated", Given: town(&geo.TechData{AltitudeM: new(900), ClimateZone: "low"}), Want: town(&geo.TechData{AltitudeM: new(900), ClimateZone: "low"})},
			{Name: "Unknown", Given: town(&geo.TechData{}), Want: town(&geo.TechData{}), InSummary: []string{"desconocida"}, NotSummary: []string{"Altitud"}},
			{Name: "None", Given: town(nil), Want: town(nil)},
		},
	})
}

func TestPlaces(t *testing.T) {
	for name, places := range map[string][]geo.Place{"Places": geotest.Places(), "Many": geotest.Many(500), "Least": geotest.Many(63)} {
		t.Run(name, func(t *testing.T) {
			if _, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}}, places); err != nil {
				t.Error(err)
			}
		})
	}
	if diff := cmp.Diff(geotest.Many(200), geotest.Many(200)); diff != "" {
		t.Errorf("Many gives different places each time (-first +second):\n%s", diff)
	}
}
