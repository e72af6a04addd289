package starter_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/pack"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// A file's own tests are run on that file alone, and not at all where it uses
// what another file declares. Here they are run over the whole pack, where one
// file's wordings could take words from another's, twice: on the version the
// rule belongs to, and on everything that applies at the place.

// trial is one test of one rule, with the place it is asked at.
type trial struct {
	set  rules.RuleSet
	rule string
	test rules.Case
	at   geo.ID

	active bool // the rule's version is in force
}

func TestRules_wholePack(t *testing.T) {
	p, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	trials := trials(t, p)
	v := trialVerifier(t, p, trials)
	t.Run("version named", func(t *testing.T) {
		for _, try := range trials {
			got := try.verify(t, v, try.set.Ref)
			if string(got.Status) != try.test.Status || try.test.Limit != "" && got.Limit != try.test.Limit {
				t.Errorf("%s: want %s %s, got %s %s %q", try, try.test.Status, try.test.Limit, got.Status, got.Limit, got.Warnings)
			}
		}
	})
	t.Run("none named", func(t *testing.T) {
		for _, try := range trials {
			if !try.active { // nothing asks for it but a check that names it
				continue
			}
			got := try.verify(t, v)
			if reason := try.clash(got); reason != "" {
				t.Errorf("%s: want %s %s, got %s %s %q: %s", try, try.test.Status, try.test.Limit, got.Status, got.Limit, got.Warnings, reason)
			}
		}
	})
}

// clash says why a verdict that differs from the expected one is not explained
// by the rules of another code, or "". Another code may be stricter or ask more;
// it may not leave open what the rule decides, and not allow what it forbids.
func (try trial) clash(got *verify.Result) string {
	same := string(got.Status) == try.test.Status && (try.test.Limit == "" || got.Limit == try.test.Limit)
	switch {
	case same:
		return ""
	case got.Status == verify.Undetermined && !contradicted(got):
		return "undecided together with other codes"
	case try.test.Status == string(verify.NonCompliant) && got.Status != verify.NonCompliant:
		return "allowed together with other codes"
	case !slices.ContainsFunc(got.Sources, func(s verify.Source) bool { return s.Ref != try.set.Ref }) && got.Governing.Ref == try.set.Ref:
		return "no other code has a part in it"
	}
	return ""
}

// contradicted reports whether two texts ask what no value meets, which is for
// the reader to settle.
func contradicted(got *verify.Result) bool {
	return slices.ContainsFunc(got.Trace, func(s verify.TraceStep) bool { return s.Stage == "composition" })
}

func (try trial) String() string {
	c := try.test
	return fmt.Sprintf("%s#%s: %s | %s | %s %s %s", try.set.Ref, try.rule, c.Element, c.Parameter, c.Value, c.Unit, c.BuildingUse)
}

func (try trial) verify(t *testing.T, v *verify.Verifier, named ...codes.VersionRef) *verify.Result {
	t.Helper()
	c := try.test
	day := c.At
	if day.IsZero() {
		day = checked()
	}
	got, err := v.Verify(t.Context(), verify.Check{Element: c.Element, Parameter: c.Parameter, Value: c.Value, Unit: c.Unit,
		BuildingUse: c.BuildingUse, GeoID: string(try.at), Country: "ES", Codes: named}, day)
	if err != nil {
		t.Fatalf("%s: %v", try, err)
	}
	return got
}

// trials returns every test of every rule. Tests of one territory that tell the
// same data of their place share one.
func trials(t *testing.T, p *pack.Pack) []trial {
	t.Helper()
	provinces := make(map[string]geo.ID) // by code
	active := make(map[codes.VersionRef]bool)
	for _, code := range p.Data.Codes {
		provinces[code.Slug] = province(p, code.Territories[0])
		for _, version := range code.Versions {
			active[codes.VersionRef{Code: code.Slug, Version: version.Slug}] = version.Status == codes.Active
		}
	}
	sites := make(map[string]geo.ID)
	var all []trial
	for _, set := range p.Data.Rules {
		parsed, err := rules.Parse(set.Ref, set.Source)
		if err != nil {
			t.Fatalf("%s: %v", set.Ref, err)
		}
		home := provinces[set.Ref.Code]
		for _, r := range parsed.Rules {
			for _, c := range r.Cases {
				key := fmt.Sprint(home, c.Place)
				if sites[key] == "" {
					sites[key] = geo.ID(fmt.Sprintf("%s%03d", home, 999-len(sites))) // numbers INE has not given
				}
				all = append(all, trial{set: parsed, rule: r.ID, test: c, at: sites[key], active: active[set.Ref]})
			}
		}
	}
	return all
}

// province returns a province that the territory is or holds; for a country the
// one whose regulations are the country's alone.
func province(p *pack.Pack, territory geo.ID) geo.ID {
	for _, place := range p.Data.Places {
		if place.Level == geo.Province && (place.ID == territory || place.Parent == territory) {
			return place.ID
		}
	}
	return "ES-19"
}

func trialVerifier(t *testing.T, p *pack.Pack, trials []trial) *verify.Verifier {
	t.Helper()
	all := slices.Clone(p.Data.Places)
	known := make(map[geo.ID]bool)
	for _, try := range trials {
		if !known[try.at] {
			known[try.at] = true
			all = append(all, geo.Place{ID: try.at, Name: "trial " + string(try.at), Level: geo.Municipality,
				Parent: try.at[:len("ES-00")], Tech: techOf(try.test.Place)})
		}
	}
	places, err := geo.NewGazetteer(schemes, all)
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := codes.NewCatalog(places, p.Data.Codes)
	if err != nil {
		t.Fatal(err)
	}
	v, err := verify.New(places, catalog, retrieval.New(p.Data.Blocks), p.Data.Rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// techOf returns the data a test tells about its place; the others are unknown.
func techOf(p rules.CasePlace) *geo.TechData {
	number := func(text string) *int {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil
		}
		return &n
	}
	tech := &geo.TechData{ClimateZone: p.ClimateZone, AltitudeM: number(p.Altitude), SeismicZone: p.SeismicZone,
		RadonZone: number(p.RadonZone), Population: number(p.Population)}
	for line := range strings.Lines(p.Extra) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		tech.Extra = append(tech.Extra, geo.TechValue{Key: key, Value: value})
	}
	return tech
}

// TestRules_exclusions: what one file says is no name of its thing must not be
// the name of a thing of another. Exclusions count for all files, and checks of
// that other thing would never be decided.
func TestRules_exclusions(t *testing.T) {
	p, _ := open(t)
	type wording struct{ lang, words string }
	named := make(map[wording]string)
	excluded := make(map[wording]string)
	collect := func(into map[wording]string, names rules.Names, by string) {
		for lang, list := range names {
			for _, words := range list {
				into[wording{lang, strings.ToLower(words)}] = by
			}
		}
	}
	for _, set := range p.Data.Rules {
		parsed, err := rules.Parse(set.Ref, set.Source)
		if err != nil {
			t.Fatal(err)
		}
		for _, concept := range parsed.Concepts {
			by := fmt.Sprintf("%s %s", set.Ref, concept.ID)
			collect(named, concept.Names, by)
			collect(excluded, concept.Not, by)
		}
	}
	for words, by := range excluded {
		if other, ok := named[words]; ok {
			t.Errorf("%q is a name of %s and excluded by %s", words.words, other, by)
		}
	}
}

// TestRules_tested: a rule is held from two sides at least, what complies and
// what does not, or in two wordings.
func TestRules_tested(t *testing.T) {
	p, _ := open(t)
	for _, set := range p.Data.Rules {
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
