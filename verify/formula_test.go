package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
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
		{"a range that decides", "aseos accesibles de un edificio de entre 5 y 9 inodoros", "1", verify.Compliant, "1"},
		{"a range that does not", "aseos accesibles de un edificio que tiene entre 5 y 25 inodoros", "2", verify.Conditional, "3"},
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

// An unknown input stays a missing datum even where other rules turn on it: what
// happens to hold at their thresholds decides nothing.
func TestVerifier_Verify_formulaUnknown(t *testing.T) {
	lift := strings.NewReplacer("id: washrooms", "id: lift", `{formula: "ceil(toilets / 10)"}`, "9", "section", "when: [{fact: lift, is: \"true\"}]\n    section")
	large := strings.NewReplacer("id: washrooms", "id: large", `{formula: "ceil(toilets / 10)"}`, "1", "section", "when: [{fact: toilets, \">\": 50}]\n    section")
	for _, list := range []string{washroomRule, washroomRule + strings.TrimPrefix(lift.Replace(washroomRule), "\n"), washroomRule + strings.TrimPrefix(large.Replace(washroomRule), "\n")} {
		for _, value := range []string{"3", "6"} {
			got := ask(t, mustVerifier(t, text{code: "a", rules: rulesOf(list)}), verify.Check{Element: "aseos accesibles", Parameter: "número", Value: value, Unit: "ud"})
			if got.Status != verify.Undetermined || !strings.Contains(strings.Join(got.Warnings, " "), "inodoros") {
				t.Errorf("%s: want the missing datum named, got %s %q %q", value, got.Status, got.Conditions, got.Warnings)
			}
		}
	}
}

// TestLint_formula holds the constants of a formula against the quote: in digits
// or in words.
func TestLint_formula(t *testing.T) {
	for _, tt := range []struct{ name, formula, quote, want string }{
		{"digits", "ceil(toilets / 10)", "Habrá al menos 1 aseo accesible por cada 10 inodoros o fracción.", ""},
		{"words", "ceil(toilets / 10)", "Habrá al menos un aseo accesible por cada diez inodoros o fracción.", ""},
		{"another number", "ceil(toilets / 12)", "Habrá al menos 1 aseo accesible por cada 10 inodoros o fracción.", "does not hold the number 12"},
		{"what only converts", "max(1, toilets * 5 / 100)", "Será accesible al menos el 5 % de los inodoros.", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			source := strings.Replace(rulesOf(washroomRule), "ceil(toilets / 10)", tt.formula, 1)
			source = strings.Replace(source, "Habrá al menos 1 aseo accesible por cada 10 inodoros o fracción.", tt.quote, 1)
			set, err := rules.Parse(codes.VersionRef{Code: "a", Version: "1"}, []byte(source))
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprint(verify.Lint(set, blocksOf(set)))
			if !strings.Contains(got, tt.want) || tt.want == "" && got != "[]" {
				t.Errorf("want %q, got %s", tt.want, got)
			}
		})
	}
}

// TestVerifier_Verify_fire: a class that vouches for more meets the limit of one
// that vouches for less, not the other way round.
func TestVerifier_Verify_fire(t *testing.T) {
	sets := func(unit string) text {
		source := strings.Replace(washrooms, "parameters:\n", "parameters:\n  fire: {label: {es: resistencia al fuego}, names: {es: [resistencia al fuego]}, relation: fire}\n", 1)
		return text{code: "a", rules: source + "  - id: fire\n    subjects: [{element: ramp, parameter: fire}]\n    require: {op: \">=\", value: 60, unit: " + unit +
			"}\n    section: fuego\n    quote: La rampa resiste al menos " + unit + " 60.\n"}
	}
	for _, tt := range []struct {
		limit, value, unit string
		want               verify.Status
	}{
		{"EI", "60", "EI", verify.Compliant},
		{"EI", "30", "EI", verify.NonCompliant},
		{"EI", "60", "REI", verify.Compliant},
		{"EI", "30", "REI", verify.NonCompliant},
		{"REI", "120", "EI", verify.Undetermined},
		{"EI", "60", "m", verify.Undetermined},
	} {
		got := ask(t, mustVerifier(t, sets(tt.limit)), verify.Check{Element: "rampa", Parameter: "resistencia al fuego", Value: tt.value, Unit: tt.unit})
		if got.Status != tt.want {
			t.Errorf("%s %s against %s 60: want %s, got %s %q", tt.unit, tt.value, tt.limit, tt.want, got.Status, got.Warnings)
		}
	}
}
