package projects_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/projectstest"
)

// paragraphs is an Extractor that makes a block of each paragraph. Texts that
// begin with a word of its own make it fail in that way.
type paragraphs struct{}

func (paragraphs) Extract(_ context.Context, name string, data []byte) (*projects.Text, error) {
	switch text := string(data); {
	case strings.HasPrefix(text, "unreadable"):
		return nil, fmt.Errorf("%w: %s is encrypted; save it without a password", projects.ErrUnreadable, name)
	case strings.HasPrefix(text, "many"):
		return &projects.Text{MediaType: "text/plain", Blocks: slices.Repeat([]retrieval.Block{{Text: "x"}}, projects.MaxBlocks+1)}, nil
	case strings.HasPrefix(text, "long"):
		return &projects.Text{MediaType: "text/plain", Blocks: []retrieval.Block{{Text: strings.Repeat("x", projects.MaxText+1)}}}, nil
	case strings.HasPrefix(text, "empty"):
		return &projects.Text{MediaType: "text/plain"}, nil
	case strings.HasPrefix(text, "untyped"):
		return &projects.Text{Blocks: []retrieval.Block{{Text: "x"}}}, nil
	}
	out := &projects.Text{MediaType: "text/plain", Pages: 3, Warnings: []string{"Two pictures are not in the text."}}
	for text := range strings.SplitSeq(string(data), "\n\n") {
		out.Blocks = append(out.Blocks, retrieval.Block{
			ID: "set by the service", Doc: "set by the service", Order: 7, Kind: retrieval.Paragraph, Lang: "es", Text: text,
		})
	}
	return out, nil
}

