package projectstest

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// document returns a new document of so many blocks, of which each says its name.
func document(name string, n int) (projects.Document, []retrieval.Block) {
	d := projects.Document{ID: projects.NewID(), Name: name, MediaType: "text/plain", Size: 7, Blocks: n, CreatedAt: Noon}
	blocks := make([]retrieval.Block, n)
	for i := range blocks {
		text := fmt.Sprintf("Paragraph %d of %s.", i, name)
		blocks[i] = retrieval.Block{
			ID: projects.NewID(), Doc: d.ID, Section: "s", Kind: retrieval.Paragraph, Lang: "en", Order: i,
			Text: text, SHA256: retrieval.HashText(text),
		}
	}
	return d, blocks
}

// document stores a new document.
func (f *fixture) document(t *testing.T, p projects.Project, name string, n int) (projects.Document, []retrieval.Block) {
	t.Helper()
	d, blocks := document(name, n)
	ok(f.PutDocument(t.Context(), p.OrganizationID, p.ID, d, blocks, projects.Index{}))(t)
	return d, blocks
}

func (f *fixture) blocks(t *testing.T, p projects.Project, documents ...string) []retrieval.Block {
	t.Helper()
	return ok(f.GetDocumentBlocks(t.Context(), p.OrganizationID, p.ID, documents...))(t)
}

func testDocuments(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	upper := projects.Document{
		ID: projects.NewID(), Name: "Z.pdf", MediaType: "application/pdf", Size: 1 << 33, SHA256: strings.Repeat("0a", 32),
		Pages: 12, Blocks: 340, CreatedAt: Noon,
	}
	lower := projects.Document{ID: projects.NewID(), Name: "a.txt", MediaType: "text/plain", CreatedAt: Noon}
	accent := projects.Document{ID: projects.NewID(), Name: "Árbol.md", MediaType: "text/markdown", Size: 3, CreatedAt: Noon}
	for _, d := range []projects.Document{accent, lower, upper} {
		if ok(f.PutDocument(ctx, p.OrganizationID, p.ID, d, nil, projects.Index{}))(t) {
			t.Errorf("PutDocument(%s): it replaced nothing, and says it did", d.Name)
		}
	}
	want := []projects.Document{upper, lower, accent}
	same(t, "documents in byte order", want, f.contents(t, p).Documents)
	same(t, "ListDocuments", want, ok(f.ListDocuments(ctx, p.OrganizationID, p.ID))(t))

	must(t, f.DeleteDocument(ctx, p.OrganizationID, p.ID, lower.ID))
	is(t, "DeleteDocument again", f.DeleteDocument(ctx, p.OrganizationID, p.ID, lower.ID), projects.ErrNotFound)
	same(t, "documents after one was deleted", []projects.Document{upper, accent}, f.contents(t, p).Documents)
}

// testDocumentBlocks: blocks come back as they were put, with tables and
// references, in order, and go with their document.
func testDocumentBlocks(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	d, blocks := document("a", 3)
	blocks[0].Path, blocks[0].Title, blocks[0].Page, blocks[0].Anchor = []string{"1", "1.1"}, "Objeto", 4, "objeto"
	blocks[1].Refs = []retrieval.Ref{{Start: 0, End: 9, Part: "art-5"}}
	blocks[2].Kind, blocks[2].Table = retrieval.TableKind, &retrieval.Table{
		Caption: "T", Header: []string{"a", "b"}, Rows: [][]string{{"1", "2"}}, Notes: []string{"n"}, Spans: []retrieval.Span{{Row: 0, Col: 0, Rows: 1, Cols: 2}},
	}
	ok(f.PutDocument(ctx, p.OrganizationID, p.ID, d, blocks, projects.Index{}))(t)
	other, more := f.document(t, p, "b", 1200) // more than one statement takes
	same(t, "the blocks", blocks, f.blocks(t, p, d.ID))
	same(t, "the blocks of a long document", more, f.blocks(t, p, other.ID))
	if d.ID < other.ID {
		same(t, "the blocks of both", append(blocks, more...), f.blocks(t, p, other.ID, d.ID, projects.NewID()))
	} else {
		same(t, "the blocks of both", append(more, blocks...), f.blocks(t, p, other.ID, d.ID, projects.NewID()))
	}
	if none := f.blocks(t, p); len(none) != 0 {
		t.Errorf("GetDocumentBlocks of no document: want none, got %d", len(none))
	}
	must(t, f.DeleteDocument(ctx, p.OrganizationID, p.ID, other.ID))
	if gone := f.blocks(t, p, other.ID); len(gone) != 0 {
		t.Errorf("blocks of a deleted document: want none, got %d", len(gone))
	}
	must(t, f.DeleteProject(ctx, p.OrganizationID, p.ID))
	must(t, f.PutProject(ctx, p))
	if gone := f.blocks(t, p, d.ID); len(gone) != 0 {
		t.Errorf("blocks of a deleted project: want none, got %d", len(gone))
	}
}

