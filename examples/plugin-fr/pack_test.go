package main

import (
	"cmp"
	"fmt"
	"testing"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/pack"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// day is the day the checks of these tests are made for.
var day = codes.DateOf(time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC))

// TestPack reads every pack: its rules are held against the words of their texts
// and their own tests are run.
func TestPack(t *testing.T) {
	read := readPack(t)
	if len(read.Untested) > 0 {
		t.Errorf("rules of %v were not tested", read.Untested)
	}
	for _, set := range read.Data.Rules {
		parsed, err := rules.Parse(set.Ref, set.Source)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range parsed.Rules {
			if len(r.Cases) < 2 {
				t.Errorf("%s#%s has %d tests, want at least 2", set.Ref, r.ID, len(r.Cases))
			}
		}
	}
}

func readPack(t testing.TB) *pack.Pack {
	t.Helper()
	speakFrench(t)
	packs := country{}.Packs()
	if len(packs) != 1 {
		t.Fatalf("want 1 pack, got %d", len(packs))
	}
	read, err := pack.Read(packs[0].Files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// verifier serves the pack over the built-in places.
func verifier(t testing.TB, read *pack.Pack) *verify.Verifier {
	t.Helper()
	all := places()
	for i := range all {
		all[i] = scheme{}.Derive(all[i])
	}
	gazetteer, err := geo.NewGazetteer([]geo.Scheme{scheme{}}, all)
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := codes.NewCatalog(gazetteer, read.Data.Codes)
	if err != nil {
		t.Fatal(err)
	}
	v, err := verify.New(gazetteer, catalog, retrieval.New(read.Data.Blocks), read.Data.Rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestPack_whole asks every test of every rule in Paris over all texts together, as
// a user does who names none: another text's wordings must not take the words of
// one, leave open what it decides, or allow what it forbids.
func TestPack_whole(t *testing.T) {
	read := readPack(t)
	v := verifier(t, read)
	for _, set := range read.Data.Rules {
		parsed, err := rules.Parse(set.Ref, set.Source)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range parsed.Rules {
			for _, c := range rule.Cases {
				got := check(t, v, verify.Check{Element: c.Element, Parameter: c.Parameter, Value: c.Value, Unit: c.Unit, BuildingUse: c.BuildingUse})
				if string(got.Status) != c.Status || c.Limit != "" && got.Limit != c.Limit {
					t.Errorf("%s#%s: %s | %s | %s %s %s: want %v %s, got %v %s %q", set.Ref, rule.ID, c.Element, c.Parameter,
						c.Value, c.Unit, c.BuildingUse, c.Status, c.Limit, got.Status, got.Limit, got.Warnings)
				}
			}
		}
	}
}

func check(t testing.TB, v *verify.Verifier, c verify.Check) *verify.Result {
	t.Helper()
	c.GeoID, c.Country = cmp.Or(c.GeoID, "FR-75056"), "FR"
	got, err := v.Verify(t.Context(), c, day)
	if err != nil {
		t.Fatalf("%s | %s: %v", c.Element, c.Parameter, err)
	}
	return got
}

// TestPack_sources holds that every version names an official source, and that what
// is hosted says it is a digest.
func TestPack_sources(t *testing.T) {
	read := readPack(t)
	hosted := 0
	for _, c := range read.Data.Codes {
		for _, version := range c.Versions {
			at := fmt.Sprintf("%s/%s", c.Slug, version.Slug)
			if version.SourceURL == "" {
				t.Errorf("%s names no source", at)
			}
			if !version.Internal {
				continue
			}
			hosted++
			if !version.Digest {
				t.Errorf("%s does not say that it is a digest", at)
			}
		}
	}
	if hosted != 8 {
		t.Errorf("hosted texts: want 8, got %d", hosted)
	}
}