func (o *office) upload(t testing.TB, p projects.Project, name, text string) projects.Document {
	t.Helper()
	m := projects.Member{OrganizationID: p.OrganizationID}
	d, _, err := o.AddDocument(t.Context(), m, p.ID, projects.Upload{Name: name, Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestService_AddDocument(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		o, ctx := newOffice(t), t.Context()
		p := o.put(t, projects.Project{Name: "Casa"})
		if err := o.Activate(ctx, o.a, p.ID); err != nil {
			t.Fatal(err)
		}
		u := projects.Upload{Name: "memoria.txt", Data: []byte("Planta baja.\n\nPlanta alta.")}
		got, warnings, err := o.AddDocument(ctx, o.a, "", u) // the active project
		if err != nil {
			t.Fatal(err)
		}
		want := projects.Document{
			ID: got.ID, Name: "memoria.txt", MediaType: "text/plain", Size: 26, Pages: 3, Blocks: 2, CreatedAt: projectstest.Noon,
			SHA256: retrieval.HashText("Planta baja.\n\nPlanta alta."),
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("AddDocument (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"Two pictures are not in the text."}, warnings); diff != "" {
			t.Errorf("warnings (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]projects.Document{want}, o.contents(t, p).Documents); diff != "" {
			t.Errorf("what was stored (-want +got):\n%s", diff)
		}
		blocks, err := o.Store.GetDocumentBlocks(ctx, p.OrganizationID, p.ID, got.ID)
		if err != nil || len(blocks) != 2 {
			t.Fatalf("blocks: %v, %v", blocks, err)
		}
		for i, b := range blocks {
			if len(b.ID) != 36 || b.Doc != got.ID || b.Order != i {
				t.Errorf("block %d: want an id, the document's and its place, got %+v", i, b)
			}
		}
		if blocks[0].ID == blocks[1].ID {
			t.Error("two blocks have one id")
		}
	})
	t.Run("OKReplaced", func(t *testing.T) {
		o, ctx := newOffice(t), t.Context()
		p := o.put(t, projects.Project{Name: "Casa"})
		old := o.upload(t, p, "A\u0301rbol.txt", "Uno.")
		got, warnings, err := o.AddDocument(ctx, o.a, p.ID, projects.Upload{Name: "Árbol.txt", Data: []byte("Dos.")})
		if err != nil || got.ID == old.ID || old.Name != got.Name {
			t.Fatalf("the same name, normalized: want another id, got %+v after %+v, %v", got, old, err)
		}
		if len(warnings) != 2 || !strings.Contains(warnings[0], "same name") {
			t.Errorf("warnings: want that it replaced a file, got %q", warnings)
		}
		if diff := cmp.Diff([]projects.Document{got}, o.contents(t, p).Documents); diff != "" {
			t.Errorf("documents (-want +got):\n%s", diff)
		}
	})
	t.Run("OKPlainName", func(t *testing.T) { // what is not seen is not in a name
		o := newOffice(t)
		p := o.put(t, projects.Project{Name: "Casa"})
		for _, hidden := range []string{"\u202efac", "fa\u200bc", "fac\u2066", "\ufefffac", "fa\u00adc", "fac\U000e0041", "fa\u200dc"} {
			if d := o.upload(t, p, hidden+".txt", "Uno."); d.Name != "fac.txt" {
				t.Errorf("%+q: the name is %+q", hidden, d.Name)
			}
		}
		if list := o.contents(t, p).Documents; len(list) != 1 {
			t.Errorf("names that look the same are one file: %v", list)
		}
	})
	t.Run("OKNotShared", func(t *testing.T) { // not even of the same file
		o := newOffice(t)
		p, q := o.put(t, projects.Project{Name: "A"}), o.put(t, projects.Project{Name: "B", OrganizationID: o.b.OrganizationID})
		first, second := o.upload(t, p, "a.txt", "Igual."), o.upload(t, q, "a.txt", "Igual.")
		one, err1 := o.Store.GetDocumentBlocks(t.Context(), p.OrganizationID, p.ID, first.ID)
		two, err2 := o.Store.GetDocumentBlocks(t.Context(), q.OrganizationID, q.ID, second.ID)
		if err := errors.Join(err1, err2); err != nil || first.ID == second.ID || one[0].ID == two[0].ID {
			t.Errorf("two organizations share a document or block: %v, %v, %v", first, second, err)
		}
	})
	t.Run("ErrFull", func(t *testing.T) {
		o := newOffice(t)
		p := o.put(t, projects.Project{Name: "Casa"})
		for i := range projects.MaxDocuments {
			o.upload(t, p, fmt.Sprint(i), "x")
		}
		_, _, err := o.AddDocument(t.Context(), o.a, p.ID, projects.Upload{Name: "more", Data: []byte("unreadable")})
		if !errors.Is(err, projects.ErrFull) {
			t.Errorf("want ErrFull before the file is read, got %v", err)
		}
		o.upload(t, p, "7", "in its place")
	})
	t.Run("ErrNotFound", func(t *testing.T) {
		o := newOffice(t)
		p := o.put(t, projects.Project{Name: "Casa"})
		_, _, err := o.AddDocument(t.Context(), o.b, p.ID, projects.Upload{Name: "a", Data: []byte("unreadable")})
		if !errors.Is(err, projects.ErrNotFound) {
			t.Errorf("a foreign project: want ErrNotFound before the file is read, got %v", err)
		}
		if _, _, err = o.AddDocument(t.Context(), o.b, "", projects.Upload{Name: "a", Data: []byte("x")}); !errors.Is(err, projects.ErrNoActive) {
			t.Errorf("no active project: want ErrNoActive, got %v", err)
		}
	})
	t.Run("ErrNoExtractor", func(t *testing.T) {
		o := newOffice(t)
		o.Extractor = nil
		p := o.put(t, projects.Project{Name: "Casa"})
		_, _, err := o.AddDocument(t.Context(), o.a, p.ID, projects.Upload{Name: "a", Data: []byte("x")})
		if err == nil || errors.Is(err, projects.ErrInvalid) {
			t.Errorf("want an error that is not the user's, got %v", err)
		}
	})
	for name, c := range map[string]struct {
		name, text string
		want       error
	}{
		"ErrUnreadable":      {"a.pdf", "unreadable", projects.ErrUnreadable},
		"ErrUnreadableNil":   {"a.pdf", "", projects.ErrUnreadable},
		"ErrUnreadableEmpty": {"a.pdf", "empty", projects.ErrUnreadable},
		"ErrTooLarge":        {"a.pdf", strings.Repeat("x", projects.MaxFile+1), projects.ErrTooLarge},
		"ErrTooLargeMany":    {"a.pdf", "many", projects.ErrTooLarge},
		"ErrTooLargeText":    {"a.pdf", "long", projects.ErrTooLarge},
		"ErrInvalidPath":     {"../a.pdf", "x", projects.ErrInvalid},
		"ErrInvalidWindows":  {`C:\a.pdf`, "x", projects.ErrInvalid},
		"ErrInvalidNUL":      {"a\x00.pdf", "x", projects.ErrInvalid},
		"ErrInvalidUTF8":     {"\xff.pdf", "x", projects.ErrInvalid},
		"ErrInvalidEmpty":    {"", "x", projects.ErrInvalid},
		"ErrInvalidLong":     {strings.Repeat("ñ", 256), "x", projects.ErrInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t)
			p := o.put(t, projects.Project{Name: "Casa"})
			_, _, err := o.AddDocument(t.Context(), o.a, p.ID, projects.Upload{Name: c.name, Data: []byte(c.text)})
			if !errors.Is(err, c.want) || len(o.contents(t, p).Documents) != 0 {
				t.Errorf("want %v and nothing stored, got %v", c.want, err)
			}
		})
	}
}

func TestService_DeleteDocument(t *testing.T) {
	o, ctx := newOffice(t), t.Context()
	p := o.put(t, projects.Project{Name: "Casa"})
	d := o.upload(t, p, "a.txt", "Uno.")
	if err := o.DeleteDocument(ctx, o.b.OrganizationID, p.ID, d.ID); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("a foreign project: want ErrNotFound, got %v", err)
	}
	if err := o.DeleteDocument(ctx, p.OrganizationID, strings.ToUpper(p.ID), strings.ToUpper(d.ID)); err != nil {
		t.Error(err)
	}
	if err := o.DeleteDocument(ctx, p.OrganizationID, p.ID, d.ID); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("again: want ErrNotFound, got %v", err)
	}
	blocks, err := o.Store.GetDocumentBlocks(ctx, p.OrganizationID, p.ID, d.ID)
	if err != nil || len(blocks) != 0 {
		t.Errorf("its text afterwards: %v, %v", blocks, err)
	}
}
