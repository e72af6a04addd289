package extractive_test

import (
	"context"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/codes/retrieval"
)

// parks is what the tests of this file ask about: every figure is made up.
func parks() []retrieval.Block {
	block := func(order int, kind retrieval.Kind, title, text string) retrieval.Block {
		return retrieval.Block{ID: blockName(order), Doc: "seguridad/2022", Section: "parques", Title: title, Path: []string{"Parques"},
			Kind: kind, Lang: "es", Order: order, Text: text}
	}
	return []retrieval.Block{
		block(100, retrieval.Paragraph, "Entrega", "Salvo pacto en contrario, la recepción del quiosco tendrá lugar dentro de los cuarenta días siguientes a su terminación."),
		block(101, retrieval.Paragraph, "Faroles", "Tanto en pasarelas rectas como en curvas se colocará, como mínimo, un farol por cada tres tramos instalados."),
		block(102, retrieval.Paragraph, "Colores", "Los colores de los toldillos de feria serán los de la siguiente tabla:"),
		block(103, retrieval.Definition, "Definiciones", "Se entiende por templete la construcción cubierta y abierta por todos sus lados que se destina a la música."),
		block(104, retrieval.Paragraph, "Suministro", "Se consideran suministradores de templetes quienes los fabrican o venden."),
		block(105, retrieval.Paragraph, "Registro", "Los quioscos de más de 30 m2 dispondrán de un registro de visitas, que se conservará durante seis años."),
	}
}

func blockName(order int) string {
	return "aaaaaaaa-0000-5000-8000-0000000001" + string(rune('0'+(order/10)%10)) + string(rune('0'+order%10))
}

func TestModel_Next_Recalls(t *testing.T) {
	w := world(t, parks()...)
	for question, want := range map[string]string{
		"¿En qué plazo debe recibirse el quiosco una vez terminado?": "cuarenta días",
		"¿Cuántos faroles necesito en una pasarela con 9 tramos?":    "un farol por cada tres tramos",
		"¿Qué es un templete?": "Se entiende por templete la construcción",
		"How long must the register of a kiosk, its registro, be kept?":    "seis años",
		"¿Desde qué superficie debe tener un quiosco registro de visitas?": "más de 30 m2",
	} {
		t.Run(question, func(t *testing.T) {
			a := answer(t, w, question)
			if !strings.Contains(a.Text, want) || len(a.Sources) == 0 {
				t.Errorf("want %q in\n%s", want, a.Text)
			}
		})
	}
}

// Something near is not an answer: a name, a place or the very thing is missing.
func TestModel_Next_RecallAbstains(t *testing.T) {
	w := world(t, parks()...)
	for _, question := range []string{
		"¿En qué plazo debe recibirse el quiosco según la ordenanza de Pontevedra?",
		"¿En qué plazo debe recibirse el quiosco según el decreto gallego?",
		"¿En qué plazo debe recibirse un faro marítimo una vez terminado?",
		"¿En qué plazo se hace la recepción de un quiosco flotante de madera ya terminado?",
		"¿Cuántos faroles necesito en un túnel ferroviario?",
		"¿Qué anchura mínima tiene el registro de visitas?",
	} {
		t.Run(question, func(t *testing.T) {
			if a := answer(t, w, question); len(a.Sources) > 0 {
				t.Errorf("no text answers that:\n%s", a.Text)
			}
		})
	}
}

// Where the text refers to a table it lacks, the abstention says so.
func TestModel_Next_LostTable(t *testing.T) {
	a := answer(t, world(t, parks()...), "¿Cuántos colores exige la norma en los toldillos de feria?")
	if want := "remite a una tabla que no consta"; !strings.Contains(a.Text, want) || len(a.Sources) > 0 {
		t.Errorf("want %q in\n%s", want, a.Text)
	}
}

// watched tells which tools a model called.
type watched struct {
	ask.Model
	calls []string
}

func (m *watched) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
	step, err := m.Model.Next(ctx, t)
	for _, c := range step.Calls {
		m.calls = append(m.calls, c.Tool)
	}
	return step, err
}

// What settles a question at once is searched for once; what nothing answers is
// looked for in several ways, and no call is made twice.
func TestModel_Next_SearchesInSeveralWays(t *testing.T) {
	w := world(t, parks()...)
	ask1 := func(question string) ([]string, *ask.Answer) {
		m := &watched{Model: extractive.New()}
		a, err := w.Ask(t.Context(), m, question)
		if err != nil {
			t.Fatal(err)
		}
		return m.calls, a
	}
	if calls, _ := ask1("¿Cuál es la huella mínima de un peldaño?"); len(calls) != 1 {
		t.Errorf("want one search, got %v", calls)
	}
	calls, a := ask1("¿Qué barandilla de mármol lleva la escalera de un submarino?")
	if len(calls) < 2 || a.Searches < 2 || a.Searches > ask.MaxSearches {
		t.Errorf("got %v, %d searches", calls, a.Searches)
	}
}

// The facts of the project answer what asks for one, and no regulation is cited.
func TestModel_Next_ProjectFacts(t *testing.T) {
	w, err := asktest.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	a := answer(t, w, "¿Qué altitud tiene mi proyecto?")
	if want := "Según los datos del proyecto: Altitud: 640 m."; a.Text != want || len(a.Sources) > 0 {
		t.Errorf("want %q, got %q", want, a.Text)
	}
}
