package projects_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/projectstest"
)

// scheme is a small country with two-letter words.
type scheme struct {
	geo.UnimplementedScheme
	country geo.ID
}

func (s scheme) Country() geo.ID  { return s.country }
func (s scheme) Language() string { return "es" }

func (s scheme) ParseID(text string) (geo.ID, geo.Level, error) {
	id := geo.ID(strings.ToUpper(text))
	if id.Country() != s.country {
		return "", 0, geo.ErrInvalidID
	}
	switch len(id) {
	case 2:
		return id, geo.Country, nil
	case 5:
		return id, geo.Region, nil
	case 8:
		return id, geo.Municipality, nil
	}
	return "", 0, geo.ErrInvalidID
}

func (s scheme) ScopeWord(scope string) (word, label string) {
	return scope + "-w", strings.ToUpper(scope)
}

func (s scheme) Summary(p geo.Place) string {
	if p.Tech == nil {
		return ""
	}
	return "Zona " + p.Tech.ClimateZone
}

func day(text string) codes.Date {
	d, err := codes.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return d
}

// territory is two countries, of which one has a region with a town, and codes.
func territory(t testing.TB) (*geo.Gazetteer, *codes.Catalog) {
	t.Helper()
	places, err := geo.NewGazetteer([]geo.Scheme{scheme{country: "AA"}, scheme{country: "BB"}}, []geo.Place{
		{ID: "AA", Name: "Alandia", Level: geo.Country},
		{ID: "AA-01", Name: "Norte", Level: geo.Region, Parent: "AA"},
		{ID: "AA-01001", Name: "Villa", Level: geo.Municipality, Parent: "AA-01", Tech: &geo.TechData{ClimateZone: "D3"}},
		{ID: "AA-02", Name: "Sur", Level: geo.Region, Parent: "AA"},
		{ID: "BB", Name: "Belandia", Level: geo.Country},
	})
	if err != nil {
		t.Fatal(err)
	}
	version := func(slug string, status codes.Status, effective string, internal bool) codes.Version {
		return codes.Version{Slug: slug, Title: slug, Status: status, Effective: day(effective), Internal: internal}
	}
	code := func(slug string, scope codes.NormativeScope, at geo.ID, versions ...codes.Version) codes.Code {
		return codes.Code{Slug: slug, Title: "Title of " + slug, CountryCode: string(at.Country()), Scope: scope, Territories: []geo.ID{at}, Versions: versions}
	}
	european := code("eu-law", codes.European, "AA", version("2020", codes.Active, "2020-01-01", false))
	european.CountryCode, european.Territories = codes.Supranational, []geo.ID{"AA"}
	catalog, err := codes.NewCatalog(places, []codes.Code{
		code("stairs", codes.National, "AA",
			version("2010", codes.Repealed, "2010-01-01", true),
			version("2020", codes.Active, "2020-01-01", true),
			version("2030", codes.Active, "2030-01-01", true)),
		code("fire", codes.National, "AA", version("2015", codes.Active, "2015-01-01", false)),
		code("gone", codes.National, "AA", version("1990", codes.Repealed, "1990-01-01", true)),
		code("north", codes.Regional, "AA-01", version("2001", codes.Active, "2001-01-01", true)),
		code("south", codes.Regional, "AA-02", version("2002", codes.Active, "2002-01-01", true)),
		code("foreign", codes.National, "BB", version("2003", codes.Active, "2003-01-01", true)),
		european,
	})
	if err != nil {
		t.Fatal(err)
	}
	return places, catalog
}

type calculator struct {
	projects.UnimplementedCalculator
	id      string
	country geo.ID
}

func (c calculator) ID() string      { return c.id }
func (c calculator) Title() string   { return "Title of " + c.id }
func (c calculator) Country() geo.ID { return c.country }

// office is a Service in memory with two tenants.
type office struct {
	*projects.Service
	backend projectstest.Backend
	a, b    projects.Member
}

