package projectstest

import (
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// planted is an index that somebody else would have a document searched by.
var planted = projects.Index{Segment: []byte("planted"), Memory: 1}

func (f *fixture) segments(t *testing.T, p projects.Project, documents ...string) map[string]string {
	t.Helper()
	segments := make(map[string]string)
	for id, segment := range ok(f.GetSegments(t.Context(), p.OrganizationID, p.ID, documents...))(t) {
		segments[id] = string(segment)
	}
	return segments
}

// noIndex wants nothing of a document to be found through a project.
func (f *fixture) noIndex(t *testing.T, p projects.Project, document string) {
	t.Helper()
	if got := f.segments(t, p, document); len(got) > 0 {
		t.Errorf("GetSegments through project %s: want none, got %v", p.Name, got)
	}
	places := []retrieval.Place{{Doc: document}}
	if got := ok(f.GetBlocks(t.Context(), p.OrganizationID, p.ID, places))(t); len(got) > 0 {
		t.Errorf("GetBlocks through project %s: want none, got %v", p.Name, got)
	}
	for _, d := range ok(f.ListIndexes(t.Context(), p.OrganizationID, p.ID))(t) {
		if d.ID == document {
			t.Errorf("ListIndexes of project %s has the document", p.Name)
		}
	}
}

// testDocumentIndexes: an index comes and goes with its document, and text comes by its
// places.
func testDocumentIndexes(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	d, blocks := document("a", 600)
	first := projects.Index{Segment: []byte{0, 1, 0xff, 2}, Memory: 1 << 40}
	ok(f.PutDocument(ctx, p.OrganizationID, p.ID, d, blocks, first))(t)
	bare, few := f.document(t, p, "b", 3)
	want := []projects.Indexed{{ID: d.ID, Text: projects.TextSize(blocks), Memory: 1 << 40}, {ID: bare.ID, Text: projects.TextSize(few)}}
	if bare.ID < d.ID {
		want[0], want[1] = want[1], want[0]
	}
	list := ok(f.ListIndexes(ctx, p.OrganizationID, p.ID))(t)
	same(t, "ListIndexes", want, list)
	same(t, "GetSegments", map[string]string{d.ID: string(first.Segment)}, f.segments(t, p, bare.ID, d.ID, projects.NewID(), "a\x00"))

	places := []retrieval.Place{{Doc: d.ID, Order: 599}, {Doc: d.ID}, {Doc: d.ID, Order: 600}, {Doc: d.ID, Order: 599}, {Doc: projects.NewID()}, {Doc: "a\x00"}}
	same(t, "GetBlocks", []retrieval.Block{blocks[0], blocks[599]}, ok(f.GetBlocks(ctx, p.OrganizationID, p.ID, places))(t))
	var all []retrieval.Place
	for i := range blocks {
		all = append(all, retrieval.Place{Doc: d.ID, Order: i})
	}
	same(t, "GetBlocks of many", blocks, ok(f.GetBlocks(ctx, p.OrganizationID, p.ID, all))(t))

	second := projects.Index{Segment: []byte("second"), Memory: 7}
	must(t, f.PutIndex(ctx, p.OrganizationID, p.ID, bare.ID, second))
	must(t, f.PutIndex(ctx, p.OrganizationID, p.ID, d.ID, second))
	same(t, "after PutIndex", map[string]string{d.ID: "second", bare.ID: "second"}, f.segments(t, p, bare.ID, d.ID))
	is(t, "PutIndex of no document", f.PutIndex(ctx, p.OrganizationID, p.ID, projects.NewID(), second), projects.ErrNotFound)

	must(t, f.DeleteDocument(ctx, p.OrganizationID, p.ID, d.ID))
	f.noIndex(t, p, d.ID)
	next, blocks := document("b", 1)
	ok(f.PutDocument(ctx, p.OrganizationID, p.ID, next, blocks, projects.Index{}))(t)
	f.noIndex(t, p, bare.ID)
}
