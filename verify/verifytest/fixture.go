package verifytest

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// The fixture is a small country XX: a town XX-1 at 600 m in climate zone D3, a
// mountain village XX-2 at 980 m in E1, and XX-3 without technical data, all in
// province XX-P. Its code "safety" has an active version 2022 with rules, a
// repealed 2010 and a draft 2030; "village" is a stricter order of XX-2 alone;
// "unhosted" has no text; "foreign" belongs to country YY.

//go:embed testdata/safety.rules.yaml
var safetyRules []byte

//go:embed testdata/village.rules.yaml
var villageRules []byte

// On is the day the fixture is asked about.
func On() codes.Date {
	d, _ := codes.NewDate(2025, 6, 1)
	return d
}

// SafetyRef names the version that has most of the fixture's rules.
func SafetyRef() codes.VersionRef { return codes.VersionRef{Code: "safety", Version: "2022"} }

// VillageRef names the version of the order of XX-2.
func VillageRef() codes.VersionRef { return codes.VersionRef{Code: "village", Version: "1"} }

// Rules returns the rules of a fixture version as YAML.
func Rules(ref codes.VersionRef) []byte {
	if ref == VillageRef() {
		return villageRules
	}
	return safetyRules
}

// Fixture builds the Verifier of the small country.
func Fixture() (*verify.Verifier, error) {
	return FixtureWith([]rules.RuleSet{{Ref: SafetyRef(), Source: safetyRules}, {Ref: VillageRef(), Source: villageRules}})
}

// FixtureWith builds a Verifier of the small country with other rules.
func FixtureWith(sets []rules.RuleSet) (*verify.Verifier, error) {
	places, err := Places()
	if err != nil {
		return nil, err
	}
	catalog, err := codes.NewCatalog(places, fixtureCodes())
	if err != nil {
		return nil, fmt.Errorf("codes: %w", err)
	}
	return verify.New(places, catalog, retrieval.New(Blocks()), sets, nil)
}

// Places returns the small country's gazetteer.
func Places() (*geo.Gazetteer, error) {
	places, err := geo.NewGazetteer([]geo.Scheme{scheme{country: "XX"}, scheme{country: "YY"}}, fixturePlaces())
	if err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	return places, nil
}

func fixturePlaces() []geo.Place {
	tech := func(altitude int, zone string) *geo.TechData {
		return &geo.TechData{AltitudeM: &altitude, ClimateZone: zone}
	}
	return []geo.Place{
		{ID: "XX", Name: "Xland", Level: geo.Country},
		{ID: "XX-P", Name: "Provincia", Level: geo.Province, Parent: "XX"},
		{ID: "XX-1", Name: "Villa", Level: geo.Municipality, Parent: "XX-P", Tech: tech(600, "D3")},
		{ID: "XX-2", Name: "Monte", Level: geo.Municipality, Parent: "XX-P", Tech: tech(980, "E1")},
		{ID: "XX-3", Name: "Nada", Level: geo.Municipality, Parent: "XX-P", Tech: &geo.TechData{}},
		{ID: "YY", Name: "Yland", Level: geo.Country},
		{ID: "YY-1", Name: "Ytown", Level: geo.Municipality, Parent: "YY"},
	}
}

