package extractive_test

import (
	"context"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
)

// drafter searches for words and then drafts a sentence that cites the passage which
// holds a text.
type drafter struct{ search, holds, sentence string }

func (d drafter) Next(_ context.Context, t *ask.Transcript) (ask.Step, error) {
	handle := asktest.Handle(t, d.holds)
	if handle == "" && t.Round == 1 {
		return ask.Step{Calls: []ask.Call{ask.NewCall(ask.SearchRegulations, map[string]any{ask.ArgQueries: []string{d.search}, ask.ArgTop: 14})}}, nil
	}
	return ask.Step{Draft: d.sentence + " [[" + handle + "]]"}, nil
}

type lie struct{ kind, search, holds, sentence string }

// planted are sentences about the invented regulations: what kind of lie each is, ""
// for a true one.
var planted = []lie{
	{"", "hauteur garde-corps", "1,05 m", "Les garde-corps ont une hauteur de 1,05 m au moins."},
	{"", "écartement barreaux", "12 cm", "L’écartement entre les barreaux verticaux d’un garde-corps ne dépasse pas 12 cm."},
	{"", "écartement barreaux", "12 cm", "L’espacement entre les barreaux verticaux d’un garde-corps est de 12 cm au plus."},
	{"", "dévers", "3 %", "Le dévers du cheminement accessible est inférieur ou égal à 3 %."},
	{"", "verrouiller issues", "verrouiller", "Il est interdit de verrouiller les issues de secours pendant la présence du public."},
	{"", "alarme", "5 minutes", "Selon le texte, le signal d’alarme dure 5 minutes et est audible en tout point du bâtiment."},
	{"", "portes largeur", "0,78", "La largeur de passage utile de la porte d’une chambre est de 0,78 m."},
	{"", "portes poignée", "1,00", "La hauteur de la poignée d’un cabinet d’aisances est de 1,00 m."},
	{"", "extincteur", "180", "Un extincteur est installé pour 180 m² de plancher."},
	{"", "cul-de-sac", "8 m", "La longueur d’une impasse n’excède pas 8 m."},
	{"", "distance issue", "35 m", "La distance maximale à parcourir pour atteindre une issue de secours est de 35 m."},
	{"", "lavabo", "0,31", "Le lavabo accessible présente en partie inférieure un vide de 0,31 m de profondeur."},

	{"number", "hauteur garde-corps", "1,05 m", "Les garde-corps ont une hauteur de 1,10 m au moins."},
	{"number", "dévers", "3 %", "Le dévers d’un cheminement accessible est inférieur ou égal à 5 %."},
	{"number", "alarme", "5 minutes", "Le signal d’alarme dure 15 minutes."},
	{"number", "distance issue", "35 m", "La distance maximale à parcourir pour atteindre une issue de secours est de 53 m."},
	{"number", "extincteur", "180", "« Un extincteur est installé pour 280 m² de plancher »"},
	{"unit", "écartement barreaux", "12 cm", "L’écartement entre les barreaux verticaux d’un garde-corps ne dépasse pas 12 mm."},
	{"unit", "distance issue", "35 m", "La distance maximale à parcourir pour atteindre une issue de secours est de 35 cm."},
	{"unit", "alarme", "5 minutes", "Le signal d’alarme dure 5 secondes."},
	{"unit", "portes largeur", "0,78", "La largeur de passage utile de la porte d’une chambre est de 0,78 cm."},
	{"negation", "verrouiller issues", "verrouiller", "Il n’est pas interdit de verrouiller les issues de secours pendant la présence du public."},
	{"negation", "verrouiller issues", "verrouiller", "Il est permis de verrouiller les issues de secours pendant la présence du public."},
	{"negation", "nez de marche", "contrastés", "Les nez de marche ne sont pas contrastés visuellement."},
	{"negation", "parois vitrées", "vitrées", "Les parois vitrées situées sur les cheminements ne sont pas repérables par des éléments contrastés."},
	{"negation", "désenfumage locaux fenêtres", "soumis", "Les locaux pourvus de fenêtres ouvrant sur l’extérieur sont soumis à cette exigence de désenfumage mécanique."},
	{"bound", "hauteur garde-corps", "1,05 m", "Les garde-corps ont une hauteur de 1,05 m au plus."},
	{"bound", "écartement barreaux", "12 cm", "L’écartement entre les barreaux verticaux d’un garde-corps est de 12 cm au moins."},
	{"bound", "dévers", "3 %", "Le dévers d’un cheminement accessible est supérieur ou égal à 3 %."},
	{"bound", "distance issue", "35 m", "La distance minimale à parcourir pour atteindre une issue de secours est de 35 m."},
	{"rows", "portes largeur", "0,78", "La largeur de passage utile de la porte d’une chambre est de 0,82 m."},
	{"rows", "portes largeur", "0,78", "La largeur de passage utile d’un cabinet d’aisances est de 1,42 m."},
	{"rows", "portes largeur", "0,78", "« Local desservi: Chambre; Largeur de passage utile (m): 1,42 »"},
	{"rows", "dégagements effectif", "Unités", "Pour un effectif de 20 à 50 personnes, le nombre de dégagements est 1."},
	{"columns", "portes largeur", "0,78", "La largeur de passage utile de la porte d’une chambre est de 0,95 m."},
	{"columns", "résistance feu", "REI", "« Hauteur du plancher bas: Jusqu’à 8 m; Structure: REI 60 »"},
	{"case", "hauteur garde-corps", "1,05 m", "Les garde-corps ont une hauteur de 0,85 m."},
	{"case", "main courante", "0,82", "La main courante est à une hauteur de 0,98 m au moins."},
	{"case", "largeur cheminement", "1,35", "La largeur du cheminement accessible est de 1,15 m au minimum."},
	{"case", "cabine ascenseur", "1,42 m", "La cabine de l’ascenseur mesure 1,42 m de largeur."},
	{"subject", "écartement barreaux", "12 cm", "L’écartement entre les marches d’un escalier ne dépasse pas 12 cm."},
	{"subject", "extincteur", "180", "Un exutoire est installé pour 180 m² de plancher."},
	{"condition", "ascenseur obligatoire", "60 personnes", "Un ascenseur est obligatoire."},
	{"condition", "garde-corps chute", "90 cm", "Un garde-corps est obligatoire."},
	{"uncited", "alarme", "rien de tel", "Le bâtiment doit avoir une alarme audible de 5 minutes."},
}

