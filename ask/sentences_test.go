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

func TestQuantities(t *testing.T) {
	type seen struct {
		Text, Dimension string
		Dir             ask.Direction
	}
	for _, tt := range []struct {
		name, text string
		want       []seen
	}{
		{"minimum behind", "una altura de 0,90 m, como mínimo", []seen{{"0,90", "length", ask.Minimum}}},
		{"minimum before", "como mínimo 0,90 m", []seen{{"0,90", "length", ask.Minimum}}},
		{"negated less", "no será menor que 1,00 m", []seen{{"1,00", "length", ask.Minimum}}},
		{"negated exceed", "cuando no exceda de 6 m", []seen{{"6", "length", ask.Maximum}}},
		{"English", "shall not exceed 12 % and be at least 1.2 m wide", []seen{{"12", "ratio", ask.Maximum}, {"1.2", "length", ask.Minimum}}},
		{"adjective of the next number", "Para 8 m, la altura mínima es de 1,10 m", []seen{{"8", "length", ask.Unsaid}, {"1,10", "length", ask.Minimum}}},
		{"two adjectives", "altura mínima de 0,92 m y máxima de 1,08 m", []seen{{"0,92", "length", ask.Minimum}, {"1,08", "length", ask.Maximum}}},
		{"between", "entre 13 y 18,5 cm", []seen{{"13", "length", ask.Minimum}, {"18,5", "length", ask.Maximum}}},
		{"transmittance", "U ≤ 0,41 W/(m²·K)", []seen{{"0,41", "transmittance", ask.Maximum}}},
		{"energy", "38 kWh/m²·año", []seen{{"38", "energy per area", ask.Unsaid}}},
		{"words", "durante diez años", []seen{{"10", "months", ask.Unsaid}}},
		{"zone is none", "zona D3 y clase C2", nil},
		{"article has no unit", "artículo 4 m", []seen{{"4", "length", ask.Unsaid}}},
		{"speed is no length", "5 m/s", []seen{{"5", "speed", ask.Unsaid}}},
		{"thousands", "5 750 W", []seen{{"5 750", "power", ask.Unsaid}}},
		{"degrees", "21 ºC", []seen{{"21", "temperature", ask.Unsaid}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []seen
			for _, q := range ask.Quantities(tt.text) {
				got = append(got, seen{q.Text, q.Dimension(), q.Dir})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzQuantities(f *testing.F) {
	for _, s := range []string{"0,90 m", "1.234,5 %", "≤ 5 cm", "9999999999999999999999 m", "\xff5\x00m", "1,2,3.4"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, q := range ask.Quantities(text) {
			if q.Start < end || q.End <= q.Start {
				t.Fatalf("%q at %d..%d after %d", q.Text, q.Start, q.End, end)
			}
			end = q.Start
			if sign, ok := q.Compare(ask.Quantity{}); ok && q.Dimension() != "" {
				t.Fatalf("%q compares with nothing: %d", q.Text, sign)
			}
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
