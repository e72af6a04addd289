package httpapitest

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/projectstest"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/webhooks"
	"github.com/reglookup/regengine/regengine/webhooks/webhookstest"
	"github.com/reglookup/regengine/verify/rules"
)

// A small world: two countries, codes of several scopes, two organizations.

// frScheme is a second country: region FR-IDF, municipality FR-75056.
type frScheme struct{ geo.UnimplementedScheme }

func (frScheme) Country() geo.ID  { return "FR" }
func (frScheme) Language() string { return "fr" }

func (frScheme) ParseID(text string) (geo.ID, geo.Level, error) {
	id := strings.ToUpper(text)
	rest, ok := strings.CutPrefix(id, "FR-")
	switch {
	case id == "FR":
		return "FR", geo.Country, nil
	case ok && len(rest) == 3:
		return geo.ID(id), geo.Region, nil
	case ok && len(rest) == 5:
		return geo.ID(id), geo.Municipality, nil
	}
	return "", 0, geo.ErrInvalidID
}

// Schemes returns the countries of the world: ES and FR.
func Schemes() []geo.Scheme { return []geo.Scheme{es.Scheme{}, frScheme{}} }

func number(n int) *int { return &n }

func places() []geo.Place {
	return []geo.Place{
		{ID: "ES", Name: "España", Level: geo.Country},
		{ID: "ES-MD", Name: "Comunidad de Madrid", Level: geo.Region, Parent: "ES"},
		{ID: "ES-28", Name: "Madrid", Level: geo.Province, Parent: "ES-MD"},
		{ID: "ES-28079", Name: "Madrid", Level: geo.Municipality, Parent: "ES-28", Tech: &geo.TechData{
			ClimateZone: "D3", AltitudeM: number(667), SeismicZone: "ab<0.04g", RadonZone: number(1), Population: number(3280782)}},
		{ID: "ES-28005", Name: "Alcalá de Henares", Level: geo.Municipality, Parent: "ES-28", Tech: &geo.TechData{
			ClimateZone: "D3", AltitudeM: number(587), SeismicZone: "ab<0.04g", RadonZone: number(0), Population: number(195982)}},
		{ID: "ES-CT", Name: "Catalunya", Level: geo.Region, Parent: "ES"},
		{ID: "ES-08", Name: "Barcelona", Level: geo.Province, Parent: "ES-CT"},
		{ID: "ES-08019", Name: "Barcelona", Level: geo.Municipality, Parent: "ES-08"},
		{ID: "FR", Name: "France", Level: geo.Country},
		{ID: "FR-IDF", Name: "Île-de-France", Level: geo.Region, Parent: "FR"},
		{ID: "FR-75056", Name: "Paris", Level: geo.Municipality, Parent: "FR-IDF"},
	}
}

func date(text string) codes.Date {
	d, err := codes.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return d
}

