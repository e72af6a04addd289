package extractive

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
)

func said(text string) *statement {
	return &statement{passage: &ask.Passage{Handle: "h1", Title: "Reglamento", Text: text}, text: text, row: -1}
}

// What only frames a question, and what is done, is nothing it is about.
func TestAnalyse_Frames(t *testing.T) {
	for question, want := range map[string]string{
		"¿A qué distancia como mucho se ponen dos templetes?":             "distancia templetes",
		"¿Qué aval puede dar el dueño en lugar del seguro?":               "aval dueño seguro",
		"How far may a shelf stick out?":                                  "shelf stick",
		"¿Qué fianza tenía la caseta cuando entró en vigor la ordenanza?": "fianza caseta vigor ordenanza",
	} {
		var list []string
		a := analyse(ask.Question{Text: question})
		for i := range a.terms {
			list = append(list, a.terms[i].text)
		}
		if got := strings.Join(list, " "); got != want {
			t.Errorf("%s: want %q, got %q", question, want, got)
		}
	}
}

// "Qué" asks, and "que" goes on; what stands behind "hay que" or "se" is done.
func TestQuery_IsVerb_Inverted(t *testing.T) {
	for _, c := range []struct {
		question, word string
		want           bool
	}{
		{"¿Qué reacción tiene el panel?", "reacción", false},
		{"¿Cuándo caducan las becas?", "caducan", true},
		{"¿A qué altura se clava un farol?", "clava", true},
		{"¿Qué plazo hay para defectos que arruinan el quiosco?", "arruinan", true},
		{"¿Donde hay riesgo de aludes?", "riesgo", false},
		{"¿Qué altura tiene que haber sobre el estanque?", "altura", false},
	} {
		a := analyse(ask.Question{Text: c.question})
		for i := range a.terms {
			if t2 := &a.terms[i]; t2.text == c.word && t2.verb != c.want {
				t.Errorf("%s: %s: want %v", c.question, c.word, c.want)
			}
		}
	}
}

// What is counted in units is a length or a time, what is counted in things a number.
func TestQuery_ReadCount(t *testing.T) {
	for _, c := range []struct {
		question, dims, head string
	}{
		{"¿Cuántos metros tiene de largo el quiosco?", "area length", ""},
		{"¿Cuántos faroles necesita la pasarela?", "", "faroles"},
		{"How many benches does a footbridge need?", "", "benches"},
	} {
		a := analyse(ask.Question{Text: c.question})
		head := ""
		for i := range a.terms {
			if a.terms[i].head {
				head = a.terms[i].text
			}
		}
		if got := strings.Join(a.dims, " "); got != c.dims || head != c.head {
			t.Errorf("%s: want %q of %q, got %q of %q", c.question, c.dims, c.head, got, head)
		}
	}
}

// A duration is no time of the day, a length no class of resistance.
func TestQuery_TellsShape(t *testing.T) {
	for _, c := range []struct {
		question, text string
		want           bool
	}{
		{"¿A qué hora cierra el parque?", "El parque cierra a las 21:30.", true},
		{"¿A qué hora cierra el parque?", "El parque abre 14 horas.", false},
		{"¿Qué resistencia al fuego tiene el telón?", "El telón será EI 45.", true},
		{"¿Qué resistencia al fuego tiene el telón?", "El telón mide 4 m.", false},
		{"¿Qué altura tiene el telón?", "El telón mide 4 m.", true},
	} {
		a := analyse(ask.Question{Text: c.question})
		if got := a.tellsShape(said(c.text)); got != c.want {
			t.Errorf("%s %q: want %v", c.question, c.text, c.want)
		}
	}
}

// A very serious offence is no serious one, unless the question has both.
func TestQuery_OtherDegree(t *testing.T) {
	for _, c := range []struct {
		question, text string
		want           bool
	}{
		{"¿Qué multa tienen las faltas graves?", "Las faltas muy graves, 900 euros.", true},
		{"¿Qué multa tienen las faltas muy graves?", "Las faltas graves, 500 euros.", true},
		{"¿Qué multa tienen las faltas graves?", "Las graves, 500 euros; las muy graves, 900 euros.", false},
		{"¿Cuántas faltas graves hacen una muy grave?", "Cometer tres faltas graves.", false},
		{"What is the fine for a very serious breach?", "For a serious breach, 500 euros.", true},
	} {
		a := analyse(ask.Question{Text: c.question})
		if got := a.otherDegree(c.text); got != c.want {
			t.Errorf("%s %q: want %v", c.question, c.text, c.want)
		}
	}
}

