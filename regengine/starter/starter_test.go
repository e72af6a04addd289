package starter_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/pack"
	"github.com/reglookup/regengine/regengine/starter"
	"github.com/reglookup/regengine/verify"
)

var schemes = []geo.Scheme{es.Scheme{}}

// open returns the pack and the snapshot that stands on it.
func open(t testing.TB) (*pack.Pack, *regengine.Snapshot) {
	t.Helper()
	p, err := starter.Open()
	if err != nil {
		t.Fatalf("open:\n%v", err)
	}
	s, err := regengine.NewSnapshot(schemes, p.Data)
	if err != nil {
		t.Fatalf("snapshot:\n%v", p.Explain(err))
	}
	return p, s
}

// capitals are INE's codes of the provinces' capitals, Ceuta and Melilla among them.
const capitals = `01059 02003 03014 04013 05019 06015 07040 08019 09059 10037 11012 12040 13034
14021 15030 16078 17079 18087 19130 20069 21041 22125 23050 24089 25120 26089 27028 28079 29067 30030
31201 32054 33044 34120 35016 36038 37274 38038 39075 40194 41091 42173 43148 44216 45168 46250 47186
48020 49275 50297 51001 52001`

func TestOpen_places(t *testing.T) {
	p, s := open(t)
	count := make(map[geo.Level]int)
	for _, place := range p.Data.Places {
		count[place.Level]++
		if place.Level == geo.Municipality {
			checkTech(t, place)
		}
	}
	for level, want := range map[geo.Level]int{geo.Country: 1, geo.Region: 19, geo.Province: 52} {
		if count[level] != want {
			t.Errorf("%d places of level %s, want %d", count[level], level, want)
		}
	}
	provinces := make(map[geo.ID]bool)
	for _, code := range strings.Fields(capitals) {
		place, err := s.Places.Get(geo.ID("ES-" + code))
		if err != nil {
			t.Errorf("capital ES-%s: %v", code, err)
			continue
		}
		provinces[place.Parent] = true
		if len(place.Tech.Extra) != len(p.Manifest.Extra) {
			t.Errorf("capital %s (%s) has %d of %d further technical data", place.ID, place.Name, len(place.Tech.Extra), len(p.Manifest.Extra))
		}
	}
	if len(provinces) != count[geo.Province] {
		t.Errorf("capitals of %d provinces, want %d", len(provinces), count[geo.Province])
	}
}

// checkTech wants every datum an official list has for every municipality.
func checkTech(t *testing.T, p geo.Place) {
	t.Helper()
	tech := p.Tech
	for name, known := range map[string]bool{
		"climate zone": tech.ClimateZone != "", "altitude": tech.AltitudeM != nil, "seismic zone": tech.SeismicZone != "",
		"radon zone": tech.RadonZone != nil, "population": tech.Population != nil,
	} {
		if !known {
			t.Errorf("%s (%s) has no %s", p.ID, p.Name, name)
		}
	}
	if tech.AltitudeM == nil {
		return
	}
	if zone, ok := es.ClimateZone(strings.TrimPrefix(string(p.Parent), "ES-"), *tech.AltitudeM); !ok || zone != tech.ClimateZone {
		t.Errorf("%s (%s): climate zone %s, by altitude %s", p.ID, p.Name, tech.ClimateZone, zone)
	}
}

func TestOpen_codes(t *testing.T) {
	p, s := open(t)
	if got := len(p.Data.Codes); got < 25 {
		t.Errorf("%d codes, want at least 25", got)
	}
	scopes := make(map[codes.NormativeScope]int)
	for _, code := range p.Data.Codes {
		scopes[code.Scope]++
		t.Run(code.Slug, func(t *testing.T) { checkVersions(t, s.Codes, code) })
	}
	for _, scope := range codes.Scopes() {
		if scopes[scope] == 0 {
			t.Errorf("no code of scope %s", scope)
		}
	}
}

// checked is the day the pack's dates were last held against the official journals.
func checked() codes.Date {
	d, _ := codes.NewDate(2025, 6, 1)
	return d
}

