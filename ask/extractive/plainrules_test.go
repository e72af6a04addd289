package extractive_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// newRulesWorld has invented texts with what makes an answer wrong: cases, special
// tables, exemptions, lists, articles, and what a digest says of itself.
func newRulesWorld(t *testing.T) *frenchWorld {
	w := newFrenchWorld(t)
	b := blockWriter{}
	b.in("acces/2020", "Champ d’application (article 1)")
	b.text("Champ", "Résumé en propres termes de l’arrêté, avec ses chiffres. Seul le texte publié fait foi.")
	b.text("Champ", "L’arrêté vise les étages des internats neufs, autres que le rez-de-chaussée. Un internat existant n’est pas visé.")
	b.in("acces/2020", "Parapets (article R. 712-4)")
	b.text("Parapets", "Le parapet d’une coursive a une hauteur de 1,15 m au moins.")
	b.text("Parapets", "Si le parapet a plus de 45 cm d’épaisseur, sa hauteur est de 0,75 m au moins.")
	b.in("acces/2020", "Lucarnes (article R. 712-5)")
	b.text("Lucarnes", "Une lucarne est pourvue d’un verrou. Les lucarnes qui ouvrent sur une cour ne sont pas visées.")
	b.in("acces/2020", "Studios (article 9-2)")
	b.items("Studios", "Un studio étudiant remplit l’une des deux conditions suivantes :", "une superficie de 11 m² ;", "un volume de 27 m³.")
	b.in("acces/2020", "Cheminements (article 9-3)")
	b.text("Cheminements", "La pente d’un cheminement de la cour est de 10 % au plus. Pour un cheminement accessible, 6 % au plus.")
	b.in("incendie/2020", "Débits (article 3)")
	b.table("Débits à atteindre, en m³/h", []string{"Pièces principales", "Buanderie"}, [][]string{{"1", "55"}, {"2", "65"}, {"3 et plus", "85"}})
	b.text("Débits", "Une buanderie et un cellier contigus d’un logement d’une seule pièce principale ont un débit de 5 m³/h.")
	b.in("incendie/2020", "Débits réduits (article 4)")
	b.text("Débits réduits", "Un dispositif de réglage peut réduire les débits.")
	b.table("Débits réduits, en m³/h", []string{"Pièces principales", "Débit en buanderie"}, [][]string{{"1", "15"}, {"2", "25"}, {"3", "35"}})
	w.texts = retrieval.New(b.list)
	w.project.Memory = []projects.MemoryItem{{Key: "h", Label: "Hauteur du parapet", Value: "0,95", Unit: "m"}, {Key: "d", Label: "Débit de la buanderie", Value: "12", Unit: "m³/h"}}
	return w
}

// items adds a list under a line that leads to it.
func (w *blockWriter) items(title, lead string, items ...string) {
	w.text(title, lead)
	w.text(title, "- "+strings.Join(items, "\n- "))
	b := &w.list[len(w.list)-1]
	b.Kind = retrieval.List
}

