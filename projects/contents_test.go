package projects_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/projectstest"
)

func TestService_SetMemory(t *testing.T) {
	o, ctx := newOffice(t), t.Context()
	p := o.put(t, projects.Project{Name: "Casa"})
	item := projects.MemoryItem{Key: "stair_width", Label: "Ancho", Value: "1,10", Unit: "m", Source: projects.SourceDocument}
	if err := o.SetMemory(ctx, p.OrganizationID, strings.ToUpper(p.ID), item); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]projects.MemoryItem{item}, o.contents(t, p).Memory); diff != "" {
		t.Errorf("memory (-want +got):\n%s", diff)
	}
	for name, change := range map[string]func(m *projects.MemoryItem){
		"Key":    func(m *projects.MemoryItem) { m.Key = "two words" },
		"Label":  func(m *projects.MemoryItem) { m.Label = "" },
		"Value":  func(m *projects.MemoryItem) { m.Value = strings.Repeat("x", 2001) },
		"Unit":   func(m *projects.MemoryItem) { m.Unit = "\x01" },
		"Source": func(m *projects.MemoryItem) { m.Source = "hearsay" },
	} {
		t.Run("ErrInvalid"+name, func(t *testing.T) {
			bad := item
			change(&bad)
			if err := o.SetMemory(ctx, p.OrganizationID, p.ID, bad); !errors.Is(err, projects.ErrInvalid) {
				t.Errorf("want ErrInvalid, got %v", err)
			}
		})
	}
	if err := o.SetMemory(ctx, o.b.OrganizationID, p.ID, item); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("a foreign project: want ErrNotFound, got %v", err)
	}
	if err := o.DeleteMemory(ctx, o.b.OrganizationID, p.ID, item.Key); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("DeleteMemory in a foreign project: want ErrNotFound, got %v", err)
	}
	if err := o.DeleteMemory(ctx, p.OrganizationID, p.ID, item.Key); err != nil || len(o.contents(t, p).Memory) != 0 {
		t.Errorf("DeleteMemory: %v, %v", err, o.contents(t, p).Memory)
	}
}

// contents is what the Store has of a project.
func (o *office) contents(t *testing.T, p projects.Project) projects.Contents {
	t.Helper()
	c, err := o.Store.GetContents(t.Context(), p.OrganizationID, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestService_SaveGenerated(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		o, ctx := newOffice(t), t.Context()
		p := o.put(t, projects.Project{Name: "Casa"})
		first, err := o.SaveGenerated(ctx, p.OrganizationID, p.ID, projects.GeneratedDocument{Title: "Memoria", Type: "informe", Content: "# Uno", Version: 9})
		if err != nil || first.Version != 1 || !first.CreatedAt.Equal(projectstest.Noon) {
			t.Fatalf("a new document: want version 1 of now, got %+v, %v", first, err)
		}
		next := first
		next.ID, next.Content = strings.ToUpper(first.ID), "# Dos"
		next, err = o.SaveGenerated(ctx, p.OrganizationID, p.ID, next)
		if err != nil || next.Version != 2 || next.ID != first.ID {
			t.Fatalf("the next version: want version 2 of the same id, got %+v, %v", next, err)
		}
		for version, want := range map[int]projects.GeneratedDocument{0: next, 1: first, 2: next} {
			got, err := o.GetGenerated(ctx, p.OrganizationID, p.ID, first.ID, version)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("version %d (-want +got):\n%s%v", version, diff, err)
			}
		}
		list, err := o.ListVersions(ctx, p.OrganizationID, p.ID, first.ID)
		if err != nil || len(list) != 2 || list[0].Version != 2 || list[0].Content != "" {
			t.Errorf("ListVersions: want both, newest first, without content, got %+v, %v", list, err)
		}
		if err := o.DeleteGenerated(ctx, p.OrganizationID, p.ID, first.ID); err != nil {
			t.Error(err)
		}
		if _, err := o.GetGenerated(ctx, p.OrganizationID, p.ID, first.ID, 1); !errors.Is(err, projects.ErrNotFound) {
			t.Errorf("after it was deleted: want ErrNotFound, got %v", err)
		}
	})
	t.Run("ErrNotFound", func(t *testing.T) {
		o := newOffice(t)
		p := o.put(t, projects.Project{Name: "Casa"})
		d := projects.GeneratedDocument{ID: projects.NewID(), Title: "T", Type: "t"}
		if _, err := o.SaveGenerated(t.Context(), p.OrganizationID, p.ID, d); !errors.Is(err, projects.ErrNotFound) {
			t.Errorf("a version of an absent document: want ErrNotFound, got %v", err)
		}
		d.ID = ""
		if _, err := o.SaveGenerated(t.Context(), o.b.OrganizationID, p.ID, d); !errors.Is(err, projects.ErrNotFound) {
			t.Errorf("a foreign project: want ErrNotFound, got %v", err)
		}
	})
	for name, d := range map[string]projects.GeneratedDocument{
		"Title":   {Type: "t"},
		"Type":    {Title: "t"},
		"ID":      {ID: "x", Title: "t", Type: "t"},
		"NUL":     {Title: "t", Type: "t", Content: "a\x00b"},
		"NoUTF8":  {Title: "t", Type: "t", Content: "\xff"},
		"Content": {Title: "t", Type: "t", Content: strings.Repeat("x", 1<<20+1)},
	} {
		t.Run("ErrInvalid"+name, func(t *testing.T) {
			o := newOffice(t)
			p := o.put(t, projects.Project{Name: "Casa"})
			if _, err := o.SaveGenerated(t.Context(), p.OrganizationID, p.ID, d); !errors.Is(err, projects.ErrInvalid) {
				t.Errorf("want ErrInvalid, got %v", err)
			}
		})
	}
}

