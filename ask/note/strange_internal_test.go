package note

import (
	"testing"

	"github.com/reglookup/regengine/ask"
)

// A regulation that is named by its sign is without its text, in force or not, unless
// another one that is named has its own.
func TestAnswer_textless(t *testing.T) {
	old, next := ask.Edition{Title: "EHE-08", Exact: true}, ask.Edition{Title: "Código Estructural", InForce: true, Hosted: true, Replaces: true}
	for _, tt := range []struct {
		editions []ask.Edition
		want     string
	}{
		{[]ask.Edition{old, next}, "EHE-08"},
		{[]ask.Edition{{Title: "EHE-08"}}, ""},
		{[]ask.Edition{old, {Title: "DB-HE", InForce: true, Hosted: true}}, ""},
	} {
		if got := (&answer{editions: tt.editions}).textless(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.editions, got, tt.want)
		}
	}
}