func codeList() []codes.Code {
	return []codes.Code{{
		Slug: "cte-db-sua", Title: "Documento Básico de Seguridad de Utilización y Accesibilidad", ShortTitle: "DB-SUA",
		Description: "Escaleras, barreras y rampas.", CountryCode: "ES", Scope: codes.National, Tags: []string{"accesibilidad", "seguridad"},
		Territories: []geo.ID{"ES"},
		Versions: []codes.Version{{
			Slug: "2010-02-19", Title: "DB-SUA 2010", Status: codes.Repealed, Published: date("2010-03-11"), Effective: date("2010-03-12"),
			SucceededBy: codes.VersionRef{Code: "cte-db-sua", Version: "2019-12-27"}, Repealed: date("2019-12-28"),
		}, {
			Slug: "2019-12-27", Title: "DB-SUA 2019", Status: codes.Active, Published: date("2019-12-27"), Effective: date("2019-12-28"),
			Author: "Ministerio de Fomento", SourceURL: "https://www.codigotecnico.org/", Internal: true, Digest: true,
			Sections: []codes.Section{{Slug: "escaleras", Title: "Escaleras de uso general", Level: 1}, {Slug: "barreras", Title: "Barreras de protección", Level: 1}},
		}},
	}, {
		Slug: "ordenanza-madrid", Title: "Ordenanza de Madrid", CountryCode: "ES", Scope: codes.Municipal, Territories: []geo.ID{"ES-28079"},
		Versions: []codes.Version{{Slug: "2011", Title: "Ordenanza 2011", Status: codes.Active, Effective: date("2011-01-01")}},
	}, {
		Slug: "sin-vigencia", Title: "Norma en tramitación", CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"},
		Versions: []codes.Version{{Slug: "proyecto", Title: "Proyecto", Status: codes.Draft}},
	}, {
		Slug: "eu-epbd", Title: "Directiva de eficiencia energética", CountryCode: codes.Supranational, Scope: codes.European, Territories: []geo.ID{"ES", "FR"},
		Versions: []codes.Version{{Slug: "2024", Title: "EPBD 2024", Status: codes.Active, Effective: date("2024-05-28")}},
	}, {
		Slug: "fr-code", Title: "Code de la construction", CountryCode: "FR", Scope: codes.National, Territories: []geo.ID{"FR"},
		Versions: []codes.Version{{Slug: "2021", Title: "CCH 2021", Status: codes.Active, Effective: date("2021-07-01")}},
	}}
}

const suaDoc = "cte-db-sua/2019-12-27"

func blocks() []retrieval.Block {
	return []retrieval.Block{{
		ID: "5f0c1a52-8a2e-4d0e-9d3c-000000000001", Doc: suaDoc, Section: "escaleras", Title: "Anchura útil",
		Path: []string{"Escaleras de uso general"}, Kind: retrieval.Paragraph, Lang: "es", Order: 0,
		Text: "La anchura útil mínima de una escalera de uso general es de 1,00 m. La contrahuella medirá entre 13 cm y 18,5 cm. Las escaleras dispondrán de pasamanos.",
	}, {
		ID: "5f0c1a52-8a2e-4d0e-9d3c-000000000002", Doc: suaDoc, Section: "barreras",
		Path: []string{"Barreras de protección"}, Kind: retrieval.Paragraph, Lang: "es", Order: 1,
		Text: "Las barreras de protección tendrán como mínimo una altura de 0,90 m cuando la diferencia de cota no exceda de 6 m y de 1,10 m en el resto.",
	}}
}

// rulesYAML decides four parameters of the two blocks: a minimum, a maximum, a yes/no
// check and a minimum that turns on a circumstance.
const rulesYAML = `format: 1
language: es
elements:
  stair:
    label: {es: escalera, en: stair}
    names: {es: [escalera, escalera de uso general], en: [stair]}
parameters:
  width:
    label: {es: anchura útil, en: clear width}
    names: {es: [anchura, anchura útil], en: [width, clear width]}
  rise:
    label: {es: contrahuella, en: rise}
    names: {es: [contrahuella], en: [rise]}
  handrail:
    label: {es: pasamanos, en: handrail}
    names: {es: [pasamanos], en: [handrail]}
  landing:
    label: {es: ancho del rellano, en: landing width}
    names: {es: [rellano], en: [landing]}
facts:
  persons: {kind: quantity, unit: personas, label: {es: personas, en: persons}, says: {es: ["{} personas"], en: ["{} persons"]}}
  lift: {kind: boolean, label: {es: ascensor, en: lift}, yes: {es: [con ascensor]}, no: {es: [sin ascensor]}}
rules:
  - id: stair-width
    subjects: [{element: stair, parameter: width}]
    require: {op: ">=", value: 1.00, unit: m}
    section: escaleras
    quote: La anchura útil mínima de una escalera de uso general es de 1,00 m
  - id: stair-rise
    subjects: [{element: stair, parameter: rise}]
    require: {op: between, min: 13, max: 18.5, unit: cm}
    section: escaleras
    quote: La contrahuella medirá entre 13 cm y 18,5 cm
  - id: stair-handrail
    subjects: [{element: stair, parameter: handrail}]
    require: {op: "true"}
    section: escaleras
    quote: Las escaleras dispondrán de pasamanos
  - id: landing-few
    subjects: [{element: stair, parameter: landing}]
    when: [{fact: persons, "<=": 100}]
    require: {op: ">=", value: 1.00, unit: m}
    section: escaleras
    quote: La anchura útil mínima de una escalera de uso general es de 1,00 m
  - id: landing-many
    subjects: [{element: stair, parameter: landing}]
    when: [{fact: persons, ">": 100}]
    require: {op: ">=", value: 1.20, unit: m}
    section: escaleras
    quote: La anchura útil mínima de una escalera de uso general es de 1,00 m
`

