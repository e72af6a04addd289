package extractive_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// newWorksWorld has invented texts in which what is asked for stands beside what is not:
// other measures of the same thing, other numbers, other people's regulations.
func newWorksWorld(t *testing.T) *frenchWorld {
	w := newFrenchWorld(t)
	b := blockWriter{}
	b.in("acces/2020", "Passerelles")
	b.text("Passerelles", "La hauteur des planches d’une passerelle est de 7 cm au plus. La largeur d’une planche est de 21 cm au moins.")
	b.text("Passerelles", "Une passerelle a des lisses de chaque côté. La largeur d’une passerelle est de 1,35 m au moins entre les lisses.")
	b.text("Passerelles", "Un tablier bombé a une flèche de 3 cm au plus.")
	b.text("Seuils de passerelle", "La pente d’une passerelle est de 6 % au plus. Une hauteur de 4 cm au plus est celle du seuil.")
	b.text("Passerelles", "Une lisse se trouve à 0,85 m du tablier. Un parapet qui sert de lisse a la hauteur exigée d’un parapet.")
	b.text("Quais", "La largeur d’un quai est de 2,45 m au moins. Parmi les pontons, les plus grands ont cette largeur.")
	b.in("acces/2020", "Classes")
	b.table("Tenue au vent des mâts", []string{"Classe", "Durée"}, [][]string{{"Verte", "12 min"}, {"Bleue", "34 min"}})
	b.text("Classes", "Verte : mâts isolés de faible taille. Bleue : mâts groupés.")
	b.text("Classes", "La tenue au vent des mâts est d’au moins 12 ou 34 min en classe verte ou bleue. Les hampes vacillent 56 min au plus.")
	b.table("Largeur minimale des grilles", []string{"Grille", "Largeur"}, [][]string{{"Grille d’entrée", "0,65 m"}, {"Grille de cave", "0,55 m"}})
	b.text("Bâches", "Si une bâche a plus de 31 mm d’épaisseur, sa largeur est de 2,15 m au moins. Dans un hangar de trois nefs, la bâche est tendue à 4 m.")
	b.text("Bâches", "Une bâche de scène a une largeur de 3,05 m au moins. Une bâche fine a une largeur de 3,15 m au moins. Une bâche peinte a une largeur de 3,25 m au moins.")
	b.text("Rampants", "Un banc est posé tous les 9 m au plus lorsque la pente d’un rampant est de 3 % ou davantage. La pente d’un rampant est de 8 % au plus.")
	b.text("Bacs", "La largeur d’un bac entre bouées est de 3,35 m au moins.")
	b.in("acces/2020", "Hublots et volets")
	b.text("Volets", "Le volet a une hauteur de 2,35 m au moins.")
	b.text("Largeur des flotteurs", "Un gué a une largeur faible. Un radeau flotte à 5 m au plus de la rive.")
	b.table("Débits des pavillons, en m³/h", []string{"Pièces principales", "Salle de bains", "Salle d’eau"}, [][]string{{"1", "21", "11"}, {"2", "31", "41"}})
	b.in("incendie/2020", "Portillons")
	b.table("Portillons exigés", []string{"Effectif (personnes)", "Nombre de portillons"}, [][]string{{"1 à 30", "2"}, {"31 à 90", "5"}, {"91 à 120, trajet de 25 m au plus", "1 seul"}})
	b.text("Portillons", "De 31 à 90 personnes, il faut au moins 5 portillons. Pour plus de 40 personnes, un portillon a deux gonds. De 91 à 120 personnes, il faut au moins 7 portillons, dont 1 peut rester clos.")
	b.in("incendie/2020", "Débits réduits")
	b.text("Débits réduits", "Avec un clapet de nuit, le débit de la buanderie est de 18 m³/h au moins.")
	b.in("travail/2020", "Portillons")
	b.table("Portillons exigés", []string{"Effectif (personnes)", "Nombre de portillons"}, [][]string{{"1 à 40", "3"}, {"41 à 90", "6"}})
	w.texts = retrieval.New(b.list)
	w.choose("travail", "Règlement des lieux de travail")
	return w
}

// choose adds a regulation to what the project has selected.
func (w *frenchWorld) choose(slug, title string) {
	w.project.Selected = append(w.project.Selected, projects.Collection{
		Slug: slug, Title: title, Version: "2020", Versions: []codes.VersionRef{{Code: slug, Version: "2020"}},
	})
}

