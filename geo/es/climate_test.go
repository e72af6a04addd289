package es

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/geo"
)

func TestClimateZone(t *testing.T) {
	for _, tc := range []struct {
		province string
		altitude int
		zone     string
	}{
		{"28", 657, "D3"},
		{"28", 500, "C3"}, // bounds are up to and including
		{"28", 501, "D3"},
		{"28", 950, "D3"},
		{"28", 951, "D2"},
		{"28", 1000, "D2"},
		{"28", 1001, "E1"},
		{"18", 50, "A4"},
		{"18", 51, "B4"},
		{"18", 1301, "E1"},
		{"24", 300, "E1"},
		{"24", 1500, "E1"},
		{"35", 13, "α3"},
		{"38", 350, "α3"},
		{"38", 351, "A2"},
		{"38", 1001, "C2"},
		{"51", 40, "B3"},
		{"52", -5, "A3"},
	} {
		zone, ok := ClimateZone(tc.province, tc.altitude)
		if !ok || zone != tc.zone {
			t.Errorf("ClimateZone(%s, %d): want %s, got %s %v", tc.province, tc.altitude, tc.zone, zone, ok)
		}
	}
	for _, province := range []string{"", "00", "53", "1", "ES-28"} {
		if zone, ok := ClimateZone(province, 100); ok {
			t.Errorf("ClimateZone(%q): want none, got %s", province, zone)
		}
	}
}

var zonePattern = regexp.MustCompile(`^(α[1-4]|[A-D][1-4]|E1)$`)

// Every province has bands without gap or overlap, from the sea to the top.
func TestClimateBands_Complete(t *testing.T) {
	for _, d := range territory().provinces {
		bands := ClimateBands(d.ine)
		if len(bands) == 0 {
			t.Fatalf("%s has no bands", d.name)
		}
		if bands[0].Above != nil || bands[len(bands)-1].UpTo != nil {
			t.Errorf("%s is not open below and above", d.name)
		}
		for i := 1; i < len(bands); i++ {
			below, band := bands[i-1], bands[i]
			if below.UpTo == nil || band.Above == nil || *below.UpTo != *band.Above {
				t.Fatalf("%s: bands %d and %d do not meet", d.name, i-1, i)
			}
			if band.UpTo != nil && *band.UpTo <= *band.Above || band.Zone == below.Zone {
				t.Errorf("%s: band %d is empty or repeats its neighbour", d.name, i)
			}
		}
		for _, band := range bands {
			if !zonePattern.MatchString(band.Zone) {
				t.Errorf("%s: %q is no climate zone", d.name, band.Zone)
			}
		}
	}
}

func TestClimateNote(t *testing.T) {
	for _, tc := range []struct {
		province string
		altitude int
		contains []string // nil: no note
	}{
		{"28", 657, nil},
		{"28", 990, []string{"D2", "1000 m", "E1"}},
		{"28", 520, []string{"D3", "500 m", "C3"}},
		{"08", 12, nil},
		{"24", 838, nil},
		{"99", 100, nil},
		{"01", 501, []string{"D1", "600 m", "E1"}},
		{"01", 500, nil}, // a hundred metres higher is 600 m: D1 still
		{"01", 700, []string{"E1", "600 m", "D1"}},
		{"01", 701, nil},
	} {
		note := ClimateNote(tc.province, tc.altitude)
		if (note == "") != (tc.contains == nil) {
			t.Errorf("%s at %d m: got %q", tc.province, tc.altitude, note)
		}
		for _, part := range tc.contains {
			if !strings.Contains(note, part) {
				t.Errorf("%s at %d m: want %q in %q", tc.province, tc.altitude, part, note)
			}
		}
	}
}

// There is a note exactly when some altitude within reach has another zone.
func TestClimateNote_Reach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		province := rapid.SampledFrom(territory().provinces).Draw(t, "province").ine
		altitude := rapid.IntRange(0, 2000).Draw(t, "altitude")
		zone, _ := ClimateZone(province, altitude)
		low, _ := ClimateZone(province, altitude-ClimateReach)
		high, _ := ClimateZone(province, altitude+ClimateReach)
		if want, got := low != zone || high != zone, ClimateNote(province, altitude) != ""; want != got {
			t.Fatalf("%s at %d m (%s, %s, %s): want note %v, got %v", province, altitude, low, zone, high, want, got)
		}
	})
}

