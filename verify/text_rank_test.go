package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

func textCheck(t *testing.T, v *verify.Verifier, element, parameter, value, unit string) *verify.Result {
	t.Helper()
	on, _ := codes.NewDate(2025, 6, 1)
	got, err := v.Verify(t.Context(), verify.Check{Element: element, Parameter: parameter, Value: value, Unit: unit, GeoID: "ES-28079", Country: "ES"}, on)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func says(r *verify.Result, words string) bool {
	return slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.Contains(w, words) })
}

// lowGuard is a text that a rule about the same subject contradicts.
func lowGuard() []passage {
	return []passage{{text: "Las barandillas medirán 0,50 m como mínimo.", limits: []textlimits.Limit{
		{Op: rules.AtLeast, Value: "0.50", Unit: "m", Phrases: phrases("thing", "Las barandillas", "measure", "altura")},
	}}}
}

const guardRule = `format: 1
language: es
elements:
  barrier: {label: {es: barandilla}, names: {es: [barandilla]}}
parameters:
  height: {label: {es: altura}, names: {es: [altura]}}
facts:
  unused: {kind: boolean, label: {es: nada}, yes: {es: [nada de nada]}}
rules:
  - id: low
    subjects: [{element: barrier, parameter: height}]
    require: {op: ">=", value: 0.50, unit: m}
    section: s
    quote: Las barandillas medirán 0,50 m como mínimo.
`

// TestVerifier_texts_rulesOutrank: where a rule about the subject is in scope, no
// text overrules what kept it from deciding.
func TestVerifier_texts_rulesOutrank(t *testing.T) {
	ref := codes.VersionRef{Code: "obra", Version: "1"}
	ruled := textVerifier(t, lowGuard(), rules.RuleSet{Ref: ref, Source: []byte(guardRule)})
	for _, element := range []string{"barandilla xyzzy", "barandilla de cuna"} {
		if got := textCheck(t, ruled, element, "altura", "0.6", "m"); got.Status != verify.Undetermined {
			t.Errorf("%s: want undetermined, got %s", element, got.Status)
		}
	}
	if got := textCheck(t, ruled, "barandilla", "altura", "0.6", "m"); got.Status != verify.Compliant || got.Governing != nil && got.Governing.Origin != textlimits.FromRule {
		t.Errorf("want a verdict of the rule, got %s", got.Status)
	}
	unruled := textVerifier(t, lowGuard())
	got := textCheck(t, unruled, "barandilla", "altura", "0.6", "m")
	if got.Status != verify.Compliant || !says(got, "leído automáticamente") {
		t.Errorf("want a verdict of the text that says so, got %s %v", got.Status, got.Warnings)
	}
	if got.Governing == nil || got.Governing.Origin != textlimits.FromPattern || got.Governing.Rule != "" {
		t.Errorf("want a governing limit of the pattern, got %+v", got.Governing)
	}
}

// TestVerifier_texts_disagree: of two limits that nothing tells apart the stricter governs.
func TestVerifier_texts_disagree(t *testing.T) {
	v := textVerifier(t, append(lowGuard(), passage{text: "Las barandillas tendrán una altura de 0,90 m como mínimo.", limits: []textlimits.Limit{
		{Op: rules.AtLeast, Value: "0.90", Unit: "m", Phrases: phrases("thing", "Las barandillas", "measure", "altura")},
	}}))
	for value, want := range map[string]verify.Status{"0.4": verify.NonCompliant, "0.6": verify.NonCompliant, "1": verify.Compliant} {
		if got := textCheck(t, v, "barandilla", "altura", value, "m"); got.Status != want {
			t.Errorf("%s m: want %s, got %s", value, want, got.Status)
		}
	}
}

// TestVerifier_texts_special: a value does not pass by a general passage where
// another one speaks of the setting the check states.
func TestVerifier_texts_special(t *testing.T) {
	v := textVerifier(t, []passage{
		{text: "La pendiente de las rampas no superará el 12 %.", limits: []textlimits.Limit{
			{Op: rules.AtMost, Value: "12", Unit: "%", Phrases: phrases("thing", "las rampas", "measure", "La pendiente")}}},
		{text: "Itinerario accesible: rampas, 6 % como máximo.", limits: []textlimits.Limit{
			{Op: rules.AtMost, Value: "6", Unit: "%", Phrases: phrases("row", "Itinerario accesible")}}},
	})
	if got := textCheck(t, v, "rampa de itinerario accesible", "pendiente", "10", "%"); got.Status != verify.Undetermined {
		t.Errorf("want undetermined, got %s %v", got.Status, got.Warnings)
	}
	if got := textCheck(t, v, "rampa", "pendiente", "10", "%"); got.Status != verify.Compliant {
		t.Errorf("want compliant, got %s %v", got.Status, got.Warnings)
	}
}

// TestVerifier_texts_silent: passing under one circumstance is no pass where
// nothing is known of the others.
func TestVerifier_texts_silent(t *testing.T) {
	v := textVerifier(t, []passage{{text: "La anchura de los pasillos previstos para más de 100 personas será de 1,20 m como mínimo.", limits: []textlimits.Limit{
		{Op: rules.AtLeast, Value: "1.20", Unit: "m", Phrases: phrases("thing", "los pasillos", "measure", "La anchura", "when", "previstos para más de 100 personas")}}}})
	if got := textCheck(t, v, "pasillo", "anchura", "1.3", "m"); got.Status != verify.Undetermined || !says(got, "persona") {
		t.Errorf("want undetermined that names the persons, got %s %v", got.Status, got.Warnings)
	}
	if got := textCheck(t, v, "pasillo para 150 personas", "anchura", "1.3", "m"); got.Status != verify.Compliant {
		t.Errorf("want compliant, got %s %v", got.Status, got.Warnings)
	}
}

// TestVerifier_texts_units: the unit a value is given in changes no verdict, and
// fifty repeats give the same result.
func TestVerifier_texts_units(t *testing.T) {
	v := textVerifier(t, siteTexts())
	want := textCheck(t, v, "barandilla de terraza con una caída de 7 m", "altura", "1.05", "m")
	for value, unit := range map[string]string{"105": "cm", "1050": "mm"} {
		if got := textCheck(t, v, "barandilla de terraza con una caída de 7 m", "altura", value, unit); got.Status != want.Status {
			t.Errorf("%s %s: want %s, got %s", value, unit, want.Status, got.Status)
		}
	}
	first := textCheck(t, v, "rampa", "pendiente", "9", "%")
	for range 50 {
		again := textCheck(t, v, "rampa", "pendiente", "9", "%")
		if !slices.Equal(first.Conditions, again.Conditions) || !slices.Equal(first.Warnings, again.Warnings) || first.Limit != again.Limit {
			t.Fatalf("want the same result, got %v and %v", first.Conditions, again.Conditions)
		}
	}
}

func BenchmarkVerifier_texts(b *testing.B) {
	var passages []passage
	for range 20 { // the same passages under other titles, so that postings are long
		passages = append(passages, siteTexts()[:1]...)
	}
	v := textVerifier(b, append(siteTexts(), passages...))
	on, _ := codes.NewDate(2025, 6, 1)
	check := verify.Check{Element: "rampa de 2 m de longitud", Parameter: "pendiente", Value: "9", Unit: "%", GeoID: "ES-28079", Country: "ES"}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := v.Verify(b.Context(), check, on); err != nil {
			b.Fatal(err)
		}
	}
}
