package rules_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
)

func TestParse_formulaErrors(t *testing.T) {
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
			_, err := rules.Parse(codes.VersionRef{Code: "a", Version: "1"}, []byte(source))
			var problems *rules.Error
			if !errors.As(err, &problems) || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("want a rules.Error with %q, got %v", tt.want, err)
			}
			if line := problems.Problems[0].Line; line != 18 {
				t.Errorf("want line 18, got %d", line)
			}
		})
	}
}
