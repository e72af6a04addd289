package verify_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// widthRules is a rule of its own passage about stairs.
const widthRules = `format: 1
language: es
elements:
  stair: {label: {es: escalera, en: stair}, names: {es: [escalera], en: [stair]}}
parameters:
  width: {label: {es: anchura, en: width}, names: {es: [anchura], en: [width]}}
rules:
  - id: stair-width
    subjects: [{element: stair, parameter: width}]
    require: {op: ">=", value: 1.00, unit: m}
    section: s
    quote: La anchura de las escaleras es de 1,00 m como mínimo
`

// A local text asks for more than the rules do.
func widthTexts() []passage {
	return []passage{
		{text: "La anchura de las escaleras es de 1,00 m como mínimo.", limits: []textlimits.Limit{
			{Op: rules.AtLeast, Value: "5", Unit: "m", Phrases: phrases("measure", "anchura", "thing", "las escaleras")}, // misread: a rule quotes this passage
		}},
		{text: "En el centro histórico la anchura de las escaleras será de 1,30 m como mínimo.", limits: []textlimits.Limit{
			{Op: rules.AtLeast, Value: "1.30", Unit: "m", Phrases: phrases("measure", "anchura", "thing", "las escaleras")},
		}},
	}
}

func TestVerifier_textsBesideRules(t *testing.T) {
	v := textVerifier(t, widthTexts(), rules.RuleSet{Ref: codes.VersionRef{Code: "obra", Version: "1"}, Source: []byte(widthRules)})
	for _, tt := range []struct {
		value     string
		want      verify.Status
		compliant bool
		by        textlimits.Origin
		limit     string
	}{
		{"0.99", verify.NonCompliant, false, textlimits.FromRule, "1"},
		{"1.20", verify.Conditional, false, textlimits.FromPattern, "1.3"}, // the strictest that cannot be excluded
		{"1.30", verify.Compliant, true, textlimits.FromRule, "1"},
		{"6", verify.Compliant, true, textlimits.FromRule, "1"},
	} {
		got := textCheck(t, v, "escalera", "anchura", tt.value, "m")
		if got.Status != tt.want || got.IsCompliant != tt.compliant || got.Governing == nil || got.Governing.Origin != tt.by || got.Limit != tt.limit {
			t.Errorf("%s m: %s, limit %s, governing %+v; want %s by %s", tt.value, got.Status, got.Limit, got.Governing, tt.want, tt.by)
		}
	}
	got := textCheck(t, v, "escalera", "anchura", "1.20", "m")
	if !strings.Contains(strings.Join(got.Conditions, " "), "1,3") || len(got.Considered) == 0 || len(got.Sources) != 2 {
		t.Errorf("conditions %v, considered %v, %d sources: want the text's limit in each", got.Conditions, got.Considered, len(got.Sources))
	}
}

// gapRules know a limit for small drops only.
const gapRules = `format: 1
language: es
elements:
  edge: {label: {es: borde, en: edge}, names: {es: [borde], en: [edge]}}
parameters:
  slope: {label: {es: pendiente, en: slope}, relation: slope, names: {es: [pendiente], en: [slope]}}
facts:
  drop: {kind: quantity, unit: cm, label: {es: desnivel, en: drop}, says: {es: ["desnivel de {}"], en: ["drop of {}"]}}
rules:
  - id: small
    subjects: [{element: edge, parameter: slope}]
    when: [{fact: drop, "<=": 5}]
    require: {op: "<=", value: 25, unit: "%"}
    section: s
    quote: Un desnivel de hasta 5 cm se salva con una pendiente del 25 % como máximo
`

// What meets a rule that may be about something else is no pass.
func TestVerifier_passesBySilence(t *testing.T) {
	texts := []passage{{text: "Un desnivel de hasta 5 cm se salva con una pendiente del 25 % como máximo."}}
	v := textVerifier(t, texts, rules.RuleSet{Ref: codes.VersionRef{Code: "obra", Version: "1"}, Source: []byte(gapRules)})
	for element, want := range map[string]verify.Status{
		"borde": verify.Undetermined, "borde con un desnivel de 4 cm": verify.Compliant, "borde con un desnivel de 20 cm": verify.Undetermined,
	} {
		got := textCheck(t, v, element, "pendiente", "20", "%")
		if got.Status != want {
			t.Errorf("%s: %s %v; want %s", element, got.Status, got.Warnings, want)
		}
		if element == "borde" && !says(got, "desnivel") {
			t.Errorf("the datum is not named: %v", got.Warnings)
		}
	}
}
