package verify_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

// TestSchedules: tags, abbreviations and pairs of schedules are read for what they stand
// for, and say nothing else.
func TestSchedules(t *testing.T) {
	v, err := verifytest.Fixture()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		element string
		want    verify.Status
		says    string
	}{
		{"barandilla; desnivel: 4 m", verify.Compliant, ""}, // by the label of the circumstance
		{"barandilla; drop = 4 m", verify.Compliant, ""},    // by its id
		{"barandilla; desnivel: 8 m", verify.NonCompliant, ""},
		{"barandilla; desnivel: 4 kg", verify.Undetermined, ""}, // which is none of its values
		{"barandilla; desnivel: por definir", verify.Conditional, ""},
		{"barandilla; material: madera de olmo; desnivel: 4 m", verify.Compliant, ""},    // says nothing of a circumstance
		{"barandilla; zarandaja: sirga; desnivel: 4 m", verify.Conditional, "zarandaja"}, // nobody knows what it says
		{"barandilla; zarandaja: sirga", verify.Conditional, "zarandaja"},                // but of what it is
		{"barandilla; escalera: zarandaja", verify.Conditional, "zarandaja"},             // not even of another thing
		{"barandilla; tipo: zarandaja", verify.Undetermined, "zarandaja"},                // which thing it is
		{"B12 barandilla; desnivel: 4 m", verify.Compliant, ""},
		{"BAR-P2 barandilla; desnivel: 4 m", verify.Compliant, ""},
		{"barandilla\ndesnivel: 4 m", verify.Compliant, ""}, // a line is a clause
		{"B12 barandilla\nDesnivel: 4 m\nColor: rojo", verify.Compliant, ""},
		{"P_07_barandilla, desnivel: 4 m", verify.Compliant, ""},
		{"IfcRailingType: barandilla, desnivel: 4 m", verify.Compliant, ""}, // the class of a model is one word
		{"ANT_barandilla, desnivel: 4 m", verify.Compliant, ""},
		{"barand., desnivel: 4 m", verify.Compliant, ""},
		{"barand, desnivel: 4 m", verify.Compliant, ""},                                     // without its point
		{"Barandilla_P4_HA25:BAR-07, desnivel: 4 m", verify.Compliant, ""},                  // words and codes of a type
		{"Barandilla_Zarandaja:BAR-07, desnivel: 4 m", verify.Undetermined, "Zarandaja"},    // a word of a type says what it is
		{"Barandilla:Zarandaja_90:BAR-07, desnivel: 4 m", verify.Undetermined, "Zarandaja"}, // so does one behind the colon
		{"900x30:BAR-07 barandilla | desnivel = 4 m | color = rojo", verify.Compliant, ""},
		{"barandilla; DesnivelBarandilla = 4 m", verify.Undetermined, "4 m"}, // parted by its capitals, and of no circumstance
		{"BarandillaVidrio; desnivel = 4 m", verify.Compliant, ""},
		{"barandilla PB, desnivel: 4 m", verify.Compliant, ""},
		{"barandilla de vidrio templado con 4 m de desnivel", verify.Compliant, ""}, // what it is made of
		{"barandilla contigua con 4 m de desnivel", verify.Conditional, "contigua"}, // whose it is
		{"altura barandilla, desnivel: 4 m", verify.Compliant, ""},                  // the measure over again
		{"barandilla, desnivel de 4 m y 8 m al patio", verify.NonCompliant, "8 m"},  // the worse one decides
		{"barandilla, desnivel de 4 m o de 8 m", verify.Conditional, ""},
		{"barandilla, [ ] desnivel de 4 m", verify.Conditional, "[ ]"}, // signs that nobody says yes with
		{"barandilla, ❌ desnivel de 4 m", verify.Conditional, "❌"},
		{"barandilla, ~~4 m de desnivel~~", verify.Conditional, "~~"},
		{"barandilla, <del>desnivel de 4 m</del>", verify.Conditional, "<del>"},
		{"barandilla | desnivel de 4 m | - |", verify.Conditional, "| - |"}, // and cells
		{"barandilla; desnivel de 4 m; N", verify.Conditional, "N"},
		{"barandilla | desnivel de 4 m | uds.: 0", verify.Conditional, "0"},
		{"barandilla; otra con 4 m de desnivel", verify.Conditional, "otra"}, // of another one
		{"barandilla; en el ala sur, 4 m de desnivel", verify.Conditional, "ala"},
		{"barandilla existente; la nueva, 4 m de desnivel", verify.Conditional, "nueva"},
		{"barandilla, planta 1; planta 2, 4 m de desnivel", verify.Conditional, "planta 2"},
		{"barandilla (no), 4 m de desnivel", verify.Undetermined, "barandilla"},
		{"barandilla, en la escalera: 4 m de desnivel", verify.Conditional, "4 m"}, // of what the key names
		{"barandilla, +/- 4 m de desnivel", verify.Conditional, "+/-"},
		{"barandilla, desnivel de 4 m en el 40 %", verify.Conditional, "40 %"},
	} {
		t.Run(tt.element, func(t *testing.T) {
			got, err := v.Verify(t.Context(), verify.Check{Element: tt.element, Parameter: "altura", Value: "1", Unit: "m", GeoID: "XX-1"}, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if said := strings.Join(append(got.Warnings, got.Conditions...), "\n"); got.Status != tt.want || got.Status == verify.Conditional && got.IsCompliant || !strings.Contains(said, tt.says) {
				t.Errorf("want %s %q, got %s %q", tt.want, tt.says, got.Status, said)
			}
		})
	}
}
