package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/verify"
)

// gardens is a text about other things than washrooms: sheds, and benches that
// the section about ramps speaks of.
func gardens() text {
	return text{code: "gardens", rules: `
format: 1
language: es
context: {es: [jardín, huerto]}
elements:
  shed: {label: {es: cobertizo}, names: {es: [cobertizo], en: [shed]}}
parameters:
  length: {label: {es: longitud}, names: {es: [longitud]}}
rules:
  - id: sheds
    subjects: [{element: shed, parameter: length}]
    require: {op: "<=", value: 4, unit: m}
    section: cobertizos
    quote: La longitud del cobertizo es como máximo de 4 m.
`}
}

const kinRules = `
  - id: ramps
    subjects: [{element: ramp, parameter: width}]
    require: {op: ">=", value: 1.2, unit: m}
    section: rampas
    quote: La anchura de la rampa es al menos 1.2 m, también junto a un aseo accesible.
`

// TestVerifier_Verify_kin: the name of another thing explains a word only where it
// has to do with the one that is measured, and a text's own context only what
// that text is about.
func TestVerifier_Verify_kin(t *testing.T) {
	v := mustVerifier(t, nation(kinRules), gardens())
	for _, tt := range []struct {
		name, element, unread string
		want                  verify.Status
	}{
		{"alone", "rampa", "", verify.Compliant},
		{"of a thing of another text", "rampa de cobertizo", "cobertizo", verify.Undetermined},
		{"beside a thing of another text", "rampa junto a cobertizo", "cobertizo", verify.Undetermined},
		{"with a thing of another text", "rampa con cobertizo", "", verify.Compliant},
		{"of a thing the section speaks of", "rampa de aseo accesible", "", verify.Compliant},
		{"beside a thing the section speaks of", "rampa junto al aseo accesible", "", verify.Compliant},
		{"in English", "shed ramp", "shed", verify.Undetermined},
		{"for what nobody knows", "rampa para cobertizo", "cobertizo", verify.Undetermined},
		{"context of another text", "rampa de huerto", "huerto", verify.Undetermined},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ask(t, v, verify.Check{Element: tt.element, Parameter: "anchura", Value: "1.5", Unit: "m"})
			if got.Status != tt.want {
				t.Errorf("want %s, got %s %q", tt.want, got.Status, got.Warnings)
			}
			named := func(w string) bool { return strings.Contains(w, `"`+tt.unread+`"`) }
			if tt.unread != "" && !slices.ContainsFunc(got.Warnings, named) {
				t.Errorf("want %q named, got %q", tt.unread, got.Warnings)
			}
		})
	}
}

// TestVerifier_Verify_assumed: only what could have made another verdict is told.
func TestVerifier_Verify_assumed(t *testing.T) {
	source := strings.Replace(rulesOf(kinRules+ramp("wide", ">=", "2", `when: [{fact: crowd, is: "true"}]`)+ramp("narrow", ">=", "1", `when: [{fact: service, is: "true"}]`)),
		"  lift: ", "  crowd: {kind: boolean, label: {es: multitud}, yes: {es: [multitudinaria]}, default: \"false\"}\n"+
			"  service: {kind: boolean, label: {es: servicio}, yes: {es: [de servicio]}, default: \"false\"}\n  lift: ", 1)
	v := mustVerifier(t, text{code: "nation", rules: source})
	for _, tt := range []struct {
		value string
		want  verify.Status
		told  bool
	}{
		{"1.5", verify.Compliant, true},     // a crowd would need 2 m
		{"1.1", verify.NonCompliant, false}, // so it fails with and without one
	} {
		t.Run(tt.value, func(t *testing.T) {
			got := ask(t, v, verify.Check{Element: "rampa", Parameter: "anchura", Value: tt.value, Unit: "m"})
			if got.Status != tt.want {
				t.Errorf("want %s, got %s %q", tt.want, got.Status, got.Warnings)
			}
			words := strings.Join(got.Warnings, " ")
			if strings.Contains(words, "multitud") != tt.told || strings.Contains(words, "servicio") {
				t.Errorf("want told %t, got %q", tt.told, got.Warnings)
			}
		})
	}
}

// TestVerifier_Verify_options: what another text asks of a fact makes no reading of
// this check.
func TestVerifier_Verify_options(t *testing.T) {
	steps := strings.Replace(ramp("a", ">=", "1.6"), "value: 1.6", `value: {by: length, match: interpolate, cells: {"1": 1, "4": 1.6}}`, 1)
	steps = strings.Replace(steps, "al menos 1.6 m", "al menos 1 m hasta 1.6 m", 1)
	other := strings.Replace(gardens().rules, "    section: cobertizos", `    when: [{fact: length, "<": 3.1}]`+"\n    section: cobertizos", 1)
	other = strings.Replace(other, "rules:\n", "facts:\n  length: {kind: quantity, unit: m, label: {es: longitud}, says: {es: [\"largo {}\"]}}\nrules:\n", 1)
	check := verify.Check{Element: "rampa", Parameter: "anchura", Value: "1.2", Unit: "m"}
	want := ask(t, mustVerifier(t, nation(steps)), check)
	got := ask(t, mustVerifier(t, nation(steps), text{code: "gardens", rules: other}), check)
	if got.Status != verify.Conditional || !slices.Equal(want.Conditions, got.Conditions) || want.Limit != got.Limit {
		t.Errorf("want %s %s %q, got %s %s %q", want.Status, want.Limit, want.Conditions, got.Status, got.Limit, got.Conditions)
	}
}
