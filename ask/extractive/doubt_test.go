package extractive_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/codes/retrieval"
)

// shop is a regulation full of figures that are easily taken for what they are
// not; every one is made up.
func shop(t *testing.T) *asktest.World {
	t.Helper()
	l := &library{}
	l.add(retrieval.Paragraph, "Duchas de playa", "En los balnearios hay una ducha por cada 37 bañistas o fracción.")
	l.table("Cúpulas", "Diámetro máximo de una cúpula, según el uso", []string{"Uso", "Diámetro máximo"},
		[]string{"Residencial Público", "31 m"}, []string{"Hospitalario, plantas con quirófano", "13 m, y al menos dos apoyos"}, []string{"Hospitalario, otras plantas", "27 m"},
		[]string{"Docente, con patio", "19 m"}, []string{"Docente, sin patio", "No se admite"})
	l.table("Faroles", "Nivel mínimo de iluminación del embarcadero, en lux", []string{"Parte", "Nivel"},
		[]string{"Rampas con afluencia alta", "170"}, []string{"Rampas con afluencia baja", "70"})
	l.blocks[len(l.blocks)-1].Table.Notes = []string{"Se mide a 40 cm del suelo."}
	l.table("Cartelera", "Valor máximo de gasto del cartel, en W/m² por cada 300 lux", []string{"Lugar", "Gasto máximo"}, []string{"Vitrinas", "6,5"})
	l.table("Mamparas", "Resistencia al humo de las mamparas, según su uso y la altura de bajada h del edificio", []string{"Uso", "h hasta 9 m", "h de más de 9 m y hasta 21 m", "h de más de 21 m"},
		[]string{"Comercial", "EH 35", "EH 55", "EH 75"}, []string{"Docente", "EH 15", "EH 25", "EH 45"})
	l.table("Gárgolas", "Diámetro de las gárgolas", []string{"Cubierta máxima (m²)", "Diámetro (mm)"}, []string{"45", "33"}, []string{"95", "43"}, []string{"1.250", "83"})
	l.table("Tendederos", "Coeficiente de uso por número de tendederos", []string{"Tendederos", "Coeficiente"}, []string{"4", "2,6"}, []string{"6", "3,4"}, []string{"9", "4,8"})
	l.table("Aforos", "Capacidad de las galerías según su anchura, en número de visitantes", []string{"Anchura (m)", "Galería corta", "Galería larga"}, []string{"1,30", "140", "90"}, []string{"1,70", "220", "160"})
	l.blocks[len(l.blocks)-1].Table.Notes = []string{"La galería de más de 3,10 m de largo no sirve a grupos."}
	l.table("Ganchos", "Altura mínima de los ganchos", []string{"Clase", "Altura"}, []string{"P", "11 cm"}, []string{"Q", "21 cm"}, []string{"R", "31 cm"}, []string{"S", "41 cm"}, []string{"T", "51 cm"})
	l.add(retrieval.Paragraph, "Soportales", "Los soportales miden 1,90 m de ancho como mínimo, y las arcadas y huecos 85 cm.")
	l.add(retrieval.Paragraph, "Quioscos reservados", "En la rambla, al lado, queda libre un ancho de 1,15 m.")
	l.add(retrieval.Paragraph, "Altura libre de galerías", "En las galerías la altura libre es de 2,35 m como mínimo.")
	l.add(retrieval.Paragraph, "Altura libre de galerías", "En las galerías, las paredes no tienen repisas que vuelen más de 18 cm entre 22 cm y 2,15 m de altura.")
	l.add(retrieval.Paragraph, "Aislamiento a golpes", "En pisos, el tabique dentro de una misma morada tiene un aislamiento de 29 dBA como mínimo.")
	l.add(retrieval.Paragraph, "Aislamiento a golpes", "Entre una morada y otra morada, el tabique tiene un aislamiento de 47 dBA como mínimo.")
	l.add(retrieval.Paragraph, "Cisternas", "La temperatura de la cisterna no pasa de 24 °C.")
	l.add(retrieval.Paragraph, "Empuje de petos", "El peto de un tejado resiste un empuje de 2,2 kN/m.")
	return world(t, l.blocks...)
}

// What is no plain amount of the thing asked about is quoted as it stands.
func TestModel_Next_QuotesInDoubt(t *testing.T) {
	w := shop(t)
	for _, c := range []struct {
		question string
		has      []string
		hasNot   []string
	}{
		{"¿Cuántas duchas necesita un balneario?", []string{"una ducha por cada 37 bañistas"}, []string{"es de 37", "mínimo 37"}},
		{"diámetro máximo de una cúpula en un hospital", []string{"13 m, y al menos dos apoyos", "Hospitalario, otras plantas"}, []string{"31 m", "El diámetro máximo es"}},
		{"diámetro máximo de una cúpula en uso docente", []string{"19 m", "No se admite"}, []string{"El diámetro máximo es"}},
		{"resistencia al humo de las mamparas de una tienda con altura de bajada de 12 m", []string{"EH 55"}, []string{"EH 35", "EH 75", "EH 25", "La altura", "EH 55 m"}},
		{"coeficiente de uso para 6 tendederos", []string{"Tendederos: 6 — Coeficiente: 3,4"}, []string{"2,6", "4,8"}},
		{"¿Cuánto puede volar una repisa de la pared?", []string{"vuelen más de 18 cm"}, []string{"es de 18 cm"}},
		{"aislamiento a golpes entre dos moradas", []string{"47 dBA"}, []string{"29 dBA"}},
	} {
		t.Run(c.question, func(t *testing.T) {
			a := answer(t, w, c.question)
			for _, want := range c.has {
				if !strings.Contains(a.Text, want) {
					t.Errorf("want %q in\n%s", want, a.Text)
				}
			}
			for _, bad := range c.hasNot {
				if strings.Contains(a.Text, bad) {
					t.Errorf("%q is no answer:\n%s", bad, a.Text)
				}
			}
		})
	}
}

