package ask_test

import (
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// A sentence whose only value is a class is held to the row it names, and one that
// compares rows is not.
func TestRefused_Class(t *testing.T) {
	const passage = "Solución mínima de un muro\nUso del muro | Solución | Acabado\nCobertizo | C1 | B2\nTaller | C2 | B3\nDepósito | C3 | B4"
	for sentence, stands := range map[string]bool{
		"El muro de un taller tiene una solución C2.":                             true,
		"El muro de un taller tiene una solución C1.":                             false,
		"El muro de un depósito tiene una solución C2.":                           false,
		"El muro de un cobertizo tiene una solución C1 y un acabado B2.":          true,
		"El muro de un cobertizo tiene una solución C3 y un acabado B4.":          false,
		"El muro de un taller tiene una solución C2 y el de un depósito, una C3.": true,
	} {
		reason := ask.Refused(ask.Citation{
			Sentence: sentence, Title: "Reglamento de muros", Status: codes.Active,
			Block:    &retrieval.Block{ID: "x", Doc: "code/edition", Section: "s", Title: "Muros", Kind: retrieval.Paragraph, Text: passage},
			Question: ask.Question{Project: &projects.Info{}},
		})
		if (reason == "") != stands {
			t.Errorf("%s\nrefused for %q, want it to stand: %v", sentence, reason, stands)
		}
	}
}
