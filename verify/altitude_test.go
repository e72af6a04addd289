package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// tier is the scheme of a made-up country whose climate zone, and what goes with it,
// follows from the altitude: I1 up to 200 m, I2 up to 600 m, I3 above.
type tier struct {
	tongueScheme
	flat bool // nothing follows from the altitude
}

func (s tier) Derive(p geo.Place) geo.Place {
	if s.flat || p.Level != geo.Municipality || p.Tech == nil || p.Tech.AltitudeM == nil {
		return p
	}
	tech := *p.Tech
	zone := "I3"
	switch m := *tech.AltitudeM; {
	case m <= 200:
		zone = "I1"
	case m <= 600:
		zone = "I2"
	}
	if tech.ClimateZone == "" {
		tech.ClimateZone = zone
	}
	if len(tech.Extra) == 0 {
		tech.Extra = []geo.TechValue{{Key: "frost", Value: "F" + zone[1:]}}
	}
	p.Tech = &tech
	return p
}

// climateRules hold a wall against the climate zone and a pipe against the depth of
// the frost; no file says by which words an altitude is stated.
const climateRules = `format: 1
language: xx
elements:
  wall: {label: {xx: mur extérieur, en: outer wall}, names: {xx: [mur extérieur], en: [outer wall]}}
  pipe: {label: {xx: conduite, en: pipe}, names: {xx: [conduite], en: [pipe]}}
parameters:
  u: {label: {xx: transmission thermique, en: U-value}, names: {xx: [transmission thermique], en: [U-value]}}
  depth: {label: {xx: profondeur, en: depth}, names: {xx: [profondeur], en: [depth]}}
facts:
  zone: {kind: text, label: {xx: zone climatique, en: climate zone}, place: climate_zone, says: {xx: ["zone climatique {}"], en: ["climate zone {}"]}}
  frost: {kind: text, label: {xx: gel, en: frost}, place: frost}
rules:
  - id: wall
    subjects: [{element: [wall], parameter: u}]
    require: {op: "<=", unit: "W/(m².K)", value: {by: zone, match: exact, cells: {I1: 0.5, I2: 0.4, I3: 0.35}}}
    section: s
    quote: Outer walls have at most 0.5 W/(m².K) in I1, 0.4 in I2 and 0.35 in I3.
  - id: pipe
    subjects: [{element: [pipe], parameter: depth}]
    require: {op: ">=", unit: m, value: {by: frost, match: exact, cells: {F1: 0.4, F2: 0.6, F3: 0.8}}}
    section: s
    quote: Pipes lie at least 0.4 m deep in F1, 0.6 m in F2 and 0.8 m in F3.
`

