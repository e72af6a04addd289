package starter_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// opened reads the pack once for all tests, built makes the snapshot that stands on it.
var (
	opened = sync.OnceValues(starter.Open)
	built  = sync.OnceValues(func() (*regengine.Snapshot, error) {
		p, err := opened()
		if err != nil {
			return nil, err
		}
		s, err := regengine.NewSnapshot(schemes, p.Data)
		if err != nil {
			return nil, p.Explain(err)
		}
		return s, nil
	})
)

// open returns the pack and the snapshot that stands on it.
func open(t testing.TB) (*pack.Pack, *regengine.Snapshot) {
	t.Helper()
	p, err := opened()
	if err != nil {
		t.Fatalf("open:\n%v", err)
	}
	s, err := built()
	if err != nil {
		t.Fatalf("snapshot:\n%v", err)
	}
	return p, s
}

// capitals are INE's codes of the provinces' capitals, Ceuta and Melilla among them.
const capitals = `01059 02003 03014 04013 05019 06015 07040 08019 09059 10037 11012 12040 13034
14021 15030 16078 17079 18087 19130 20069 21041 22125 23050 24089 25120 26089 27028 28079 29067 30030
31201 32054 33044 34120 35016 36038 37274 38038 39075 40194 41091 42173 43148 44216 45168 46250 47186
48020 49275 50297 51001 52001`

// What the official lists come to, so that no row is lost or shifted unseen.
type sums struct {
	Countries, Regions, Provinces, Municipalities int
	Population, AltitudeM                         int
	RadonI, RadonII, Seismic                      int // listed municipalities
}

func TestOpen_places(t *testing.T) {
	p, s := open(t)
	want := sums{Countries: 1, Regions: 19, Provinces: 52, Municipalities: 8132,
		Population: 47_385_107, AltitudeM: 4_983_248, RadonI: 2399, RadonII: 1644, Seismic: 2635}
	if diff := cmp.Diff(want, sum(p.Data.Places)); diff != "" {
		t.Errorf("the lists' sums (-want +got):\n%s", diff)
	}
	for _, place := range p.Data.Places {
		if place.Level == geo.Municipality && place.ID != unmeasured {
			checkTech(t, place)
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
	if len(provinces) != want.Provinces {
		t.Errorf("capitals of %d provinces, want %d", len(provinces), want.Provinces)
	}
}

// unmeasured is Usansolo, which parted from Galdakao after the lists were made: they
// have neither its altitude nor its population.
const unmeasured = geo.ID("ES-48916")

func sum(places []geo.Place) (s sums) {
	for _, p := range places {
		switch p.Level {
		case geo.Country:
			s.Countries++
		case geo.Region:
			s.Regions++
		case geo.Province:
			s.Provinces++
		case geo.Municipality:
			s.Municipalities++
			s.addTech(p.Tech)
		}
	}
	return s
}

func (s *sums) addTech(tech *geo.TechData) {
	if tech.Population != nil {
		s.Population += *tech.Population
	}
	if tech.AltitudeM != nil {
		s.AltitudeM += *tech.AltitudeM
	}
	switch {
	case tech.RadonZone == nil:
	case *tech.RadonZone == 1:
		s.RadonI++
	case *tech.RadonZone == 2:
		s.RadonII++
	}
	if strings.HasPrefix(tech.SeismicZone, "ab=") {
		s.Seismic++
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

// A law of the coast applies in a town of the coast, and in none of the interior.
func TestOpen_coast(t *testing.T) {
	_, s := open(t)
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

// What people type leads to the town they mean most often, also where smaller ones
// have its name, a part of it or one near to it.
func TestOpen_search(t *testing.T) {
	_, s := open(t)
	for query, want := range map[string]geo.ID{
		"madrid": "ES-28079", "ávila": "ES-05019", "avila": "ES-05019", "coruña": "ES-15030", "la coruña": "ES-15030",
		"barcelona": "ES-08019", "valencia": "ES-46250", "palma": "ES-07040", "palma de mallorca": "ES-07040", "girona": "ES-17079",
		"gerona": "ES-17079", "lérida": "ES-25120", "vitoria": "ES-01059", "bilbo": "ES-48020", "toledo": "ES-45168", "toled": "ES-45168",
		"castellón": "ES-12040", "santiago": "ES-15078", "jerez": "ES-11020", "las palmas": "ES-35016", "leganes": "ES-28074",
		"alcala": "ES-28005", "hospitalet": "ES-08101", "santander": "ES-39075", "zamora": "ES-49275", "san sebastian": "ES-20069",
		// Of the same name the larger.
		"cieza": "ES-30019", "mieres": "ES-33037", "moya": "ES-35013", "torrent": "ES-46244", "arroyomolinos": "ES-28015",
		"sada": "ES-15075", "el campillo": "ES-21018", "el molar": "ES-28086", "cabanes": "ES-12033",
		"villanueva de los infantes": "ES-13093",
		// Villages.
		"corral rubio": "ES-02027", "peñascosa": "ES-02059", "villarreal de huerva": "ES-50292", "usansolo": "ES-48916",
	} {
		found, err := s.Places.Search(query, &geo.SearchOptions{Level: geo.Municipality, Country: "ES"})
		if err != nil || len(found) == 0 || found[0].ID != want {
			t.Errorf("%q: want %s first, got %v (%v)", query, want, names(found), err)
		}
	}
	for query, want := range map[string]geo.ID{"andalucia": "ES-AN", "madrid": "ES-28", "toledo": "ES-45", "cuenca": "ES-16"} {
		found, err := s.Places.Search(query, nil)
		if err != nil || len(found) == 0 || found[0].ID != want {
			t.Errorf("%q among all levels: want %s first, got %v (%v)", query, want, names(found), err)
		}
	}
}

func names(places []*geo.Place) (list []string) {
	for _, p := range places[:min(len(places), 5)] {
		list = append(list, string(p.ID)+" "+p.Name)
	}
	return list
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
