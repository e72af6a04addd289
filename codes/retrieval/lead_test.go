package retrieval_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
)

func TestNew_Leads(t *testing.T) {
	const intro, plain = "Las barreras cumplen en hoteles:", "Son las de los hoteles."
	for _, tt := range []struct {
		name   string
		blocks []retrieval.Block // the last one is looked at
		want   string
	}{
		{"list behind its lead", []retrieval.Block{para("d/1", 0, "", intro), list("d/1", 1, "- una\n- dos")}, intro},
		{"list behind a sentence", []retrieval.Block{para("d/1", 0, "", plain), list("d/1", 1, "- una")}, plain},
		{"second list", []retrieval.Block{para("d/1", 0, "", intro), list("d/1", 1, "- una"), list("d/1", 2, "- dos")}, intro},
		{"second list behind a sentence", []retrieval.Block{para("d/1", 0, "", plain), list("d/1", 1, "- una"), list("d/1", 2, "- dos")}, ""},
		{"lettered paragraph", []retrieval.Block{para("d/1", 0, "", intro), para("d/1", 1, "", "a) una"), para("d/1", 2, "", "b) dos")}, intro},
		{"lettered under a number", []retrieval.Block{para("d/1", 0, "", "1. Otra cosa."), para("d/1", 1, "", "2. Las rampas cumplen:"), para("d/1", 2, "", "a) una"), para("d/1", 3, "", "b) dos")}, "2. Las rampas cumplen:"},
		{"lettered under a number under its lead", []retrieval.Block{para("d/1", 0, "", intro), para("d/1", 1, "", "1. En rampas:"), para("d/1", 2, "", "a) una")}, intro + "\n1. En rampas:"},
		{"next number", []retrieval.Block{para("d/1", 0, "", "1. Las rampas cumplen:"), para("d/1", 1, "", "a) una"), para("d/1", 2, "", "2. Otra.")}, ""},
		{"list behind a number", []retrieval.Block{para("d/1", 0, "", plain), para("d/1", 1, "", "1. Las rampas son llanas."), list("d/1", 2, "- una")}, "1. Las rampas son llanas."},
		{"number under its lead", []retrieval.Block{para("d/1", 0, "", intro), para("d/1", 1, "", "1. una"), para("d/1", 2, "", "2. dos")}, intro},
		{"paragraph", []retrieval.Block{para("d/1", 0, "", intro), para("d/1", 1, "", "Otra cosa.")}, ""},
		{"list of another document", []retrieval.Block{para("d/1", 0, "", intro), list("d/2", 0, "- una")}, ""},
		{"lead too long", []retrieval.Block{para("d/1", 0, "", strings.Repeat("muy ", 300)+"larga:"), list("d/1", 1, "- una")}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := retrieval.New(tt.blocks)
			last := tt.blocks[len(tt.blocks)-1]
			got, ok := r.Block(last.ID)
			if !ok || got.Lead != tt.want {
				t.Errorf("want %q, got %q", tt.want, got.Lead)
			}
		})
	}
}

// A list is found by what its lead says.
func TestRetriever_Search_Lead(t *testing.T) {
	r := retrieval.New([]retrieval.Block{para("d/1", 0, "", "Las barreras cumplen en hoteles:"), list("d/1", 1, "- Una abertura menor que 9 cm.")})
	hits, err := r.Search(context.Background(), retrieval.Query{Text: "abertura en un hotel", Docs: []string{"d/1"}})
	if err != nil || len(hits) == 0 || hits[0].Block.Kind != retrieval.List || len(hits[0].Terms) < 2 {
		t.Errorf("want the list first, by both words; got %+v, %v", hits, err)
	}
}

func list(doc string, order int, text string) retrieval.Block {
	b := para(doc, order, "", text)
	b.Kind = retrieval.List
	return b
}

// An item stands under its paragraph and under the items above that announce it.
func TestNew_ItemLeads(t *testing.T) {
	item := func(order, depth int, text string) retrieval.Block {
		b := para("d/1", order, "", text)
		b.Kind, b.Depth = retrieval.Item, depth
		return b
	}
	article := para("d/1", 0, "", "Las rampas cumplirán lo siguiente:")
	article.Kind = retrieval.Article
	note := para("d/1", 5, "", "Nota del editor")
	note.Kind = retrieval.Note
	const lead, itemLead = "Las rampas cumplirán lo siguiente:", "b) En exterior:"
	blocks := []retrieval.Block{
		article, item(1, 1, "a) Pendiente del 8 %."), item(2, 1, itemLead), item(3, 2, "- 6 %."), item(4, 2, "- 1,50 m de ancho."), note,
		item(6, 1, "c) Pasamanos."), para("d/1", 7, "", "Otra cosa."), item(8, 1, "a) Suelta."), para("d/1", 9, "", "Y más."), para("d/1", 10, "", "Fin."),
		item(11, 1, "a) Detrás."),
	}
	want := []string{"", lead, lead, lead + "\n" + itemLead, lead + "\n" + itemLead, "", lead, "", "Otra cosa.", "", "", "Fin."}
	var got []string
	for _, b := range retrieval.New(blocks).Doc("d/1") {
		got = append(got, b.Lead)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNew_SHA256(t *testing.T) {
	b, _ := retrieval.New([]retrieval.Block{para("d/1", 0, "", "abc")}).Block("d/1#0")
	if want := "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; b.SHA256 != want {
		t.Errorf("want %s, got %s", want, b.SHA256)
	}
}
