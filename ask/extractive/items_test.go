package extractive_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

// kiosks is a regulation with lists and tables of cases; every figure is made up.
func kiosks() *library {
	l := &library{}
	l.add(retrieval.List, "Revestimiento", "El revestimiento de los quioscos será de la clase siguiente, según la altura del quiosco:\n"+
		"- Clase K1 en quioscos de altura hasta 3 m;\n- Clase K2 en quioscos de altura hasta 7 m;\n- Clase K3 en quioscos de altura superior a 7 m.")
	l.add(retrieval.List, "Revisión", "Los quioscos existentes pasarán la revisión en estos plazos:\n"+
		"- Con una antigüedad mayor o igual a 20 años: en el plazo de un año.\n"+
		"- Con una antigüedad mayor o igual a 12 años y menor a 20 años: en el plazo de tres años.")
	l.add(retrieval.Paragraph, "Rejillas", "La rejilla de los quioscos será la que se indica en la tabla 7.3.")
	l.table("Rejillas", "Tabla 7.3 Rejilla de los quioscos", []string{"Aire", "PUR 1", "PUR 2"}, []string{"TUF 1", "R9", "R7"}, []string{"TUF 2", "R8 + R9", "R6"})
	l.table("Cubiertas", "Superficie máxima de la cubierta de los puestos", []string{"Puesto", "Superficie máxima"},
		[]string{"Feriante, de una sola caseta", "120 m²"}, []string{"Feriante, de más de una caseta", "310 m²"})
	l.table("Franjas", "Anchura de las franjas, en m", []string{"Franja", "Anchura", "Artículo"}, []string{"Paseo", "7", "31.2"}, []string{"Ribera, en general", "Hasta 40", "32.1"})
	l.add(retrieval.List, "Multas", "Las multas por infracciones de quiosqueros son:\n- Por infracciones graves, hasta 2.300 euros.\n- Por infracciones muy graves, hasta 8.700 euros.")
	return l
}

// The item, the row and the column are those of the case the question tells.
func TestModel_Next_ReadsCase(t *testing.T) {
	w := world(t, kiosks().blocks...)
	for question, want := range map[string]struct{ has, lacks string }{
		"¿Qué clase de revestimiento lleva un quiosco de 5 m de altura?":                           {"K2", "K3"},
		"¿Qué clase de revestimiento lleva un quiosco de 9 m de altura?":                           {"K3", "K1"},
		"Mi quiosco tiene 15 años de antigüedad. ¿En qué plazo pasa la revisión?":                  {"tres años", "un año"},
		"¿Qué rejilla lleva un quiosco con aire TUF 2 y PUR 1?":                                    {"R8 + R9", "R6"},
		"¿Qué superficie máxima de cubierta tiene el puesto de un feriante con tres casetas?":      {"310 m²", "120 m²"},
		"¿Qué anchura tiene la franja de paseo?":                                                   {"7 m", "31.2 m"},
		"¿Cuál es la multa máxima por una infracción grave de un quiosquero?":                      {"2.300 euros", "8.700"},
		"¿Cuál es la multa máxima por una infracción muy grave de un quiosquero?":                  {"8.700 euros", "2.300"},
		"¿Qué clase de revestimiento lleva un quiosco con una altura inferior a 3 m?":              {"K1", "K2"},
		"Which class of revestimiento does a quiosco with an altura of 5 m need (revestimientos)?": {"K2", "K3"},
	} {
		t.Run(question, func(t *testing.T) {
			a := answer(t, w, question)
			if !strings.Contains(a.Text, want.has) || strings.Contains(a.Text, want.lacks) {
				t.Errorf("want %q and no %q in\n%s", want.has, want.lacks, a.Text)
			}
		})
	}
}
