package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
)

func TestParse_tableErrors(t *testing.T) {
	for _, tt := range []struct{ name, table, want string }{
		{"overlap", `{by: length, match: step, cells: {"<= 6": 10, "> 3": 12}}`, "overlap"},
		{"overlap in a point", `{by: length, match: step, cells: {"<= 6": 10, ">= 6": 12}}`, "overlap"},
		{"same step twice", `{by: length, match: step, cells: {"<= 6": 10, "<= 6.0": 12}}`, "are the same"},
		{"same point twice", `{by: length, match: interpolate, cells: {"6": 10, "6.0": 12}}`, "are the same"},
		{"else never reached", `{by: length, match: step, cells: {"<= 6": 10, "> 6": 12, else: 3}}`, "never reached"},
		{"outside of names", `{by: lift, outside: clamp, cells: {"true": 10}}`, "names have no ends"},
		{"outside unknown", `{by: length, match: step, outside: cut, cells: {"<= 6": 10}}`, "neither clamp nor out_of_scope"},
		{"no steps of a boolean", `{by: lift, match: step, cells: {"<= 6": 10}}`, "no quantity"},
		{"empty", `{by: length, cells: {}}`, "needs cells"},
		{"points without numbers", `{by: length, match: interpolate, cells: {"6": none}}`, "are numbers"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := rules.Parse(codes.VersionRef{Code: "a", Version: "1"}, []byte(rulesOf(slopes(tt.table))))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
}

func TestWarnings(t *testing.T) {
	for _, tt := range []struct{ name, rules, want string }{
		{"gap above", slopes(`{by: length, match: step, cells: {"<= 6": 10}}`), "silent beyond <= 6"},
		{"gap below", slopes(`{by: length, match: step, cells: {"> 6": 10}}`), "silent below > 6"},
		{"gap between", slopes(`{by: length, match: step, cells: {"<= 6": 10, "> 7": 8}}`), "between <= 6 and > 7"},
		{"gap in a point", slopes(`{by: length, match: step, cells: {"< 6": 10, "> 6": 8}}`), "between < 6 and > 6"},
		{"none with else", slopes(`{by: length, match: step, cells: {"<= 6": 10, else: 8}}`), ""},
		{"none when it says so", slopes(`{by: length, match: step, outside: out_of_scope, cells: {"<= 6": 10}}`), ""},
		{"none when complete", slopes(`{by: length, match: step, cells: {"<= 6": 10, "> 6": 8}}`), ""},
		{"two limits of one thing", ramp("a", ">=", "1.0") + ramp("b", ">=", "1.2"), "differently"},
		{"one limit twice", ramp("a", ">=", "1.0") + ramp("b", ">=", "1.0"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set, err := rules.Parse(codes.VersionRef{Code: "a", Version: "1"}, []byte(rulesOf(tt.rules)))
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprint(rules.Warnings(set))
			if !strings.Contains(got, tt.want) || tt.want == "" && got != "[]" {
				t.Errorf("want %q, got %s", tt.want, got)
			}
		})
	}
}

// TestWarnings_own: a circumstance that rules turn on and that is called by what they are
// about says whether it is a property of that.
func TestWarnings_own(t *testing.T) {
	for _, tt := range []struct{ name, fact, want string }{
		{"not said", "label: {es: rampa empinada, en: steep ramp}", "its label names ramp"},
		{"said", "own: false, label: {es: rampa empinada, en: steep ramp}", ""},
		{"called by it in one language", "label: {es: rampa empinada, en: steep}", ""},
		{"called by another", "label: {es: aseo accesible empinado, en: steep accessible toilet}", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			source := rulesOf(ramp("a", ">=", "1.0", `when: [{fact: steep, is: "true"}]`))
			source = strings.Replace(source, "facts:\n", "facts:\n  steep: {kind: boolean, "+tt.fact+"}\n", 1)
			set, err := rules.Parse(codes.VersionRef{Code: "a", Version: "1"}, []byte(source))
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprint(rules.Warnings(set))
			if !strings.Contains(got, tt.want) || tt.want == "" && got != "[]" {
				t.Errorf("want %q, got %s", tt.want, got)
			}
		})
	}
}
