package ask_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// TestRefused_Direction: a figure bounded from one side is not said to be bounded from the
// other. A case may be turned into the other one, to another effect (CITATIONS H4).
func TestRefused_Direction(t *testing.T) {
	const (
		drop    = "Un pretil protege los desniveles de más de 65 cm, salvo donde la obra no lo permita. Mide 85 cm como mínimo si el desnivel es menor que 7 m y 105 cm en los demás casos."
		list    = "Quedan fuera:\n- Los quioscos de menos de 35 m².\n- Los puestos de 15 días como máximo."
		two     = "Si más de 40 personas suben 3 m, al menos dos salidas llevan a dos escaleras distintas."
		shops   = "Una tienda no está obligada a tener aseo con 45 m² o menos."
		handle  = "Handrails are needed on ramps more than 700 mm high. The rails are 40 mm wide at most."
		edition = "Las casetas tendrán una altura mínima de 3 metros y un fondo libre de estorbos inferior de 2 metros."
	)
	for _, tt := range []struct {
		passage, sentence string
		stands            bool
	}{
		{drop, "El pretil mide al menos 85 cm con un desnivel inferior a 7 m.", true},
		{drop, "El pretil mide como máximo 85 cm con un desnivel inferior a 7 m.", false},
		{drop, "Hace falta pretil en los desniveles de más de 65 cm.", true},
		{drop, "Hace falta pretil en los desniveles de menos de 65 cm.", false},
		{drop, "Hace falta pretil en los desniveles de 65 cm o menos.", false},
		{drop, "No hace falta pretil en un desnivel de 65 cm o menos.", true},
		{drop, "En los desniveles de menos de 65 cm se puede prescindir del pretil.", true},
		{drop, "El pretil mide 105 cm si el desnivel pasa de 7 m.", true},
		{drop, "El pretil mide 85 cm si el desnivel pasa de 7 m y 105 cm en los demás casos.", false},
		{list, "Se aplica a los quioscos de 35 m² o más.", true},
		{list, "Quedan fuera los quioscos de más de 35 m².", false},
		{two, "Al menos dos salidas llevan a escaleras distintas si suben más de 40 personas.", true},
		{two, "Como máximo dos salidas llevan a escaleras distintas si suben más de 40 personas.", false},
		{shops, "Con más de 45 m² la tienda debe tener aseo.", true},
		{shops, "Con más de 45 m² la tienda no está obligada a tener aseo.", false},
		{handle, "Ramps that are 700 mm high or less need no handrails.", true},
		{handle, "Handrails are needed on ramps less than 700 mm high.", false},
		{handle, "The rails are at least 40 mm wide.", false},
		{edition, "Las casetas tienen una altura de 3 metros como mínimo.", true},
		{edition, "Las casetas tienen una altura máxima de 3 metros.", false},
		{edition, "El fondo de las casetas es superior a 2 metros.", false},
	} {
		reason := refusedOn(tt.passage, "", tt.sentence)
		if (reason == "") != tt.stands {
			t.Errorf("%s\n  on %s\n  refused for %q, want it to stand: %v", tt.sentence, tt.passage, reason, tt.stands)
		}
	}
}

// refusedOn is why a sentence may not stand on prose that it cites.
func refusedOn(passage, question, sentence string) string {
	return ask.Refused(ask.Citation{
		Sentence: sentence, Title: "Reglamento", Status: codes.Active,
		Block:    &retrieval.Block{ID: "x", Doc: "code/edition", Section: "s", Title: "Apartado", Kind: retrieval.Paragraph, Text: passage},
		Question: ask.Question{Text: question, Project: &projects.Info{}},
	})
}

// TestRefused_Compared: what is asked about may be held against a bound, and sets none.
func TestRefused_Compared(t *testing.T) {
	const (
		passage  = "El pretil mide 0,92 m de alto como mínimo, y la rampa no supera el 7 %."
		question = "¿Cumple un pretil de 85 cm?"
	)
	for sentence, stands := range map[string]bool{
		"Un pretil de 85 cm no llega a 0,92 m.":               true,
		"Tu pretil se queda por debajo de 92 cm.":             true,
		"Incumple todo pretil de menos de 92 cm.":             true,
		"La altura del pretil debe ser inferior a 0,92 m.":    false,
		"La altura del pretil es de 0,92 m como máximo.":      false,
		"La rampa mide más del 7 %.":                          false,
		"Si el muro no llega a 0,92 m hace falta otro pretil": false,
	} {
		if reason := refusedOn(passage, question, sentence); (reason == "") != stands {
			t.Errorf("%s: refused for %q, want it to stand: %v", sentence, reason, stands)
		}
	}
}

// TestAgent_Answer_DirectionUnderLead: what leads to a list of a draft denies for its items.
func TestAgent_Answer_DirectionUnderLead(t *testing.T) {
	for lead, stands := range map[string]bool{
		"No hace falta barrera:": true,
		"Hace falta barrera:":    false,
	} {
		const item = "con una diferencia de cota de 60 cm o menos"
		step := asktest.Draft(func(h func(string) string) string { return lead + "\n- " + item + " [[" + h("60 cm") + "]]." })
		w := world(t)
		a, err := w.Agent(asktest.NewScript(asktest.Search("barreras en los desniveles"), step, step), nil).Answer(t.Context(), w.Question(barrierQuestion))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(a.Text, item); got != stands {
			t.Errorf("%s: stands %v, want %v: %s", lead, got, stands, a.Text)
		}
	}
}
