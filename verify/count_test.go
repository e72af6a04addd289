package verify_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/verifytest"
)

const exitFact = "facts:\n  exits: {kind: category, label: {es: salidas}, says: {es: [\"salidas {}\", \"{} salidas\"], en: [\"exits {}\", \"{} exits\"]}, counts: {one: \"= 1\", several: \">= 2\"}, values: {one: {label: {es: una}}, several: {label: {es: varias}}}}\n"

func exitRules() string {
	s := string(verifytest.Rules(verifytest.SafetyRef()))
	s = strings.Replace(s, "facts:\n", exitFact, 1)
	return strings.Replace(s, "    subjects: [{element: stair, parameter: tread}]\n", "    subjects: [{element: stair, parameter: tread}]\n    when: [{fact: exits, is: several}]\n", 1)
}

// TestCounts: a number is the value of the category that counts say it is, in a text
// and as data.
func TestCounts(t *testing.T) {
	v, err := verifytest.FixtureWith([]rules.RuleSet{{Ref: verifytest.SafetyRef(), Source: []byte(exitRules())}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		element string
		given   given
		want    string
	}{
		{"escalera; Salidas: 2", nil, "exits = several (said)"},
		{"stair, exits = 2", nil, "exits = several (said)"},
		{"escalera con 1 salidas", nil, "exits = one (said)"},
		{"escalera con 3 salidas", nil, "exits = several (said)"},
		{"escalera, entre 1 y 3 salidas", nil, "exits = one or several (said)"},
		{"escalera; salidas 2 kg", nil, "exits unknown"},
		{"escalera; salidas: 0", nil, "exits unknown"},
		{"escalera", given{"exits": verify.QuantityValue("4", "")}, "exits = several (given)"},
		{"escalera", given{"exits": verify.TextValue("one")}, "exits = one (given)"},
	} {
		got, err := v.Verify(t.Context(), verify.Check{Element: tt.element, Parameter: "huella", Value: "30", Unit: "cm", GeoID: "XX-1", Circumstances: tt.given}, verifytest.On())
		if err != nil {
			t.Fatal(err)
		}
		trace := ""
		for _, s := range got.Trace {
			if s.Stage == "facts" {
				trace += s.Detail + "; "
			}
		}
		if !strings.Contains(trace, tt.want) {
			t.Errorf("%s %v: want %q, got %q %q", tt.element, tt.given, tt.want, trace, got.Warnings)
		}
	}
	for _, bad := range []string{"0", "1.5", "-1"} {
		if _, err := v.ParseCircumstance("XX", "exits", bad); err == nil {
			t.Errorf("exits=%s: want an error", bad)
		}
	}
}

func TestCounts_errors(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{">= 2", "two", "is no comparison"},
		{">= 2", ">= 1", "the same numbers"},
	} {
		source := strings.Replace("format: 1\nlanguage: es\n"+exitFact, tt.old, tt.new, 1)
		_, err := rules.Parse(codes.VersionRef{Code: "c", Version: "1"}, []byte(source))
		if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: want %q, got %v", tt.new, tt.want, err)
		}
	}
}
