package note

import (
	"testing"

	"github.com/reglookup/regengine/ask"
)

// A regulation that is named by its sign is without its text, in force or not, unless
// another one that is named has its own.
func TestAnswer_textless(t *testing.T) {
	old, next := ask.Edition{Text: "EHE-08: repealed", Exact: true}, ask.Edition{Title: "Código Estructural", InForce: true, Hosted: true, Replaces: true}
	for _, tt := range []struct {
		editions []ask.Edition
		want     string
	}{
		{[]ask.Edition{old, next}, "EHE-08: repealed"},
		{[]ask.Edition{{Text: "EHE-08: repealed"}}, ""},
		{[]ask.Edition{old, {Title: "DB-HE", InForce: true, Hosted: true}}, ""},
	} {
		if got := (&answer{editions: tt.editions}).textless(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.editions, got, tt.want)
		}
	}
}

// Nothing answers what is asked of a regulation without its text, however sure a list is;
// whether it is in force may be told.
func TestAnswer_sureness_textless(t *testing.T) {
	world := Weights{ListPart: {Bias: 9}, AnyPart: {Bias: 9}}
	for _, tt := range []struct {
		name     string
		editions []ask.Edition
		status   bool
		want     bool
	}{
		{"none is named", nil, false, false},
		{"without its text", []ask.Edition{{Text: "EHE-08", Exact: true}}, false, true},
		{"with its text", []ask.Edition{{Title: "DB-HE", Exact: true, Hosted: true}}, false, false},
		{"whether it is in force", []ask.Edition{{Text: "EHE-08", Exact: true}}, true, false},
	} {
		a := &answer{listed: 0.9, editions: tt.editions, question: &question{status: tt.status}, required: &ask.Required{Rows: []ask.RequiredRow{{Text: "≥ 1 m", Handle: "S1"}}}}
		if got := a.sureness(world).nothing; got != tt.want {
			t.Errorf("%s: nothing answers: %v, want %v", tt.name, got, tt.want)
		}
	}
}
