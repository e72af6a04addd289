package extractive

import (
	"testing"

	"github.com/reglookup/regengine/ask"
)

// What a question asks an amount of, where no word names a property.
func TestQuery_ReadAmount(t *testing.T) {
	for question, want := range map[string]string{
		"¿Cuánto dura la autorización de un quiosco?":         "period",
		"How long is a kiosk permit valid?":                   "period",
		"How long may a kiosk be?":                            "length",
		"¿Qué multa tiene cerrar el quiosco?":                 "money",
		"¿Qué porcentaje de quioscos se reserva?":             "ratio",
		"¿Cada cuánto se revisa un quiosco?":                  "period",
		"¿Desde qué superficie es obligatorio el quiosco?":    "area",
		"¿Puede el quiosco ocupar la anchura de la pasarela?": "",
	} {
		a := analyse(ask.Question{Text: question})
		got := ""
		switch {
		case a.property != nil:
			got = a.property.EN
		case len(a.dims) > 0:
			got = a.dims[0]
		}
		if got != want {
			t.Errorf("%s: want %q, got %q", question, want, got)
		}
	}
}

func TestQuery_HasAmount(t *testing.T) {
	for _, c := range []struct {
		question, text string
		want           bool
	}{
		{"¿Cuántos faroles necesita una pasarela con 9 tramos?", "Habrá un farol por cada tres tramos.", true},
		{"¿Cuántos faroles necesita una pasarela?", "La pasarela tendrá al menos dos faroles.", true},
		{"¿Cuántos faroles necesita una pasarela?", "En una pasarela con farol, la tensión es de 30 mA.", false},
		{"¿Qué caudal mínimo da la fuente?", "La fuente dará un caudal mínimo de 85 litros/minuto.", true},
		{"¿Qué longitud mínima tiene el banco?", "El banco tendrá una profundidad mínima de 40 cm.", false},
		{"¿Qué longitud máxima tiene el banco?", "El banco tendrá una longitud mínima de 40 cm.", false},
		{"¿Qué pendiente máxima tiene la pasarela?", "La pasarela tendrá una pendiente máxima del 7 por 100.", true},
		{"¿Qué longitud máxima tiene el tramo?", "La pendiente será del 8 % para tramos de hasta 9 m de longitud.", false},
		{"¿Qué longitud máxima tiene el tramo?", "Para tramos curvos la longitud será de 9 m como máximo.", true},
		{"¿Desde qué superficie es obligatorio el quiosco?", "Habrá quiosco en parques de más de 300 m2.", true},
		{"¿Qué superficie tiene el quiosco?", "Habrá quiosco en parques de más de 300 m2.", false},
	} {
		a := analyse(ask.Question{Text: c.question})
		s := statements(&ask.Passage{Title: "Reglamento › Parques", Text: c.text})[0]
		if got := a.hasAmount(&s); got != c.want {
			t.Errorf("%s %s: want %v", c.question, c.text, c.want)
		}
	}
}

// Units that are written out keep every other offset in its place.
func TestQuantitiesOf_WrittenUnits(t *testing.T) {
	const text = "El kiosco ocupa 2 metros cuadrados y deja el 12 por 100 libre, o 5 m."
	list := quantitiesOf(text)
	if len(list) != 3 || list[0].Dimension() != "area" || list[1].Dimension() != "ratio" || list[2].Dimension() != "length" {
		t.Fatalf("got %+v", list)
	}
	if got := shown(text, list[0]) + "; " + shown(text, list[1]) + "; " + shown(text, list[2]); got != "2 metros cuadrados; 12 por 100; 5 m" {
		t.Errorf("got %q", got)
	}
}
