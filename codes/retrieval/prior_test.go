package retrieval_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Where a figure is asked for, a passage with one goes before a passage without
// elsewhere the shorter one is first.
func TestRetriever_Search_Figures(t *testing.T) {
	at := func(order int, text string, path ...string) retrieval.Block {
		b := para("d/1", order, "", text)
		b.Section, b.Path = path[len(path)-1], path
		return b
	}
	r := retrieval.New([]retrieval.Block{
		at(0, "Anchura, huella y tramos de las escaleras, tabla 1.", "Escaleras"),
		at(1, "La anchura de las escaleras del edificio es suficiente.", "Escaleras", "A"),
		at(2, "La anchura de las escaleras del edificio mide 1,20 m.", "Escaleras", "B"),
	})
	for _, tt := range []struct {
		query string
		want  []string
	}{
		{"qué anchura tienen las escaleras del edificio", []string{"d/1#2", "d/1#1", "d/1#0"}},
		{"escaleras del edificio", []string{"d/1#1", "d/1#2", "d/1#0"}},
	} {
		if diff := cmp.Diff(tt.want, search(t, r, tt.query, "d/1")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.query, diff)
		}
	}
}

// The row with a figure is found, not its neighbour without.
func TestRetriever_Search_FigureInRow(t *testing.T) {
	b := limits("d/1", 0, "Anchura")
	b.Table.Rows = [][]string{{"Puertas", "según proyecto", "—"}, {"Puertas", "0,80", "0,90"}}
	b.Text = b.Table.Text()
	hits, err := retrieval.New([]retrieval.Block{b}).Search(t.Context(), retrieval.Query{Text: "anchura de puertas", Docs: []string{"d/1"}})
	if err != nil || len(hits) != 1 {
		t.Fatalf("found %d, error %v", len(hits), err)
	}
	if diff := cmp.Diff([]int{1, 0}, hits[0].Rows); diff != "" {
		t.Error(diff)
	}
}

// A list of what follows says all the words but not the figure that is asked for.
func TestRetriever_Search_Overview(t *testing.T) {
	contents := para("d/1", 0, "", "Anchura y huella de las escaleras del edificio, tabla 1.")
	width := para("d/1", 1, "", "La anchura mide 1,20 m y la huella 28 cm en las escaleras del edificio.")
	width.Section, width.Path = "a", []string{"Seguridad", "Escaleras"}
	r := retrieval.New([]retrieval.Block{contents, width})
	for query, first := range map[string]string{
		"edificio: huella: anchura": "d/1#1", "edificio: huella": "d/1#0",
	} {
		if got := search(t, r, query, "d/1"); len(got) != 2 || got[0] != first {
			t.Errorf("%s: want %s first, got %v", query, first, got)
		}
	}
}

// A word and what means the same are one thing, as rare as the commonest of them:
// a rare way to say it does not outweigh the rest of the question.
func TestRetriever_Search_SynonymsShareRarity(t *testing.T) {
	var blocks []retrieval.Block
	for i := range 40 {
		what := [...]string{"barrera de protección", "altura"}[i%2]
		blocks = append(blocks, para("d/1", i, "", fmt.Sprintf("La %s del tramo %d es fija.", what, i)))
	}
	blocks = append(blocks,
		para("d/1", 40, "", "Los balcones llevan desagüe."),
		para("d/1", 41, "", "La altura de la barrera de protección es de 0,90 m."))
	if got := search(t, retrieval.New(blocks), "altura en un balcón", "d/1"); len(got) == 0 || got[0] != "d/1#41" {
		t.Errorf("want d/1#41 first, got %v", got)
	}
}

// A zone is its letter with or without the number of its summer.
func TestRetriever_Search_ZoneLetter(t *testing.T) {
	r := retrieval.New([]retrieval.Block{limits("d/1", 0, "Transmitancia límite"), para("d/1", 1, "", "Muros de la zona.")})
	if got := search(t, r, "muros zona climática C3", "d/1"); len(got) == 0 || got[0] != "d/1#0" {
		t.Errorf("want the table, got %v", got)
	}
}
