package extractive_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

// market is a regulation of markets with permissions, prohibitions, duties and
// exemptions; every rule is made up.
func market() *library {
	l := &library{}
	l.add(retrieval.Paragraph, "Tenderetes", "Se prohíben los tenderetes de lona en la galería cubierta, salvo si son ignífugos.")
	l.add(retrieval.Paragraph, "Tenderetes", "En la plaza se permiten los tenderetes de madera siempre que estén barnizados.")
	l.add(retrieval.Paragraph, "Básculas", "Es obligatorio colocar una báscula en cada puesto de pescado.")
	l.add(retrieval.Paragraph, "Básculas", "En los puestos de flores no será obligatoria la báscula.")
	l.add(retrieval.Paragraph, "Toldillas", "Las toldillas que vuelen más de 90 cm deberán llevar un contrapeso.")
	l.add(retrieval.Paragraph, "Cámaras frías", "Debe tratarse como cámara grande la nevera de más de 40 m³, y como cámara media la vitrina de más de 15 m³.")
	l.add(retrieval.Paragraph, "Braseros", "Cuando haya corriente de aire, solo se admitirán los braseros de tipo «D». En los demás casos se admiten los de tipos «C» y «D».")
	l.add(retrieval.Paragraph, "Uso Lonja", "Es uso Lonja la nave de subastas. No lo es el cobertizo de un pescador, mida lo que mida.")
	l.add(retrieval.Paragraph, "Pescaderías", "Las pescaderías podrán abrir los festivos.")
	return l
}

// A question for yes or no is answered so where a rule says it for that case, and
// quoted where none does: a wrong yes is worse than none.
func TestModel_Next_YesOrNo(t *testing.T) {
	w := world(t, market().blocks...)
	for question, want := range map[string]string{
		"¿Se permiten tenderetes de lona en la galería cubierta?":      "No, con alguna excepción: ",
		"¿Puedo poner tenderetes de lona no ignífugos en la galería?":  "No",
		"¿Se permiten tenderetes de madera en la plaza?":               "Sí, con condiciones: ",
		"¿Es obligatorio tener báscula en un puesto de pescado?":       "Sí: ",
		"¿Hace falta báscula en un puesto de flores?":                  "No: ",
		"¿Necesita contrapeso una toldilla que vuela 120 cm?":          "Sí: ",
		"¿Es cámara grande una nevera de 55 m³?":                       "Sí: ",
		"¿Puedo usar braseros de tipo C cuando hay corriente de aire?": "No: ",
		"¿Pueden abrir las pescaderías los festivos?":                  "Sí: ",
		"Is it mandatory to have a báscula in the puestos de pescado?": "Yes: ",
	} {
		t.Run(question, func(t *testing.T) {
			if a := answer(t, w, question); !strings.HasPrefix(a.Text, want) {
				t.Errorf("want %q before\n%s", want, a.Text)
			}
		})
	}
}

func TestModel_Next_NoYesInDoubt(t *testing.T) {
	w := world(t, market().blocks...)
	for _, question := range []string{
		"¿Necesita contrapeso una toldilla que vuela 50 cm?", // of those the rule says nothing
		"¿Es cámara grande una vitrina de 55 m³?",            // another thing has that bound
		"¿Es cámara grande una nevera de 20 m³?",
		"¿Es la nave de subastas uso Lonja?",
		"¿Pueden abrir los festivos las pescaderías ambulantes?",
		"¿Pueden abrir las floristerías los festivos?", // what one may another need not
		"¿Cuándo pueden abrir las pescaderías?",        // it asks for no yes
	} {
		t.Run(question, func(t *testing.T) {
			a := answer(t, w, question)
			for _, wrong := range []string{"Sí", "No:", "No,"} {
				if strings.HasPrefix(a.Text, wrong) {
					t.Errorf("nothing says so: %s", a.Text)
				}
			}
		})
	}
}
