package rules_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
)

func parse(t testing.TB, list string) (rules.RuleSet, error) {
	t.Helper()
	return rules.Parse(codes.VersionRef{Code: "a", Version: "1"}, []byte(rulesOf(list)))
}

func TestParse_composition(t *testing.T) {
	set, err := parse(t, ramp("a", ">=", "1", "level: cumulative", "overrides: [nation#b, nation/2#c, \"#d\"]", "downwards: true",
		"implements: other#e", "default_for: [regional, municipal]")+ramp("d", ">=", "2", "default_for: lower"))
	if err != nil {
		t.Fatal(err)
	}
	want := []rules.RuleRef{{Code: "nation", Rule: "b"}, {Code: "nation", Version: "2", Rule: "c"}, {Code: "a", Version: "1", Rule: "d"}}
	if diff := cmp.Diff(want, set.Rules[0].Overrides); diff != "" {
		t.Errorf("overrides (-want +got):\n%s", diff)
	}
	if got := set.Rules[0].Overrides[1].String(); got != "nation/2#c" {
		t.Errorf("want nation/2#c, got %s", got)
	}
	scopes := []codes.NormativeScope{codes.Regional, codes.Municipal}
	if diff := cmp.Diff(scopes, set.Rules[0].DefaultFor); diff != "" {
		t.Errorf("default_for (-want +got):\n%s", diff)
	}
	if len(set.Rules[1].DefaultFor) < 3 {
		t.Errorf("want every lower scope, got %v", set.Rules[1].DefaultFor)
	}
}

func TestParse_keyErrors(t *testing.T) {
	for _, tt := range []struct{ name, key, want string }{
		{"level of a word", "level: strict", "not cumulative"},
		{"level without a rule", "level: overrides", "write overrides: code#rule"},
		{"level without a scope", "level: default_for", "default_for: lower"},
		{"no rule named", "overrides: nation", "names no rule"},
		{"no version named", "overrides: nation/#a", "names no rule"},
		{"no scope", "default_for: [county]", "none of"},
		{"downwards alone", "downwards: true", "there is none"},
		{"no day", "valid: {from: 2020-13-01}", "is a day such as"},
		{"days the wrong way round", "valid: {from: 2021-01-01, to: 2020-01-01}", "is before"},
		{"no hash", "sha256: abc", "64 hexadecimal digits"},
		{"verdict of a test", "tests: [{element: rampa, parameter: anchura, value: 1, unit: m, expect: fine}]", "no verdict"},
		{"direction of a test", "tests: [{element: rampa, parameter: anchura, value: 1, unit: m, expect: compliant, direction: up}]", `direction "up" is none`},
		{"altitude of a test", "tests: [{element: rampa, parameter: anchura, value: 1, unit: m, expect: compliant, altitude_m: high}]", "no number"},
		{"day of a test", "tests: [{element: rampa, parameter: anchura, value: 1, unit: m, expect: compliant, at: today}]", "is a day such as"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := parse(t, ramp("a", ">=", "1", tt.key))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
}

func TestParse_termErrors(t *testing.T) {
	term := func(value string) string {
		return strings.Replace(ramp("a", ">=", "0"), "value: 0,", "value: "+value+",", 1)
	}
	for _, tt := range []struct{ name, rules, want string }{
		{"term in a term", term("{term: a, default: {term: b}}"), "no term"},
		{"no scope", term("{term: a, by: county}"), "none of"},
		{"filled by a term", "  []\nterms:\n  - {of: n#a, term: a, value: {term: b}, section: s, quote: q}\n", "no term"},
		{"of no rule", "  []\nterms:\n  - {of: n, term: a, value: 1, section: s, quote: q}\n", "names no rule"},
		{"of two", "  []\nterms:\n  - {of: [n#a, n#b], term: a, value: 1, section: s, quote: q}\n", "names one rule"},
		{"without a quote", "  []\nterms:\n  - {of: n#a, term: a, value: 1, section: s}\n", `needs the key "quote"`},
		{"divisor", "  []\nterms:\n  - {of: n#a, term: a, value: {formula: 1 / length}, section: s, quote: q}\n", "divide by zero"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := parse(t, tt.rules); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
}
