package projectstest

import (
	"context"
	"maps"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// testIsolation calls every method with a foreign organization, and compares
// with what the same call answers for a project that does not exist: the errors
// must be the same text, and the owner must find everything as it was.
func testIsolation(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	e := f.fill(t, p)
	must(t, f.SetActive(ctx, f.a.OrganizationID, f.a.UserID, p.ID))
	before, text, checks := f.contents(t, p), f.blocks(t, p, e.document), f.checks(t, p)

	for name, call := range intrusions(f.Store, f.b, e) {
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
	same(t, "its text afterwards", text, f.blocks(t, p, e.document))
	same(t, "its checks afterwards", checks, f.checks(t, p))
	if id := ok(f.GetActive(ctx, f.a.OrganizationID, f.a.UserID))(t); id != p.ID {
		t.Errorf("active project afterwards: want %s, got %s", p.ID, id)
	}
	same(t, "the intruder's projects", []projects.Counted{{Project: own}}, ok(f.ListProjects(ctx, f.b.OrganizationID))(t))
}

// intrusions are the calls that name a project, made by a member, who knows the
// keys of what the project holds.
func intrusions(s projects.Store, m projects.Member, e entries) map[string]func(ctx context.Context, id string) error {
	org := m.OrganizationID
	calls := map[string]func(ctx context.Context, id string) error{
		"GetProject": func(ctx context.Context, id string) error {
			_, err := s.GetProject(ctx, org, id)
			return err
		},
		"GetContents": func(ctx context.Context, id string) error {
			_, err := s.GetContents(ctx, org, id)
			return err
		},
		"DeleteProject": func(ctx context.Context, id string) error { return s.DeleteProject(ctx, org, id) },
		"UpdateProject": func(ctx context.Context, id string) error {
			_, err := s.UpdateProject(ctx, org, id, func(p projects.Project) (projects.Project, error) {
				p.Name = "planted"
				return p, nil
			})
			return err
		},
		"ListDocuments": func(ctx context.Context, id string) error {
			_, err := s.ListDocuments(ctx, org, id)
			return err
		},
		"PutDocument": func(ctx context.Context, id string) error {
			d, blocks := document("n", 1)
			_, err := s.PutDocument(ctx, org, id, d, blocks, projects.Index{})
			return err
		},
		"GetDocumentBlocks": func(ctx context.Context, id string) error {
			_, err := s.GetDocumentBlocks(ctx, org, id, e.document)
			return err
		},
		"GetDocumentBlocks of none": func(ctx context.Context, id string) error {
			_, err := s.GetDocumentBlocks(ctx, org, id)
			return err
		},
		"GetBlocks": func(ctx context.Context, id string) error {
			_, err := s.GetBlocks(ctx, org, id, []retrieval.Place{{Doc: e.document}})
			return err
		},
		"GetBlocks of none": func(ctx context.Context, id string) error {
			_, err := s.GetBlocks(ctx, org, id, nil)
			return err
		},
		"ListIndexes": func(ctx context.Context, id string) error {
			_, err := s.ListIndexes(ctx, org, id)
			return err
		},
		"GetSegments": func(ctx context.Context, id string) error {
			_, err := s.GetSegments(ctx, org, id, e.document)
			return err
		},
		"GetSegments of none": func(ctx context.Context, id string) error {
			_, err := s.GetSegments(ctx, org, id)
			return err
		},
		"PutIndex": func(ctx context.Context, id string) error {
			return s.PutIndex(ctx, org, id, e.document, planted)
		},
		"DeleteDocument": func(ctx context.Context, id string) error { return s.DeleteDocument(ctx, org, id, e.document) },
		"AddGenerated": func(ctx context.Context, id string) error {
			return s.AddGenerated(ctx, org, id, projects.GeneratedDocument{ID: projects.NewID(), Title: "t"})
		},
		"AddVersion": func(ctx context.Context, id string) error {
			_, err := s.AddVersion(ctx, org, id, projects.GeneratedDocument{ID: e.generated, Title: "planted"})
			return err
		},
		"GetGenerated": func(ctx context.Context, id string) error {
			_, err := s.GetGenerated(ctx, org, id, e.generated, 1)
			return err
		},
		"ListVersions": func(ctx context.Context, id string) error {
			_, err := s.ListVersions(ctx, org, id, e.generated)
			return err
		},
		"DeleteGenerated": func(ctx context.Context, id string) error { return s.DeleteGenerated(ctx, org, id, e.generated) },
		"PutMemory": func(ctx context.Context, id string) error {
			return s.PutMemory(ctx, org, id, projects.MemoryItem{Key: "k", Value: "planted"})
		},
		"DeleteMemory": func(ctx context.Context, id string) error { return s.DeleteMemory(ctx, org, id, e.memory) },
		"PutCalculation": func(ctx context.Context, id string) error {
			return s.PutCalculation(ctx, org, id, projects.Calculation{ID: projects.NewID(), CreatedAt: Noon})
		},
		"DeleteCalculation": func(ctx context.Context, id string) error {
			return s.DeleteCalculation(ctx, org, id, e.calculation)
		},
		"SetActive": func(ctx context.Context, id string) error { return s.SetActive(ctx, org, m.UserID, id) },
	}
	maps.Copy(calls, checkIntrusions(s, org, e))
	return calls
}

// testIsolationOfEntries: knowing the key of a foreign entry does not let one
// read, overwrite or delete it, or move it into a project of one's own. It is as
// if there were no such entry, and the same holds between projects of one
// organization.
func testIsolationOfEntries(t *testing.T, f *fixture) {
	p, own, sister := f.project(t, f.a, "A"), f.project(t, f.b, "B"), f.project(t, f.a, "C")
	e := f.fill(t, p)
	before, text, index, checks := f.contents(t, p), f.blocks(t, p, e.document), f.segments(t, p, e.document), f.checks(t, p)
	absent := entries{projects.NewID(), projects.NewID(), "absent", projects.NewID(), projects.NewID()}
	for _, thief := range []projects.Project{own, sister} {
		for name, attempt := range f.thefts(thief) {
			t.Run(name+" from "+thief.Name, func(t *testing.T) {
				foreign, nothing := attempt(t.Context(), e), attempt(t.Context(), absent)
				is(t, "with a foreign entry's key", foreign, projects.ErrNotFound)
				is(t, "with no entry's key", nothing, projects.ErrNotFound)
				if foreign != nil && nothing != nil && foreign.Error() != nothing.Error() {
					t.Errorf("a foreign key gives %q, an absent one %q", foreign, nothing)
				}
			})
		}
		for name, attempt := range f.plants(thief) {
			t.Run(name+" from "+thief.Name, func(t *testing.T) {
				is(t, "with a foreign entry's id", attempt(t.Context(), e), projects.ErrNotFound)
			})
		}
		if blocks := f.blocks(t, thief, e.document); len(blocks) > 0 {
			t.Errorf("GetDocumentBlocks of a foreign document: want none, got %v", blocks)
		}
		f.noIndex(t, thief, e.document)
		f.withoutCheck(t, thief, e.check)
		same(t, "the intruder's contents", projects.Contents{}, f.contents(t, thief))
	}
	same(t, "the contents afterwards", before, f.contents(t, p))
	same(t, "the text afterwards", text, f.blocks(t, p, e.document))
	same(t, "the index afterwards", index, f.segments(t, p, e.document))
	same(t, "the checks afterwards", checks, f.checks(t, p))
}

// thefts are the calls that need an entry that is there, made in another project.
func (f *fixture) thefts(p projects.Project) map[string]func(ctx context.Context, e entries) error {
	org := p.OrganizationID
	return map[string]func(ctx context.Context, e entries) error{
		"DeleteDocument":    func(ctx context.Context, e entries) error { return f.DeleteDocument(ctx, org, p.ID, e.document) },
		"PutIndex":          func(ctx context.Context, e entries) error { return f.PutIndex(ctx, org, p.ID, e.document, planted) },
		"DeleteGenerated":   func(ctx context.Context, e entries) error { return f.DeleteGenerated(ctx, org, p.ID, e.generated) },
		"DeleteMemory":      func(ctx context.Context, e entries) error { return f.DeleteMemory(ctx, org, p.ID, e.memory) },
		"DeleteCalculation": func(ctx context.Context, e entries) error { return f.DeleteCalculation(ctx, org, p.ID, e.calculation) },
		"DeleteCheck":       func(ctx context.Context, e entries) error { return f.DeleteCheck(ctx, org, p.ID, e.check) },
		"GetCheck": func(ctx context.Context, e entries) error {
			_, err := f.GetCheck(ctx, org, p.ID, e.check)
			return err
		},
		"GetGenerated": func(ctx context.Context, e entries) error {
			_, err := f.GetGenerated(ctx, org, p.ID, e.generated, 1)
			return err
		},
		"GetGenerated latest": func(ctx context.Context, e entries) error {
			_, err := f.GetGenerated(ctx, org, p.ID, e.generated, 0)
			return err
		},
		"ListVersions": func(ctx context.Context, e entries) error {
			_, err := f.ListVersions(ctx, org, p.ID, e.generated)
			return err
		},
		"AddVersion": func(ctx context.Context, e entries) error {
			_, err := f.AddVersion(ctx, org, p.ID, projects.GeneratedDocument{ID: e.generated, Title: "x"})
			return err
		},
	}
}

// plants are the calls that make an entry, with the id of another project's.
func (f *fixture) plants(p projects.Project) map[string]func(ctx context.Context, e entries) error {
	org := p.OrganizationID
	return map[string]func(ctx context.Context, e entries) error{
		"PutDocument": func(ctx context.Context, e entries) error {
			d, blocks := document("x", 1)
			d.ID, blocks[0].Doc = e.document, e.document
			_, err := f.PutDocument(ctx, org, p.ID, d, blocks, projects.Index{})
			return err
		},
		"AddGenerated": func(ctx context.Context, e entries) error {
			return f.AddGenerated(ctx, org, p.ID, projects.GeneratedDocument{ID: e.generated, Title: "x"})
		},
		"PutCalculation": func(ctx context.Context, e entries) error {
			return f.PutCalculation(ctx, org, p.ID, projects.Calculation{ID: e.calculation, Name: "x", CreatedAt: Noon})
		},
		"PutChecks": func(ctx context.Context, e entries) error {
			c := savedCheck(0)
			c.ID = e.check
			return f.PutChecks(ctx, org, p.ID, c)
		},
	}
}
