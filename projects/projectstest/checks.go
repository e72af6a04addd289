package projectstest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
)

// savedCheck is a check that was decided at Noon and kept some minutes later.
func savedCheck(minutes int) projects.SavedCheck {
	return projects.SavedCheck{
		ID: projects.NewID(), Name: fmt.Sprintf("Barandilla %d", minutes), Ref: "P-07",
		Request: json.RawMessage(`{"value":1.10}`), CreatedAt: Noon.Add(time.Duration(minutes) * time.Minute),
		Decision: projects.Decision{
			Verdict: "non_compliant", Limit: "1.10", Margin: "-0.10", Direction: "minimum",
			On: codes.DateOf(Noon), Result: json.RawMessage(`{"result_status":"non_compliant"}`), Receipt: json.RawMessage(`{"as_of":"2026-03-02"}`), DecidedAt: Noon,
		},
	}
}

// checks returns every check of a project with its Result.
func (f *fixture) checks(t *testing.T, p projects.Project) []projects.SavedCheck {
	t.Helper()
	list, total, err := f.ListChecks(t.Context(), p.OrganizationID, p.ID, projects.CheckPage{Most: projects.MaxChecks})
	must(t, err)
	if total != len(list) {
		t.Errorf("ListChecks: %d in all, listed %d", total, len(list))
	}
	return list
}

func testChecks(t *testing.T, f *fixture) {
	ctx := t.Context()
	p, other := f.project(t, f.a, "A"), f.project(t, f.a, "B")
	org := p.OrganizationID
	third, first, second := savedCheck(2), savedCheck(0), savedCheck(1)
	second.Name, second.Ref, second.Decision = "", "", projects.Decision{Verdict: "undetermined"}
	for _, c := range []projects.SavedCheck{third, first, second} {
		must(t, f.PutChecks(ctx, org, p.ID, c))
	}
	must(t, f.PutChecks(ctx, org, other.ID, savedCheck(3)))
	same(t, "checks", []projects.SavedCheck{first, second, third}, f.checks(t, p))
	same(t, "GetCheck", second, ok(f.GetCheck(ctx, org, p.ID, second.ID))(t))

	first.Name = "Otra"
	must(t, f.PutChecks(ctx, org, p.ID, first))
	for _, page := range []struct {
		projects.CheckPage
		want []projects.SavedCheck
	}{
		{projects.CheckPage{Most: 2}, []projects.SavedCheck{first, second}},
		{projects.CheckPage{From: 2, Most: 2}, []projects.SavedCheck{third}},
		{projects.CheckPage{From: 3, Most: 2}, nil},
		{projects.CheckPage{From: 1_000_000_000, Most: 50}, nil},
		{projects.CheckPage{Most: 2, Newest: true}, []projects.SavedCheck{third, second}},
		{projects.CheckPage{Most: 50, First: []string{"undetermined", "absent"}}, []projects.SavedCheck{second, first, third}},
		{projects.CheckPage{Most: 50, First: []string{"absent", "non_compliant", "undetermined"}, Newest: true}, []projects.SavedCheck{third, first, second}},
	} {
		list, total, err := f.ListChecks(ctx, org, p.ID, page.CheckPage)
		must(t, err)
		if same(t, fmt.Sprintf("page %+v", page.CheckPage), page.want, list); total != 3 {
			t.Errorf("page %+v: want 3 in all, got %d", page.CheckPage, total)
		}
	}
	only := projects.CheckPage{From: 1, Most: 1, Only: []string{"absent", "non_compliant"}}
	list, total, err := f.ListChecks(ctx, org, p.ID, only)
	must(t, err)
	if same(t, "of one verdict", []projects.SavedCheck{third}, list); total != 2 {
		t.Errorf("of one verdict: want 2 in all, got %d", total)
	}
	same(t, "CountChecks", map[string]int{"non_compliant": 2, "undetermined": 1}, ok(f.CountChecks(ctx, org, p.ID))(t))
	bare, _, err := f.ListChecks(ctx, org, p.ID, projects.AllChecks)
	must(t, err)
	third.Result, third.Receipt, first.Result, first.Receipt = nil, nil, nil, nil
	same(t, "bare", []projects.SavedCheck{first, second, third}, bare)

	must(t, f.DeleteCheck(ctx, org, p.ID, second.ID))
	is(t, "DeleteCheck again", f.DeleteCheck(ctx, org, p.ID, second.ID), projects.ErrNotFound)
	_, err = f.GetCheck(ctx, org, p.ID, second.ID)
	is(t, "GetCheck of what was deleted", err, projects.ErrNotFound)
	must(t, f.DeleteChecks(ctx, org, p.ID))
	must(t, f.DeleteChecks(ctx, org, p.ID))
	same(t, "CountChecks of none", map[string]int{}, ok(f.CountChecks(ctx, org, p.ID))(t))
	if n := len(f.checks(t, p)) + 10*len(f.checks(t, other)); n != 10 {
		t.Errorf("DeleteChecks: want none left and the other project's kept, got %d", n)
	}
}

