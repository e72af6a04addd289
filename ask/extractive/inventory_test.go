package extractive_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/projects"
)

// furnished is the world with a project that has something of everything.
func furnished(t *testing.T) *asktest.World {
	t.Helper()
	w, err := asktest.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	w.Project.Memory = []projects.MemoryItem{
		{Key: "site_altitude", Label: "Altitud del solar", Value: "1131", Unit: "m"},
		{Key: "dwellings", Label: "Viviendas", Value: "12"},
		{Key: "facade_color", Label: "Color de la fachada", Value: "ocre"},
		{Key: "promoter", Label: "Promotor", Value: "Cooperativa Equis"},
	}
	w.Project.Calculations = []projects.Calculation{
		{Name: "Escalera principal", Summary: "Con C = 17 cm y H = 29 cm, 2C + H = 63 cm. Cumple las condiciones comprobadas.", Compliant: new(true)},
		{Name: "Escalera de servicio", Summary: "Con C = 21 cm y H = 25 cm, 2C + H = 67 cm. No cumple: la contrahuella pasa de 18,5 cm.", Compliant: new(false)},
		{Name: "Fachada norte", Summary: "La transmitancia térmica es U = 0,352 W/(m²·K) (resistencia total 2,84 m²·K/W)."},
	}
	w.Project.Documents = []projects.Document{{ID: "d1", Name: "memoria.pdf"}, {ID: "d2", Name: "estudio geotécnico.docx"}}
	return w
}

// What the project itself is asked for is told as its data, without a source.
func TestModel_Next_OwnData(t *testing.T) {
	for question, want := range map[string]string{
		"¿Cuál es la altitud del solar?":                                 "Según los datos del proyecto: Altitud del solar: 1131 m.",
		"What is the altitude of the site?":                              "According to the project data: Altitud del solar: 1131 m.",
		"¿Quién es el promotor?":                                         "Según los datos del proyecto: Promotor: Cooperativa Equis.",
		"¿De qué color es la fachada?":                                   "Según los datos del proyecto: Color de la fachada: ocre.",
		"¿Cuántas viviendas hay?":                                        "Según los datos del proyecto: Viviendas: 12.",
		"¿Cumple la escalera principal?":                                 "Escalera principal: Con C = 17 cm y H = 29 cm, 2C + H = 63 cm; Cumple las condiciones comprobadas.",
		"¿Cumple la escalera de servicio?":                               "2C + H = 67 cm; No cumple: la contrahuella pasa de 18,5 cm.",
		"¿Qué normativa se aplica al proyecto?":                          "normas seleccionadas: «Reglamento de Seguridad de Uso, edición 2022»; «Reglamento de Ahorro de Energía, edición 2022».",
		"Which regulations apply to this project?":                       "selected regulations: “Reglamento de Seguridad de Uso, edition 2022”;",
		"¿Qué normas no están seleccionadas?":                            "no seleccionadas: «Reglamento de Aguas».",
		"¿Qué documentos tiene el proyecto?":                             "documentos del proyecto: «memoria.pdf»; «estudio geotécnico.docx».",
		"¿Qué cálculos hay guardados?":                                   "cálculos guardados: «Escalera principal: Con C = 17 cm",
		"¿Cuál es la transmitancia calculada?":                           "cálculos guardados: «Fachada norte: La transmitancia térmica es U = 0,352 W/(m²·K) (resistencia total 2,84 m²·K/W); No hay veredicto de cumplimiento».",
		"¿Qué transmitancia da el cálculo de la fachada norte?":          "Fachada norte: La transmitancia térmica es U = 0,352 W/(m²·K)",
		"What is the calculated resistance of the facade?":               "saved calculations: “Fachada norte: La transmitancia térmica es U = 0,352 W/(m²·K) (resistencia total 2,84 m²·K/W); There is no verdict on compliance”.",
		"¿Cumple la fachada norte?":                                      "No hay veredicto de cumplimiento",
		"¿Qué edición del Reglamento de Ahorro de Energía está vigente?": "edición aplicable: «Reglamento de Ahorro de Energía, edición 2022».",
		"¿Dónde está el proyecto?":                                       "ubicación: «Equis».",
	} {
		t.Run(question, func(t *testing.T) {
			answer, err := furnished(t).Ask(t.Context(), extractive.New(), question)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(answer.Text, want) || len(answer.Sources) > 0 || answer.Searches > 0 {
				t.Errorf("want %q and no source, got %d searches and\n%s", want, answer.Searches, answer.Text)
			}
		})
	}
}

// One word that a datum shares with a question is no answer, and what a
// regulation requires is not told by a datum.
func TestModel_Next_OwnDataIsNoRule(t *testing.T) {
	for _, question := range []string{
		"¿Cuál es la transmitancia máxima de un muro de fachada en este proyecto?",
		"¿Qué altura mínima deben tener las barreras de una escalera?",
		"¿Cuántas viviendas exige la norma?",
		"¿Qué normativa regula la altura de las barreras?",
		"¿Qué documentos exige la norma?",
		"¿Cómo se calcula la transmitancia?",
		"¿Qué norma exige el cálculo de la transmitancia?",
		"¿Cuál es la carga de nieve calculada?",
	} {
		t.Run(question, func(t *testing.T) {
			answer, err := furnished(t).Ask(t.Context(), extractive.New(), question)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(answer.Text, "datos del proyecto") && len(answer.Sources) == 0 {
				t.Errorf("answered from the project alone:\n%s", answer.Text)
			}
		})
	}
}

// A list of more than a sentence can hold is told in several.
func TestModel_Next_LongList(t *testing.T) {
	w := furnished(t)
	w.Project.Unselected = nil
	for i := range 60 {
		w.Project.Unselected = append(w.Project.Unselected, projects.Collection{
			Slug: fmt.Sprintf("norma-%d", i), Title: fmt.Sprintf("Reglamento número %d de las instalaciones y de las condiciones de los edificios", i), Version: "2020",
		})
	}
	answer, err := w.Ask(t.Context(), extractive.New(), "¿Qué normas no están seleccionadas?")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range w.Project.Unselected {
		if !strings.Contains(answer.Text, c.Title+", edición 2020") {
			t.Fatalf("%q is not listed:\n%s", c.Title, answer.Text)
		}
	}
}

// A datum answers for the project alone: neither a rule in one word nor a case of its own
// amounts is one of the project.
func TestModel_Next_DatumOrRule(t *testing.T) {
	for question, told := range map[string]bool{
		"¿Qué altura tienen las barreras del proyecto?":                                        true,
		"Altura de las barreras":                                                               true,
		"Altura reglamentaria de las barreras":                                                 false,
		"¿Qué altura de las barreras necesita la terraza?":                                     false,
		"Edificio de viviendas de 30 m de altura: ¿qué resistencia al fuego de la estructura?": false,
		"¿Qué resistencia al fuego tiene la estructura del edificio?":                          true,
	} {
		w := furnished(t)
		w.Project.Memory = []projects.MemoryItem{{Key: "barreras", Label: "Altura de las barreras", Value: "0,83", Unit: "m"}, {Key: "fuego", Label: "Resistencia al fuego de la estructura", Value: "R 60"}}
		answer, err := w.Ask(t.Context(), extractive.New(), question)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(answer.Text, "Según los datos del proyecto: Altura de las barreras: 0,83 m.") || strings.Contains(answer.Text, "R 60."); got != told {
			t.Errorf("%s: want told %v, got\n%s", question, told, answer.Text)
		}
	}
}
