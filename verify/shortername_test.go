package verify_test

import (
	"testing"

	"github.com/reglookup/regengine/verify"
)

// corridors limits how wide a corridor is, wider in a hospital, and how bright places are
// that are called after it.
func corridors() text {
	return text{code: "corridors", rules: `
format: 1
language: es
elements:
  corridor: {label: {es: pasillo}, names: {es: [pasillo]}}
  lit_place: {label: {es: local iluminado}, names: {es: [pasillo de hospital, pasillo de máquinas]}}
parameters:
  clearance: {label: {es: anchura de paso}, names: {es: [anchura de paso]}}
  illuminance: {label: {es: iluminancia}, names: {es: [iluminancia]}}
facts:
  hospital: {kind: boolean, label: {es: en un hospital}, default: "false", yes: {es: [hospital]}, no: {es: [fuera del hospital]}}
rules:
  - id: corridor
    subjects: [{element: corridor, parameter: clearance}]
    require: {op: ">=", value: 1, unit: m}
    when: [{fact: hospital, is: "false"}]
    section: pasillos
    quote: La anchura de paso es de 1 m como mínimo.
  - id: hospital
    subjects: [{element: corridor, parameter: clearance}]
    require: {op: ">=", value: 2.2, unit: m}
    when: [{fact: hospital, is: "true"}]
    section: pasillos
    quote: En un hospital es de 2.2 m como mínimo.
  - id: light
    subjects: [{element: lit_place, parameter: illuminance}]
    require: {op: ">=", value: 100, unit: lux}
    section: pasillos
    quote: La iluminancia es de 100 lux como mínimo.
`}
}

// TestVerifier_Verify_shorterName: where the longest name is of a thing that no rule limits
// so, the name it begins with counts, if a circumstance says the rest of it.
func TestVerifier_Verify_shorterName(t *testing.T) {
	t.Parallel()
	v := mustVerifier(t, corridors())
	for _, tt := range []struct {
		element, parameter, value, unit, limit string
		want                                   verify.Status
	}{
		{"pasillo de hospital", "iluminancia", "120", "lux", "100", verify.Compliant},
		{"pasillo de hospital", "anchura de paso", "1.5", "m", "2.2", verify.NonCompliant},
		{"pasillo de hospital", "anchura de paso", "2.3", "m", "2.2", verify.Compliant},
		{"pasillo", "anchura de paso", "1.5", "m", "1", verify.Compliant},
		{"pasillo de máquinas", "anchura de paso", "1.5", "m", "", verify.Undetermined},
		{"pasillo de máquinas", "anchura de paso", "0.5", "m", "", verify.Undetermined},
	} {
		got := ask(t, v, verify.Check{Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit})
		if got.Status != tt.want || got.Limit != tt.limit {
			t.Errorf("%s | %s | %s: want %s %s, got %s %s %q", tt.element, tt.parameter, tt.value, tt.want, tt.limit, got.Status, got.Limit, got.Warnings)
		}
	}
}
