package retrieval_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/retrieval"
)

func TestRetriever_Search_Rows(t *testing.T) {
	r := retrieval.New(withTables())
	for _, tt := range []struct {
		query string
		first string
		rows  []int
	}{
		{"transmitancia de muros en zona D", "tab/1#0", []int{1}},
		{"permeabilidad de las cubiertas", "tab/1#1", []int{0}},
		{"transmitancia suelos o muros 0,41", "tab/1#0", []int{1, 2}},
		{"transmitancia límite", "tab/1#0", nil},
	} {
		t.Run(tt.query, func(t *testing.T) {
			hits, err := r.Search(t.Context(), retrieval.Query{Text: tt.query, Docs: fixtureDocs})
			if err != nil || len(hits) == 0 {
				t.Fatalf("found %d, error %v", len(hits), err)
			}
			if hits[0].Block.ID != tt.first {
				t.Errorf("first: want %s, got %s", tt.first, hits[0].Block.ID)
			}
			if diff := cmp.Diff(tt.rows, hits[0].Rows); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

// A long table is one hit, and what stands beside it is still found.
func TestRetriever_Search_TableIsOneHit(t *testing.T) {
	b := limits("t/1", 0, "Anchura de puertas")
	for i := range 500 {
		b.Table.Rows = append(b.Table.Rows, []string{fmt.Sprintf("puerta %d", i), "0,80", "0,90"})
	}
	b.Text = b.Table.Text()
	got := search(t, retrieval.New([]retrieval.Block{b, para("t/1", 1, "", "Las puertas abren hacia fuera.")}), "puertas", "t/1")
	slices.Sort(got)
	if diff := cmp.Diff([]string{"t/1#0", "t/1#1"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestRetriever_Search_Kinds(t *testing.T) {
	r := retrieval.New(append(withTables(), list("tab/1", 2, "- muros de la zona D")))
	for _, tt := range []struct {
		name  string
		kinds []retrieval.Kind
		query string
		want  []string
	}{
		{"all", nil, "muros zona", []string{"he/1#0", "tab/1#0", "tab/1#1", "tab/1#2"}},
		{"lists", []retrieval.Kind{retrieval.List}, "muros zona", []string{"tab/1#2"}},
		{"tables and paragraphs", []retrieval.Kind{retrieval.TableKind, retrieval.Paragraph}, "muros zona", []string{"he/1#0", "tab/1#0", "tab/1#1"}},
		{"rows", []retrieval.Kind{retrieval.Row}, "muros zona", []string{"tab/1#0", "tab/1#1"}},
		{"rows, none of which is asked for", []retrieval.Kind{retrieval.Row}, "transmitancia límite", []string{}},
		{"definitions", []retrieval.Kind{retrieval.Definition}, "muros zona", []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			hits, err := r.Search(t.Context(), retrieval.Query{Text: tt.query, Docs: fixtureDocs, Kinds: tt.kinds})
			if err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, h := range hits {
				got = append(got, h.Block.ID)
			}
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("ErrUnknown", func(t *testing.T) {
		_, err := r.Search(t.Context(), retrieval.Query{Text: "muros", Kinds: []retrieval.Kind{"figure"}})
		if !errors.Is(err, retrieval.ErrInvalidQuery) {
			t.Errorf("want ErrInvalidQuery, got %v", err)
		}
	})
}

// Kinds are filtered before the best are taken: one list among many paragraphs
// that match better is found at TopK 1.
func TestRetriever_Search_KindsAreInside(t *testing.T) {
	blocks := []retrieval.Block{list("d/1", 500, "- altura y otras muchas cosas más que nada tienen que ver")}
	for i := range 500 {
		blocks = append(blocks, para("d/1", i, "Altura", "altura"))
	}
	q := retrieval.Query{Text: "altura", Docs: []string{"d/1"}, TopK: 1, Kinds: []retrieval.Kind{retrieval.List}}
	hits, err := retrieval.New(blocks).Search(t.Context(), q)
	if err != nil || len(hits) != 1 || hits[0].Block.Order != 500 {
		t.Errorf("want the list, got %v, %v", hits, err)
	}
}

func TestRetriever_Neighbours(t *testing.T) {
	r := retrieval.New(fixture())
	for _, tt := range []struct {
		id            string
		before, after int
		want          []string
	}{
		{"sua/1#1", 1, 1, []string{"sua/1#0", "sua/1#2"}},
		{"sua/1#0", 3, 1, []string{"sua/1#1"}},
		{"sua/1#2", 1, 9, []string{"sua/1#1"}},
		{"sua/1#1", 0, 0, []string{}},
		{"sua/1#1", -5, -5, []string{}},
		{"sua/1#1", 1 << 62, 1 << 62, []string{"sua/1#0", "sua/1#2"}},
		{"old/1#0", 2, 2, []string{}},
		{"nobody", 2, 2, []string{}},
	} {
		got := []string{}
		for _, b := range r.Neighbours(tt.id, tt.before, tt.after) {
			got = append(got, b.ID)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("Neighbours(%s, %d, %d) (-want +got):\n%s", tt.id, tt.before, tt.after, diff)
		}
	}
}

// A scope answers as if nothing else were indexed; every hit holds a word asked
// for, and its terms add up.
func TestRetriever_Search_ScopeProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		blocks := drawBlocks(t)
		docs := rapid.SliceOfDistinct(rapid.SampledFrom(fixtureDocs), rapid.ID[string]).Draw(t, "docs")
		q := retrieval.Query{Text: rapid.SampledFrom(someQueries).Draw(t, "query"), Docs: docs, TopK: rapid.IntRange(1, 30).Draw(t, "k")}
		alone := slices.DeleteFunc(slices.Clone(blocks), func(b retrieval.Block) bool { return !slices.Contains(docs, b.Doc) })
		want, err := retrieval.New(alone).Search(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		got, err := retrieval.New(blocks).Search(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("alone and among others (-want +got):\n%s", diff)
		}
		for _, h := range got {
			sum := 0.0
			for _, term := range h.Terms {
				sum += term.Score
			}
			if len(h.Terms) == 0 || sum < h.Score*(1-1e-9) || sum > h.Score*(1+1e-9) {
				t.Fatalf("%s: terms add up to %v, the score is %v", h.Block.ID, sum, h.Score)
			}
		}
	})
}