func newOffice(t testing.TB) *office {
	t.Helper()
	backend := projectstest.NewBackend()
	o := &office{backend: backend, a: backend.AddMember(t, ""), b: backend.AddMember(t, "")}
	places, catalog := territory(t)
	o.Service = &projects.Service{
		Store:       backend.Store,
		Territory:   func() (*geo.Gazetteer, *codes.Catalog) { return places, catalog },
		Extractor:   paragraphs{},
		Calculators: []projects.Calculator{calculator{id: "any"}, calculator{id: "aa", country: "AA"}, calculator{id: "bb", country: "BB"}},
		Now:         func() time.Time { return projectstest.Noon },
	}
	return o
}

func (o *office) put(t testing.TB, p projects.Project) projects.Project {
	t.Helper()
	if p.OrganizationID == "" {
		p.OrganizationID = o.a.OrganizationID
	}
	if p.GeoID == "" {
		p.GeoID = "AA-01001"
	}
	p, err := o.Put(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestService_Info(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		o, ctx := newOffice(t), t.Context()
		p := o.put(t, projects.Project{Name: "Casa", Selected: []string{"south", "gone", "stairs"}})
		if err := o.Activate(ctx, o.a, p.ID); err != nil {
			t.Fatal(err)
		}
		memory := projects.MemoryItem{Key: "altitude", Label: "Altitud", Value: "650", Unit: "m"}
		if err := o.SetMemory(ctx, p.OrganizationID, p.ID, memory); err != nil {
			t.Fatal(err)
		}
		got, err := o.Info(ctx, o.a, "")
		if err != nil {
			t.Fatal(err)
		}
		memory.Source = projects.SourceUser
		want := &projects.Info{
			Project:     p,
			Active:      true,
			Place:       geo.Place{ID: "AA-01001", Name: "Villa", Level: geo.Municipality, Parent: "AA-01", Tech: &geo.TechData{ClimateZone: "D3"}},
			Ancestors:   []geo.Place{{ID: "AA-01", Name: "Norte", Level: geo.Region, Parent: "AA"}, {ID: "AA", Name: "Alandia", Level: geo.Country}},
			TechSummary: "Zona D3",
			Language:    "es",
			Selected: []projects.Collection{
				{
					Slug: "south", Title: "Title of south", Scope: "regional-w", ScopeLabel: "REGIONAL", Version: "2002",
					Versions: []codes.VersionRef{{Code: "south", Version: "2002"}},
				},
				{Slug: "gone", Title: "Title of gone", Scope: "national-w", ScopeLabel: "NATIONAL"},
				{
					Slug: "stairs", Title: "Title of stairs", Scope: "national-w", ScopeLabel: "NATIONAL", Version: "2020",
					Versions: []codes.VersionRef{{Code: "stairs", Version: "2030"}, {Code: "stairs", Version: "2020"}},
				},
			},
			Unselected: []projects.Collection{
				{Slug: "eu-law", Title: "Title of eu-law", Scope: "european-w", ScopeLabel: "EUROPEAN", Version: "2020"},
				{Slug: "fire", Title: "Title of fire", Scope: "national-w", ScopeLabel: "NATIONAL", Version: "2015"},
				{
					Slug: "north", Title: "Title of north", Scope: "regional-w", ScopeLabel: "REGIONAL", Version: "2001",
					Versions: []codes.VersionRef{{Code: "north", Version: "2001"}},
				},
			},
			Contents:    projects.Contents{Memory: []projects.MemoryItem{memory}},
			Calculators: []projects.Calculator{calculator{id: "any"}, calculator{id: "aa", country: "AA"}},
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmp.AllowUnexported(calculator{})); diff != "" {
			t.Errorf("Info (-want +got):\n%s", diff)
		}
	})
	t.Run("OKPlaceGone", func(t *testing.T) {
		o := newOffice(t)
		p := o.put(t, projects.Project{Name: "Casa", Selected: []string{"stairs"}})
		places, err := geo.NewGazetteer(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, catalog := o.Territory()
		o.Territory = func() (*geo.Gazetteer, *codes.Catalog) { return places, catalog }
		got, err := o.Info(t.Context(), o.a, p.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(geo.Place{ID: "AA-01001", Name: "AA-01001"}, got.Place); diff != "" {
			t.Errorf("place (-want +got):\n%s", diff)
		}
		if len(got.Selected) != 1 || got.Selected[0].Scope != "national" || got.Active {
			t.Errorf("Info: %+v", got)
		}
	})
	t.Run("OKCodesGone", func(t *testing.T) { // selected when they were there to select
		o := newOffice(t)
		p := o.put(t, projects.Project{Name: "Casa"})
		p.Selected = []string{"absent", "foreign", "stairs"}
		if err := o.Store.PutProject(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		got, err := o.Info(t.Context(), o.a, p.ID)
		if err != nil || len(got.Selected) != 1 || got.Selected[0].Slug != "stairs" {
			t.Errorf("selected: want stairs alone, got %+v, %v", got.Selected, err)
		}
		list, err := o.List(t.Context(), o.a)
		if err != nil || list[0].Collections != 1 {
			t.Errorf("count: want 1, got %+v, %v", list, err)
		}
	})
	t.Run("ErrNoActive", func(t *testing.T) {
		o := newOffice(t)
		o.put(t, projects.Project{Name: "Casa"})
		if _, err := o.Info(t.Context(), o.a, ""); !errors.Is(err, projects.ErrNoActive) {
			t.Errorf("want ErrNoActive, got %v", err)
		}
	})
	t.Run("ErrNotFound", func(t *testing.T) {
		o := newOffice(t)
		p := o.put(t, projects.Project{Name: "Casa"})
		_, foreign := o.Info(t.Context(), o.b, p.ID)
		_, absent := o.Info(t.Context(), o.b, projects.NewID())
		if !errors.Is(foreign, projects.ErrNotFound) || foreign.Error() != absent.Error() {
			t.Errorf("want the same ErrNotFound, got %v and %v", foreign, absent)
		}
	})
}

func TestService_List(t *testing.T) {
	o, ctx := newOffice(t), t.Context()
	older := o.put(t, projects.Project{Name: "Casa", CreatedAt: projectstest.Noon.Add(-time.Hour), Selected: []string{"stairs", "north"}})
	newer := o.put(t, projects.Project{Name: "Nave", GeoID: "aa-01", Description: "Una\nnave"})
	o.put(t, projects.Project{OrganizationID: o.b.OrganizationID, Name: "foreign"})
	if err := o.Activate(ctx, o.a, strings.ToUpper(older.ID)); err != nil {
		t.Fatal(err)
	}
	o.upload(t, older, "plano.txt", "Planta baja.")
	got, err := o.List(ctx, o.a)
	if err != nil {
		t.Fatal(err)
	}
	want := []projects.Summary{
		{Project: newer, Location: "Norte"},
		{Project: older, Location: "Villa", Collections: 2, Documents: 1, Active: true},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("List (-want +got):\n%s", diff)
	}
}

// racingStore deletes the active project between two reads.
type racingStore struct{ projects.Store }

func (s racingStore) GetActive(ctx context.Context, organizationID, userID string) (string, error) {
	id, err := s.Store.GetActive(ctx, organizationID, userID)
	if err == nil {
		err = s.DeleteProject(ctx, organizationID, id)
	}
	return id, err
}

func TestService_Resolve(t *testing.T) {
	o, ctx := newOffice(t), t.Context()
	p := o.put(t, projects.Project{Name: "Casa"})
	if err := o.Activate(ctx, o.a, p.ID); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"", p.ID, strings.ToUpper(p.ID)} {
		if got, err := o.Resolve(ctx, o.a, id); err != nil || got.ID != p.ID {
			t.Errorf("Resolve(%q): want %s, got %s, %v", id, p.ID, got.ID, err)
		}
	}
	o.Store = racingStore{o.Store}
	if _, err := o.Resolve(ctx, o.a, ""); !errors.Is(err, projects.ErrNoActive) {
		t.Errorf("deleted meanwhile: want ErrNoActive, got %v", err)
	}
}

func ExampleService() {
	ctx := context.Background()
	backend := projectstest.NewBackend()
	places, _ := geo.NewGazetteer(nil, nil)
	catalog, _ := codes.NewCatalog(places, nil)
	service := &projects.Service{
		Store:     backend.Store,
		Territory: func() (*geo.Gazetteer, *codes.Catalog) { return places, catalog },
	}
	_, err := service.Info(ctx, projects.Member{OrganizationID: "o", UserID: "u"}, "")
	fmt.Println(err)
	// Output: projects: no active project
}
