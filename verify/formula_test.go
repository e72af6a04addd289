package verify_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
)

const washroomRule = `
  - id: washrooms
    subjects: [{element: washroom, parameter: count}]
    require: {op: ">=", value: {formula: "ceil(toilets / 10)"}, unit: ud}
    section: aseos
    quote: Habrá al menos 1 aseo accesible por cada 10 inodoros o fracción.
`

func TestVerifier_Verify_formula(t *testing.T) {
	v := mustVerifier(t, text{code: "a", rules: rulesOf(washroomRule)})
	for _, tt := range []struct {
		name, element, value string
		status               verify.Status
		limit                string
	}{
		{"at the limit", "aseos accesibles de un local con 20 inodoros", "2", verify.Compliant, "2"},
		{"a part begun", "aseos accesibles de un local con 21 inodoros", "2", verify.NonCompliant, "3"},
		{"unknown", "aseos accesibles", "2", verify.Undetermined, ""},
		{"a range that decides", "aseos accesibles de un edificio que tiene entre 5 y 9 inodoros", "1", verify.Compliant, "1"},
		{"a range that does not", "aseos accesibles de un edificio que tiene entre 5 y 25 inodoros", "2", verify.Conditional, "1"},
		{"open range that fails", "aseos accesibles de un local de más de 100 inodoros", "10", verify.NonCompliant, "11"},
		{"open range", "aseos accesibles de un local de más de 100 inodoros", "20", verify.Undetermined, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ask(t, v, verify.Check{Element: tt.element, Parameter: "número", Value: tt.value, Unit: "ud"})
			if got.Status != tt.status || got.Limit != tt.limit {
				t.Errorf("want %s %q, got %s %q %q %q", tt.status, tt.limit, got.Status, got.Limit, got.Conditions, got.Warnings)
			}
			if tt.status == verify.Undetermined && !strings.Contains(strings.Join(got.Warnings, " "), "inodoros") {
				t.Errorf("want the missing datum named, got %q", got.Warnings)
			}
		})
	}
}

func TestParseRules_formulaErrors(t *testing.T) {
	for _, tt := range []struct{ name, formula, want string }{
		{"zero", "toilets / 0", "divide by zero"},
		{"zero possible", "10 / toilets", "divide by zero"},
		{"zero inside", "10 / max(toilets - 5, 0)", "divide by zero"},
		{"unknown name", "rooms / 10", `fact "rooms" is not declared`},
		{"no quantity", "lift * 2", "no quantity"},
		{"unknown function", "sqrt(toilets)", "none of the functions"},
		{"bare function", "min + 1", "parentheses"},
		{"one operand", "min(toilets)", "operands"},
		{"three operands", "round(toilets, 1, 2)", `")" should stand`},
		{"round to a fact", "round(toilets, toilets)", "whole number"},
		{"no end", "(toilets + 1", `")" should stand`},
		{"too much", "toilets + 1)", "unexpected"},
		{"nothing", "toilets +", "it ends where"},
		{"number", "1.2.3 * toilets", "no number"},
		{"deep", strings.Repeat("(", 60) + "toilets" + strings.Repeat(")", 60), "deeper than"},
		{"many parts", "1" + strings.Repeat("+1", 120), "more than"},
		{"long", strings.Repeat("toilets+", 60) + "1", "longer than"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			source := strings.Replace(rulesOf(washroomRule), "ceil(toilets / 10)", tt.formula, 1)
			_, err := verify.ParseRules(codes.VersionRef{Code: "a", Version: "1"}, []byte(source))
			var problems *verify.RuleError
			if !errors.As(err, &problems) || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("want a RuleError with %q, got %v", tt.want, err)
			}
			if line := problems.Problems[0].Line; line != 18 {
				t.Errorf("want line 18, got %d", line)
			}
		})
	}
}
