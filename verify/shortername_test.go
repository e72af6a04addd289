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
  clearance: {label: {es: anchura de paso}, names: {es: [anchura de paso, luz de pared a pared]}}
  opening: {label: {es: hueco}, names: {es: [anchura de paso de pared a pared, anchura de paso de banda a banda]}}
  corridor_area: {label: {es: superficie}, names: {es: [superficie, tamaño del pasillo]}}
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
  - id: area
    subjects: [{element: corridor, parameter: corridor_area}]
    require: {op: "<=", value: 50, unit: m²}
    section: pasillos
    quote: La superficie es de 50 m² como máximo.
  - id: light
    subjects: [{element: lit_place, parameter: illuminance}]
    require: {op: ">=", value: 100, unit: lux}
    section: pasillos
    quote: La iluminancia es de 100 lux como mínimo.
  - id: opening
    subjects: [{element: lit_place, parameter: opening}]
    require: {op: ">=", value: 3, unit: m}
    section: pasillos
    quote: El hueco mide 3 m como mínimo.
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

// TestVerifier_Verify_shorterMeasure: where the longest name of the parameter is of a measure
// that no rule limits of the thing, the name inside it counts, if its concept has the rest.
func TestVerifier_Verify_shorterMeasure(t *testing.T) {
	t.Parallel()
	v := mustVerifier(t, corridors())
	for _, tt := range []struct {
		element, parameter, value, limit string
		want                             verify.Status
	}{
		{"pasillo de hospital", "anchura de paso de pared a pared", "2", "3", verify.NonCompliant},
		{"pasillo", "anchura de paso de pared a pared", "0.5", "1", verify.NonCompliant},
		{"pasillo", "anchura de paso de banda a banda", "0.5", "", verify.Undetermined}, // sides are of no name of it
	} {
		got := ask(t, v, verify.Check{Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: "m"})
		if got.Status != tt.want || got.Limit != tt.limit {
			t.Errorf("%s | %s | %s: want %s %s, got %s %s %q", tt.element, tt.parameter, tt.value, tt.want, tt.limit, got.Status, got.Limit, got.Warnings)
		}
	}
}

// TestVerifier_Verify_measureOfWhat: the name of a measure says of what it is one where
// nothing else is limited so.
func TestVerifier_Verify_measureOfWhat(t *testing.T) {
	t.Parallel()
	v := mustVerifier(t, corridors())
	for _, tt := range []struct {
		element, parameter, value, limit string
		want                             verify.Status
	}{
		{"pasillo", "superficie", "60", "50", verify.NonCompliant},
		{"pasillo de máquinas", "superficie", "60", "", verify.Undetermined},
		{"hospital", "tamaño del pasillo", "60", "50", verify.NonCompliant},
		{"zarandaja", "tamaño del pasillo", "40", "", verify.Undetermined}, // what has it is not known
	} {
		got := ask(t, v, verify.Check{Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: "m²"})
		if got.Status != tt.want || got.Limit != tt.limit {
			t.Errorf("%s | %s | %s: want %s %s, got %s %s %q", tt.element, tt.parameter, tt.value, tt.want, tt.limit, got.Status, got.Limit, got.Warnings)
		}
	}
}
