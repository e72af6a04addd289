package retrieval_test

import (
	"context"
	"strings"
	"testing"

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
