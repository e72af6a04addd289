package extractive_test

import (
	"testing"

	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/projects"
)

// A saved calculation is told, with its name and its whole summary, where a question
// asks for one and speaks of nothing else; a rule is never told by one.
func TestPlain_calculations(t *testing.T) {
	w := newFrenchWorld(t)
	w.project.Calculations = []projects.Calculation{
		{Name: "Logement T3", Summary: "Les débits extraits à atteindre font ensemble 150 m³/h, dont 105 m³/h en cuisine."},
		{Name: "Escalier A", Summary: "Avec h = 16,5 cm et g = 28 cm, 2h + g = 61 cm. Non conforme : la hauteur de marche de 16,5 cm (maximum 16 cm).", Compliant: new(false)},
	}
	const flows = "Logement T3: Les débits extraits à atteindre font ensemble 150 m³/h, dont 105 m³/h en cuisine. Il n’y a pas de verdict de conformité."
	const stair = "Escalier A: Avec h = 16,5 cm et g = 28 cm, 2h + g = 61 cm. Non conforme : la hauteur de marche de 16,5 cm (maximum 16 cm)."
	for question, want := range map[string]string{
		"Quel débit le calcul donne-t-il ?":                  flows,
		"Quels sont les débits calculés du logement ?":       flows,
		"Que donne le calcul de l’escalier A ?":              stair,
		"Comment calculer le débit ?":                        "",
		"Quel débit minimal faut-il dans le calcul ?":        "",
		"Quelle est la charge de neige calculée ?":           "",
		"Quel est le débit d’extraction de la salle d’eau ?": "",
	} {
		t.Run(question, func(t *testing.T) {
			got := evenSpaces(w.ask(t, extractive.New(), question).Text)
			if want != "" && got != evenSpaces(want) || want == "" && (got == evenSpaces(flows) || got == evenSpaces(stair)) {
				t.Errorf("want %q, got %q", want, got)
			}
		})
	}
}
