package extractive_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestModel_Conformance(t *testing.T) {
	asktest.TestModel(t, func(*testing.T) ask.Model { return extractive.New() })
}

func world(t *testing.T, more ...retrieval.Block) *asktest.World {
	t.Helper()
	w, err := asktest.NewWorld(more...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func answer(t *testing.T, w *asktest.World, question string) *ask.Answer {
	t.Helper()
	a, err := w.Ask(t.Context(), extractive.New(), question)
	if err != nil {
		t.Fatal(err)
	}
	if err := asktest.CheckMarkers(a); err != nil {
		t.Errorf("%s: %v", question, err)
	}
	return a
}

func lead(a *ask.Answer) string {
	first, _, _ := strings.Cut(a.Text, "\n")
	return withoutPlace(first)
}

var toldPlace = regexp.MustCompile(`(?:, |^)(?:[Ss]egún el|[Aa]ccording to) (?:artículo [^\n]*? del )?Reglamento de (?:Seguridad de Uso|Ahorro de Energía)(?:, (?:apartado «[^»]*»|under “[^”]*”))?(?:, )?`)

// withoutPlace leaves out where something stands; TestModel_Next_TellsPlace looks at
// that.
func withoutPlace(text string) string {
	if strings.Contains(text, ": «") {
		return text // the quotation needs it
	}
	text = toldPlace.ReplaceAllString(text, "")
	return strings.ToUpper(text[:1]) + text[1:]
}

func TestModel_Next_Leads(t *testing.T) {
	w := world(t)
	for question, want := range map[string]string{
		"¿Qué altura debe tener la barandilla de un balcón a 8 m de altura?": "Para 8 m, la altura mínima es de 1,15 m. [1]",
		"¿Qué altura debe tener la barandilla de un balcón a 3 m del suelo?": "Para 3 m, la altura mínima es de 0,95 m. [1]",
		"¿Qué altura debe tener la barandilla con 5 m de desnivel?":          "Para 5 m, la altura mínima es de 0,95 m. [1]",
		"altura minima de las barreras de proteccion":                        "La altura mínima depende del caso: 0,95 m (cuando la diferencia de cota que protegen no exceda de 5 m); 1,15 m (en el resto de los casos). [1]",
		"anchura mínima de escalera en vivienda":                             "La anchura mínima es de 1,05 m (fila «Residencial vivienda», columna «Anchura (m)»). [1]",
		"¿Qué ancho tiene una escalera de un centro docente?":                "La anchura mínima es de 1,25 m (fila «Docente», columna «Anchura (m)»). [1]",
		"¿Qué transmitancia máxima de muros tengo en mi proyecto?":           "La transmitancia máxima es de 0,43 W/m²·K (fila «Muros en contacto con el exterior», columna «Zona D»). [1]",
		"transmitancia límite de cubiertas en zona C":                        "La transmitancia máxima es de 0,41 W/m²·K (fila «Cubiertas», columna «Zona C»). [1]",
		"transmitancia límite de cubiertas en E1":                            "La transmitancia máxima es de 0,34 W/m²·K (fila «Cubiertas», columna «Zona E»). [1]",
		"pendiente máxima de una rampa accesible de 5 m":                     "Para 5 m, la pendiente máxima es de 7 % (fila «Menor que 6 m», columna «Pendiente»). [1]",
		"pendiente máxima de una rampa accesible de 2 m":                     "Para 2 m, la pendiente máxima es de 9 % (fila «Menor que 3 m», columna «Pendiente»). [1]",
		"pendiente máxima de una rampa accesible de 3 m":                     "Para 3 m, la pendiente máxima es de 7 % (fila «Menor que 6 m», columna «Pendiente»). [1]",
		"pendiente máxima de una rampa accesible de 12 m":                    "La pendiente máxima es de 5 % (fila «Resto de los casos», columna «Pendiente»). [1]",
		"what is the minimum handrail height?":                               "The minimum height is 0.92 m. [1]",
		"¿Cuál es la contrahuella máxima?":                                   "La contrahuella máxima es de 18 cm. [1]",
		"¿Cuánto mide la huella de un peldaño?":                              "La huella mínima es de 29 cm. [1]",
		"¿Pueden las puertas de aseos abrir hacia el pasillo?":               "No: según el Reglamento de Seguridad de Uso, apartado «Puertas»: «No se permite que las puertas de aseos abran hacia el interior del pasillo.» [1]",
		"¿Qué zona climática tiene mi proyecto?":                             "Según los datos del proyecto: Zona climática: D3.",
		"¿Qué ocupación está prevista?":                                      "Según los datos del proyecto: Ocupación prevista: 120 personas.",
	} {
		t.Run(question, func(t *testing.T) {
			if got := lead(answer(t, w, question)); got != want {
				t.Errorf("\nwant %s\n got %s", want, got)
			}
		})
	}
}

func TestModel_Next_Abstains(t *testing.T) {
	w := world(t)
	for _, question := range []string{
		"recubrimiento de armaduras en XS1",
		"¿cuántos lux en un aula?",
		"¿Qué zona sísmica tiene mi parcela según el Eurocódigo 8 de Portugal?",
		"¿Qué altura de barandilla exige el CTE?",                           // another norm than those selected
		"¿Qué anchura mínima tiene un pasillo accesible?",                   // ramps are accessible, corridors are not treated
		"¿Qué anchura mínima tiene el pasillo de una escalera de vivienda?", // the width of a stair is no answer
		"¿Qué pendiente tienen las tuberías?",                               // hosted, but not selected
		"¿Qué superficie mínima tiene un dormitorio?",                       // nothing near
		"How many parking spaces does a school need?",                       // nothing near, in English
		"¿Cada cuánto se inspeccionan las barandillas?",                     // of the right thing, not of the question
		"¿Qué altura libre tiene el pasillo de una clínica?",                // of the right property, of another thing
	} {
		t.Run(question, func(t *testing.T) {
			a := answer(t, w, question)
			if len(a.Sources) > 0 || !strings.Contains(a.Text, "no contienen") && !strings.Contains(a.Text, "do not contain") {
				t.Errorf("no text answers that: %s", a.Text)
			}
			if a.Searches < 2 {
				t.Errorf("gave up after %d searches", a.Searches)
			}
		})
	}
}

func TestModel_Next_CarriesExceptions(t *testing.T) {
	a := answer(t, world(t), "¿Qué transmitancia máxima de muros tengo en mi proyecto?")
	for _, want := range []string{
		"A tener en cuenta: «En reformas parciales se admite otro valor siempre que se justifique.» [1]",
		"Según los datos del proyecto, la zona climática es D3.",
	} {
		if !strings.Contains(a.Text, want) {
			t.Errorf("want %q in\n%s", want, a.Text)
		}
	}
}

// The answer follows the block and the project: other figures there, other
// figures here (CITATIONS S7).
func TestModel_Next_FollowsItsSources(t *testing.T) {
	t.Run("zone of the project", func(t *testing.T) {
		w := world(t)
		w.Project.Place.Tech.ClimateZone = "C2"
		if got := lead(answer(t, w, "transmitancia máxima de muros")); !strings.Contains(got, "0,50 W/m²·K") {
			t.Error(got)
		}
	})
	t.Run("memory before the municipality", func(t *testing.T) {
		w := world(t)
		w.Project.Memory = append(w.Project.Memory, projects.MemoryItem{Key: "climate_zone", Label: "Zona climática", Value: "E1"})
		if got := lead(answer(t, w, "transmitancia máxima de muros")); !strings.Contains(got, "0,38 W/m²·K") {
			t.Error(got)
		}
	})
	t.Run("text of the block", func(t *testing.T) {
		for _, figure := range []string{"33", "77"} {
			w := world(t, retrieval.Block{
				ID: "00000000-0000-5000-8000-00000000000" + figure[:1], Doc: "seguridad/2022", Section: "barreras", Title: "Zócalos",
				Path: []string{"Barreras"}, Kind: retrieval.Paragraph, Lang: "es", Order: 50,
				Text: "El zócalo de la terraza tendrá una altura de " + figure + " cm como mínimo.",
			})
			want := "La altura mínima es de " + figure + " cm. [1]"
			if got := lead(answer(t, w, "altura mínima del zócalo de una terraza")); got != want {
				t.Errorf("want %s, got %s", want, got)
			}
		}
	})
}

func TestModel_Next_ListItems(t *testing.T) {
	w := world(t, retrieval.Block{
		ID: "00000000-0000-5000-8000-0000000000aa", Doc: "seguridad/2022", Section: "puertas", Title: "Ascensores",
		Path: []string{"Puertas"}, Kind: retrieval.List, Lang: "es", Order: 60,
		Text: "La cabina del ascensor cumplirá:\n- La anchura será de 1,10 m como mínimo.\n- La profundidad será de 1,40 m como mínimo.",
	})
	a := answer(t, w, "¿Qué profundidad mínima tiene la cabina del ascensor?")
	if got, want := lead(a), "La profundidad mínima es de 1,40 m. [1]"; got != want {
		t.Errorf("want %s, got %s", want, got)
	}
	if strings.Contains(a.Text, "«La profundidad será") {
		t.Errorf("the item is told and quoted: %s", a.Text)
	}
}

func FuzzModel_Next(f *testing.F) {
	f.Add("B", "0") // a row without cells
	for _, s := range []string{"¿Qué altura?", "zona D3", "8 m 9 m", "\xff\x00", "DB-SUA 1", "a > b | c"} {
		f.Add(s, s)
	}
	w, err := asktest.NewWorld()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, question, text string) {
		transcript := &ask.Transcript{Question: w.Question(question), Round: 1, Final: true, Results: []ask.Result{{
			Passages: []ask.Passage{
				{Handle: "a2345678", Title: text, Text: text, Kind: retrieval.Paragraph},
				{Handle: "b2345678", Title: "t", Text: text, Kind: retrieval.List},
				{Handle: "c2345678", Title: "t", Text: text, Kind: retrieval.TableKind, Table: &retrieval.Table{
					Caption: text, Rows: [][]string{{text, question}, {}, {text}}, Header: []string{text}}},
			},
		}}}
		step, err := extractive.New().Next(t.Context(), transcript)
		if err != nil || step.Draft == "" {
			t.Fatalf("%v, %q", err, step.Draft)
		}
	})
}

func ExampleNew() {
	w, err := asktest.NewWorld()
	if err != nil {
		panic(err)
	}
	answer, err := w.Ask(context.Background(), extractive.New(), "¿Qué altura mínima tiene el pasamanos?")
	if err != nil {
		panic(err)
	}
	first, _, _ := strings.Cut(answer.Text, "\n")
	fmt.Println(first)
	// Output: La altura mínima es de 0,92 m, según el Reglamento de Seguridad de Uso, apartado «Pasamanos». [1]
}

// A title with a full stop inside it does not cut the abstention short.
func TestModel_Next_AbstainsWhole(t *testing.T) {
	w := world(t)
	w.Project.Selected[0].Title = "Código de la Edificación. Documento de Seguridad"
	a := answer(t, w, "recubrimiento de armaduras en XS1")
	if want := "Código de la Edificación, Documento de Seguridad; "; !strings.Contains(a.Text, want) {
		t.Errorf("want %q in\n%s", want, a.Text)
	}
	if notice := "se ha suprimido"; strings.Contains(a.Text, notice) {
		t.Errorf("a part of the abstention was removed:\n%s", a.Text)
	}
}
