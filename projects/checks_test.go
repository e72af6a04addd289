package projects_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/projects"
)

// checkOf is a check that came to a verdict.
func checkOf(verdict string) projects.SavedCheck {
	return projects.SavedCheck{Name: "Barandilla", Ref: "P-07", Request: json.RawMessage(`{"value":1}`), Decision: projects.Decision{Verdict: verdict, Limit: "1.10", Margin: "-0.1", Direction: "minimum"}}
}

// TestService_SaveChecks_order: checks saved at once are listed in the order given.
func TestService_SaveChecks_order(t *testing.T) {
	o := newOffice(t)
	p := o.put(t, projects.Project{Name: "Casa"})
	given := make([]projects.SavedCheck, 20)
	for i := range given {
		given[i] = checkOf("compliant")
		given[i].Ref = fmt.Sprint(i)
	}
	if _, err := o.SaveChecks(t.Context(), p.OrganizationID, p.ID, given...); err != nil {
		t.Fatal(err)
	}
	for i, c := range o.saved(t, p) {
		if c.Ref != given[i].Ref {
			t.Fatalf("place %d: want %s, got %s", i, given[i].Ref, c.Ref)
		}
	}
}

func (o *office) saved(t *testing.T, p projects.Project) []projects.SavedCheck {
	t.Helper()
	list, _, err := o.ListChecks(t.Context(), p.OrganizationID, strings.ToUpper(p.ID), projects.AllChecks)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestService_SaveChecks(t *testing.T) {
	o, ctx := newOffice(t), t.Context()
	p := o.put(t, projects.Project{Name: "Casa"})
	list, err := o.SaveChecks(ctx, p.OrganizationID, strings.ToUpper(p.ID), checkOf("non_compliant"))
	if err != nil || len(list) != 1 || list[0].ID == "" || list[0].CreatedAt.IsZero() || list[0].DecidedAt != list[0].CreatedAt {
		t.Fatalf("SaveChecks: %+v, %v", list, err)
	}
	stored := list[0]
	got, err := o.GetCheck(ctx, p.OrganizationID, p.ID, strings.ToUpper(stored.ID))
	if err != nil || got.Verdict != "non_compliant" || got.Ref != "P-07" {
		t.Errorf("GetCheck: %+v, %v", got, err)
	}
	for name, change := range map[string]func(c *projects.SavedCheck){
		"ID":        func(c *projects.SavedCheck) { c.ID = "7" },
		"Name":      func(c *projects.SavedCheck) { c.Name = "a\nb" },
		"Ref":       func(c *projects.SavedCheck) { c.Ref = strings.Repeat("x", 201) },
		"NoRequest": func(c *projects.SavedCheck) { c.Request = nil },
		"Request":   func(c *projects.SavedCheck) { c.Request = json.RawMessage(`{`) },
		"Verdict":   func(c *projects.SavedCheck) { c.Verdict = "" },
		"Limit":     func(c *projects.SavedCheck) { c.Limit = "wide" },
		"Margin":    func(c *projects.SavedCheck) { c.Margin = "1,5" },
		"Direction": func(c *projects.SavedCheck) { c.Direction = "<=" },
		"Receipt":   func(c *projects.SavedCheck) { c.Receipt = json.RawMessage(`{`) },
		"Result":    func(c *projects.SavedCheck) { c.Result = json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`) },
	} {
		t.Run("ErrInvalid"+name, func(t *testing.T) {
			bad := checkOf("compliant")
			change(&bad)
			if _, err := o.SaveChecks(ctx, p.OrganizationID, p.ID, checkOf("compliant"), bad); !errors.Is(err, projects.ErrInvalid) || len(o.saved(t, p)) != 1 {
				t.Errorf("want ErrInvalid and none saved, got %v, %v", err, o.saved(t, p))
			}
		})
	}
	if err := o.DeleteCheck(ctx, p.OrganizationID, strings.ToUpper(p.ID), strings.ToUpper(stored.ID)); err != nil || len(o.saved(t, p)) != 0 {
		t.Errorf("DeleteCheck: %v, %v", err, o.saved(t, p))
	}
}

// TestService_RunChecks: what flips is told against what is stored, which stays unless
// it is asked to be kept.
func TestService_RunChecks(t *testing.T) {
	o, ctx := newOffice(t), t.Context()
	p := o.put(t, projects.Project{Name: "Casa"})
	if _, err := o.SaveChecks(ctx, p.OrganizationID, p.ID, checkOf("compliant"), checkOf("non_compliant")); err != nil {
		t.Fatal(err)
	}
	before := o.saved(t, p)
	decide := func(context.Context, projects.SavedCheck) (projects.Decision, error) {
		return projects.Decision{Verdict: "compliant", On: day("2027-01-01")}, nil
	}
	for _, keep := range []bool{false, true} {
		run, err := o.RunChecks(ctx, p.OrganizationID, p.ID, before, keep, decide)
		if err != nil || run.Verdicts["compliant"] != 2 || len(run.Flips) != 1 || run.Flips[0].Before.Verdict != "non_compliant" || run.Flips[0].Now.Verdict != "compliant" {
			t.Fatalf("RunChecks: %+v, %v", run, err)
		}
		if changed := !cmp.Equal(before, o.saved(t, p), cmp.Comparer(func(a, b projects.Decision) bool { return a.Verdict == b.Verdict && a.On == b.On })); changed != keep {
			t.Errorf("keep %v: what is stored changed: %v", keep, changed)
		}
	}
	if run, err := o.RunChecks(ctx, p.OrganizationID, p.ID, o.saved(t, p), false, decide); err != nil || len(run.Flips) != 0 {
		t.Errorf("after the flip was kept: %+v, %v", run, err)
	}

	broken := errors.New("broken")
	_, err := o.RunChecks(ctx, p.OrganizationID, p.ID, o.saved(t, p), true, func(_ context.Context, c projects.SavedCheck) (projects.Decision, error) {
		if c.ID == before[1].ID {
			return projects.Decision{}, broken
		}
		return projects.Decision{Verdict: "undetermined"}, nil
	})
	if !errors.Is(err, broken) || o.saved(t, p)[0].Verdict != "compliant" {
		t.Errorf("a check that fails: want its error and nothing kept, got %v, %+v", err, o.saved(t, p)[0])
	}
	if _, err := o.RunChecks(ctx, p.OrganizationID, p.ID, before, true, func(context.Context, projects.SavedCheck) (projects.Decision, error) {
		return projects.Decision{Verdict: "No!"}, nil
	}); !errors.Is(err, projects.ErrInvalid) {
		t.Errorf("a verdict that is no word: want ErrInvalid, got %v", err)
	}
	if _, err := o.RunChecks(ctx, o.b.OrganizationID, p.ID, before, true, decide); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("another organization: want ErrNotFound, got %v", err)
	}
}

// TestService_RunChecks_order: however many are decided at once, each has its own decision
// and flips come in the order of the checks; whole answers are not held for nothing.
func TestService_RunChecks_order(t *testing.T) {
	o := newOffice(t)
	p := o.put(t, projects.Project{Name: "Casa"})
	given := make([]projects.SavedCheck, 200)
	for i := range given {
		given[i] = checkOf("compliant")
		given[i].Ref = fmt.Sprint(i)
	}
	if _, err := o.SaveChecks(t.Context(), p.OrganizationID, p.ID, given...); err != nil {
		t.Fatal(err)
	}
	run, err := o.RunChecks(t.Context(), p.OrganizationID, p.ID, o.saved(t, p), false, func(_ context.Context, c projects.SavedCheck) (projects.Decision, error) {
		return projects.Decision{Verdict: "non_compliant", Limit: c.Ref, Result: json.RawMessage(`{}`), Receipt: json.RawMessage(`{}`)}, nil
	})
	if err != nil || len(run.Flips) != len(given) {
		t.Fatalf("RunChecks: %d flips, %v", len(run.Flips), err)
	}
	for i, f := range run.Flips {
		if want := fmt.Sprint(i); f.Before.Ref != want || f.Now.Limit != want || f.Now.Result != nil || f.Now.Receipt != nil {
			t.Fatalf("place %d: %+v", i, f)
		}
	}
}
