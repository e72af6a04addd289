package projectstest

import (
	"context"
	"testing"

	"github.com/reglookup/regengine/projects"
)

// testIsolation calls every method with a foreign organization, and compares
// with what the same call answers for a project that does not exist: the errors
// must be the same text, and the owner must find everything as it was.
func testIsolation(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	f.fill(t, p)
	must(t, f.SetActive(ctx, f.a.OrganizationID, f.a.UserID, p.ID))
	before := f.contents(t, p)

	for name, call := range intrusions(f.Store, f.b) {
		t.Run(name, func(t *testing.T) {
			foreign, absent := call(ctx, p.ID), call(ctx, projects.NewID())
			is(t, "a foreign project", foreign, projects.ErrNotFound)
			is(t, "an absent project", absent, projects.ErrNotFound)
			if foreign != nil && absent != nil && foreign.Error() != absent.Error() {
				t.Errorf("a foreign project gives %q, an absent one %q", foreign, absent)
			}
		})
	}

	stolen := p
	stolen.OrganizationID, stolen.Name = f.b.OrganizationID, "stolen"
	is(t, "PutProject with a foreign id", f.PutProject(ctx, stolen), projects.ErrNotFound)

	_, err := f.GetActive(ctx, f.b.OrganizationID, f.a.UserID)
	is(t, "GetActive of a foreign user", err, projects.ErrNoActive)
	if f.SetActive(ctx, f.b.OrganizationID, f.a.UserID, "") == nil {
		t.Error("SetActive cleared a foreign user's active project")
	}
	own := f.project(t, f.b, "B")
	if f.SetActive(ctx, f.b.OrganizationID, f.a.UserID, own.ID) == nil {
		t.Error("SetActive set a foreign user's active project")
	}

	same(t, "the project afterwards", p, ok(f.GetProject(ctx, p.OrganizationID, p.ID))(t))
	same(t, "its contents afterwards", before, f.contents(t, p))
	if id := ok(f.GetActive(ctx, f.a.OrganizationID, f.a.UserID))(t); id != p.ID {
		t.Errorf("active project afterwards: want %s, got %s", p.ID, id)
	}
	same(t, "the intruder's projects", []projects.Counted{{Project: own}}, ok(f.ListProjects(ctx, f.b.OrganizationID))(t))
}

// intrusions are the calls that name a project, made by a member.
func intrusions(s projects.Store, m projects.Member) map[string]func(ctx context.Context, id string) error {
	org := m.OrganizationID
	return map[string]func(ctx context.Context, id string) error{
		"GetProject": func(ctx context.Context, id string) error {
			_, err := s.GetProject(ctx, org, id)
			return err
		},
		"GetContents": func(ctx context.Context, id string) error {
			_, err := s.GetContents(ctx, org, id)
			return err
		},
		"DeleteProject": func(ctx context.Context, id string) error { return s.DeleteProject(ctx, org, id) },
		"PutDocument": func(ctx context.Context, id string) error {
			return s.PutDocument(ctx, org, id, projects.Document{ID: projects.NewID(), Name: "n", CreatedAt: Noon})
		},
		"PutGenerated": func(ctx context.Context, id string) error {
			return s.PutGenerated(ctx, org, id, projects.GeneratedDocument{ID: projects.NewID(), Title: "t"})
		},
		"PutMemory": func(ctx context.Context, id string) error {
			return s.PutMemory(ctx, org, id, projects.MemoryItem{Key: "k", Value: "planted"})
		},
		"PutCalculation": func(ctx context.Context, id string) error {
			return s.PutCalculation(ctx, org, id, projects.Calculation{ID: projects.NewID(), CreatedAt: Noon})
		},
		"SetActive": func(ctx context.Context, id string) error { return s.SetActive(ctx, org, m.UserID, id) },
	}
}

// testIsolationOfEntries: knowing the id of a foreign document does not let one
// overwrite it or move it into a project of one's own.
func testIsolationOfEntries(t *testing.T, f *fixture) {
	ctx := t.Context()
	p, own := f.project(t, f.a, "A"), f.project(t, f.b, "B")
	f.fill(t, p)
	before := f.contents(t, p)
	org := f.b.OrganizationID
	attempts := map[string]func() error{
		"PutDocument": func() error {
			return f.PutDocument(ctx, org, own.ID, projects.Document{ID: before.Documents[0].ID, Name: "x", CreatedAt: Noon})
		},
		"PutGenerated": func() error {
			return f.PutGenerated(ctx, org, own.ID, projects.GeneratedDocument{ID: before.Generated[0].ID, Title: "x"})
		},
		"PutCalculation": func() error {
			return f.PutCalculation(ctx, org, own.ID, projects.Calculation{ID: before.Calculations[0].ID, Name: "x", CreatedAt: Noon})
		},
	}
	for name, attempt := range attempts {
		t.Run(name, func(t *testing.T) { is(t, "with a foreign entry's id", attempt(), projects.ErrNotFound) })
	}
	same(t, "the contents afterwards", before, f.contents(t, p))
	same(t, "the intruder's contents", projects.Contents{}, f.contents(t, own))
}