func checkVersions(t *testing.T, catalog *codes.Catalog, code codes.Code) {
	active := 0
	for _, v := range code.Versions {
		if v.Internal {
			checkHosted(t, v)
		}
		if v.Status != codes.Active {
			continue
		}
		active++
		next, err := catalog.ForceOn(v.SucceededBy, checked())
		if err == nil && next.State == codes.InForce {
			t.Errorf("%s is active although %s, which took its place, is in force", v.Slug, v.SucceededBy)
		}
		if force, err := catalog.ForceOn(codes.VersionRef{Code: code.Slug, Version: v.Slug}, checked()); err != nil || force.State == codes.NoLonger {
			t.Errorf("%s is active and %s (%v)", v.Slug, force.State, err)
		}
	}
	if active > 1 {
		t.Errorf("%d versions are active, want one at most", active)
	}
}

// official are the hosts whose texts are the regulations themselves.
var official = []string{"www.boe.es", "www.codigotecnico.org", "eur-lex.europa.eu", "portaljuridic.gencat.cat"}

// checkHosted wants a text of our own to say that it is one, and where the
// regulation itself is to be read.
func checkHosted(t *testing.T, v codes.Version) {
	t.Helper()
	if !v.Digest {
		t.Errorf("%s is hosted but not marked as a digest", v.Slug)
	}
	u, err := url.Parse(v.SourceURL)
	if err != nil || u.Scheme != "https" || !slices.Contains(official, u.Host) {
		t.Errorf("%s: source_url %q leads to no official source over https", v.Slug, v.SourceURL)
	}
}

// Every rule set has tests beside its rules, and they pass on the text it quotes.
func TestOpen_rules(t *testing.T) {
	p, _ := open(t)
	if len(p.Data.Rules) == 0 {
		t.Fatal("there are no rules")
	}
	texts := make(map[string][]retrieval.Block)
	for _, b := range p.Data.Blocks {
		texts[b.Doc] = append(texts[b.Doc], b)
	}
	for _, set := range p.Data.Rules {
		t.Run(set.Ref.String(), func(t *testing.T) {
			cases := 0
			for _, rule := range set.Rules {
				cases += len(rule.Cases)
			}
			if cases == 0 {
				t.Error("none of its rules has a test")
			}
			for _, problem := range verify.Lint(set, texts[set.Ref.String()]) {
				t.Error(problem)
			}
		})
	}
}

// A law of the coast applies in a town of the coast that was imported later.
func TestOpen_coast(t *testing.T) {
	p, _ := open(t)
	var towns []geo.Place
	for id, name := range map[geo.ID]string{"ES-17032": "Cadaqués", "ES-12089": "Peñíscola", "ES-41079": "La Puebla del Río"} {
		towns = append(towns, geo.Place{ID: id, Name: name, Level: geo.Municipality, Parent: id[:5]})
	}
	s, err := regengine.NewSnapshot(schemes, regengine.Merge(p.Data, regengine.Data{Places: towns}))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []geo.ID{"ES-17032", "ES-12089", "ES-41079", "ES-51001", "ES-52001"} {
		list, err := s.Codes.Applicable(id)
		for _, slug := range []string{"ley-de-costas", "reglamento-de-costas"} {
			if !slices.ContainsFunc(list, func(a codes.Applicable) bool { return a.Code.Slug == slug }) {
				t.Errorf("%s does not apply in %s (%v)", slug, id, err)
			}
		}
	}
	list, err := s.Codes.Applicable("ES-28079")
	if slices.ContainsFunc(list, func(a codes.Applicable) bool { return a.Code.Slug == "ley-de-costas" }) {
		t.Errorf("ley-de-costas applies in Madrid (%v)", err)
	}
}

func ExampleOpen() {
	p, err := starter.Open()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := regengine.NewSnapshot([]geo.Scheme{es.Scheme{}}, p.Data)
	if err != nil {
		fmt.Println(p.Explain(err))
		return
	}
	place, _ := s.Places.Get("ES-28079")
	fmt.Println(place.Name, place.Tech.ClimateZone)
	// Output: Madrid D3
}