func sets(t testing.TB) []rules.RuleSet {
	t.Helper()
	set, err := rules.Parse(codes.VersionRef{Code: "cte-db-sua", Version: "2019-12-27"}, []byte(rulesYAML))
	must(t, err)
	return []rules.RuleSet{set}
}

// World returns the data of the world.
func World(t testing.TB) regengine.Data {
	return regengine.Data{Places: places(), Codes: codeList(), Blocks: blocks(), Rules: sets(t)}
}

// Identifiers of the world's projects.
const (
	ActiveProject  = "0b6f3a10-0000-4000-8000-000000000001"
	EmptyProject   = "0b6f3a10-0000-4000-8000-000000000002"
	ForeignProject = "0b6f3a10-0000-4000-8000-000000000003"
	AbsentProject  = "0b6f3a10-0000-4000-8000-00000000dead"
)

// Stores are the databases a server stands on.
type Stores struct {
	access.Store
	access.Ledger
	Projects projects.Store
	Webhooks webhooks.Store // nil: none are sent

	// Database holds places, codes, texts and rules. Where it is nil they are
	// kept in memory.
	Database regengine.Database
}

// MemoryStores returns Stores that keep everything in memory.
func MemoryStores() Stores {
	mem := accesstest.NewMem()
	list := projectstest.NewMem()
	return Stores{Store: mem, Ledger: mem, Projects: list, Webhooks: webhookstest.NewMem(list)}
}

// Keys are the secrets of the world.
type Keys struct {
	Main    string // of an organization with API access, credit and an active project
	French  string // the same user's key for France
	None    string // of a user without active project
	NoPlan  string // of a plan without api_access
	Poor    string // of an organization without credit, with an active project
	Revoked string
	Expired string

	Unserved string // the main user's, of a country that is not served

	Organization string // the main key's
	User         string // likewise
}

// populate fills stores with the world's organizations and projects.
func populate(t testing.TB, s Stores, change func(*access.Plan)) Keys {
	t.Helper()
	ctx := context.Background()
	full := access.Plan{ID: "full", Name: "Full", APIAccess: true, Credits: 1000}
	if change != nil {
		change(&full)
	}
	must(t, s.PutPlan(ctx, full))
	must(t, s.PutPlan(ctx, access.Plan{ID: "closed", Name: "Closed", Credits: 1000}))
	must(t, s.PutPlan(ctx, access.Plan{ID: "empty", Name: "Empty", APIAccess: true}))
	var k Keys
	main := newUser(t, s, "full")
	k.Organization, k.User = main.OrganizationID, main.ID
	k.Main, k.French = newKey(t, s, main, "ES", nil), newKey(t, s, main, "FR", nil)
	k.Unserved = newKey(t, s, main, "PT", nil)
	k.Revoked = newKey(t, s, main, "ES", func(key *access.APIKey) { key.RevokedAt = accesstest.Noon })
	k.Expired = newKey(t, s, main, "ES", func(key *access.APIKey) { key.ExpiresAt = accesstest.Noon.Add(-time.Hour) })
	k.None = newKey(t, s, newUser(t, s, "full"), "ES", nil)
	k.NoPlan = newKey(t, s, newUser(t, s, "closed"), "ES", nil)
	poor := newUser(t, s, "empty")
	k.Poor = newKey(t, s, poor, "ES", nil)
	populateProjects(t, s, main, poor)
	return k
}

