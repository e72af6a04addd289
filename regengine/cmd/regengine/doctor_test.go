package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

// TestExamineData: what some municipalities of a country lack can be imported; what
// all of them lack the country may not have, and what one country lacks says nothing
// of another.
func TestExamineData(t *testing.T) {
	whole := func() *geo.TechData {
		return &geo.TechData{ClimateZone: "D3", AltitudeM: new(5), Population: new(5), SeismicZone: "1", RadonZone: new(0)}
	}
	partly, bare := whole(), whole()
	partly.SeismicZone, partly.AltitudeM, bare.AltitudeM = "", nil, nil
	places := []geo.Place{
		{ID: "XX", Name: "Exland", Level: geo.Country}, {ID: "XX-01001", Name: "One", Level: geo.Municipality, Parent: "XX", Tech: whole()},
		{ID: "AA", Name: "Aland", Level: geo.Country}, {ID: "AA-01001", Name: "One", Level: geo.Municipality, Parent: "AA", Tech: bare},
		{ID: "AA-01002", Name: "Two", Level: geo.Municipality, Parent: "AA", Tech: partly},
	}
	g, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}, geotest.Scheme{Code: "AA"}}, places)
	if err != nil {
		t.Fatal(err)
	}
	want := []finding{
		{levelOK, "places", "AA: no municipality has a known altitude", ""},
		{levelWarning, "places", "AA: 1 of 2 municipalities without seismic zone", "import a file or pack that has it"},
	}
	if diff := cmp.Diff(want, examineData(g)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}
