package official

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
)

func palma() geo.Place {
	return geo.Place{
		ID: "ES-07040", Name: "Palma de Mallorca", Level: geo.Municipality, Parent: "ES-07", Aliases: []string{"Ciutat de Mallorca"},
		Tech: &geo.TechData{
			ClimateZone: "B3", AltitudeM: new(13), SeismicZone: "ab=0.04g", RadonZone: new(0), Population: new(400000),
			Extra: []geo.TechValue{{Key: es.WindZoneKey, Label: "Zona eólica", Value: "C"}},
		},
	}
}

func TestMerge(t *testing.T) {
	fromFile := geo.Place{ID: "ES-07040", Name: "Palma", Level: geo.Municipality, Parent: "ES-07",
		Tech: &geo.TechData{AltitudeM: new(260), Population: new(430640)}}
	want := palma()
	want.Name, want.Aliases = "Palma", []string{"Ciutat de Mallorca", "Palma de Mallorca"}
	want.Tech.AltitudeM, want.Tech.Population, want.Tech.ClimateZone = new(260), new(430640), "C3"

	existing := palma()
	got := Merge(existing, fromFile)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("merged (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(palma(), existing); diff != "" {
		t.Errorf("Merge changed its argument:\n%s", diff)
	}
	if diff := cmp.Diff(want, Merge(got, fromFile)); diff != "" {
		t.Errorf("merging again changed something (-want +got):\n%s", diff)
	}
}

func TestMerge_Silence(t *testing.T) {
	for name, fromFile := range map[string]geo.Place{
		"NoTech":      {ID: "ES-07040", Name: "Palma de Mallorca", Level: geo.Municipality, Parent: "ES-07"},
		"UnknownTech": {ID: "ES-07040", Name: "Palma de Mallorca", Level: geo.Municipality, Parent: "ES-07", Tech: &geo.TechData{}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(palma(), Merge(palma(), fromFile)); diff != "" {
				t.Errorf("what the file does not say was not kept (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMerge_StatedZone(t *testing.T) {
	existing := palma()
	existing.Tech.ClimateZone = "A3" // not what Annex B gives: somebody stated it
	fromFile := geo.Place{ID: "ES-07040", Name: "Palma", Level: geo.Municipality, Parent: "ES-07", Tech: &geo.TechData{AltitudeM: new(300), ClimateZone: "C3"}}
	if got := Merge(existing, fromFile).Tech.ClimateZone; got != "A3" {
		t.Errorf("a stated zone: want A3, got %s", got)
	}
}

func TestMerge_Names(t *testing.T) {
	for _, tc := range []struct {
		existing, file, want string
		aliases              []string
	}{
		{"A Coruña", "Coruña, A", "A Coruña", nil},
		{"Coruña, A", "A Coruña", "A Coruña", nil},
		{"Coruña, A", "Coruña, A", "Coruña, A", nil},
		{"l'Alcúdia", "Alcúdia, l'", "l'Alcúdia", nil},
		{"Villajoyosa/La Vila Joiosa", "Villajoyosa/Vila Joiosa, la", "Villajoyosa/La Vila Joiosa", nil},
		{"Elche/Elx", "Elx/Elche", "Elx/Elche", nil},
		{"Eivissa", "Eivissa/Ibiza", "Eivissa/Ibiza", nil},
		{"Maó/Mahón", "Maó", "Maó", []string{"Maó/Mahón"}},
		{"Candín", "Valle de Ancares", "Valle de Ancares", []string{"Candín"}},
		{"Cruïlles, Monells i Sant Sadurní", "Cruïlles", "Cruïlles", []string{"Cruïlles, Monells i Sant Sadurní"}},
		{"", "Nuevo", "Nuevo", nil},
	} {
		got := Merge(geo.Place{Name: tc.existing}, geo.Place{Name: tc.file})
		if got.Name != tc.want {
			t.Errorf("%q under %q: want %q, got %q", tc.existing, tc.file, tc.want, got.Name)
		}
		if diff := cmp.Diff(tc.aliases, got.Aliases); diff != "" {
			t.Errorf("%q under %q: aliases (-want +got):\n%s", tc.existing, tc.file, diff)
		}
	}
}

func TestFile_Merge(t *testing.T) {
	f, err := ReadIGN(strings.NewReader(ignSample), "m.csv")
	if err != nil {
		t.Fatal(err)
	}
	existing := []geo.Place{
		{ID: "ES", Name: "Reino de España", Level: geo.Country},
		palma(),
		{ID: "ES-01059", Name: "Gasteiz", Level: geo.Municipality, Parent: "ES-01"},
		{ID: "ES-28079", Name: "Madrid", Level: geo.Municipality, Parent: "ES-28", Tech: &geo.TechData{RadonZone: new(2)}},
		{ID: "FR-75056", Name: "Paris", Level: geo.Municipality},
	}
	places, report := f.Merge(existing)
	want := Report{
		Read: 4, Added: 2, WithoutAltitude: 1, DerivedZone: 3, Absent: 1,
		Renamed: []Rename{{"ES-01059", "Gasteiz", "Vitoria-Gasteiz"}},
	}
	if diff := cmp.Diff(want, report); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	if len(places) != len(f.Places) {
		t.Fatalf("want %d places, got %d", len(f.Places), len(places))
	}
	for i, p := range places {
		if p.ID != f.Places[i].ID {
			t.Fatalf("row %d: want %s, got %s", i, f.Places[i].ID, p.ID)
		}
		switch p.ID {
		case "ES":
			if p.Name != "Reino de España" {
				t.Errorf("the file says nothing of the country, yet its name became %q", p.Name)
			}
		case "ES-28079":
			if p.Tech.RadonZone == nil || *p.Tech.RadonZone != 2 {
				t.Error("the radon zone was lost")
			}
		}
	}
}

// A list that lacks a few municipalities stored and brings none is an older one; one
// that brings more is not, and one that lacks most is of a part.
func TestFile_Merge_Older(t *testing.T) {
	file := &File{}
	var existing []geo.Place
	for i := range 40 {
		p := geo.Place{ID: geo.ID(fmt.Sprintf("ES-28%03d", i+1)), Name: fmt.Sprint("Lugar ", i), Level: geo.Municipality, Parent: "ES-28"}
		file.Places, file.Lines = append(file.Places, p), append(file.Lines, i+2)
		existing = append(existing, p)
	}
	fresh := geo.Place{ID: "ES-28999", Name: "Nuevo", Level: geo.Municipality, Parent: "ES-28"}
	for name, test := range map[string]struct {
		existing []geo.Place
		file     int // places of it
		want     bool
	}{
		"lacks one": {append(slices.Clone(existing), fresh), 40, true}, "the same": {existing, 40, false},
		"brings one": {existing[:39], 40, false}, "a part": {existing, 10, false},
	} {
		t.Run(name, func(t *testing.T) {
			part := &File{Places: file.Places[:test.file], Lines: file.Lines[:test.file]}
			if _, report := part.Merge(test.existing); report.Older != test.want {
				t.Errorf("older %t, want %t: %+v", report.Older, test.want, report)
			}
		})
	}
}
