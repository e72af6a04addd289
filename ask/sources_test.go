package ask_test

import (
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/codes/retrieval"
)

// What a source is, and whether its link leads somewhere.
func TestAgent_Answer_SourceTypes(t *testing.T) {
	for _, tt := range []struct {
		name, section string
		want          ask.CitationType
		resolved      bool
	}{
		{"section of the index", "puertas", ask.CiteArticle, true},
		{"section the index does not have", "anejo-perdido", ask.CiteArticle, false},
		{"before the first section", "", ask.CiteDocument, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			block := retrieval.Block{ID: "00000000-0000-5000-8000-0000000000dd", Doc: "seguridad/2022", Section: tt.section, Kind: retrieval.Paragraph, Lang: "es", Order: 80,
				Text: "Las trampillas tendrán una anchura de 0,66 m, como mínimo."}
			a := answer(t, world(t, block), asktest.NewScript(asktest.Search("trampillas"), asktest.Draft(func(h func(string) string) string {
				return "Las trampillas tendrán una anchura de 0,66 m, como mínimo [[" + h("trampillas") + "]]."
			})), "¿Qué anchura tienen las trampillas?")
			if len(a.Sources) != 1 || a.Sources[0].Type != tt.want || a.Sources[0].Resolved != tt.resolved {
				t.Errorf("got %+v", a.Sources)
			}
		})
	}
}
