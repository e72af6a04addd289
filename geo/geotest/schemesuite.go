package geotest

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
)

// SchemeCases is what [TestScheme] needs to know of a country.
type SchemeCases struct {
	// IDs holds canonical identifiers and their level, at least one of each
	// level the country has.
	IDs map[geo.ID]geo.Level

	// Invalid holds texts that are identifiers of no place of this country.
	Invalid []string

	// Allowed and Refused hold pairs of an identifier and a parent.
	Allowed, Refused [][2]geo.ID

	// Derived holds places as they are stored, and what Derive makes of each.
	Derived []DerivedCase
}

// DerivedCase is one place before and after [geo.Scheme.Derive].
type DerivedCase struct {
	Name       string
	Given      geo.Place
	Want       geo.Place
	InSummary  []string // texts the summary of Want must hold
	NotSummary []string // texts it must not hold
}

// TestScheme runs the suite every [geo.Scheme] passes.
func TestScheme(t *testing.T, s geo.Scheme, cases SchemeCases) {
	t.Run("Country", func(t *testing.T) { testCountry(t, s, cases) })
	t.Run("ParseID", func(t *testing.T) { testParseID(t, s, cases) })
	t.Run("ParseIDErrInvalidID", func(t *testing.T) { testParseInvalid(t, s, cases) })
	t.Run("ParentAllowed", func(t *testing.T) { testParentAllowed(t, s, cases) })
	t.Run("ScopeWord", func(t *testing.T) { testScopeWord(t, s) })
	t.Run("LevelWord", func(t *testing.T) { testLevelWord(t, s) })
	t.Run("Derive", func(t *testing.T) { testDerive(t, s, cases) })
	t.Run("Summary", func(t *testing.T) { testSummary(t, s, cases) })
}

func testCountry(t *testing.T, s geo.Scheme, cases SchemeCases) {
	country := s.Country()
	if len(country) != 2 || strings.ToUpper(string(country)) != string(country) {
		t.Errorf("Country() = %q, want two upper-case letters (ISO 3166-1 alpha-2)", country)
	}
	if cases.IDs[country] != geo.Country {
		t.Errorf("the cases do not hold the country %q itself", country)
	}
	if s.Language() == "" {
		t.Error(`Language() = "", want a BCP 47 tag`)
	}
}

func testParseID(t *testing.T, s geo.Scheme, cases SchemeCases) {
	for want, wantLevel := range cases.IDs {
		for _, typed := range letterCases(string(want)) {
			id, level, err := s.ParseID(typed)
			if err != nil || id != want || level != wantLevel {
				t.Errorf("ParseID(%q) = %q, %v, %v, want %q, %v, nil", typed, id, level, err, want, wantLevel)
			}
		}
		if want.Country() != s.Country() {
			t.Errorf("%q does not begin with the country %q and a hyphen", want, s.Country())
		}
	}
}

// letterCases returns text in upper, lower and alternating case.
func letterCases(text string) []string {
	mixed := []byte(text)
	for i, c := range mixed {
		if i%2 == 0 {
			mixed[i] = strings.ToLower(string(rune(c)))[0]
		}
	}
	return []string{text, strings.ToUpper(text), strings.ToLower(text), string(mixed)}
}

func testParseInvalid(t *testing.T, s geo.Scheme, cases SchemeCases) {
	invalid := append([]string{"", " ", "-", "\x00", "\xff", "%", "Ω", strings.Repeat("9", 10_000)}, cases.Invalid...)
	for id := range cases.IDs {
		invalid = append(invalid, spoilt(string(id))...)
	}
	for _, text := range invalid {
		id, level, err := s.ParseID(text)
		if !errors.Is(err, geo.ErrInvalidID) || id != "" || level != 0 {
			t.Errorf("ParseID(%.40q) = %q, %v, %v, want no identifier and ErrInvalidID", text, id, level, err)
		}
	}
}

// spoilt returns texts that hold an identifier but are none.
func spoilt(id string) []string {
	return []string{id + " ", " " + id, id + "-", "-" + id, id + "\x00", id + "\n", id + "/", id + "٣", "Q" + id, strings.ReplaceAll(id, "-", "_") + "_"}
}

func testParentAllowed(t *testing.T, s geo.Scheme, cases SchemeCases) {
	for _, pair := range cases.Allowed {
		if reason := s.ParentAllowed(pair[0], pair[1]); reason != "" {
			t.Errorf("ParentAllowed(%q, %q) = %q, want none", pair[0], pair[1], reason)
		}
	}
	for _, pair := range cases.Refused {
		if reason := s.ParentAllowed(pair[0], pair[1]); reason == "" {
			t.Errorf("ParentAllowed(%q, %q) gives no reason, want one", pair[0], pair[1])
		}
	}
}

// scopes are the values of SPEC section 2.4.
var scopes = []string{"national", "regional", "provincial", "municipal", "sectorial", "supramunicipal", "european"}

func testScopeWord(t *testing.T, s geo.Scheme) {
	for _, scope := range scopes {
		if word, label := s.ScopeWord(scope); word == "" || label == "" {
			t.Errorf("ScopeWord(%q) = %q, %q, want words", scope, word, label)
		}
	}
	const unknown = "of-no-known-scope"
	if word, label := s.ScopeWord(unknown); word != unknown || label != unknown {
		t.Errorf("ScopeWord(%q) = %q, %q, want it back as it is", unknown, word, label)
	}
}

func testLevelWord(t *testing.T, s geo.Scheme) {
	for level := geo.Country; level <= geo.Municipality; level++ {
		if s.LevelWord(level) == "" {
			t.Errorf("LevelWord(%v) is empty", level)
		}
	}
}

func testDerive(t *testing.T, s geo.Scheme, cases SchemeCases) {
	for _, c := range cases.Derived {
		t.Run(c.Name, func(t *testing.T) {
			given := clonePlace(c.Given)
			got := s.Derive(c.Given)
			if diff := cmp.Diff(c.Want, got); diff != "" {
				t.Errorf("Derive (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(given, clonePlace(c.Given)); diff != "" {
				t.Errorf("Derive changed the place it was given (-before +after):\n%s", diff)
			}
			if diff := cmp.Diff(got, s.Derive(got)); diff != "" {
				t.Errorf("Derive of what it derived differs (-once +twice):\n%s", diff)
			}
		})
	}
	bare := geo.Place{ID: s.Country(), Name: "?", Level: geo.Country}
	if diff := cmp.Diff(bare, s.Derive(bare)); diff != "" {
		t.Errorf("Derive gave a country technical data (-want +got):\n%s", diff)
	}
}

func testSummary(t *testing.T, s geo.Scheme, cases SchemeCases) {
	for _, c := range cases.Derived {
		t.Run(c.Name, func(t *testing.T) {
			summary := s.Summary(c.Want)
			for _, text := range c.InSummary {
				if !strings.Contains(summary, text) {
					t.Errorf("the summary lacks %q:\n%s", text, summary)
				}
			}
			for _, text := range c.NotSummary {
				if strings.Contains(summary, text) {
					t.Errorf("the summary holds %q:\n%s", text, summary)
				}
			}
			if strings.HasSuffix(summary, "\n") || strings.Contains(summary, "\n\n") {
				t.Errorf("the summary has an empty line:\n%s", summary)
			}
		})
	}
	if got := s.Summary(geo.Place{ID: s.Country(), Level: geo.Country}); got != "" {
		t.Errorf("Summary of a place without technical data = %q, want nothing", got)
	}
}
