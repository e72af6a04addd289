package verify_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

// TestThing: an element that says the parameter over again is the thing it is said
// of, and what only looks like that stays what it is.
func TestThing(t *testing.T) {
	addFrench(t)
	rules := strings.Replace(readingRules, "language: xx", "language: es", 1)
	v := twoCountries(t, map[geo.ID]string{"FR": rules, "ES": rules}, nil)
	u, c, n := verify.Undetermined, verify.Compliant, verify.NonCompliant
	for _, tt := range []struct {
		geoID, element, parameter, value, unit string
		want                                   verify.Status
	}{
		{"ES-1", "pendiente de la rampa", "pendiente", "9", "%", n},
		{"ES-1", "Pendiente máxima de las rampas", "pendiente", "7", "%", c},
		{"ES-1", "altura de la barandilla de zonas comunes", "altura", "0.9", "m", n},
		{"ES-1", "ancho libre de la salida de 2 módulos de paso", "ancho libre", "1.3", "m", n},
		{"ES-1", "slope of the ramp", "slope", "9", "%", n},
		{"ES-1", "ramp slope", "slope", "9", "%", n},
		{"ES-1", "guardrail height, common parts", "height", "0.9", "m", u},
		{"ES-1", "office flow", "flow", "20", "m3/h", n},
		{"FR-1", "pente de la rampe", "pente", "9", "%", n},
		{"FR-1", "pente d’une rampe", "pente", "7", "%", c},
		{"FR-1", "hauteur minimale du garde-corps des parties communes", "hauteur", "0.9", "m", n},
		{"FR-1", "ramp slope", "slope", "9", "%", n},

		{"ES-1", "pendiente de 12 % de la rampa", "pendiente", "7", "%", u},     // a value
		{"ES-1", "pendiente de doce por ciento", "pendiente", "7", "%", u},      // a value in words
		{"ES-1", "pendiente del tejado", "pendiente", "7", "%", u},              // another thing
		{"ES-1", "pendiente transversal de la rampa", "pendiente", "7", "%", u}, // another measure
		{"ES-1", "pendiente, rampa", "altura", "7", "m", u},
		{"ES-1", "altura de la barandilla de zonas comunes", "ancho libre", "2", "m", u}, // not what is asked
		{"ES-1", "altura", "altura", "2", "m", u},
		{"ES-1", "pendiente en el peldaño de la rampa", "pendiente", "7", "%", u},
		{"FR-1", "hauteur au garde-corps des parties communes", "hauteur", "1.1", "m", u}, // where, not of what
		{"FR-1", "hauteur de 3 m du garde-corps des parties communes", "hauteur", "1.1", "m", u},
		{"FR-1", "rampe en pente", "pente", "7", "%", c},
	} {
		t.Run(tt.element+" "+tt.parameter, func(t *testing.T) {
			got, err := v.Verify(t.Context(), verify.Check{GeoID: tt.geoID, Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit}, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != tt.want {
				t.Errorf("want %s, got %s %s %q %q", tt.want, got.Status, got.Limit, got.Conditions, got.Warnings)
			}
		})
	}
}