// Unit and property of a cell come from its column or the caption, and a value is
// of the subject of its own clause.
func TestModel_Next_LeadsInDoubt(t *testing.T) {
	w := shop(t)
	for question, want := range map[string]string{
		"iluminación mínima del embarcadero en una rampa con afluencia alta": "La iluminancia mínima es de 170 lux (fila «Rampas con afluencia alta», columna «Nivel»). [1]",
		"diámetro de la gárgola para 80 m² de cubierta":                      "El diámetro es de 43 mm (fila «Cubierta máxima (m²) 95», columna «Diámetro (mm)»). [1]",
		"diámetro de la gárgola para 600 m² de cubierta":                     "El diámetro es de 83 mm (fila «Cubierta máxima (m²) 1.250», columna «Diámetro (mm)»). [1]",
		"anchura mínima de un soportal":                                      "La anchura mínima es de 1,90 m. [1]",
		"altura mínima de los ganchos":                                       "La altura mínima es de 11 cm a 51 cm según la tabla. [1]",
		"altura libre mínima en las galerías":                                "La altura libre mínima es de 2,35 m. [1]",
		"temperatura máxima de la cisterna":                                  "La temperatura máxima es de 24 °C. [1]",
	} {
		t.Run(question, func(t *testing.T) {
			if got := lead(answer(t, w, question)); got != want {
				t.Errorf("\nwant %s\n got %s", want, got)
			}
		})
	}
}

func TestModel_Next_AbstainsInDoubt(t *testing.T) {
	w := shop(t)
	for _, question := range []string{
		"¿Cuántos lux hacen falta en una vitrina?",     // watts per lux
		"anchura mínima de una rambla",                 // a width beside the rambla
		"¿Qué anchura mínima tiene una galería corta?", // visitors are no metres
	} {
		t.Run(question, func(t *testing.T) {
			if a := answer(t, w, question); len(a.Sources) > 0 {
				t.Errorf("no text answers that: %s", a.Text)
			}
		})
	}
}

// A regulation of streets says nothing about a dwelling, nor one of factories.
func TestModel_Next_KeepsToItsPlace(t *testing.T) {
	w := shop(t)
	for _, c := range []struct {
		regulation, question string
		answers              bool
	}{
		{"Orden de los espacios públicos urbanizados", "empuje del peto de una vivienda", false},
		{"Orden de los espacios públicos urbanizados", "empuje del peto de una calle", true},
		{"Orden de los espacios públicos urbanizados", "empuje de un peto", true},
		{"Reglamento de los establecimientos industriales", "empuje del peto de un hotel", false},
		{"Reglamento de los establecimientos industriales", "empuje del peto de una nave", true},
		{"Normas de los lugares de trabajo", "empuje del peto de una vivienda", false},
		{"Normas de los lugares de trabajo", "empuje del peto de una oficina", true},
	} {
		t.Run(c.regulation+"/"+c.question, func(t *testing.T) {
			step, err := extractive.New().Next(t.Context(), &ask.Transcript{Question: w.Question(c.question), Round: 1, Final: true,
				Results: []ask.Result{{Passages: []ask.Passage{{
					Handle: "a2345678", Title: c.regulation + " › Petos", Kind: retrieval.Paragraph,
					Text: "El peto resiste un empuje de 4,4 kN/m como mínimo.",
				}}}}})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(step.Draft, "[[a2345678]]"); got != c.answers {
				t.Errorf("want an answer: %t, got %s", c.answers, step.Draft)
			}
		})
	}
}

// A condition by an amount that the question is outside of keeps a figure from it.
func TestModel_Next_OtherCase(t *testing.T) {
	l := &library{}
	l.add(retrieval.Paragraph, "Pretiles", "En los pasos de anchura menor que 45 cm basta un pretil de 0,65 m de altura como mínimo.")
	w := world(t, l.blocks...)
	for question, told := range map[string]bool{
		"Si el paso tiene una anchura de 70 cm, ¿qué altura tiene el pretil?":        false,
		"Mi paso tiene una anchura de 0,70 m, ¿qué altura de pretil le corresponde?": false,
		"Si el paso tiene una anchura de 30 cm, ¿qué altura tiene el pretil?":        true,
		"¿Qué altura tiene el pretil de un paso?":                                    true,
	} {
		if got := strings.Contains(answer(t, w, question).Text, "0,65 m"); got != told {
			t.Errorf("%s: want told %v, got\n%s", question, told, answer(t, w, question).Text)
		}
	}
}