// climateCountry is a country with those rules and a capital at 90 m; at is what its
// scheme is made of.
func climateCountry(t *testing.T, lang, all string, at func(geo.Scheme, []geo.Place) geo.Scheme) *verify.Verifier {
	t.Helper()
	if strings.HasPrefix(lang, "fr") {
		addFrench(t)
	}
	own := tier{tongueScheme: tongueScheme{"QY", lang}}
	altitude := 90
	town := geo.Place{ID: "QY-1", Name: "Lyr", Level: geo.Municipality, Parent: "QY", Tech: &geo.TechData{AltitudeM: &altitude}}
	list := []geo.Place{{ID: "QY", Name: "Qyland", Level: geo.Country}, own.Derive(town),
		{ID: "QY-2", Name: "Nor", Level: geo.Municipality, Parent: "QY"}}
	places, err := geo.NewGazetteer([]geo.Scheme{at(own, []geo.Place{list[0], town})}, list)
	if err != nil {
		t.Fatal(err)
	}
	ref := codes.VersionRef{Code: "climate", Version: "1"}
	words := lang
	if lang == "en" {
		words = "fr" // of the names beside the English ones
	}
	set, err := rules.Parse(ref, []byte(strings.NewReplacer("language: xx", "language: en", "xx:", words+":").Replace(all)))
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := codes.NewCatalog(places, []codes.Code{{Slug: ref.Code, Title: ref.Code, CountryCode: "QY", Scope: codes.National, Territories: []geo.ID{"QY"},
		Versions: []codes.Version{{Slug: ref.Version, Title: ref.Code, Status: codes.Active, Internal: true}}}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := verify.New(places, catalog, retrieval.New(blocksOf(set)), []rules.RuleSet{set}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func asIs(s geo.Scheme, _ []geo.Place) geo.Scheme { return s }

// tabulated is the scheme as a country that joins by plugin is served.
func tabulated(s geo.Scheme, places []geo.Place) geo.Scheme {
	return &geo.SchemeTable{CountryID: s.Country(), Tag: s.Language(), Shapes: []geo.IDShape{{Pattern: "9", Level: geo.Municipality}},
		Profiles: []geo.TechProfile{bands(s, places[1])}, ProfileOf: map[geo.ID]int{places[1].ID: 0}}
}

func bands(s geo.Scheme, p geo.Place) geo.TechProfile {
	var out geo.TechProfile
	for _, m := range []int{200, 600, 5000} {
		p.Tech = &geo.TechData{AltitudeM: &m}
		derived := *s.Derive(p).Tech
		derived.AltitudeM = nil
		out.Bands = append(out.Bands, geo.TechBand{UpTo: &m, Tech: derived})
	}
	out.Bands[2].UpTo = nil
	return out
}

func flat(s geo.Scheme, _ []geo.Place) geo.Scheme {
	own := s.(tier)
	own.flat = true
	return own
}

// TestAltitude: the altitude that a check states decides in a country whose rules
// files say nothing of altitudes, and what may be one is never passed over.
func TestAltitude(t *testing.T) {
	type check struct {
		element, parameter, value, unit string
		want                            verify.Status
		limit                           string
	}
	wall := func(element string, want verify.Status, limit string) check {
		return check{element, "U-value", "0.45", "W/m²K", want, limit}
	}
	mur := func(element string, want verify.Status, limit string) check {
		return check{element, "transmission thermique", "0.45", "W/m²K", want, limit}
	}
	english := []check{
		wall("outer wall", verify.Compliant, "0.5"),
		wall("outer wall at an altitude of 800 m", verify.NonCompliant, "0.35"),
		wall("outer wall, altitude 800 m", verify.NonCompliant, "0.35"),
		wall("outer wall, 800 m above sea level", verify.NonCompliant, "0.35"),
		wall("outer wall at an altitude of 150 m", verify.Compliant, "0.5"),
		wall("outer wall at an altitude of 0.8 km", verify.NonCompliant, "0.35"),
		wall("outer wall, altitude between 150 and 300 m", verify.Conditional, "0.4"),
		wall("outer wall, climate zone I1, altitude 800 m", verify.Compliant, "0.5"),
		wall("outer wall, 800 m", verify.Undetermined, ""),
		wall("outer wall, 150 m", verify.Compliant, "0.5"),
		wall("outer wall (800 m up)", verify.Undetermined, ""),
		wall("outer wall, altitude: some 30, or rather 800 m", verify.Undetermined, ""),
		{"pipe", "depth", "0.5", "m", verify.Compliant, "0.4"},
		{"pipe, altitude 800 m", "depth", "0.5", "m", verify.NonCompliant, "0.8"},
	}
	french := []check{
		mur("mur extérieur", verify.Compliant, "0.5"),
		mur("mur extérieur, altitude 800 m", verify.NonCompliant, "0.35"),
		mur("mur extérieur à 800 m d'altitude", verify.NonCompliant, "0.35"),
		mur("mur extérieur à une altitude de 800 m", verify.NonCompliant, "0.35"),
		mur("mur extérieur, 800 m au-dessus du niveau de la mer", verify.NonCompliant, "0.35"),
		mur("mur extérieur, 800 m", verify.Undetermined, ""),
		wall("outer wall at an altitude of 800 m", verify.NonCompliant, "0.35"),
	}
	for _, tt := range []struct {
		name, lang string
		scheme     func(geo.Scheme, []geo.Place) geo.Scheme
		checks     []check
	}{
		{"English", "en", asIs, english},
		{"table", "en", tabulated, english},
		{"French", "fr", tabulated, french},
		{"language nobody added", "qv", tabulated, english},
		{"nothing follows", "en", flat, []check{wall("outer wall, altitude 800 m", verify.Compliant, "0.5"), wall("outer wall, 800 m", verify.Compliant, "0.5")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := climateCountry(t, tt.lang, climateRules, tt.scheme)
			for _, c := range tt.checks {
				got, err := v.Verify(t.Context(), verify.Check{GeoID: "QY-1", Element: c.element, Parameter: c.parameter, Value: c.value, Unit: c.unit}, codes.Date{})
				if err != nil {
					t.Fatal(err)
				}
				if fmt.Sprint(c.want, c.limit) != fmt.Sprint(got.Status, got.Limit) && (c.want != verify.Undetermined || got.Status != c.want) {
					t.Errorf("%q: want %s %s, got %s %s %v %v", c.element, c.want, c.limit, got.Status, got.Limit, got.Conditions, got.Warnings)
				}
			}
		})
	}
}

// TestFigures: what a verdict says in an added language has that language's decimal
// sign and signs of comparison; the fields of the result, and what is said in a
// built-in language, stay as they are.
func TestFigures(t *testing.T) {
	addFrench(t)
	v := twoCountries(t, map[geo.ID]string{"FR": frenchRules(t)}, nil)
	for _, tt := range []struct{ element, parameter, want string }{
		{"garde-corps en verre de la terrasse", "hauteur", "Conforme (≥ 0,9 m) si : hauteur de chute ≤ 1 m."},
		{"guardrail", "height", "Complies (≥ 0.9 m) if: drop ≤ 1 m."},
	} {
		got, err := v.Verify(t.Context(), verify.Check{GeoID: "FR-1", Element: tt.element, Parameter: tt.parameter, Value: "0.95", Unit: "m"}, codes.Date{})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(got.Conditions, "\n"), tt.want) || got.Limit != "1" || got.Margin != "-0.05" {
			t.Errorf("%s: want %q and the limit 1, got %v %s %s", tt.element, tt.want, got.Conditions, got.Limit, got.Margin)
		}
	}
}

// TestAltitude_alone: of a place of which nothing is known the altitude that a check
// states tells what follows from it.
func TestAltitude_alone(t *testing.T) {
	for _, tt := range []struct {
		element string
		want    verify.Status
	}{
		{"outer wall, altitude of 90 m", verify.Compliant},
		{"outer wall, altitude of 800 m", verify.NonCompliant},
		{"outer wall", verify.Conditional},
	} {
		v := climateCountry(t, "en", climateRules, asIs)
		got, err := v.Verify(t.Context(), verify.Check{GeoID: "QY-2", Element: tt.element, Parameter: "U-value", Value: "0.45", Unit: "W/m²K"}, codes.Date{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Status != tt.want {
			t.Errorf("%s: want %s, got %s %s %q %q", tt.element, tt.want, got.Status, got.Limit, got.Conditions, got.Warnings)
		}
	}
}

// TestAltitude_unnamed: a length that may be the altitude is never passed over, whether
// or not the rules say how an altitude is stated, and whatever dimension it is called.
func TestAltitude_unnamed(t *testing.T) {
	const declared = `
  site: {kind: quantity, unit: m, label: {xx: altitude, en: altitude}, place: altitude_m, says: {xx: ["altitude {}"], en: ["altitude {}"]}}
rules:`
	for name, list := range map[string]string{"declared": strings.Replace(climateRules, "\nrules:", declared, 1), "silent": climateRules} {
		for _, tt := range []struct {
			element string
			want    verify.Status
		}{
			{"outer wall, altitude of 90 m", verify.Compliant},
			{"outer wall, altitude of 800 m", verify.NonCompliant},
			{"outer wall at 900 m", verify.Undetermined},
			{"outer wall at a height of 900 m", verify.Undetermined},
			{"outer wall 900 m high", verify.Undetermined},
			{"outer wall, height 900 m", verify.Undetermined},
			{"outer wall at a height of between 100 and 900 m", verify.Undetermined},
			{"outer wall, up to 900 m", verify.Undetermined},
			{"outer wall, more than 100 m", verify.Undetermined},
			{"outer wall at 800 m and 50 cm thick", verify.Undetermined},
			{"outer wall, 790 m + 20 m", verify.Undetermined},
			{"outer wall, 2 x 800 m", verify.Undetermined},
			{"outer wall, elevation +900", verify.Undetermined},
			{"outer wall, elevation 900", verify.Undetermined},
			{"outer wall, model 900", verify.Compliant},
			{"outer wall 310 m long", verify.Compliant},
			{"outer wall 12 m high", verify.Compliant},
			{"outer wall of a height of 150 m", verify.Compliant},
		} {
			t.Run(name+" "+tt.element, func(t *testing.T) {
				v := climateCountry(t, "en", list, asIs)
				got, err := v.Verify(t.Context(), verify.Check{GeoID: "QY-1", Element: tt.element, Parameter: "U-value", Value: "0.45", Unit: "W/m²K"}, codes.Date{})
				if err != nil {
					t.Fatal(err)
				}
				if got.Status != tt.want {
					t.Errorf("want %s, got %s %s %q %q", tt.want, got.Status, got.Limit, got.Conditions, got.Warnings)
				}
			})
		}
	}
}
