package projects_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/projectstest"
)

func TestService_Put(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		o := newOffice(t)
		p := o.put(t, projects.Project{Name: "Casa", GeoID: "aa-01001"})
		if len(p.ID) != 36 || p.GeoID != "AA-01001" || !p.CreatedAt.Equal(projectstest.Noon) {
			t.Errorf("Put: %+v", p)
		}
		changed := p
		changed.ID, changed.Name, changed.CreatedAt = strings.ToUpper(p.ID), "Otra", time.Time{}
		o.Now = func() time.Time { return projectstest.Noon.Add(time.Hour) }
		if changed = o.put(t, changed); changed.ID != p.ID || !changed.CreatedAt.Equal(p.CreatedAt) {
			t.Errorf("Put again: want id and creation kept, got %+v", changed)
		}
	})
	t.Run("ErrNotFound", func(t *testing.T) {
		o := newOffice(t)
		p := o.put(t, projects.Project{Name: "Casa"})
		p.OrganizationID = o.b.OrganizationID
		if _, err := o.Put(t.Context(), p); !errors.Is(err, projects.ErrNotFound) {
			t.Errorf("a foreign id: want ErrNotFound, got %v", err)
		}
	})
	for name, change := range map[string]func(p *projects.Project){
		"EmptyName":       func(p *projects.Project) { p.Name = " " },
		"LongName":        func(p *projects.Project) { p.Name = strings.Repeat("ñ", 201) },
		"NULName":         func(p *projects.Project) { p.Name = "a\x00" },
		"LineInName":      func(p *projects.Project) { p.Name = "a\nb" },
		"LongDescription": func(p *projects.Project) { p.Description = strings.Repeat("ñ", 4001) },
		"NoUTF8":          func(p *projects.Project) { p.Description = "\xff" },
		"NoPlace":         func(p *projects.Project) { p.GeoID = "AA-01999" },
		"NoID":            func(p *projects.Project) { p.GeoID = "\x00" },
		"NoCode":          func(p *projects.Project) { p.Selected = []string{"absent"} },
		"ForeignCode":     func(p *projects.Project) { p.Selected = []string{"foreign"} },
		"Twice":           func(p *projects.Project) { p.Selected = []string{"stairs", "stairs"} },
		"TooMany":         func(p *projects.Project) { p.Selected = make([]string, 1001) },
		"NoUUID":          func(p *projects.Project) { p.ID = "1" },
	} {
		t.Run("ErrInvalid"+name, func(t *testing.T) {
			o := newOffice(t)
			p := projects.Project{OrganizationID: o.a.OrganizationID, Name: "Casa", GeoID: "AA-01001"}
			change(&p)
			if _, err := o.Put(t.Context(), p); !errors.Is(err, projects.ErrInvalid) {
				t.Errorf("want ErrInvalid, got %v", err)
			}
		})
	}
}

func TestService_Select(t *testing.T) {
	o, ctx := newOffice(t), t.Context()
	p := o.put(t, projects.Project{Name: "Casa", Selected: []string{"north"}})
	org := p.OrganizationID
	check := func(want []string, got projects.Project, err error) {
		t.Helper()
		if diff := cmp.Diff(want, got.Selected); diff != "" || err != nil {
			t.Errorf("selected (-want +got):\n%s%v", diff, err)
		}
	}
	got, err := o.Select(ctx, org, p.ID, "stairs", "north", "fire")
	check([]string{"north", "stairs", "fire"}, got, err)
	got, err = o.Unselect(ctx, org, p.ID, "north", "fire")
	check([]string{"stairs"}, got, err)

	if _, err := o.Select(ctx, org, p.ID, "absent"); !errors.Is(err, projects.ErrInvalid) {
		t.Errorf("Select(absent): want ErrInvalid, got %v", err)
	}
	if _, err := o.Unselect(ctx, org, p.ID, "fire"); !errors.Is(err, projects.ErrInvalid) {
		t.Errorf("Unselect of one not selected: want ErrInvalid, got %v", err)
	}
	if _, err := o.Select(ctx, o.b.OrganizationID, p.ID, "fire"); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("Select in a foreign project: want ErrNotFound, got %v", err)
	}

	p.Selected = []string{"withdrawn", "stairs"} // selected before it left the catalogue
	if err := o.Store.PutProject(ctx, p); err != nil {
		t.Fatal(err)
	}
	got, err = o.Select(ctx, org, p.ID, "fire")
	check([]string{"stairs", "fire"}, got, err)
}

func TestService_Delete(t *testing.T) {
	o := newOffice(t)
	p := o.put(t, projects.Project{Name: "Casa"})
	if err := o.Delete(t.Context(), o.b.OrganizationID, p.ID); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("a foreign project: want ErrNotFound, got %v", err)
	}
	if err := o.Delete(t.Context(), p.OrganizationID, strings.ToUpper(p.ID)); err != nil {
		t.Error(err)
	}
}

// TestService_Select_concurrent: of everything that is selected and unselected at
// once nothing is lost.
func TestService_Select_concurrent(t *testing.T) {
	o, ctx := newOffice(t), t.Context()
	p := o.put(t, projects.Project{Name: "Casa", Selected: []string{"north", "south"}})
	var wg sync.WaitGroup
	for _, slug := range []string{"stairs", "fire", "gone", "eu-law"} {
		wg.Go(func() {
			if _, err := o.Select(ctx, p.OrganizationID, p.ID, slug); err != nil {
				t.Error(err)
			}
		})
	}
	for _, slug := range p.Selected {
		wg.Go(func() {
			if _, err := o.Unselect(ctx, p.OrganizationID, p.ID, slug); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	got, err := o.Resolve(ctx, o.a, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(got.Selected)
	if diff := cmp.Diff([]string{"eu-law", "fire", "gone", "stairs"}, got.Selected); diff != "" {
		t.Errorf("selected (-want +got):\n%s", diff)
	}
}

func TestService_Update(t *testing.T) {
	o, ctx := newOffice(t), t.Context()
	p := o.put(t, projects.Project{Name: "Casa", Description: "Dos plantas"})
	got, err := o.Update(ctx, p.OrganizationID, strings.ToUpper(p.ID), func(p *projects.Project) error {
		*p = projects.Project{ID: projects.NewID(), OrganizationID: o.b.OrganizationID, Name: "Otra", GeoID: "aa-02"}
		return nil
	})
	want := p
	want.Name, want.Description, want.GeoID = "Otra", "", "AA-02"
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("Update (-want +got):\n%s%v", diff, err)
	}
	refusal := errors.New("refused")
	_, err = o.Update(ctx, p.OrganizationID, p.ID, func(*projects.Project) error { return refusal })
	if !errors.Is(err, refusal) {
		t.Errorf("a change that fails: want its error, got %v", err)
	}
	nameless := func(p *projects.Project) error { p.Name = ""; return nil }
	if _, err = o.Update(ctx, p.OrganizationID, p.ID, nameless); !errors.Is(err, projects.ErrInvalid) {
		t.Errorf("a change that breaks a rule: want ErrInvalid, got %v", err)
	}
	if _, err = o.Update(ctx, o.b.OrganizationID, p.ID, nameless); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("a foreign project: want ErrNotFound, got %v", err)
	}
}
