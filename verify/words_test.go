package verify_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

// wordRules have a condition that is denied, a slope of a limit in per cent, and one
// name for two parameters.
const wordRules = `format: 1
language: es
elements:
  ramp: {label: {es: rampa, fr: rampe, en: ramp}, names: {es: [rampa], fr: [rampe], en: [ramp]}}
  door: {label: {es: puerta, fr: porte, en: door}, names: {es: [puerta], fr: [porte], en: [door]}}
  rail: {label: {es: barandilla, fr: garde-corps, en: guardrail}, names: {es: [barandilla], fr: [garde-corps], en: [guardrail]}}
  room: {label: {es: sala, fr: salle, en: room}, names: {es: [sala], fr: [salle], en: [room]}}
parameters:
  slope: {label: {es: pendiente, fr: pente, en: slope}, relation: slope, names: {es: [pendiente], fr: [pente], en: [slope]}}
  height: {label: {es: altura, fr: hauteur, en: height}, names: {es: [altura], fr: [hauteur], en: [height]}}
  ceiling: {label: {es: altura libre, fr: hauteur sous plafond, en: headroom}, names: {es: [altura], fr: [hauteur], en: [height]}}
facts:
  sort:
    kind: category
    label: {es: clase, fr: genre, en: kind}
    values:
      wide: {label: {es: ancha, fr: large, en: wide}, says: {es: [de carga], fr: [de charge], en: [for loads]}}
      steep: {label: {es: empinada, fr: raide, en: steep}, says: {es: [de paso], fr: [de passage], en: [for people]}}
rules:
  - id: slope
    subjects: [{element: ramp, parameter: slope}]
    unless: [{fact: sort, is: wide}]
    require: {op: "<=", value: 10, unit: "%"}
    section: s
    quote: Las rampas, 10 % como máximo.
  - id: wide
    subjects: [{element: ramp, parameter: slope}]
    when: [{fact: sort, is: wide}]
    require: {op: "<=", value: 5, unit: "%"}
    section: s
    quote: Las anchas, 5 % como máximo.
  - id: height
    subjects: [{element: rail, parameter: height}]
    require: {op: ">=", value: 1, unit: m}
    section: s
    quote: Barandillas de 1 m.
  - id: ceiling
    subjects: [{element: room, parameter: ceiling}]
    require: {op: ">=", value: 2.5, unit: m}
    section: s
    quote: Salas de 2,5 m.
`

// TestWords: what a person reads: a circumstance that must not be is named, a limit has
// no more decimals than say something, and no parameter is asked for that nobody rules.
func TestWords(t *testing.T) {
	addFrench(t)
	v := twoCountries(t, map[geo.ID]string{"FR": wordRules, "ES": wordRules}, nil)
	for _, tt := range []struct {
		place, element, parameter, value, unit string
		want, never                            string
	}{
		{"FR-1", "rampe", "pente", "4", "°", "Conforme (≤ 5,71 °) si : genre : autre que large.", "n'est pas vrai"},
		{"ES-1", "rampa", "pendiente", "4", "°", "Cumple (≤ 5,71 °) si: clase: distinto de ancha.", "no se da que"},
		{"ES-1", "ramp", "slope", "4", "°", "Complies (≤ 5.71 °) if: kind: other than wide.", "not so that"},
		{"FR-1", "porte", "hauteur", "2", "m", "Aucune règle des textes consultés", "plafond"},
		{"ES-1", "puerta", "altura", "2", "m", "Ninguna regla de las normas consultadas", "altura libre"},
	} {
		t.Run(tt.place+" "+tt.element, func(t *testing.T) {
			got, err := v.Verify(t.Context(), verify.Check{GeoID: tt.place, Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit}, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if said := strings.Join(append(got.Conditions, got.Warnings...), "\n"); !strings.Contains(said, tt.want) || strings.Contains(said, tt.never) {
				t.Errorf("want %q and never %q, got %s %q", tt.want, tt.never, got.Limit, said)
			}
		})
	}
}