// A mark, a heading, a table of contents and a question of a form rule nothing.
func TestNoRule(t *testing.T) {
	for text, want := range map[string]bool{
		"b.":                                 true,
		"Artículo 4.2":                       true,
		"Kiosks near to ponds":               true,
		"Are all lanterns in one arcade lit": true,
		"Kiosks Scope Roofs of Kiosks Doors of Kiosks Steps and Ramps Lanterns and Lamps Fences Ponds and Boats":                    false,
		"Part One Kiosks Scope Roofs of Kiosks Doors of Kiosks Steps and Ramps Lanterns and Lamps Fences Ponds Boats Ferries Piers": true,
		"Do not have loose lanterns.":                                       false,
		"Resumen propio del reglamento de quioscos, con sus cifras.":        true,
		"No sustituye al texto oficial, que es el que obliga.":              true,
		"Our own summary of the rules for kiosks is not the official text.": false,
		"Own summary of the rules for kiosks.":                              true,
		"El quiosco es de madera.":                                          false,
	} {
		if got := noRule(said(text)); got != want {
			t.Errorf("%q: want %v", text, want)
		}
	}
}

// The number of an item counts nothing.
func TestQuantitiesOf_ItemMark(t *testing.T) {
	for text, want := range map[string]int{"2. Cada quiosco tendrá un farol.": 0, "3.12 Where a kiosk has a lantern, it is lit.": 0, "2.50 m de alto": 1, "Mide 3 m.": 1} {
		if got := len(quantitiesOf(text)); got != want {
			t.Errorf("%q: want %d amounts, got %v", text, want, quantitiesOf(text))
		}
	}
}

// A way to go is no height, and a span gives both of its ends.
func TestQuery_OtherMeasure(t *testing.T) {
	a := analyse(ask.Question{Text: "¿A qué altura está el farol?"})
	if !a.otherMeasure(said("El recorrido hasta el farol no supera 15 m.")) {
		t.Error("a way was taken for a height")
	}
	if a.otherMeasure(said("El farol está a 2 m y el recorrido no supera 15 m.")) {
		t.Error("the height was not seen")
	}
	a = analyse(ask.Question{Text: "¿Cuál es la multa mínima por pescar?"})
	if s := said("Por pescar, la multa irá desde un mínimo de 30 hasta un máximo de 600 euros."); !a.spansIt(s, strings.ToLower(s.text)) {
		t.Error("the lower end was not seen")
	}
}

// Where a question names a place, the regulation that speaks of it most is meant.
func TestQuery_Homes(t *testing.T) {
	of := func(version string, texts ...string) (list []*ask.Passage) {
		for i, text := range texts {
			list = append(list, &ask.Passage{Handle: version + string(rune('a'+i)), Version: version, Title: "Ley de parques", Text: text})
		}
		return list
	}
	passages := append(of("regional/v", "El Gobierno de Asturias.", "Los parques de Asturias.", "El farol mide 3 m."), of("estatal/v", "Asturias y León.", "El farol mide 2 m.")...)
	a := analyse(ask.Question{Text: "¿Cuánto mide un farol en Asturias?"})
	a.readHomes(passages)
	for i := range a.terms {
		if name := &a.terms[i]; name.name && (!a.atHome(passages[2], name) || a.atHome(passages[4], name)) {
			t.Error("want the regional law for the place it speaks of, and no other")
		}
	}
	if len(a.homes) != 1 {
		t.Errorf("want one name with a home, got %v", a.homes)
	}
}

// In "qué altura tiene que haber" the height alone is asked for.
func TestQuery_Opened(t *testing.T) {
	a := analyse(ask.Question{Text: "¿Qué altura tiene que haber sobre el estanque?"})
	for i := range a.terms {
		if asked := a.terms[i].text == "altura"; a.terms[i].asked != asked {
			t.Errorf("%s: asked %v", a.terms[i].text, a.terms[i].asked)
		}
	}
	if a.property != ask.PropertyOf("altura") {
		t.Errorf("want the height, got %v", a.property)
	}
}

// A share of things counts them, and what a thing costs is money.
func TestQuery_ShareOf(t *testing.T) {
	a := analyse(ask.Question{Text: "¿Cuántos faroles hay que reservar?"})
	if !a.shareOf("se reserva el 4 % de los faroles") || a.shareOf("se reserva el 4 % de los bancos") {
		t.Error("want a share of what is counted, and of nothing else")
	}
	if a = analyse(ask.Question{Text: "¿Cuánto hay que pagar por un farol?"}); len(a.dims) != 1 || a.dims[0] != "money" {
		t.Errorf("want money, got %v", a.dims)
	}
}