// unseen are sentences written after the check. Of these two lies stood at first, one
// without its condition and one turned round; since then each amount of a statement
// has to be given, and its words in their order, which costs true sentences.
var unseen = []lie{
	{"subject", "main courante", "0,82", "L’escalier comporte une rambarde de chaque côté, à une hauteur comprise entre 0,82 m et 0,98 m."},
	{"", "exutoires", "1/100", "La superficie des exutoires est au moins égale à 1/100 de la superficie du local."},
	{"", "ressauts", "2 cm", "Les ressauts ont une hauteur de 2 cm au plus et des bords arrondis ou chanfreinés."}, // lost: its words are turned round
	{"", "éclairage sécurité", "1 heure", "L’autonomie de l’éclairage de sécurité est de 1 heure."},
	{"", "barre appui", "0,72", "La barre d’appui des toilettes adaptées se trouve à 0,72 m de hauteur."},
	{"", "portes personnes", "sens", "Les portes qui desservent plus de 50 personnes s’ouvrent dans le sens de la sortie."},
	{"", "ascenseur obligatoire", "60 personnes", "Un ascenseur est obligatoire lorsque le bâtiment reçoit plus de 60 personnes en étage."},
	{"number", "éclairage sécurité", "1 heure", "L’autonomie de l’éclairage de sécurité est de 2 heures."},
	{"number", "exutoires", "1/100", "La surface des exutoires est au moins égale à 1/200 de la superficie du local."},
	{"unit", "places adaptées", "3,25", "La largeur des places de stationnement adaptées est de 3,25 cm."},
	{"negation", "alarme", "5 minutes", "Le signal d’alarme dure 5 minutes et n’est audible en aucun point du bâtiment."},
	{"negation", "portes personnes", "sens", "Les portes desservant plus de 50 personnes ne s’ouvrent jamais dans le sens de la sortie."},
	{"negation", "ressauts", "2 cm", "Les ressauts n’ont pas de bords arrondis."},
	{"bound", "ressauts", "2 cm", "Les ressauts ont une hauteur de 2 cm au moins."},
	{"bound", "portes personnes", "sens", "Les portes desservant moins de 50 personnes s’ouvrent dans le sens de la sortie."},
	{"bound", "cul-de-sac", "8 m", "La longueur d’un cul-de-sac dépasse 8 m."},
	{"rows", "résistance feu", "REI", "Au rez-de-chaussée, la résistance au feu de la structure est R 60."},
	{"rows", "plans inclinés", "11 %", "Jusqu’à 2 m, la pente maximale du plan incliné est de 11 %."},
	{"rows", "plans inclinés", "11 %", "« Longueur du plan incliné: jusqu’à 2 m; Pente maximale: 11 % »"},
	{"columns", "cabine ascenseur", "1,42 m", "La cabine de l’ascenseur mesure 1,42 m de largeur et 1,05 m de profondeur au moins."},
	{"case", "marches hauteur", "17 cm", "La hauteur des marches est de 27 cm au minimum."},
	{"case", "places adaptées", "3,25", "Les places de stationnement adaptées représentent 3,25 % du nombre total de places."},
	{"subject", "alarme", "5 minutes", "Le signal d’éclairage dure 5 minutes et est audible en tout point du bâtiment."},
	{"condition", "désenfumage locaux", "280", "Le désenfumage est exigé dans les locaux situés au rez-de-chaussée ou en étage."},
	{"swap", "cheminement parois", "vitrées", "Les éléments contrastés sont repérables par des parois vitrées situées sur les cheminements."},
}

// No lie stands; how many of the true sentences do is told, for the check would
// rather lose one than keep what it cannot tell.
func TestPlain_FrenchLies(t *testing.T) {
	t.Run("Known", func(t *testing.T) { plantAll(t, planted, 10) })
	t.Run("Unseen", func(t *testing.T) { plantAll(t, unseen, 1) })
}

func plantAll(t *testing.T, list []lie, least int) {
	w := newFrenchWorld(t)
	truths, kept, lies, caught := 0, 0, 0, 0
	for _, p := range list {
		answer := w.ask(t, drafter{p.search, p.holds, p.sentence}, p.sentence)
		stands := len(answer.Sources) > 0
		switch p.kind {
		case "":
			if truths++; stands {
				kept++
			} else {
				t.Logf("a true sentence was lost: %s", p.sentence)
			}
		default:
			if lies++; !stands && !strings.Contains(answer.Text, p.sentence) {
				caught++
			} else {
				t.Errorf("a lie stands (%s): %s", p.kind, answer.Text)
			}
		}
	}
	t.Logf("lies caught %d of %d; true sentences kept %d of %d", caught, lies, kept, truths)
	if kept < least {
		t.Errorf("only %d of %d true sentences stand, want %d", kept, truths, least)
	}
}