// doubler gives twice what it is given, or what a test puts into outcome.
type doubler struct {
	projects.UnimplementedCalculator
	outcome *projects.Outcome
}

func (doubler) ID() string    { return "doubler" }
func (doubler) Title() string { return "Doble" }

func (d doubler) Run(_ context.Context, input json.RawMessage) (projects.Outcome, error) {
	if d.outcome != nil {
		return *d.outcome, nil
	}
	var in struct{ N *int }
	if err := json.Unmarshal(input, &in); err != nil || in.N == nil {
		return projects.Outcome{}, fmt.Errorf("%w: n is missing", projects.ErrInvalid)
	}
	compliant := *in.N < 10
	return projects.Outcome{
		Result: json.RawMessage(fmt.Sprint(2 * *in.N)), Summary: fmt.Sprintf("2 · %d = %d m", *in.N, 2**in.N), Compliant: &compliant,
		Steps: []string{"se dobla"}, Sources: []string{"DB-SUA, 1.1"},
	}, nil
}

// abroad is a doubler of another country.
type abroad struct{ doubler }

func (abroad) ID() string      { return "abroad" }
func (abroad) Country() geo.ID { return "BB" }

func TestService_Calculate(t *testing.T) {
	open := func(t *testing.T, outcome *projects.Outcome) (*office, projects.Project) {
		o := newOffice(t)
		o.Calculators = append(o.Calculators, doubler{outcome: outcome}, abroad{})
		return o, o.put(t, projects.Project{Name: "Casa"})
	}
	t.Run("OK", func(t *testing.T) {
		o, p := open(t, nil)
		got, err := o.Calculate(t.Context(), p.OrganizationID, strings.ToUpper(p.ID), "doubler", "", json.RawMessage(`{"n":4}`))
		want := projects.Calculation{
			ID: got.ID, CalculatorID: "doubler", Name: "Doble", Summary: "2 · 4 = 8 m", Compliant: new(true),
			Input: json.RawMessage(`{"n":4}`), Result: json.RawMessage(`8`), Steps: []string{"se dobla"}, Sources: []string{"DB-SUA, 1.1"},
			CreatedAt: projectstest.Noon,
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil || len(got.ID) != 36 {
			t.Errorf("Calculate (-want +got):\n%s%v", diff, err)
		}
		if diff := cmp.Diff([]projects.Calculation{want}, o.contents(t, p).Calculations); diff != "" {
			t.Errorf("what was stored (-want +got):\n%s", diff)
		}
		if err := o.DeleteCalculation(t.Context(), p.OrganizationID, p.ID, got.ID); err != nil || len(o.contents(t, p).Calculations) != 0 {
			t.Errorf("DeleteCalculation: %v", err)
		}
	})
	t.Run("ErrNotFound", func(t *testing.T) {
		o, p := open(t, nil)
		_, err := o.Calculate(t.Context(), o.b.OrganizationID, p.ID, "doubler", "", json.RawMessage(`{"n":4}`))
		if !errors.Is(err, projects.ErrNotFound) {
			t.Errorf("a foreign project: want ErrNotFound, got %v", err)
		}
	})
	for name, c := range map[string]struct{ calculator, name, input string }{
		"Input":          {"doubler", "", `{}`},
		"NoJSON":         {"doubler", "", `{`},
		"NUL":            {"doubler", "", "\"\x00\""},
		"NoUTF8":         {"doubler", "", "\"\xff\""},
		"Name":           {"doubler", "a\x00", `{"n":1}`},
		"Unknown":        {"absent", "", `{"n":1}`},
		"ForeignCountry": {"abroad", "", `{"n":1}`},
		"CannotRun":      {"aa", "", `{"n":1}`},
	} {
		t.Run("ErrInvalid"+name, func(t *testing.T) {
			o, p := open(t, nil)
			_, err := o.Calculate(t.Context(), p.OrganizationID, p.ID, c.calculator, c.name, json.RawMessage(c.input))
			if !errors.Is(err, projects.ErrInvalid) || len(o.contents(t, p).Calculations) != 0 {
				t.Errorf("want ErrInvalid and nothing stored, got %v", err)
			}
		})
	}
	for name, outcome := range map[string]projects.Outcome{
		"NoJSON":  {Result: json.RawMessage(`{`), Summary: "s"},
		"Summary": {Summary: strings.Repeat("x", 4001)},
		"Step":    {Steps: []string{"a\x00"}},
		"Steps":   {Steps: make([]string, 201)},
	} {
		t.Run("ErrOf"+name, func(t *testing.T) {
			o, p := open(t, &outcome)
			_, err := o.Calculate(t.Context(), p.OrganizationID, p.ID, "doubler", "", json.RawMessage(`{}`))
			if err == nil || errors.Is(err, projects.ErrInvalid) || len(o.contents(t, p).Calculations) != 0 {
				t.Errorf("a calculator at fault: want an error that is not the user's, got %v", err)
			}
		})
	}
	t.Run("NothingToComplyWith", func(t *testing.T) {
		o, p := open(t, &projects.Outcome{Summary: "s"})
		o.Now = func() time.Time { return projectstest.Noon.Add(time.Hour) }
		c, err := o.Calculate(t.Context(), p.OrganizationID, p.ID, "doubler", "Muro", nil)
		if err != nil || c.Compliant != nil || c.Verdict() != projects.NoVerdict || c.Name != "Muro" {
			t.Errorf("want a run without a verdict, got %+v, %v", c, err)
		}
	})
}
