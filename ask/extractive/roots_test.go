package extractive

import (
	"slices"
	"testing"

	"github.com/reglookup/regengine/ask"
)

func questionIn(lang string) ask.Question {
	return ask.Question{Text: map[string]string{"es": "¿Qué es una pasarela?", "en": "What is a footbridge?"}[lang]}
}

func passageUnder(title string) *ask.Passage {
	return &ask.Passage{Handle: "h1", Title: title, Text: "x"}
}

// Words made of one another share a root; words that only begin alike do not.
func TestRootOf(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"inspeccionar", "inspecciones", true},
		{"terminada", "terminacion", true},
		{"instalar", "instalador", true},
		{"estructurales", "estructura", true},
		{"maintaining", "maintained", true},
		{"contador", "contaminacion", false},
		{"puerta", "puerto", true}, // the price of a rough rule: nothing rests on a root alone
		{"luz", "luces", false},
	} {
		if got := rootOf(c.a) != "" && rootOf(c.a) == rootOf(c.b); got != c.want {
			t.Errorf("%s and %s: want %v, got %q and %q", c.a, c.b, c.want, rootOf(c.a), rootOf(c.b))
		}
	}
}

// A family joins words whose roots no ending shows alike.
func TestRootsOf_Family(t *testing.T) {
	if got := rootsOf("recibirse"); !slices.Contains(got, rootOf("recepcion")) {
		t.Errorf("recibirse: %q", got)
	}
	if got := rootsOf("luz"); got != nil {
		t.Errorf("a short word has no root: %q", got)
	}
}

func TestQuery_Gloss(t *testing.T) {
	a := analyse(ask.Question{Text: "How long is a fire hose reel certificate valid?"})
	if a.abroad != "boca de incendio equipada certificado validez" {
		t.Errorf("got %q", a.abroad)
	}
	if b := bagOf("El certificado tendrá validez."); !slices.ContainsFunc(a.terms, func(t term) bool { return t.text == "valid" && b.match(&t) > 0 }) {
		t.Error("valid is not found as validez")
	}
}

// What is done is no thing asked about: it needs not stand in the answer.
func TestQuery_IsVerb(t *testing.T) {
	for _, c := range []struct {
		question, word string
		want           bool
	}{
		{"¿Puede el guarda ceder la llave?", "ceder", true},
		{"¿En qué plazo debe recibirse la pasarela?", "recibirse", true},
		{"¿Qué altura tiene el taller?", "taller", false},
		{"¿Qué hay que saber del alquiler de un taller?", "alquiler", false},
		{"What must inspect a guard?", "inspect", true},
	} {
		a := analyse(ask.Question{Text: c.question})
		i := slices.IndexFunc(a.terms, func(t term) bool { return t.text == c.word })
		if i < 0 || a.terms[i].verb != c.want {
			t.Errorf("%s %s: want %v, got term %d", c.question, c.word, c.want, i)
		}
	}
}
