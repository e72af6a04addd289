package extractive_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/codes/retrieval"
)

func newLimitsWorld(t *testing.T) *frenchWorld {
	w := newFrenchWorld(t)
	b := blockWriter{}
	b.in("acces/2020", "Sentiers")
	b.text("Largeur", "La largeur d’un sentier est de 1,15 m au moins.")
	b.text("Parapets", "Le parapet d’un sentier a une hauteur de 1,25 m au moins.")
	b.text("Parapets", "Si le parapet a plus de 45 cm d’épaisseur, sa hauteur est de 0,95 m au moins.")
	w.texts = retrieval.New(b.list)
	return w
}

// An amount is held against the limit that is quoted, and what sets another limit under
// a condition is told with it.
func TestPlain_Verdict(t *testing.T) {
	w := newLimitsWorld(t)
	for _, c := range []struct {
		question string
		want     []string
		not      string
	}{
		{"Un sentier de 0,95 m de large est-il conforme ?", []string{"1,15 m au moins »; 0,95 m ne respecte pas cette limite [1]"}, ""},
		{"Puis-je faire un sentier de 1,20 m de large ?", []string{"1,15 m au moins »; 1,20 m respecte cette limite [1]"}, ""},
		{"Un sentier de 0,95 m est-il conforme ?", []string{"1,15 m au moins"}, "cette limite"},
		{"Quelle largeur faut-il à un sentier de 0,95 m de large ?", []string{"1,15 m au moins"}, "cette limite"},
		{"Un parapet de sentier de 1,10 m de haut est-il conforme ?", []string{"1,10 m ne respecte pas cette limite", "Si le parapet a plus de 45 cm"}, ""},
	} {
		got := evenSpaces(w.ask(t, extractive.New(), c.question).Text)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: want %q in %s", c.question, want, got)
			}
		}
		if c.not != "" && strings.Contains(got, c.not) {
			t.Errorf("%s: want no %q in %s", c.question, c.not, got)
		}
	}
}

// Whatever a model says, only the verdict that holds stands behind a quotation.
func TestPlain_VerdictOfAModel(t *testing.T) {
	w := newLimitsWorld(t)
	const quote = "Largeur : « La largeur d’un sentier est de 1,15 m au moins » ; "
	for said, stands := range map[string]bool{
		"0,95 m ne respecte pas cette limite":         true,
		"0,95 m respecte cette limite":                false,
		"1,20 m respecte cette limite":                false,
		"95 cm ne respecte pas cette limite":          false, // as the question has it
		"0,95 m ne respecte pas cette limite, jamais": false,
		"c’est donc conforme":                         false,
	} {
		got := w.ask(t, drafter{"largeur sentier", "1,15", quote + said}, "Un sentier de 0,95 m de large est-il conforme ?")
		if (len(got.Sources) > 0 && strings.Contains(evenSpaces(got.Text), evenSpaces(said))) != stands {
			t.Errorf("%s: stands %v in %q", said, !stands, got.Text)
		}
	}
}