// testDocumentReplaced: a name stands for one document of a project.
func testDocumentReplaced(t *testing.T, f *fixture) {
	ctx := t.Context()
	p, other := f.project(t, f.a, "A"), f.project(t, f.a, "B")
	old, _ := f.document(t, p, "plan.pdf", 2)
	kept, _ := f.document(t, other, "plan.pdf", 2)
	second, _ := f.document(t, p, "Plan.pdf", 1) // another name
	next, blocks := document("plan.pdf", 3)
	if !ok(f.PutDocument(ctx, p.OrganizationID, p.ID, next, blocks, projects.Index{}))(t) {
		t.Error("PutDocument of a name that is taken: it does not say that it replaced one")
	}
	same(t, "documents", []projects.Document{second, next}, f.contents(t, p).Documents)
	same(t, "documents of another project", []projects.Document{kept}, f.contents(t, other).Documents)
	if gone := f.blocks(t, p, old.ID); len(gone) != 0 {
		t.Errorf("blocks of the replaced document: want none, got %d", len(gone))
	}
	same(t, "blocks of the new one", blocks, f.blocks(t, p, next.ID))
}

// testDocumentsConcurrent: of many uploads under one name at once one is there in
// the end, whole.
func testDocumentsConcurrent(t *testing.T, f *fixture) {
	const callers = 8
	p := f.project(t, f.a, "A")
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			d, blocks := document("plan.pdf", 20)
			if _, err := f.PutDocument(t.Context(), p.OrganizationID, p.ID, d, blocks, projects.Index{}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	list := f.contents(t, p).Documents
	if len(list) != 1 {
		t.Fatalf("documents: want one, got %d", len(list))
	}
	if blocks := f.blocks(t, p, list[0].ID); len(blocks) != 20 {
		t.Errorf("its blocks: want 20, got %d", len(blocks))
	}
}

// testDocumentsFull: the bounds hold when the last places are fought for, and
// what is replaced makes room.
func testDocumentsFull(t *testing.T, f *fixture) {
	ctx := t.Context()
	p := f.project(t, f.a, "A")
	for i := range projects.MaxDocuments - 2 {
		f.document(t, p, fmt.Sprint(i), 0)
	}
	errs := make([]error, 6)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			d, blocks := document(fmt.Sprintf("late %d", i), 1)
			_, errs[i] = f.PutDocument(ctx, p.OrganizationID, p.ID, d, blocks, projects.Index{})
		})
	}
	wg.Wait()
	refused := 0
	for _, err := range errs {
		if err != nil {
			is(t, "a document too many", err, projects.ErrFull)
			refused++
		}
	}
	if n := len(f.contents(t, p).Documents); n != projects.MaxDocuments || refused != len(errs)-2 {
		t.Errorf("documents: want %d, got %d; refused: want %d, got %d", projects.MaxDocuments, n, len(errs)-2, refused)
	}
	f.document(t, p, "0", 1) // in the place of an earlier one

	q := f.project(t, f.a, "B")
	large, blocks := document("large", 1)
	blocks[0].Text = strings.Repeat("x", projects.MaxProjectText-500)
	ok(f.PutDocument(ctx, q.OrganizationID, q.ID, large, blocks, projects.Index{}))(t)
	d, more := document("more", 1)
	more[0].Text = strings.Repeat("y", 600)
	_, err := f.PutDocument(ctx, q.OrganizationID, q.ID, d, more, projects.Index{})
	is(t, "more text than a project holds", err, projects.ErrFull)
	same(t, "documents afterwards", []projects.Document{large}, f.contents(t, q).Documents)
	d.Name = "large" // instead of it
	ok(f.PutDocument(ctx, q.OrganizationID, q.ID, d, more, projects.Index{}))(t)
}
