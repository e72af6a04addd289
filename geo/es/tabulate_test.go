package es_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
)

// What was written down of Spain answers as Spain does, at every altitude.
func TestTabulate(t *testing.T) {
	towns := []geo.Place{
		{ID: "ES-28079", Name: "Madrid", Level: geo.Municipality, Parent: "ES-28", Tech: &geo.TechData{AltitudeM: new(667), Population: new(3)}},
		{ID: "ES-08019", Name: "Barcelona", Level: geo.Municipality, Parent: "ES-08"},
		{ID: "ES-18087", Name: "Granada", Level: geo.Municipality, Parent: "ES-18", Tech: &geo.TechData{}},
		{ID: "ES-38038", Name: "Santa Cruz", Level: geo.Municipality, Parent: "ES-38", Tech: &geo.TechData{AltitudeM: new(4), RadonZone: new(1)}},
	}
	table, err := geo.Tabulate(t.Context(), es.Scheme{}, towns)
	if err != nil {
		t.Fatal(err)
	}
	for _, town := range towns {
		if diff := cmp.Diff(es.Scheme{}.Summary(town), table.Summary(town)); diff != "" {
			t.Errorf("summary of %s (-want +got)\n%s", town.ID, diff)
		}
		for m := -600; m <= 9100; m++ {
			at := town
			at.Tech = &geo.TechData{AltitudeM: &m}
			if diff := cmp.Diff(es.Scheme{}.Derive(at), table.Derive(at)); diff != "" {
				t.Fatalf("%s at %d m (-want +got)\n%s", town.ID, m, diff)
			}
		}
		if diff := cmp.Diff(es.Scheme{}.Derive(town), table.Derive(town)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", town.ID, diff)
		}
	}
	for _, text := range []string{"es", "ES-28079", "es-28079", "ES-08121", "ES-2807", "FR-75056", "", "ES-"} {
		wantID, wantLevel, wantErr := es.Scheme{}.ParseID(text)
		id, level, err := table.ParseID(text)
		if id != wantID || level != wantLevel || (err == nil) != (wantErr == nil) {
			t.Errorf("ParseID(%q) = %q, %s, %v; want %q, %s, %v", text, id, level, err, wantID, wantLevel, wantErr)
		}
	}
}