// What is asked for is told from what only stands beside it.
func TestPlain_Asked(t *testing.T) {
	w := newWorksWorld(t)
	for name, c := range map[string]struct {
		question string
		want     []string // each in the answer
		not      []string
		first    string // before all else that is quoted
	}{
		"a number of things, not their size":       {question: "Quel est le nombre maximal de planches d’une passerelle ?", not: []string{"7 cm", "21 cm"}},
		"how many is no size either":               {question: "Combien de planches faut-il sur une passerelle ?", not: []string{"7 cm", "21 cm"}},
		"a number of things where it is told":      {question: "Combien de portillons pour 50 personnes ?", want: []string{"5"}},
		"at least is no answer to maximal":         {question: "Quelle est la largeur maximale d’un quai ?", not: []string{"2,45"}},
		"at least is one to minimal":               {question: "Quelle est la largeur minimale d’un quai ?", want: []string{"2,45 m"}},
		"of what follows nothing is told":          {question: "Quelle est la hauteur d’un parapet ?", not: []string{"0,85", "exigée"}},
		"of workers their regulation":              {question: "Combien de portillons pour 60 travailleurs ?", want: []string{"41 à 90", "6"}, not: []string{"31 à 90", "5 portillons", "1 à 40"}},
		"the width of another thing":               {question: "Quelle est la largeur d’une bouée ?", not: []string{"3,35"}},
		"the height of what another heading names": {question: "Quelle est la hauteur d’un hublot ?", not: []string{"2,35"}},
		"a row of rates counts no things":          {question: "Combien de salles de bains dans un pavillon de 2 pièces ?", not: []string{"31"}},
		"the head of the labels is a case":         {question: "Quel est l’effectif maximal d’un lieu de travail ?", not: []string{"1 à 40"}},
		"neither measure nor thing":                {question: "Quelle est la largeur d’un gué ?", not: []string{"5 m au plus"}},
		"the case, but a number of other things":   {question: "Combien de portillons pour 50 personnes ?", want: []string{"5"}, not: []string{"gonds"}},
		"one alone":                                {question: "Jusqu’à combien de personnes un seul portillon suffit-il ?", want: []string{"1 seul"}, not: []string{"31 à 90"}},
		"a sentence opens with its case":           {question: "Combien de portillons clos pour 60 personnes ?", not: []string{"7 portillons"}},
		"of any persons every one":                 {question: "Combien de portillons pour 60 personnes ?", want: []string{"41 à 90", "31 à 90"}},
		"what the question is about goes first":    {question: "Faut-il une lisse à une passerelle ?", first: "Une lisse"},
		"an amount is judged by one of its kind":   {question: "Un seuil de 5 cm est-il admis sur une passerelle ?", first: "Une hauteur de 4 cm"},
		"the row of the case":                      {question: "Quelle tenue au vent pour un mât de classe bleue ?", want: []string{"Classe: Bleue; Durée: 34 min"}, not: []string{"12 ou 34"}},
		"what refers back is told with it":         {question: "Quelle largeur pour les pontons ?", want: []string{"2,45 m", "ont cette largeur"}},
		"a case named by its clause is no special": {question: "Quel débit minimal en buanderie avec un clapet de nuit ?", want: []string{"18 m³/h"}},
		"whether it may be is no subject":          {question: "Puis-je faire une passerelle, est-ce toléré, possible, avec une pente de 5 % ?", want: []string{"6 %"}},
		"a verb in another person":                 {question: "Combien de temps vacille une hampe ?", want: []string{"56 min"}},
		"a table of least widths has no greatest":  {question: "Quelle est la largeur maximale d’une grille ?", not: []string{"0,65", "0,55"}},
		"a condition is no demand":                 {question: "Quelle est l’épaisseur minimale d’une bâche ?", not: []string{"31 mm"}},
		"a number of other things":                 {question: "Combien de bâches faut-il dans un hangar ?", not: []string{"4 m"}},
		"a label with another amount":              {question: "Un seul portillon suffit-il pour 60 personnes ?", want: []string{"31 à 90"}, not: []string{"91 à 120"}},
		"the column of the very word":              {question: "débit exigé en salle de bains d’un pavillon T2", want: []string{"Salle de bains: 31 m³/h"}, not: []string{"41"}},
		"every text is about buildings":            {question: "Quelle est la hauteur maximale d’un bâtiment ?", not: []string{"4 cm", "7 cm"}},
		"a condition judges nothing":               {question: "Un rampant peut-il avoir une pente de 5 % ?", want: []string{"« La pente d’un rampant est de 8 %"}, not: []string{"Un banc"}},
		"when it is just so much":                  {question: "Quand une bâche doit-elle avoir une largeur de 2,15 m ?", want: []string{"31 mm"}},
		"English words that only frame":            {question: "Which slope is allowed on a passerelle?", want: []string{"6 %"}},
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
