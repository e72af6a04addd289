package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
)

// TestWarnings_wordings: a wording tells of one pair, in a language that the file has names in.
func TestWarnings_wordings(t *testing.T) {
	source := `format: 1
language: es
elements:
  ramp: {label: {es: rampa}, names: {es: [rampa, rampa fija], en: [ramp]}}
  long_ramp: {label: {es: rampa larga}, broader: ramp, names: {es: [rampa larga], en: [long ramp]}}
  roof: {label: {es: cubierta}, names: {es: [cubierta], en: [roof]}}
parameters:
  slope: {label: {es: pendiente}, relation: slope, names: {es: [pendiente], en: [slope]}}
rules:
  - id: ramp
    subjects: [{element: ramp, parameter: slope}]
    require: {op: "<=", value: 10, unit: "%%"}
    section: s
    quote: Rampas del 10 %%.
  - id: roof
    subjects: [{element: roof, parameter: slope}]
    require: {op: ">=", value: 1, unit: "%%"}
    section: s
    quote: Cubiertas del 1 %%.
wordings:
%s`
	line := strings.Count(source, "\n") + 1 // the first of the wordings is there
	for _, tt := range []struct {
		name, wordings string
		want           []rules.Problem
	}{
		{"none", "  ramp slope:\n    es: |\n      Subida al portal | inclinación\n      Rampa | inclinación\n", nil},
		{"of two pairs", "  ramp slope:\n    es: |\n      Subida | inclinación\n  roof slope:\n    en: |\n      subida | inclinación\n",
			[]rules.Problem{{Line: line + 5, Message: `the wording "subida | inclinación" stands under ramp slope as well (line ` + fmt.Sprint(line+2) + `), and no rule is about both: it tells nothing`}}},
		{"of two pairs of one rule", "  ramp slope:\n    es: |\n      Subida | inclinación\n  long_ramp slope:\n    es: |\n      Subida | inclinación\n", nil},
		{"a language without names", "  ramp slope:\n    pt: |\n      Subida | inclinação\n",
			[]rules.Problem{{Line: line + 2, Message: `the wording is in "pt", and the file has no names in it: it has en, es`}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set, err := rules.Parse(codes.VersionRef{Code: "a", Version: "1"}, fmt.Appendf(nil, source, tt.wordings))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, rules.Warnings(set)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