func newUser(t testing.TB, s Stores, plan string) access.User {
	t.Helper()
	ctx := context.Background()
	org := access.Organization{ID: access.NewID(), Name: "Org " + plan + access.NewID()[:8], PlanID: plan, CreatedAt: accesstest.Noon}
	must(t, s.CreateOrganization(ctx, org))
	user := access.User{ID: access.NewID(), OrganizationID: org.ID, Email: access.NewID() + "@example.org", CreatedAt: accesstest.Noon}
	must(t, s.CreateUser(ctx, user))
	if mem, ok := s.Projects.(*projectstest.Mem); ok {
		mem.AddMember(projects.Member{OrganizationID: org.ID, UserID: user.ID})
	}
	return user
}

func newKey(t testing.TB, s Stores, user access.User, country geo.ID, change func(*access.APIKey)) string {
	t.Helper()
	secret, key, err := access.NewKey(country)
	must(t, err)
	key.UserID, key.Name, key.CreatedAt = user.ID, "test", accesstest.Noon
	if change != nil {
		change(&key)
	}
	must(t, s.CreateKey(context.Background(), key))
	return secret
}

func populateProjects(t testing.TB, s Stores, main, poor access.User) {
	t.Helper()
	ctx, org := context.Background(), main.OrganizationID
	must(t, s.Projects.PutProject(ctx, projects.Project{
		ID: ActiveProject, OrganizationID: org, Name: "Viviendas en Alcalá", Description: "Doce viviendas", GeoID: "ES-28005",
		Selected: []string{"cte-db-sua"}, CreatedAt: accesstest.Noon,
	}))
	must(t, s.Projects.PutProject(ctx, projects.Project{
		ID: EmptyProject, OrganizationID: org, Name: "Sin selección", GeoID: "ES-28079", CreatedAt: accesstest.Noon.Add(-time.Hour),
	}))
	_, err := s.Projects.PutDocument(ctx, org, ActiveProject, projects.Document{
		ID: "0b6f3a10-0000-4000-8000-000000000011", Name: "memoria.pdf", MediaType: "application/pdf", Size: 1000, CreatedAt: accesstest.Noon}, nil, projects.Index{})
	must(t, err)
	report := projects.GeneratedDocument{ID: "0b6f3a10-0000-4000-8000-000000000012", Title: "Informe", Type: "informe"}
	must(t, s.Projects.AddGenerated(ctx, org, ActiveProject, report))
	_, err = s.Projects.AddVersion(ctx, org, ActiveProject, report)
	must(t, err)
	must(t, s.Projects.PutMemory(ctx, org, ActiveProject, projects.MemoryItem{Key: "site_altitude", Label: "Altitud", Value: "600", Unit: "m", Source: "user"}))
	must(t, s.Projects.PutMemory(ctx, org, ActiveProject, projects.MemoryItem{Key: "use", Label: "Uso", Value: "vivienda", Source: "document"}))
	must(t, s.Projects.PutCalculation(ctx, org, ActiveProject, projects.Calculation{
		ID: "0b6f3a10-0000-4000-8000-000000000013", CalculatorID: "u-value", Name: "Fachada", Summary: "U = 0,35", Compliant: new(true),
		Input: []byte(`{}`), Result: []byte(`{}`), CreatedAt: accesstest.Noon}))
	must(t, s.Projects.PutProject(ctx, projects.Project{
		ID: ForeignProject, OrganizationID: poor.OrganizationID, Name: "Ajeno", GeoID: "ES-28079", Selected: []string{"cte-db-sua"}, CreatedAt: accesstest.Noon,
	}))
	activate(t, s, main, ActiveProject)
	activate(t, s, poor, ForeignProject)
}

func activate(t testing.TB, s Stores, user access.User, project string) {
	t.Helper()
	must(t, s.Projects.SetActive(context.Background(), user.OrganizationID, user.ID, project))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
