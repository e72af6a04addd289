package ask_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/codes/retrieval"
)

func read(document string, from int) ask.Call {
	return ask.NewCall(ask.ReadDocument, map[string]any{ask.ArgDocument: document, ask.ArgFrom: from})
}

func inDocument(document string, queries ...string) ask.Call {
	return ask.NewCall(ask.SearchDocuments, map[string]any{ask.ArgQueries: queries, ask.ArgDocument: document})
}

func TestAgent_Answer_Documents(t *testing.T) {
	const drafted = "La barandilla de la terraza proyectada mide 1,02 m de altura"
	plan := func(before func()) *asktest.Script {
		return asktest.NewScript(asktest.Make(asktest.DocumentsFor("barandilla de la terraza")), func(t *ask.Transcript) (ask.Step, error) {
			if before != nil {
				before()
			}
			return ask.Step{Draft: drafted + " [[" + asktest.Handle(t, "1,02") + "]]."}, nil
		})
	}
	t.Run("OK", func(t *testing.T) {
		w := furnished(t)
		script := plan(nil)
		a := answer(t, w, script, barrierQuestion)
		p := script.Seen()[1].Results[0].Passages[0]
		if !p.Private || p.Version != "" || p.Status != "" || p.Page != 1 || p.Title != "memoria de proyecto.pdf" {
			t.Errorf("got passage %+v", p)
		}
		want := ask.Source{Index: 1, Type: ask.CiteUserDocument, DocumentTitle: "memoria de proyecto.pdf", SectionTitle: "página 1", BlockTitle: "página 1"}
		if a.Text != drafted+" [1]." || len(a.Sources) != 1 || a.Searches != 0 {
			t.Fatalf("got %+v", a)
		}
		got := a.Sources[0]
		if got.BlockID == "" || got.Score <= 0 {
			t.Errorf("got %+v", got)
		}
		got.BlockID, got.Score = "", 0
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
	t.Run("deleted during the turn", func(t *testing.T) {
		w := furnished(t)
		a := answer(t, w, plan(func() { w.Documents.Delete(w.Project.Documents[0].ID) }), barrierQuestion)
		if strings.Contains(a.Text, "1,02") || len(a.Sources) > 0 {
			t.Errorf("a document that is gone was cited: %+v", a)
		}
	})
	t.Run("nobody can tell whether it is there", func(t *testing.T) {
		w := furnished(t)
		a := answer(t, w, plan(func() { w.Documents.Fail(errors.New("secret.internal is down")) }), barrierQuestion)
		if strings.Contains(a.Text, "1,02") || len(a.Sources) > 0 {
			t.Errorf("got %+v", a)
		}
	})
	t.Run("library is down", func(t *testing.T) {
		w := furnished(t)
		w.Documents.Fail(errors.New("secret.internal is down"))
		for _, r := range results(t, w, nil, asktest.Make(asktest.DocumentsFor("barandilla"), read("memoria", 0))) {
			if !strings.Contains(r.Note, "cannot be reached") || strings.Contains(r.Note, "secret") {
				t.Errorf("got %+v", r)
			}
		}
	})
	t.Run("one document", func(t *testing.T) {
		w := furnished(t)
		got := results(t, w, nil, asktest.Make(inDocument("ESTUDIO", "barandilla nivel terraza"), inDocument("plano.dwg", "x"), inDocument("o", "x")))
		if len(got[0].Passages) != 1 || !strings.Contains(got[0].Passages[0].Text, "freático") {
			t.Errorf("got %+v", got[0])
		}
		for _, r := range got[1:] {
			if !strings.Contains(r.Note, `"memoria de proyecto.pdf"; "estudio del terreno.txt"`) {
				t.Errorf("the note does not name the documents: %q", r.Note)
			}
		}
	})
	t.Run("never by identifier", func(t *testing.T) {
		w := furnished(t)
		got := results(t, w, nil, asktest.Make(read(w.Project.Documents[0].ID, 0)))
		if len(got[0].Passages) > 0 {
			t.Errorf("an identifier opened a document: %+v", got[0])
		}
	})
	t.Run("same name twice", func(t *testing.T) {
		w := world(t)
		w.AddDocument("plano.pdf", "Primero.")
		w.AddDocument("plano.pdf", "Segundo.")
		got := results(t, w, nil, asktest.Make(read("plano.pdf", 0), read("plano.pdf (2)", 0)))
		if got[0].Passages[0].Text != "Primero." || got[1].Passages[0].Text != "Segundo." {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("around a passage", func(t *testing.T) {
		got := results(t, furnished(t), nil, asktest.Make(asktest.DocumentsFor("barandilla terraza")), after("1,02", asktest.Around))[1]
		if len(got.Passages) != 3 || !got.Passages[0].Private {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("limit of searches", func(t *testing.T) {
		w := furnished(t)
		var calls []ask.Call
		for i := range 12 {
			calls = append(calls, inDocument("", fmt.Sprintf("barandilla %d", i), fmt.Sprintf("escalera %d", i)))
		}
		got := results(t, w, nil, asktest.Make(calls...))
		if last := got[len(got)-1]; len(last.Passages) > 0 || !strings.Contains(last.Note, "limit of 12") {
			t.Errorf("got %+v", last)
		}
	})
}

func TestAgent_Answer_ReadDocument(t *testing.T) {
	w := world(t)
	var paragraphs []string
	for i := range 40 {
		paragraphs = append(paragraphs, fmt.Sprintf("Párrafo %d. %s", i, strings.Repeat("palabras ", 60)))
	}
	w.AddDocument("largo.txt", paragraphs...)
	from := 0
	var got []string
	for range 8 {
		r := results(t, w, nil, asktest.Make(read("largo", from)))[0]
		for _, p := range r.Passages {
			got = append(got, strings.TrimSpace(p.Text))
		}
		_, next, more := strings.Cut(r.Text, "from = ")
		if !more {
			break
		}
		if _, err := fmt.Sscan(next, &from); err != nil {
			t.Fatal(err)
		}
	}
	want := slices.Clone(paragraphs)
	for i := range want {
		want[i] = strings.TrimSpace(want[i])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("read in stretches (-want +got):\n%s", diff)
	}
	past := results(t, w, nil, asktest.Make(read("largo", 40)))[0]
	if !strings.Contains(past.Note, "40 passages") {
		t.Errorf("got %+v", past)
	}
}

// stranger is a library that brings blocks of another project.
type stranger struct{ *asktest.Library }

func (s stranger) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	q.Docs = append(q.Docs, "other")
	return s.Library.Search(ctx, q)
}

func (s stranger) Read(ctx context.Context, documentID string, from, to int) ([]*retrieval.Block, int, error) {
	blocks, of, err := s.Library.Read(ctx, documentID, from, to)
	foreign, _, _ := s.Library.Read(ctx, "other", 0, 1)
	return append(append(blocks, nil), foreign...), of, err
}

func TestAgent_Answer_StrangeLibrary(t *testing.T) {
	w := furnished(t)
	w.Documents.Put("other", "La barandilla del vecino mide 0,50 m.")
	got := results(t, w, &ask.Options{Documents: stranger{w.Documents}}, asktest.Make(asktest.DocumentsFor("barandilla vecino"), read("memoria", 0)))
	for _, p := range append(got[0].Passages, got[1].Passages...) {
		if strings.Contains(p.Text, "vecino") {
			t.Errorf("a passage of no document of the project reached the model: %+v", p)
		}
	}
	if len(got[0].Passages) == 0 || len(got[1].Passages) != 3 {
		t.Error("not all was found")
	}
}
