package extractive_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/codes/retrieval"
)

// The words of a drawing that a text lacks are no answer.
func TestModel_Next_Drawing(t *testing.T) {
	w, err := asktest.NewWorld(retrieval.Block{
		ID: "0d000000-0000-4000-8000-000000000001", Doc: "seguridad/2022", Section: "escaleras", Title: "Escaleras exteriores", Path: []string{"Escaleras"},
		Kind: retrieval.Paragraph, Lang: "es", Order: 90, Text: "[imagen que no está en este texto: escalera exterior de caracol · altura · 900 mm · 1100 mm]",
	})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := w.Ask(t.Context(), extractive.New(), "¿Qué altura tiene una escalera exterior de caracol?")
	if err != nil || strings.Contains(answer.Text, "900") {
		t.Errorf("answered from the words of a drawing (%v):\n%s", err, answer.Text)
	}
}
