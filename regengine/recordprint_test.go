package regengine

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

func printed() Data {
	effective, _ := codes.ParseDate("2019-12-28")
	return Data{
		Places: []geo.Place{{ID: "ES-28079", Name: "Madrid", Level: geo.Municipality, Parent: "ES-28", Aliases: []string{"Madrí"},
			Tech: &geo.TechData{ClimateZone: "D3", AltitudeM: new(657), RadonZone: new(0), Extra: []geo.TechValue{{Key: "wind_zone", Value: "A"}}}}},
		Codes: []codes.Code{{
			Slug: "sua", Title: "Seguridad", CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"}, Tags: []string{"a", "b"},
			Wordings: map[string]codes.Wording{"en": {Title: "Safety"}, "fr": {Title: "Sécurité"}},
			Versions: []codes.Version{{Slug: "2019", Title: "SUA", Status: codes.Active, Effective: effective, Internal: true,
				SucceededBy: codes.VersionRef{Code: "sua", Version: "2025"}, Sections: []codes.Section{{Slug: "s", Title: "S", Level: 1}}}},
		}},
		Blocks: []retrieval.Block{{ID: "b", Doc: "sua/2019", Section: "s", Kind: retrieval.TableKind, Text: "A | B",
			Table: &retrieval.Table{Rows: [][]string{{"A", "B"}}}}},
		Rules: []rules.RuleSet{{Ref: codes.VersionRef{Code: "sua", Version: "2019"}, Source: []byte("rules: []")}},
	}
}

// The fingerprints stand in databases: one that comes out otherwise makes every record
// look as if somebody had changed it.
func TestRecordPrints_Stable(t *testing.T) {
	want := map[string]int64{"ES-28079": 1666801833888109754, "code/sua": 8865433931899544420}
	if diff := cmp.Diff(want, recordPrints(printed())); diff != "" {
		t.Errorf("fingerprints (-want +got):\n%s", diff)
	}
}

// Whatever of a record is another makes another fingerprint; what a store fills in, and
// the order and emptiness it hands things back in, does not.
func TestRecordPrints(t *testing.T) {
	before := recordPrints(printed())
	for name, change := range map[string]func(*Data){
		"Name":         func(d *Data) { d.Places[0].Name = "Madri" },
		"Alias":        func(d *Data) { d.Places[0].Aliases = append(d.Places[0].Aliases, "Villa") },
		"UnknownRadon": func(d *Data) { d.Places[0].Tech.RadonZone = nil },
		"NoTech":       func(d *Data) { d.Places[0].Tech = nil },
		"Extra":        func(d *Data) { d.Places[0].Tech.Extra[0].Value = "B" },
		"Title":        func(d *Data) { d.Codes[0].Title = "S" },
		"Wording":      func(d *Data) { d.Codes[0].Wordings["fr"] = codes.Wording{Title: "S"} },
		"Date":         func(d *Data) { d.Codes[0].Versions[0].Effective = codes.Date{} },
		"Successor":    func(d *Data) { d.Codes[0].Versions[0].SucceededBy.Version = "2026" },
		"Section":      func(d *Data) { d.Codes[0].Versions[0].Sections[0].Level = 2 },
		"Version":      func(d *Data) { d.Codes[0].Versions = append(d.Codes[0].Versions, codes.Version{Slug: "2026"}) },
		"Cell":         func(d *Data) { d.Blocks[0].Table.Rows[0][1] = "C" },
		"CellsMoved":   func(d *Data) { d.Blocks[0].Table.Rows[0] = []string{"AB", ""} },
		"Text":         func(d *Data) { d.Blocks = nil },
		"Rules":        func(d *Data) { d.Rules[0].Source = []byte("rules: [ ]") },
	} {
		data := printed()
		change(&data)
		if cmp.Equal(before, recordPrints(data)) {
			t.Errorf("%s: the fingerprints are the same", name)
		}
	}
	stored := printed()
	stored.Blocks[0].SHA256, stored.Blocks[0].Lead, stored.Blocks[0].Path = "5d", "Lead", []string{}
	stored.Codes[0].Versions = append([]codes.Version{{Slug: "2026"}}, stored.Codes[0].Versions...)
	data := printed()
	data.Codes[0].Versions = append(data.Codes[0].Versions, codes.Version{Slug: "2026"})
	if diff := cmp.Diff(recordPrints(data), recordPrints(stored)); diff != "" {
		t.Errorf("as a store hands it back (-want +got):\n%s", diff)
	}
}

func TestEdition_Replaces(t *testing.T) {
	of := NewEdition
	for _, tc := range []struct {
		name         string
		mine, stored Edition
		want         bool
	}{
		{"none", of(1, 5<<40), 0, true},
		{"same", of(1, 5<<40), of(1, 5<<40), false},
		{"other content of the release", of(1, 4<<40), of(1, 5<<40), true},
		{"later release", of(2, 4<<40), of(1, 5<<40), true},
		{"earlier release", of(1, 1<<63), of(2, 0), false},
	} {
		if got := tc.mine.replaces(tc.stored); got != tc.want {
			t.Errorf("%s: want %v, got %v", tc.name, tc.want, got)
		}
	}
}
