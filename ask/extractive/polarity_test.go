package extractive_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

// harbour is a regulation of moorings whose rules hold in some cases only; every rule
// and figure is made up.
func harbour() *library {
	l := &library{}
	l.add(retrieval.Paragraph, "Montacargas y muelles", "Un almacén de pescado debe tener montacargas si salva más de tres niveles, o si guarda más de 14 barcas. En los demás casos no es obligatorio, y se prevé el hueco.")
	l.add(retrieval.Paragraph, "Vallas", "Con un calado de 75 cm o menos no es necesaria la valla.")
	l.add(retrieval.Paragraph, "Boyas", "Una dársena compartida con veleros debe ser de otro color, y toda bocana pasa por una boya ciega.")
	l.add(retrieval.Paragraph, "Pasarelas de amarre", "La pasarela no cubierta puede servir como máximo a 130 marineros.")
	l.add(retrieval.Paragraph, "Altura de los pretiles", "Si la diferencia de cota protegida es de 7 m o menos, el pretil tiene una altura de 0,83 m como mínimo.")
	l.add(retrieval.Paragraph, "Altura de los pretiles", "Si la diferencia de cota protegida pasa de 7 m, el pretil tiene una altura de 1,23 m como mínimo.")
	l.add(retrieval.Paragraph, "Rampas de varada", "La pendiente de una varada es del 13 % como máximo.")
	l.add(retrieval.Paragraph, "Cabos de las varadas", "Una varada con pendiente del 7 % o más debe llevar cabos.")
	l.add(retrieval.Paragraph, "Bitas", "La bita tiene una altura de entre 31 cm y 47 cm, y el norayo un diámetro de 9 cm como mínimo.")
	l.add(retrieval.Paragraph, "Faroles de dique", "Debe haber farol de dique en los sitios siguientes:")
	l.add(retrieval.List, "Faroles de dique", "- La bocana.\n- El extremo del espigón.").Lead = "Debe haber farol de dique en los sitios siguientes:"
	l.add(retrieval.Paragraph, "Perros", "Un perro atado se admite en la cubierta de popa. En un velero de regatas no se admite ninguno.")
	return l
}

// A rule for some cases is no yes and no no, and what holds in the other cases stands
// behind the sentence that says which those are.
func TestModel_Next_Depends(t *testing.T) {
	w := world(t, harbour().blocks...)
	for question, has := range map[string][]string{
		"¿Es obligatorio el montacargas?":             {"Depende", "si salva más de tres niveles", "En los demás casos no es obligatorio"},
		"¿Necesito montacargas?":                      {"si salva más de tres niveles"},
		"¿Es obligatoria la valla?":                   {"Depende", "Con un calado de 75 cm o menos"},
		"¿Hace falta boya ciega?":                     {"Una dársena compartida con veleros"},
		"¿Es obligatorio un farol de dique?":          {"La bocana.", "El extremo del espigón."},
		"Is a montacargas mandatory?":                 {"si salva más de tres niveles"},
		"¿Es obligatorio llevar cabos en una varada?": {"Depende", "con pendiente del 7 % o más"},
	} {
		t.Run(question, func(t *testing.T) {
			text := answer(t, w, question).Text
			for _, flat := range []string{"Sí:", "No:", "Yes:", "No,"} {
				if strings.Contains(text, flat) {
					t.Errorf("%q is no answer for every case:\n%s", flat, text)
				}
			}
			from := 0
			for _, want := range has {
				at := strings.Index(text[from:], want)
				if at < 0 {
					t.Fatalf("want %q in, in that order\n%s", want, text)
				}
				from += at
			}
		})
	}
}

// Yes and no stay where the question meets the condition, or there is none.
func TestModel_Next_FlatWhereSure(t *testing.T) {
	w := world(t, harbour().blocks...)
	for question, want := range map[string]string{
		"¿Es obligatoria la valla con un calado de 60 cm?":            "No: ",
		"¿Puedo hacer un pretil de 0,95 m a 9 m de altura?":           "No: con altura de 0,95 m no se cumple: mínimo 1,23 m",
		"¿Puedo hacer un pretil de 0,95 m de altura a 5 m de altura?": "Sí: con altura de 0,95 m se cumple: mínimo 0,83 m",
		"¿Puedo poner una varada con una pendiente del 15 %?":         "No: con pendiente de 15 % no se cumple: máximo 13 %",
		"¿Vale una varada con una pendiente del 6 %?":                 "Sí: con pendiente de 6 % se cumple: máximo 13 %",
		"¿Se admite un perro en un velero de regatas?":                "No: según el Reglamento de Seguridad de Uso, apartado «Perros»: «En un velero de regatas no se admite ninguno.»",
	} {
		t.Run(question, func(t *testing.T) {
			if text := answer(t, w, question).Text; !strings.Contains(text, want) {
				t.Errorf("want %q in\n%s", want, text)
			}
		})
	}
}

// The amount from which on something else is due is no limit of the thing.
func TestModel_Next_NoSceneAsLimit(t *testing.T) {
	w := world(t, harbour().blocks...)
	for _, question := range []string{"¿Qué pendiente puede tener una varada?", "¿Vale una varada con una pendiente del 5 %?"} {
		if text := answer(t, w, question).Text; strings.Contains(text, "mínimo 7 %") || !strings.Contains(text, "13 %") {
			t.Errorf("%s: 7 %% is when cabos are due:\n%s", question, text)
		}
	}
}

// What holds for a thing answers nothing about a kind of it that no text names.
func TestModel_Next_NamesKind(t *testing.T) {
	w := world(t, harbour().blocks...)
	for _, question := range []string{"¿Se puede hacer una pasarela de espejo?", "¿Puedo poner una pasarela de caracol?"} {
		if a := answer(t, w, question); len(a.Sources) > 0 {
			t.Errorf("%s: nothing is said of such:\n%s", question, a.Text)
		}
	}
}

// Two things asked at once are answered each with its own direction.
func TestModel_Next_TwoThings(t *testing.T) {
	l := harbour()
	l.add(retrieval.Paragraph, "Escalas", "La contrahuella de la escala está entre 11 cm y 19 cm.")
	l.add(retrieval.Paragraph, "Escalas", "La huella de la escala mide al menos 26 cm.")
	w := world(t, l.blocks...)
	for _, question := range []string{
		"¿Cuál es la huella mínima y la contrahuella máxima de una escala?",
		"What are the maximum riser and minimum tread of an escala?",
	} {
		text := answer(t, w, question).Text
		for _, want := range []string{"26 cm", "19 cm"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: want %q in\n%s", question, want, text)
			}
		}
		for _, wrong := range []string{"mínima es de 11 cm", "minimum riser height is 11 cm", "minimum riser"} {
			if strings.Contains(text, wrong) {
				t.Errorf("%s: %q answers another question:\n%s", question, wrong, text)
			}
		}
	}
}