// A wrong answer is worse than none: each of these has a way to one.
func TestPlain_Rules(t *testing.T) {
	w := newRulesWorld(t)
	for name, c := range map[string]struct {
		question string
		want     []string // each in the answer
		not      []string
		first    string // before all else that is quoted
	}{
		"a rule, not the project's datum":        {question: "Quelle hauteur minimale pour un parapet ?", want: []string{"1,15 m"}, not: []string{"0,95"}},
		"a rule in one word":                     {question: "Hauteur réglementaire du parapet", want: []string{"1,15 m"}, not: []string{"0,95"}},
		"one word of a label is no label":        {question: "Hauteur d’une coursive", want: []string{"1,15 m"}, not: []string{"0,95"}},
		"the project's own":                      {question: "Quelle est la hauteur de notre parapet ?", want: []string{"Selon les données du projet: Hauteur du parapet: 0,95 m."}},
		"the very label":                         {question: "hauteur du parapet", want: []string{"Selon les données du projet"}},
		"outside the condition":                  {question: "Un parapet a 40 cm d’épaisseur, quelle hauteur faut-il ?", want: []string{"1,15 m"}, not: []string{"0,75"}},
		"in another unit":                        {question: "Parapet épais de 0,40 m : hauteur exigée ?", want: []string{"1,15 m"}, not: []string{"0,75"}},
		"within the condition":                   {question: "Un parapet a 60 cm d’épaisseur, quelle hauteur faut-il ?", want: []string{"0,75 m"}},
		"what holds in general goes first":       {question: "Quelle hauteur exige-t-on d’un parapet ?", first: "Le parapet d’une coursive"},
		"the special amount is told with it":     {question: "Quelle pente maximale pour le cheminement de la cour ?", want: []string{"10 %", "6 %"}, first: "La pente"},
		"an exemption is told with the rule":     {question: "Une lucarne doit-elle avoir un verrou ?", want: []string{"verrou", "ne sont pas visées"}},
		"a list is told whole":                   {question: "Quelle superficie pour un studio étudiant ?", want: []string{"suivantes: une superficie de 11 m²; un volume de 27 m³"}},
		"no special table for the general one":   {question: "débit de la buanderie exigé pour 2 pièces", want: []string{"65 m³/h"}, not: []string{"25"}},
		"the special one where it is asked for":  {question: "débit réduit exigé en buanderie pour 2 pièces", want: []string{"25 m³/h"}, not: []string{"65"}},
		"a row of and more":                      {question: "débit exigé en buanderie pour 6 pièces", want: []string{"85 m³/h"}},
		"a short word for a number of rooms":     {question: "débit exigé en buanderie d’un T2", want: []string{"65 m³/h"}},
		"one alone is no case of five":           {question: "débit d’un cellier pour 5 pièces", not: []string{"5 m³/h"}},
		"an article":                             {question: "Que dit l’article R. 712-4 ?", want: []string{"1,15 m", "0,75 m"}, not: []string{"verrou", "propres termes"}},
		"an article without a space":             {question: "article R712-5", want: []string{"verrou"}, not: []string{"1,15"}},
		"an article nobody has":                  {question: "Que dit l’article R. 712-9 ?", want: []string{"L’article R. 712-9 n’est pas parmi les textes sélectionnés."}, not: []string{"«"}},
		"a number is no article of another text": {question: "Que dit l’article 9-2 ?", want: []string{"11 m²"}, not: []string{"1,15"}},
		"what a digest says of itself":           {question: "Quel est le résumé de l’arrêté ?", not: []string{"propres termes", "fait foi"}},
		"what a text goes for is known":          {question: "Quelle hauteur faut-il au parapet d’un internat neuf ?", want: []string{"1,15 m"}},
		"what it does not go for is not":         {question: "Quelle hauteur faut-il au parapet d’un internat existant ?", not: []string{"1,15 m"}},
		"an excepted place":                      {question: "Quelle hauteur faut-il au parapet du rez-de-chaussée ?", not: []string{"1,15 m"}},
		"the title of the regulation":            {question: "Quelle hauteur faut-il au parapet selon le règlement d’accessibilité ?", want: []string{"1,15 m"}},
	} {
		t.Run(name, func(t *testing.T) {
			answer := w.ask(t, extractive.New(), c.question)
			checkQuotes(t, w, answer)
			got := evenSpaces(answer.Text)
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("%s: want %q in %s", c.question, want, got)
				}
			}
			for _, not := range c.not {
				if strings.Contains(got, not) {
					t.Errorf("%s: want no %q in %s", c.question, not, got)
				}
			}
			if quote := quoted.FindStringSubmatch(answer.Text); c.first != "" && (quote == nil || !strings.HasPrefix(evenSpaces(quote[1]), c.first)) {
				t.Errorf("%s: want %q first in %s", c.question, c.first, got)
			}
		})
	}
}

// A number and its unit are not parted, and a colon stands as the language puts it.
func TestPlain_Typography(t *testing.T) {
	w := newRulesWorld(t)
	got := w.ask(t, extractive.New(), "débit de la buanderie exigé pour 2 pièces").Text
	if want := "\u00a0: «\u00a0Pièces principales\u00a0: 2\u00a0; Buanderie\u00a0: 65\u00a0m³/h\u00a0»"; !strings.Contains(got, want) {
		t.Errorf("want %q in %q", want, got)
	}
}

// A saved calculation that a question names is told, not a rule with its letter.
func TestPlain_NamedCalculation(t *testing.T) {
	w := newRulesWorld(t)
	w.project.Calculations = []projects.Calculation{{Name: "Parapet C", Summary: "La hauteur est de 0,95 m.", Compliant: new(false)}}
	for question, want := range map[string]bool{"Le parapet C est-il conforme ?": true, "Un parapet est-il conforme ?": false, "Quels sont mes calculs ?": true} {
		if got := w.ask(t, extractive.New(), question).Text; strings.HasPrefix(got, "Parapet C") != want {
			t.Errorf("%s: %s", question, got)
		}
	}
}
