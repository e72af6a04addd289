package projects_test

import (
	"encoding/json"
	"errors"
	"strings"
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

// TestService_Contents: what is stored comes back in Info; what is wrong is
// refused with ErrInvalid.
func TestService_Contents(t *testing.T) {
	o, ctx := newOffice(t), t.Context()
	p := o.put(t, projects.Project{Name: "Casa"})
	org := p.OrganizationID
	memory := projects.MemoryItem{Key: "stair_width", Label: "Ancho", Value: "1,10", Unit: "m", Source: projects.SourceDocument}
	if err := o.SetMemory(ctx, org, p.ID, memory); err != nil {
		t.Fatal(err)
	}
	document, err1 := o.AddDocument(ctx, org, p.ID, projects.Document{Name: "plano.pdf", MediaType: "application/pdf", Size: 7})
	generated, err2 := o.AddGenerated(ctx, org, p.ID, projects.GeneratedDocument{Title: "Memoria", Type: "informe"})
	calculation, err3 := o.AddCalculation(ctx, org, p.ID, projects.Calculation{
		CalculatorID: "aa", Name: "Muro", Summary: "U = 0,35", Compliant: true, Input: json.RawMessage(`{"e":1}`),
	})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	info, err := o.Info(ctx, o.a, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := projects.Contents{
		Documents:    []projects.Document{document},
		Generated:    []projects.GeneratedDocument{generated},
		Memory:       []projects.MemoryItem{memory},
		Calculations: []projects.Calculation{calculation},
	}
	if diff := cmp.Diff(want, info.Contents); diff != "" {
		t.Errorf("contents (-want +got):\n%s", diff)
	}
	if generated.Version != 1 || !document.CreatedAt.Equal(projectstest.Noon) {
		t.Errorf("filled in: %+v, %+v", generated, document)
	}
}

func TestService_ContentsErrInvalid(t *testing.T) {
	o, ctx := newOffice(t), t.Context()
	p := o.put(t, projects.Project{Name: "Casa"})
	org := p.OrganizationID
	memory := func(change func(m *projects.MemoryItem)) error {
		m := projects.MemoryItem{Key: "k", Label: "K", Value: "1"}
		change(&m)
		return o.SetMemory(ctx, org, p.ID, m)
	}
	document := func(d projects.Document) error { _, err := o.AddDocument(ctx, org, p.ID, d); return err }
	generated := func(d projects.GeneratedDocument) error { _, err := o.AddGenerated(ctx, org, p.ID, d); return err }
	calculation := func(c projects.Calculation) error { _, err := o.AddCalculation(ctx, org, p.ID, c); return err }
	for name, err := range map[string]error{
		"MemoryKey":        memory(func(m *projects.MemoryItem) { m.Key = "two words" }),
		"MemoryLabel":      memory(func(m *projects.MemoryItem) { m.Label = "" }),
		"MemoryValue":      memory(func(m *projects.MemoryItem) { m.Value = strings.Repeat("x", 2001) }),
		"MemoryUnit":       memory(func(m *projects.MemoryItem) { m.Unit = "\x01" }),
		"MemorySource":     memory(func(m *projects.MemoryItem) { m.Source = "hearsay" }),
		"DocumentName":     document(projects.Document{MediaType: "text/plain"}),
		"DocumentPath":     document(projects.Document{Name: "../a.pdf", MediaType: "text/plain"}),
		"DocumentSize":     document(projects.Document{Name: "a", MediaType: "text/plain", Size: -1}),
		"DocumentID":       document(projects.Document{ID: "x", Name: "a", MediaType: "text/plain"}),
		"DocumentType":     document(projects.Document{Name: "a"}),
		"GeneratedTitle":   generated(projects.GeneratedDocument{Type: "t"}),
		"GeneratedType":    generated(projects.GeneratedDocument{Title: "t"}),
		"GeneratedVersion": generated(projects.GeneratedDocument{Title: "t", Type: "t", Version: -1}),
		"GeneratedID":      generated(projects.GeneratedDocument{ID: "x", Title: "t", Type: "t"}),
		"CalculatorID":     calculation(projects.Calculation{Name: "n"}),
		"CalculationName":  calculation(projects.Calculation{CalculatorID: "c"}),
		"CalculationID":    calculation(projects.Calculation{ID: "x", CalculatorID: "c", Name: "n"}),
		"CalculationJSON":  calculation(projects.Calculation{CalculatorID: "c", Name: "n", Input: json.RawMessage(`{`)}),
	} {
		if !errors.Is(err, projects.ErrInvalid) {
			t.Errorf("%s: want ErrInvalid, got %v", name, err)
		}
	}
	good := projects.MemoryItem{Key: "k", Label: "K"}
	if err := o.SetMemory(ctx, o.b.OrganizationID, p.ID, good); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("a foreign project: want ErrNotFound, got %v", err)
	}
}