func TestScheme_Derive(t *testing.T) {
	madrid := geo.Place{ID: "ES-28079", Level: geo.Municipality, Tech: &geo.TechData{AltitudeM: new(657)}}
	if got := (Scheme{}).Derive(madrid).Tech.ClimateZone; got != "D3" {
		t.Errorf("Madrid: want D3, got %q", got)
	}
	if madrid.Tech.ClimateZone != "" {
		t.Error("Derive changed its argument")
	}
	stated := geo.Place{ID: "ES-28079", Level: geo.Municipality, Tech: &geo.TechData{AltitudeM: new(657), ClimateZone: "E1"}}
	if got := (Scheme{}).Derive(stated).Tech.ClimateZone; got != "E1" {
		t.Errorf("a stated zone: want E1, got %q", got)
	}
	leon := geo.Place{ID: "ES-24089", Level: geo.Municipality}
	if got := (Scheme{}).Derive(leon); got.Tech == nil || got.Tech.ClimateZone != "E1" {
		t.Errorf("León without altitude: want E1, got %+v", got.Tech)
	}
	for _, p := range []geo.Place{
		{ID: "ES-28", Level: geo.Province}, {ID: "ES-28079", Level: geo.Municipality}, {ID: "PT-1", Level: geo.Municipality},
		{ID: "ES-24", Level: geo.Province},
	} {
		if diff := cmp.Diff(p, Scheme{}.Derive(p)); diff != "" {
			t.Errorf("%s: nothing follows (-want +got):\n%s", p.ID, diff)
		}
	}
}

func TestScheme_Summary(t *testing.T) {
	full := geo.Place{ID: "ES-33044", Level: geo.Municipality, Tech: &geo.TechData{
		ClimateZone: "D1", AltitudeM: new(232), SeismicZone: "ab=0.04g", RadonZone: new(2), Population: new(1234567),
		Extra: []geo.TechValue{
			{Key: WindZoneKey, Label: "Zona eólica", Value: "C"}, {Key: WinterZoneKey, Label: "Zona invernal", Value: "1"},
			{Key: "snow_load", Label: "Sobrecarga de nieve", Value: "0,5", Unit: "kN/m²"},
		},
	}}
	want := `Zona climática (CTE DB-HE, anejo B): D1
Altitud: 232 m
Zona eólica (CTE DB-SE-AE, anejo D): C
Zona de clima invernal, nieve (CTE DB-SE-AE, anejo E): 1
Aceleración sísmica básica (NCSE-02): ab = 0,04 g
Radón (CTE DB-HS 6, apéndice B): zona II
Población: 1.234.567 habitantes
Sobrecarga de nieve: 0,5 kN/m²`
	if diff := cmp.Diff(want, Scheme{}.Summary(full)); diff != "" {
		t.Errorf("full (-want +got):\n%s", diff)
	}
	listed := geo.Place{Tech: &geo.TechData{SeismicZone: "ab<0.04g", RadonZone: new(0), Population: new(0)}}
	want = `Zona climática (CTE DB-HE, anejo B): sin datos
Altitud: sin datos
Zona eólica (CTE DB-SE-AE, anejo D): sin datos
Zona de clima invernal, nieve (CTE DB-SE-AE, anejo E): sin datos
Aceleración sísmica básica (NCSE-02): no figura en el listado del anejo 1 (ab < 0,04 g)
Radón (CTE DB-HS 6, apéndice B): no figura en el listado de municipios (ni zona I ni zona II)
Población: 0 habitantes`
	if diff := cmp.Diff(want, Scheme{}.Summary(listed)); diff != "" {
		t.Errorf("not listed and unknown (-want +got):\n%s", diff)
	}
	if got := (Scheme{}).Summary(geo.Place{ID: "ES-28", Level: geo.Province}); got != "" {
		t.Errorf("no technical data: want nothing, got %q", got)
	}
}