// testDecisions: what checks come to is kept of those that are still there.
func testDecisions(t *testing.T, f *fixture) {
	ctx := t.Context()
	p, other := f.project(t, f.a, "A"), f.project(t, f.a, "B")
	decided, left, gone, elsewhere := savedCheck(0), savedCheck(1), savedCheck(2), savedCheck(3)
	for _, c := range []projects.SavedCheck{decided, left, gone} {
		must(t, f.PutChecks(ctx, p.OrganizationID, p.ID, c))
	}
	must(t, f.PutChecks(ctx, p.OrganizationID, other.ID, elsewhere))
	must(t, f.DeleteCheck(ctx, p.OrganizationID, p.ID, gone.ID))
	decided.Decision = projects.Decision{Verdict: "compliant", On: codes.DateOf(Noon.AddDate(1, 0, 0)), Result: json.RawMessage(`{"a":1}`), Receipt: json.RawMessage(`{"b":2}`), DecidedAt: Noon.Add(time.Hour)}
	decisions := map[string]projects.Decision{}
	for _, c := range []projects.SavedCheck{decided, gone, elsewhere} {
		decisions[c.ID] = decided.Decision
	}
	must(t, f.PutDecisions(ctx, p.OrganizationID, p.ID, decisions))
	must(t, f.PutDecisions(ctx, p.OrganizationID, p.ID, nil))
	same(t, "checks", []projects.SavedCheck{decided, left}, f.checks(t, p))
	same(t, "checks of another project", []projects.SavedCheck{elsewhere}, f.checks(t, other))
}

// testChecksFull: what is there can be changed in a full project, and what is deleted
// makes room.
func testChecksFull(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	list := make([]projects.SavedCheck, projects.MaxChecks)
	for i := range list {
		list[i] = savedCheck(0)
	}
	must(t, f.PutChecks(ctx, p.OrganizationID, p.ID, list...))
	c, more := list[7], savedCheck(1)
	must(t, f.PutChecks(ctx, p.OrganizationID, p.ID, c))
	is(t, "a check too many", f.PutChecks(ctx, p.OrganizationID, p.ID, c, more), projects.ErrFull)
	must(t, f.DeleteCheck(ctx, p.OrganizationID, p.ID, c.ID))
	must(t, f.PutChecks(ctx, p.OrganizationID, p.ID, more))
	if n := len(f.checks(t, p)); n != projects.MaxChecks {
		t.Errorf("checks: want %d, got %d", projects.MaxChecks, n)
	}
}

// checkIntrusions are the calls about checks that name a project.
func checkIntrusions(s projects.Store, org string, e entries) map[string]func(ctx context.Context, id string) error {
	return map[string]func(ctx context.Context, id string) error{
		"PutChecks": func(ctx context.Context, id string) error { return s.PutChecks(ctx, org, id, savedCheck(0)) },
		"GetCheck": func(ctx context.Context, id string) error {
			_, err := s.GetCheck(ctx, org, id, e.check)
			return err
		},
		"ListChecks": func(ctx context.Context, id string) error {
			_, _, err := s.ListChecks(ctx, org, id, projects.AllChecks)
			return err
		},
		"CountChecks": func(ctx context.Context, id string) error {
			_, err := s.CountChecks(ctx, org, id)
			return err
		},
		"PutDecisions": func(ctx context.Context, id string) error {
			return s.PutDecisions(ctx, org, id, map[string]projects.Decision{e.check: {Verdict: "planted"}})
		},
		"PutDecisions of none": func(ctx context.Context, id string) error { return s.PutDecisions(ctx, org, id, nil) },
		"DeleteCheck":          func(ctx context.Context, id string) error { return s.DeleteCheck(ctx, org, id, e.check) },
		"DeleteChecks":         func(ctx context.Context, id string) error { return s.DeleteChecks(ctx, org, id) },
	}
}

// withoutCheck reports whether a project does not show a check of another.
func (f *fixture) withoutCheck(t *testing.T, p projects.Project, id string) {
	t.Helper()
	must(t, f.PutDecisions(t.Context(), p.OrganizationID, p.ID, map[string]projects.Decision{id: {Verdict: "planted"}}))
	if slices.ContainsFunc(f.checks(t, p), func(c projects.SavedCheck) bool { return c.ID == id }) {
		t.Error("a foreign check is listed")
	}
}
