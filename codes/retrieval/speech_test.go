package retrieval_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
)

// quoting are texts in Spanish that quote English and hold "sur" and "dos".
func quoting() []retrieval.Block {
	return []retrieval.Block{
		para("es/1", 0, "", "La pendiente de las rampas es del 10 % como máximo."),
		para("es/1", 1, "", "La escalera mide 1,00 m de ancho."),
		para("es/1", 2, "", "Se aplica el Code of Practice, to be read with the Guide of the Institute."),
		para("es/1", 3, "", "La fachada sur lleva persiana."),
		para("es/1", 4, "", "El edificio de dos plantas no lleva ascensor."),
		para("es/1", 5, "", "La fachada norte no lleva persiana en el hospital."),
		para("es/1", 6, "", "Las puertas del baño abren hacia fuera."),
	}
}

// inLanguage gives blocks another language.
func inLanguage(lang string, blocks ...retrieval.Block) []retrieval.Block {
	for i := range blocks {
		blocks[i].Lang = lang
	}
	return blocks
}

func TestRetriever_Search_QuestionInAnotherLanguage(t *testing.T) {
	english := inLanguage("en",
		para("en/1", 0, "", "The slope of a ramp shall not exceed 1 in 12."),
		para("en/1", 1, "", "Contracts de minimis and Los Angeles que sera."),
	)
	r := retrieval.New(append(quoting(), english...))
	for _, tt := range []struct {
		query string
		docs  []string
		want  []string // all that is found, in order
	}{
		{"slope of ramps", []string{"es/1"}, []string{"es/1#0"}},
		{"how wide must a stair be", []string{"es/1"}, []string{"es/1#1"}},
		{"what is the width of the stairs", []string{"es/1"}, []string{"es/1#1"}},
		{"doors of bathrooms", []string{"es/1"}, []string{"es/1#6"}},
		{"pente des rampes", []string{"es/1"}, []string{"es/1#0"}},
		{"pendiente de las rampas", []string{"en/1"}, []string{"en/1#0"}},
		{"how steep must the slope of a ramp be", []string{"en/1", "es/1"}, []string{"en/1#0", "es/1#0"}},
		// No word of a question in the language of the texts is lost.
		{"fachada sur", []string{"es/1"}, []string{"es/1#3", "es/1#5"}},
		{"sur", []string{"es/1"}, []string{"es/1#3"}},
		{"dos plantas", []string{"es/1"}, []string{"es/1#4"}},
		{"edificio de dos o más plantas con ascensor", []string{"es/1"}, []string{"es/1#4"}},
		{"of", []string{"es/1"}, []string{"es/1#2"}},
		{"Code of Practice", []string{"es/1"}, []string{"es/1#2"}},
	} {
		t.Run(fmt.Sprint(tt.query, tt.docs), func(t *testing.T) {
			if diff := cmp.Diff(tt.want, search(t, r, tt.query, tt.docs...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A word that the texts do not hold is looked for under every language of the
// thesaurus, a phrase too.
func TestRetriever_Search_ForeignWords(t *testing.T) {
	r := retrieval.New([]retrieval.Block{
		para("es/1", 0, "", "Los peldaños son iguales."), para("es/1", 1, "", "La piscina tiene barreras."), para("es/1", 2, "", "Las cubiertas son planas."),
	})
	for query, want := range map[string]string{
		"stairs steps": "es/1#0", "marches": "es/1#0", "gradini": "es/1#0", "swimming pools": "es/1#1", "roofs": "es/1#2", "cobertes": "es/1#2",
	} {
		got := search(t, r, query, "es/1")
		if diff := cmp.Diff([]string{want}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}

// TestRetriever_Search_StopWordThatIsAStem asks over texts in two languages, in
// one of which a stop word of the other is the stem of a word.
func TestRetriever_Search_StopWordThatIsAStem(t *testing.T) {
	r := retrieval.New(append([]retrieval.Block{
		para("es/1", 0, "", "La losa pesa 5 kN/m²."),
		para("es/1", 1, "", "Las tomas de corriente van a 0,80 m de altura."),
		para("es/1", 2, "", "La pera es dulce."),
	}, inLanguage("ca", para("ca/1", 0, "", "La barana fa 1,00 m d'alçària."))...))
	both := []string{"ca/1", "es/1"}
	for query, want := range map[string][]string{
		"altura de los enchufes":         {"es/1#1"},
		"los pasos para los itinerarios": {},
		"losas":                          {"es/1#0"},
	} {
		if diff := cmp.Diff(want, search(t, r, query, both...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}
