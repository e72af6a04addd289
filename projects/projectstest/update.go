package projectstest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/reglookup/regengine/projects"
)

func testUpdateProject(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	e := f.fill(t, p)
	got := ok(f.UpdateProject(ctx, p.OrganizationID, p.ID, func(now projects.Project) (projects.Project, error) {
		same(t, "what change is given", p, now)
		return projects.Project{ID: "other", OrganizationID: f.b.OrganizationID, Name: "B", GeoID: "ES-28", Selected: []string{"mid"}}, nil
	}))(t)
	want := p
	want.Name, want.Description, want.GeoID, want.Selected = "B", "", "ES-28", []string{"mid"}
	same(t, "what UpdateProject returns", want, got)
	same(t, "GetProject afterwards", want, ok(f.GetProject(ctx, p.OrganizationID, p.ID))(t))
	if blocks := f.blocks(t, p, e.document); len(blocks) != 2 {
		t.Errorf("text after an update: want it kept, got %v", blocks)
	}

	refusal := errors.New("refused")
	_, err := f.UpdateProject(ctx, p.OrganizationID, p.ID, func(now projects.Project) (projects.Project, error) {
		now.Name = "C"
		return now, refusal
	})
	is(t, "an update that was refused", err, refusal)
	same(t, "GetProject after a refusal", want, ok(f.GetProject(ctx, p.OrganizationID, p.ID))(t))
	_, err = f.UpdateProject(ctx, p.OrganizationID, projects.NewID(), func(now projects.Project) (projects.Project, error) {
		t.Error("change was called for an absent project")
		return now, nil
	})
	is(t, "UpdateProject of an absent project", err, projects.ErrNotFound)
}

// testUpdateConcurrent: when many add to what is selected and take from it at
// once, nothing anybody did is lost.
func testUpdateConcurrent(t *testing.T, f *fixture) {
	const callers = 12
	p := f.project(t, f.a, "A")
	update := func(change func([]string) []string) {
		_, err := f.UpdateProject(t.Context(), p.OrganizationID, p.ID, func(now projects.Project) (projects.Project, error) {
			now.Selected = change(slices.Clone(now.Selected))
			return now, nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	for i := range callers {
		update(func(list []string) []string { return append(list, fmt.Sprintf("old-%02d", i)) })
	}
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() { update(func(list []string) []string { return append(list, fmt.Sprintf("new-%02d", i)) }) })
		wg.Go(func() {
			update(func(list []string) []string {
				return slices.DeleteFunc(list, func(slug string) bool { return slug == fmt.Sprintf("old-%02d", i) })
			})
		})
	}
	wg.Wait()
	want := slices.Clone(p.Selected)
	for i := range callers {
		want = append(want, fmt.Sprintf("new-%02d", i))
	}
	got := ok(f.GetProject(t.Context(), p.OrganizationID, p.ID))(t).Selected
	slices.Sort(want)
	slices.Sort(got)
	same(t, "selected after everybody's change", want, got)
}
