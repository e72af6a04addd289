package quantity_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// read writes the figures of a text, and what is found in it one by one.
func read(text, lang string) string {
	var out []string
	for _, f := range quantity.Figures(text, lang, &quantity.FigureOptions{Words: true}) {
		value := f.Value.String()
		if f.Form == quantity.Range {
			value = f.Low.String() + ".." + f.High.String()
		}
		out = append(out, value+" "+f.Unit.String())
	}
	return strings.Join(out, ", ")
}

func found(text, lang string) string {
	var out []string
	for _, f := range quantity.Find(text, lang) {
		out = append(out, strings.TrimSpace(f.Value.String()+" "+f.Unit.String()))
	}
	return strings.Join(out, ", ")
}

// TestPowers: a power of ten is one number, and its exponent none; what may be a note or a
// size is no power.
func TestPowers(t *testing.T) {
	for _, tt := range []struct{ text, figures, found string }{
		{"10^3 m", "1000 m", "1000 m"},
		{"10³ m", "1000 m", "1000 m"},
		{"10⁻⁸ m/s", "0.00000001 m/s", "0.00000001 m/s"},
		{"2·10^3 kg", "2000 kg", "2000 kg"},
		{"1,5 × 10³ W", "1500 W", "1500 W"},
		{"5·10^(-8) m/s", "0.00000005 m/s", "0.00000005 m/s"},
		{"1·10-3 m", "0.001 m", "0.001 m"},
		{"1e-3 m", "0.001 m", "0.001 m"},
		{"1,2E+3 kg", "1200 kg", "1200 kg"},
		{"Presión 10³", "", "10"}, // a note may be marked so
		{"2 x 10 m", "2 m, 10 m", "2, 10 m"},
		{"1x10-12 m", "1 , 10..12 m", "12 m"},
		{"10^3.5 m", "10 , 3.5 m", "10, 3.5 m"},
		{"10^99 m", "10 , 99 m", "10, 99 m"},
		{"puerta 2E-3", "3 ", "3"},
		{"puerta 2E3", "", ""},
	} {
		if diff := cmp.Diff(tt.figures, read(tt.text, "es")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
		if diff := cmp.Diff(tt.found, found(tt.text, "es")); diff != "" {
			t.Errorf("%q, one by one (-want +got):\n%s", tt.text, diff)
		}
	}
}

// TestInches reads inches, by words and signs, and feet with them; a sign that may close a
// quotation or be of an angle, and "in" before a word, are none.
func TestInches(t *testing.T) {
	for _, tt := range []struct{ lang, text, figures string }{
		{"es", `3/4"`, "0.75 in"},
		{"es", `tubo de 1 1/2" de diámetro`, "1.5 in"},
		{"es", `tubos de 3" y 4"`, "3 in, 4 in"},
		{"es", "2''", "2 in"},
		{"es", "1 1/2 pulgada", "1.5 pulgada"},
		{"en", "1 1/2 in", "1.5 in"},
		{"en", "1-1/2 in", "1.5 in"},
		{"en", "1-2 in", "1..2 in"},
		{"en", "a gradient of 1 in 20", "0.05 "},
		{"en", "1150mm in all other cases", "1150 mm"},
		{"en", "2 doors in series", "2 doors"},
		{"en", "5 persons in 3 m2", "5 persons, 3 m2"},
		{"en", "at least 3 in each room", "3 "},
		{"en", "at least 36 in. wide", "36 in"},
		{"en", `5'6"`, "66 in"},
		{"es", `5'-6"`, "66 in"},
		{"en", "5 feet 6 inches", "66 in"},
		{"en", "5 ft 6 in", "66 in"},
		{"en", "two exits, 3 in the lobby", "2 exits, 3 "},
		{"en", `the plate says "at least 4"`, "4 "},
		{"en", "the plate says “at least 4”", "4 "},
		{"es", `12° 30' 15"`, "12 °, 30 , 15 "},
		{"en", "6'", "6 "},
	} {
		if diff := cmp.Diff(tt.figures, read(tt.text, tt.lang)); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", tt.lang, tt.text, diff)
		}
	}
}

// TestShortUnits reads units as people shorten them, and no word that no table knows.
func TestShortUnits(t *testing.T) {
	for text, want := range map[string]string{
		"120 cms": "1.2", "3 mts.": "3", "3 MTS": "3", "20 mm.": "0.02", "20 mms": "0.02", "2 kms": "2000",
	} {
		q, ok := quantity.Parse(text, "es")
		if !ok {
			t.Errorf("%q is not read", text)
			continue
		}
		if got, err := quantity.Convert(q.Value, q.Unit, quantity.MustUnit("m"), quantity.SameKind); err != nil || got.String() != want {
			t.Errorf("%q: want %s m, got %s %v", text, want, got, err)
		}
	}
	for _, text := range []string{"3 mtss", "3 brazas", "20 mm. x"} {
		if q, ok := quantity.Parse(text, "es"); ok {
			t.Errorf("%q is read as %s %s", text, q.Value, q.Unit)
		}
	}
}

// TestHalves reads a half or a quarter behind a unit, with a number before it or none.
func TestHalves(t *testing.T) {
	for _, tt := range []struct{ lang, text, want string }{
		{"es", "metro y medio", "1.5 metro"},
		{"es", "hora y media", "1.5 hora"},
		{"es", "2 metros y medio", "2.5 metros"},
		{"es", "un metro y cuarto", "1.25 metro"},
		{"en", "a metre and a half", "1.5 metre"},
		{"en", "a foot and a half", "1.5 foot"},
		{"en", "an hour and a quarter", "1.25 hour"},
		{"es", "una vivienda y media planta", "1 vivienda, 0.5 planta"},
		{"es", "el metro y el riesgo medio", ""},
	} {
		if diff := cmp.Diff(tt.want, read(tt.text, tt.lang)); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", tt.lang, tt.text, diff)
		}
	}
}
