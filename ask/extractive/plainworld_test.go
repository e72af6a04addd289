package extractive_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// frenchWorld is a project in a country that speaks French, with two invented
// regulations selected and one that is not. Every figure is made up.
type frenchWorld struct {
	texts   *retrieval.Retriever
	catalog *codes.Catalog
	project *projects.Info
}

type frenchScheme struct{ geo.UnimplementedScheme }

func (frenchScheme) Country() geo.ID  { return "XF" }
func (frenchScheme) Language() string { return "fr" }
func (frenchScheme) ParseID(string) (geo.ID, geo.Level, error) {
	return "XF", geo.Country, nil
}

func newFrenchWorld(t testing.TB) *frenchWorld {
	t.Helper()
	speakFrench(t)
	places, err := geo.NewGazetteer([]geo.Scheme{frenchScheme{}}, []geo.Place{{ID: "XF", Name: "Ixe", Level: geo.Country}})
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := codes.NewCatalog(places, []codes.Code{
		frenchCode("acces", "Règlement d’accessibilité des bâtiments"), frenchCode("incendie", "Règlement de sécurité contre l’incendie"),
		frenchCode("eau", "Règlement des piscines et bassins"), frenchCode("travail", "Règlement des lieux de travail"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return &frenchWorld{texts: retrieval.New(frenchBlocks()), catalog: catalog, project: frenchProject()}
}

func frenchCode(slug, title string) codes.Code {
	return codes.Code{
		Slug: slug, Title: title, CountryCode: "XF", Scope: codes.National, Territories: []geo.ID{"XF"},
		Versions: []codes.Version{{
			Slug: "2020", Title: title, Status: codes.Active, Internal: true,
			Sections: []codes.Section{{Slug: "s", Title: "Dispositions", Level: 1}},
		}},
	}
}

func frenchProject() *projects.Info {
	selected := func(slug, title string) projects.Collection {
		return projects.Collection{Slug: slug, Title: title, Version: "2020", Versions: []codes.VersionRef{{Code: slug, Version: "2020"}}}
	}
	return &projects.Info{
		Project:     projects.Project{ID: "5a7a7a52-8c1e-4f0e-9a55-2f1f3c1d9e02", OrganizationID: "org", Name: "Maison Ixe", GeoID: "XF"},
		Place:       geo.Place{ID: "XF", Name: "Ixeville", Level: geo.Municipality},
		TechSummary: "Zone climatique : H2b\nZone de sismicité : 3",
		Language:    "fr-FR",
		Selected: []projects.Collection{
			selected("acces", "Règlement d’accessibilité des bâtiments"), selected("incendie", "Règlement de sécurité contre l’incendie"),
		},
		Unselected: []projects.Collection{selected("eau", "Règlement des piscines et bassins")},
	}
}

func frenchBlocks() []retrieval.Block {
	w := blockWriter{}
	w.in("acces/2020", "Garde-corps")
	w.text("Hauteur des garde-corps", "Les garde-corps ont une hauteur de 1,05 m au moins. Toutefois, cette hauteur peut être réduite à 0,85 m lorsque le garde-corps a plus de 50 cm d’épaisseur.")
	w.text("Remplissage", "L’écartement entre les barreaux verticaux d’un garde-corps ne dépasse pas 12 cm.")
	w.text("Lieux à protéger", "Un garde-corps est obligatoire lorsque la hauteur de chute dépasse 90 cm.")
	w.in("acces/2020", "Escaliers")
	w.text("Marches", "La hauteur des marches ne dépasse pas 17 cm. Le giron est de 27 cm au minimum.")
	w.text("Main courante", "L’escalier comporte une main courante de chaque côté, à une hauteur comprise entre 0,82 m et 0,98 m.")
	w.text("Éveil de vigilance", "En haut de l’escalier, un revêtement de sol permet l’éveil de la vigilance à une distance de 0,45 m de la première marche.")
	w.text("Nez de marche", "Les nez de marche sont contrastés visuellement et ne sont pas glissants.")
	w.in("acces/2020", "Cheminements")
	w.table("Pente maximale des plans inclinés", []string{"Longueur du plan incliné", "Pente maximale"}, [][]string{{"jusqu’à 0,50 m", "11 %"}, {"jusqu’à 2 m", "9 %"}, {"au-delà de 2 m", "4 %"}})
	w.text("Largeur des cheminements", "La largeur du cheminement accessible est de 1,35 m au minimum. Elle peut être ramenée à 1,15 m en présence d’un obstacle ponctuel.")
	w.text("Dévers", "Le dévers d’un cheminement accessible est inférieur ou égal à 3 %.")
	w.text("Ressauts", "Les ressauts ont des bords arrondis ou chanfreinés et une hauteur de 2 cm au plus.")
	w.text("Aire de rotation", "Un espace de manœuvre avec possibilité de demi-tour a un diamètre de 1,55 m.")
	w.in("acces/2020", "Portes et ascenseurs")
	w.table("Largeur minimale de passage des portes", []string{"Local desservi", "Largeur de passage utile (m)", "Hauteur de la poignée (m)"},
		[][]string{{"Chambre", "0,78", "0,95"}, {"Cabinet d’aisances", "0,82", "1,00"}, {"Local recevant plus de 100 personnes", "1,42", "1,10"}})
	w.text("Ascenseur", "Un ascenseur est obligatoire lorsque le bâtiment reçoit plus de 60 personnes en étage.")
	w.text("Cabine", "La cabine de l’ascenseur mesure 1,05 m de largeur et 1,42 m de profondeur au moins.")
	w.text("Portes vitrées", "Les parois vitrées situées sur les cheminements sont repérables par des éléments contrastés.")
	w.in("acces/2020", "Sanitaires")
	w.text("Barre d’appui", "La barre d’appui du cabinet d’aisances adapté est à une hauteur de 0,72 m.")
	w.text("Lavabo", "Un lavabo accessible présente un vide en partie inférieure de 0,31 m de profondeur.")
	w.in("acces/2020", "Stationnement")
	w.text("Places adaptées", "Les places de stationnement adaptées représentent 3 % du nombre total de places. Leur largeur est de 3,25 m.")
	w.in("incendie/2020", "Dégagements")
	w.table("Nombre de dégagements selon l’effectif", []string{"Effectif du local", "Nombre de dégagements", "Unités de passage"}, [][]string{{"de 1 à 19 personnes", "1", "1"}, {"de 20 à 50 personnes", "2", "2"}, {"de 51 à 100 personnes", "2", "3"}})
	w.text("Distance", "La distance maximale à parcourir pour atteindre une issue de secours est de 35 m.")
	w.text("Sens d’ouverture", "Les portes desservant plus de 50 personnes s’ouvrent dans le sens de la sortie.")
	w.text("Verrouillage", "Il est interdit de verrouiller les issues de secours pendant la présence du public.")
	w.text("Cul-de-sac", "La longueur d’un cul-de-sac n’excède pas 8 m.")
	w.in("incendie/2020", "Désenfumage")
	w.text("Exutoires", "La surface des exutoires est au moins égale à 1/100 de la superficie du local.")
	w.text("Locaux à désenfumer", "Le désenfumage est exigé dans les locaux de plus de 280 m² situés au rez-de-chaussée ou en étage.")
	w.text("Dispense", "Les locaux pourvus de fenêtres ouvrant sur l’extérieur ne sont pas soumis à cette exigence de désenfumage mécanique.")
	w.in("incendie/2020", "Moyens de secours")
	w.text("Extincteurs", "Un extincteur est installé pour 180 m² de plancher.")
	w.text("Éclairage de sécurité", "L’éclairage de sécurité a une autonomie de 1 heure.")
	w.text("Alarme", "Le signal d’alarme dure 5 minutes et est audible en tout point du bâtiment.")
	w.table("Résistance au feu de la structure", []string{"Hauteur du plancher bas", "Structure", "Planchers"}, [][]string{{"Rez-de-chaussée", "R 30", "REI 30"}, {"Jusqu’à 8 m", "R 60", "REI 60"}, {"De 8 m à 28 m", "R 90", "REI 90"}})
	w.in("eau/2020", "Bassins")
	w.text("Plages", "La plage d’une piscine a une largeur de 1,80 m.")
	return w.list
}

type blockWriter struct {
	list     []retrieval.Block
	doc, sec string
	order    int
}

func (w *blockWriter) in(doc, section string) {
	if w.doc != doc {
		w.order = 0
	}
	w.doc, w.sec = doc, section
}

func (w *blockWriter) text(title, text string) {
	w.list = append(w.list, retrieval.Block{
		ID: fmt.Sprintf("%08x-0000-5000-8000-%012x", len(w.doc)*7919+int(w.doc[0]), w.order), Doc: w.doc, Section: "s",
		Title: title, Path: []string{w.sec}, Kind: retrieval.Paragraph, Lang: "fr", Order: w.order, Text: text,
	})
	w.order++
}

func (w *blockWriter) table(caption string, header []string, rows [][]string) {
	lines := []string{caption, strings.Join(header, " | ")}
	for _, row := range rows {
		lines = append(lines, strings.Join(row, " | "))
	}
	w.text(caption, strings.Join(lines, "\n"))
	b := &w.list[len(w.list)-1]
	b.Kind, b.Table = retrieval.TableKind, &retrieval.Table{Caption: caption, Header: header, Rows: rows}
}

// ask runs one turn with a model.
func (w *frenchWorld) ask(t testing.TB, m ask.Model, text string) *ask.Answer {
	t.Helper()
	answer, err := ask.New(m, w.texts, w.catalog, nil).Answer(t.Context(), ask.Question{Text: text, Project: w.project})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}
