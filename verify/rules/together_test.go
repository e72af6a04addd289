package rules_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
)

// TestLintTogether: in one country an id means one thing.
func TestLintTogether(t *testing.T) {
	set := func(code, fact string) rules.RuleSet {
		ref := codes.VersionRef{Code: code, Version: "1"}
		parsed, err := rules.Parse(ref, []byte("format: 1\nlanguage: es\nfacts:\n  x: "+fact+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	const metres = "{kind: quantity, unit: m, label: {es: altura, en: height}, own: true}"
	for _, tt := range []struct{ name, second, want string }{
		{"OK", "{kind: quantity, unit: cm, label: {es: Altura}}", ""},
		{"dimension", "{kind: quantity, unit: kg, label: {es: altura}}", "a unit of length"},
		{"kind", "{kind: boolean, label: {es: altura}}", "the kind quantity"},
		{"own", "{kind: quantity, unit: m, label: {es: altura}, own: false}", "own: true"},
		{"label", "{kind: quantity, unit: m, label: {es: profundidad, en: height}}", `the label "altura"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := rules.LintTogether([]rules.RuleSet{set("b", tt.second), set("a", metres)})
			list := got[codes.VersionRef{Code: "b", Version: "1"}]
			if tt.want == "" && len(got) > 0 || tt.want != "" && (len(list) != 1 || !strings.Contains(list[0].Message, tt.want) || list[0].Line != 4) {
				t.Errorf("want %q, got %v", tt.want, got)
			}
		})
	}
}
