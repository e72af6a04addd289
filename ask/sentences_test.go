package ask_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
)

func TestSentences(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"two", "Uno es así. Dos también.", []string{"Uno es así.", "Dos también."}},
		{"article", "Según el art. 4 del R.D. 314/2006. Sigue.", []string{"Según el art. 4 del R.D. 314/2006.", "Sigue."}},
		{"apartado", "Véase el apdo. 3.2 y la pág. 4. Fin.", []string{"Véase el apdo. 3.2 y la pág. 4.", "Fin."}},
		{"for example", "Materiales, p. ej. vidrio. Otro.", []string{"Materiales, p. ej. vidrio.", "Otro."}},
		{"spaced initials", "El R. D. 842/2002 aprueba el REBT. Otro.", []string{"El R. D. 842/2002 aprueba el REBT.", "Otro."}},
		{"number", "Decreto núm. 7. Orden No. 5 of the list. End.", []string{"Decreto núm. 7.", "Orden No. 5 of the list.", "End."}},
		{"no as a word", "Dijo que no. La barandilla es alta.", []string{"Dijo que no.", "La barandilla es alta."}},
		{"decimals", "Mide 2.50 m. Otra 1.000 mm.", []string{"Mide 2.50 m.", "Otra 1.000 mm."}},
		{"numbering", "1. Objeto de la norma. Sigue.", []string{"1. Objeto de la norma.", "Sigue."}},
		{"marker behind", "Mide 2 m. [1] Otra. [2][3]", []string{"Mide 2 m. [1]", "Otra. [2][3]"}},
		{"marker glued", "Mide 2 m.[1] Otra.", []string{"Mide 2 m.[1]", "Otra."}},
		{"handle behind", "Mide 2 m. [[k3f9abcd]] Otra.", []string{"Mide 2 m. [[k3f9abcd]]", "Otra."}},
		{"quotes", "«Es así.» Otra. “So it is.” End", []string{"«Es así.»", "Otra.", "“So it is.”", "End"}},
		{"question", "¿Qué? ¡Nada! Bien…", []string{"¿Qué?", "¡Nada!", "Bien…"}},
		{"lines", "Uno\n\n- dos\n", []string{"Uno", "- dos"}},
		{"nothing", " \n\t", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, ask.Sentences(tt.text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzSentences(f *testing.F) {
	for _, s := range []string{"Uno. Dos.", "art. 4. [1]", "R. D. 3.", "…»). [[k3f9abcd]]", "\xff.\x00 a", "1. 2. 3."} {
		f.Add(s)
	}
	squeeze := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) {
				return -1
			}
			return r
		}, s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		list := ask.Sentences(text)
		for _, s := range list {
			if strings.TrimSpace(s) == "" {
				t.Fatalf("an empty sentence of %q", text)
			}
		}
		if want, got := squeeze(text), squeeze(strings.Join(list, "")); want != got {
			t.Fatalf("text was lost:\nwant %q\n got %q", want, got)
		}
	})
}

func TestLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"¿Qué altura debe tener la barandilla?":     "es",
		"altura minima barandilla":                  "es",
		"what is the minimum handrail height?":      "en",
		"maximum slope of a ramp":                   "en",
		"handrail height in the DB-SUA":             "en",
		"":                                          "es",
		"pendiente máxima de una rampa in a school": "es",
	} {
		if got := ask.Language(text); got != want {
			t.Errorf("Language(%q): want %s, got %s", text, want, got)
		}
	}
}