func fixtureCodes() []codes.Code {
	day := func(year int) codes.Date { d, _ := codes.NewDate(year, 1, 1); return d }
	return []codes.Code{
		{Slug: "safety", Title: "Safety", CountryCode: "XX", Scope: codes.National, Territories: []geo.ID{"XX"}, Versions: []codes.Version{
			{Slug: "2022", Title: "Safety 2022", Status: codes.Active, Effective: day(2022), Internal: true, Digest: true, SourceURL: "https://example.org/safety"},
			{Slug: "2010", Title: "Safety 2010", Status: codes.Repealed, Effective: day(2010), Repealed: day(2022)},
			{Slug: "2030", Title: "Safety 2030", Status: codes.Draft},
		}},
		{Slug: "village", Title: "Village order", CountryCode: "XX", Scope: codes.Municipal, Territories: []geo.ID{"XX-2"}, Versions: []codes.Version{
			{Slug: "1", Title: "Village order", Status: codes.Active, Effective: day(2020), Internal: true},
		}},
		{Slug: "unhosted", Title: "Unhosted", CountryCode: "XX", Scope: codes.National, Territories: []geo.ID{"XX"}, Versions: []codes.Version{
			{Slug: "1", Title: "Unhosted", Status: codes.Active, Effective: day(2020)},
		}},
		{Slug: "foreign", Title: "Foreign", CountryCode: "YY", Scope: codes.National, Territories: []geo.ID{"YY"}, Versions: []codes.Version{
			{Slug: "1", Title: "Foreign", Status: codes.Active, Effective: day(2020)},
		}},
	}
}

// Blocks returns the text the fixture's rules quote.
func Blocks() []retrieval.Block {
	paragraph := func(ref codes.VersionRef, section, text string) retrieval.Block {
		return retrieval.Block{ID: section + "-" + ref.Code, Doc: ref.String(), Section: section, Kind: retrieval.Paragraph, Lang: "es", Text: text}
	}
	rows := [][]string{{"Muros exteriores", "0,49", "0,41", "0,37"}}
	table := &retrieval.Table{Caption: "Transmitancia máxima, en W/m²·K", Header: []string{"Elemento", "C", "D", "E"}, Rows: rows}
	walls := paragraph(SafetyRef(), "muros", strings.Join([]string{table.Caption, "Elemento | C | D | E", "Muros exteriores | 0,49 | 0,41 | 0,37"}, "\n"))
	walls.Kind, walls.Table = retrieval.TableKind, table
	return []retrieval.Block{
		paragraph(SafetyRef(), "barreras", "Con un desnivel de 6 m o menos la barrera mide al menos 0,90 m. Con más desnivel mide al menos 1,10 m. "+
			"Con un desnivel mayor que 0,55 m debe haber barrera; con 0,55 m o menos no es necesaria."),
		paragraph(SafetyRef(), "escaleras", "La contrahuella mide entre 13 cm y 18,5 cm. Sin ascensor mide entre 13 cm y 17,5 cm. La huella mide 28 cm como mínimo."),
		paragraph(SafetyRef(), "huecos", "Los huecos son menores que una esfera de 10 cm."),
		paragraph(SafetyRef(), "rampas", "La pendiente es del 12 % como máximo. La accesible que mide menos de 3 m sube el 10 % como máximo, y las demás accesibles el 6 % como máximo."),
		walls,
		paragraph(VillageRef(), "barreras", "En el pueblo toda barrera mide al menos 1,20 m."),
	}
}

// scheme takes any identifier of its country; zones follow the altitude.
type scheme struct {
	geo.UnimplementedScheme
	country geo.ID
}

func (s scheme) Country() geo.ID { return s.country }
func (scheme) Language() string  { return "es" }

func (s scheme) ParseID(text string) (geo.ID, geo.Level, error) {
	id := geo.ID(strings.ToUpper(text))
	switch {
	case id == s.country:
		return id, geo.Country, nil
	case id.Country() != s.country:
		return "", 0, geo.ErrInvalidID
	case strings.HasSuffix(string(id), "-P"):
		return id, geo.Province, nil
	}
	return id, geo.Municipality, nil
}

func (scheme) Derive(p geo.Place) geo.Place {
	if p.Tech == nil || p.Tech.AltitudeM == nil || p.Tech.ClimateZone != "" {
		return p
	}
	tech := *p.Tech
	tech.ClimateZone = "D3"
	if *tech.AltitudeM > 950 {
		tech.ClimateZone = "E1"
	}
	p.Tech = &tech
	return p
}
