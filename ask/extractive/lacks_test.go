package extractive

import (
	"testing"

	"github.com/reglookup/regengine/ask"
)

// How much of a question a passage may leave out depends on how close the search
// puts it; names it may not leave out at all.
func TestQuery_Lacks(t *testing.T) {
	p := &ask.Passage{Handle: "h1", Title: "Reglamento de Parques › Quioscos", Text: "La recepción del quiosco de madera se hará en cuarenta días."}
	for _, c := range []struct {
		question string
		near     float64
		want     bool
	}{
		{"¿En qué plazo se hace la recepción de un quiosco de madera?", 0.7, false},
		{"¿En qué plazo se hace la recepción de un quiosco flotante de madera?", 0.7, false},  // one of four
		{"¿En qué plazo se hace la recepción de un quiosco flotante?", 0.7, true},             // one of three,
		{"¿En qué plazo se hace la recepción de un quiosco flotante?", 1, false},              // where the search is sure
		{"¿En qué plazo se hace la recepción de un submarino flotante?", 1, true},             // two of three
		{"¿En qué plazo se hace la recepción de un quiosco en Pontevedra?", 1, true},          // a place
		{"¿En qué plazo se hace la recepción de un quiosco según la NBE-77?", 1, true},        // a norm
		{"¿En qué plazo se hace la recepción de un quiosco según el decreto vasco?", 1, true}, // of a place
	} {
		a := analyse(ask.Question{Text: c.question})
		if got := a.lacks(p, c.near); got != c.want {
			t.Errorf("%s at %v: want %v", c.question, c.near, c.want)
		}
	}
}
