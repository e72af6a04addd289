package es

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/geo"
)

func TestScheme_ParseID(t *testing.T) {
	for _, tc := range []struct {
		text  string
		id    geo.ID
		level geo.Level
	}{
		{"ES", "ES", geo.Country},
		{"es", "ES", geo.Country},
		{"ES-MD", "ES-MD", geo.Region},
		{"eS-mD", "ES-MD", geo.Region},
		{"es-28", "ES-28", geo.Province},
		{"ES-52", "ES-52", geo.Province},
		{"es-28079", "ES-28079", geo.Municipality},
		{"ES-51001", "ES-51001", geo.Municipality},
	} {
		id, level, err := Scheme{}.ParseID(tc.text)
		if err != nil || id != tc.id || level != tc.level {
			t.Errorf("ParseID(%q): want %s %s, got %s %s, %v", tc.text, tc.id, tc.level, id, level, err)
		}
	}
}

func TestScheme_ParseID_ErrInvalidID(t *testing.T) {
	for _, text := range []string{
		"", "E", "ESP", "FR", "ES-", "ES-M", "ES-XX", "ES-MDX", "ES-00", "ES-53", "ES-99", "ES-2", "ES-280",
		"ES-2807", "ES-280790", "ES-53001", "ES-00001", "ES-28000", "ES-2807A", " ES", "ES ", "ES-28 ", "ES_28",
		"ES--28", "ES-28-079", "ES-２８", "ES-٢٨", "eſ", "eſ-28", "ES-28\x00", "ES-\xff\xfe", strings.Repeat("ES-28079", 1000),
	} {
		if id, level, err := (Scheme{}).ParseID(text); !errors.Is(err, geo.ErrInvalidID) || id != "" || level != 0 {
			t.Errorf("ParseID(%q): want ErrInvalidID, got %q %v, %v", text, id, level, err)
		}
	}
}

// Whatever is accepted comes back as itself, in any letter case, and has a
// parent that is accepted too.
func TestScheme_ParseID_Canonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.String(), rapid.StringMatching(`(?i)es-([0-5][0-9]){1,2}[0-9]?`), rapid.StringMatching(`(?i)es-[a-z]{2}`),
		).Draw(t, "text")
		id, level, err := Scheme{}.ParseID(text)
		if err != nil {
			return
		}
		again, same, err := Scheme{}.ParseID(strings.ToLower(string(id)))
		if err != nil || again != id || same != level {
			t.Fatalf("%q became %q and then %q %v %v", text, id, again, same, err)
		}
		if level == geo.Country {
			return
		}
		parent := parentOf(id)
		if _, above, err := (Scheme{}).ParseID(string(parent)); err != nil || above >= level {
			t.Fatalf("parent of %q is %q, %v", id, parent, err)
		}
	})
}

func TestScheme_ParentAllowed(t *testing.T) {
	for _, tc := range []struct {
		id, parent geo.ID
		reason     string
	}{
		{"ES-28079", "ES-28", ""},
		{"ES-28", "ES-MD", ""},
		{"ES-MD", "ES", ""},
		{"ES-51", "ES-CE", ""},
		{"ES-28079", "ES-08", "ES-28079 belongs to ES-28, not to ES-08"},
		{"ES-28079", "ES-MD", "ES-28079 belongs to ES-28, not to ES-MD"},
		{"ES-28", "ES-CT", "ES-28 belongs to ES-MD, not to ES-CT"},
		{"ES-28", "ES", "ES-28 belongs to ES-MD, not to ES"},
	} {
		if got := (Scheme{}).ParentAllowed(tc.id, tc.parent); got != tc.reason {
			t.Errorf("ParentAllowed(%s, %s): want %q, got %q", tc.id, tc.parent, tc.reason, got)
		}
	}
}

func TestRegionNumber(t *testing.T) {
	for id, want := range map[geo.ID]string{
		"ES-28": "13", "ES-28079": "13", "ES-01": "16", "ES-52001": "19",
		"ES": "", "ES-MD": "", "ES-53": "", "ES-28000": "", "FR-28": "", "": "",
	} {
		if got, ok := RegionNumber(id); got != want || ok != (want != "") {
			t.Errorf("RegionNumber(%q): want %q, got %q %v", id, want, got, ok)
		}
	}
}

func TestScheme_ScopeWord(t *testing.T) {
	want := map[string][2]string{
		"national": {"estatal", "Estatal"}, "regional": {"autonomica", "Autonómica"},
		"provincial": {"provincial", "Provincial"}, "municipal": {"municipal", "Municipal"},
		"supramunicipal": {"supramunicipal", "Supramunicipal"}, "sectorial": {"sectorial", "Sectorial"},
		"european": {"europea", "Europea"}, "galactic": {"galactic", "galactic"},
	}
	for scope, words := range want {
		word, label := Scheme{}.ScopeWord(scope)
		if diff := cmp.Diff(words, [2]string{word, label}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", scope, diff)
		}
	}
}

func TestScheme_LevelWord(t *testing.T) {
	want := []string{"", "País", "Comunidad autónoma", "Provincia", "Municipio"}
	for level, word := range want {
		if got := (Scheme{}).LevelWord(geo.Level(level)); got != word {
			t.Errorf("level %d: want %q, got %q", level, word, got)
		}
	}
}

func TestTerritory(t *testing.T) {
	count := make(map[geo.Level]int)
	seen := make(map[geo.ID]bool)
	for _, p := range Territory() {
		count[p.Level]++
		if seen[p.ID] {
			t.Errorf("%s stands twice", p.ID)
		}
		if p.Level != geo.Country && !seen[p.Parent] {
			t.Errorf("%s comes before its parent %q", p.ID, p.Parent)
		}
		if reason := (Scheme{}).ParentAllowed(p.ID, p.Parent); reason != "" {
			t.Error(reason)
		}
		if id, level, err := (Scheme{}).ParseID(string(p.ID)); err != nil || id != p.ID || level != p.Level {
			t.Errorf("%s parses as %s %s, %v", p.ID, id, level, err)
		}
		seen[p.ID] = true
	}
	if diff := cmp.Diff(map[geo.Level]int{geo.Country: 1, geo.Region: 19, geo.Province: 52}, count); diff != "" {
		t.Errorf("levels (-want +got):\n%s", diff)
	}
}

// A caller that changes what it got must not change the tables.
func TestTerritory_Copies(t *testing.T) {
	for _, p := range Territory() {
		for i := range p.Aliases {
			p.Aliases[i] = "changed"
		}
	}
	for _, p := range Territory() {
		for _, alias := range p.Aliases {
			if alias == "changed" {
				t.Fatalf("%s shares its aliases with its callers", p.ID)
			}
		}
	}
}
