package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

// inWords writes what is missing on a line each.
func inWords(list []verify.Missing) []string {
	var out []string
	for _, m := range list {
		text := fmt.Sprintf("%s (%s, %s %q)", m.ID, m.Label, m.Kind, m.Unit)
		if m.Assumed != nil {
			text += " assumed " + m.Assumed.String()
		}
		for _, w := range m.Would {
			text += fmt.Sprintf("; %s: %s %s", w.Label, verify.VerdictOf(w.Status, w.IsCompliant), w.Limit)
		}
		out = append(out, text)
	}
	return out
}

func TestMissing(t *testing.T) {
	v := fixture(t)
	for _, tt := range []struct {
		name, element, parameter, value, unit, place string
		given                                        given
		want                                         []string
	}{
		{"quantity", "barandilla", "altura", "0.95", "m", "XX-1", nil, []string{`drop (desnivel, quantity "m"); hasta 6 m: compliant 0.9; más de 6 m: non_compliant 1.1`}},
		{"in the language of the check", "guardrail", "height", "0.95", "m", "XX-1", nil, []string{`drop (drop, quantity "m"); up to 6 m: compliant 0.9; more than 6 m: non_compliant 1.1`}},
		{"within what is said", "barandilla con desnivel entre 3 y 9 m", "altura", "0.95", "m", "XX-1", nil, []string{`drop (desnivel, quantity "m"); 3 m o más y hasta 6 m: compliant 0.9; más de 6 m y hasta 9 m: non_compliant 1.1`}},
		{"boolean", "escalera", "contrahuella", "18", "cm", "XX-1", nil, []string{`lift (ascensor, boolean ""); sí: compliant 18.5; no: non_compliant 17.5`}},
		{"text", "muro exterior", "transmitancia", "0.4", "W/m2K", "XX-3", nil, []string{`zone (zona climática, text ""); D3: compliant 0.41; E1: non_compliant 0.37`}},
		{"given", "barandilla", "altura", "0.95", "m", "XX-1", given{"drop": verify.QuantityValue("4", "m")}, nil},
		{"complies under every reading", "barandilla", "altura", "1.2", "m", "XX-1", nil, nil},
		{"fails under every reading", "barandilla", "altura", "0.5", "m", "XX-1", nil, nil},
		{"not understood", "barandilla de cuna", "altura", "0.95", "m", "XX-1", nil, nil},
		{"a number that may be it", "rampa accesible, 7 m", "pendiente", "9", "%", "XX-1", nil, []string{`length (longitud, quantity "m"); menos de 3 m: compliant 10; 3 m o más: non_compliant 6`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := v.Verify(t.Context(), verify.Check{Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit, GeoID: tt.place, Circumstances: tt.given}, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, inWords(got.Missing)); diff != "" {
				t.Errorf("%s %s %s (-want +got):\n%s", got.Status, got.Limit, strings.Join(got.Warnings, "; "), diff)
			}
		})
	}
}
