package verify_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
)

// ramp is a rule about the width of ramps: id, operator, limit, and more keys.
func ramp(id, op, limit string, more ...string) string {
	quote := "La anchura de la rampa " + map[string]string{">=": "es al menos ", "<=": "es como máximo ", "=": "es ", ">": "es mayor que ", "<": "es menor que "}[op] + limit + " m (" + id + ")."
	lines := []string{
		"  - id: " + id, "    subjects: [{element: ramp, parameter: width}]",
		"    require: {op: \"" + op + "\", value: " + limit + ", unit: m}",
		"    section: rampas", "    quote: " + quote,
	}
	for _, line := range more {
		lines = append(lines, "    "+line)
	}
	return strings.Join(lines, "\n") + "\n"
}

func nation(rules string) text { return text{code: "nation", rules: rulesOf(rules)} }
func province(rules string) text {
	return text{code: "province", rules: rulesOf(rules), level: codes.Provincial, at: []geo.ID{"XX-P"}}
}

func town(rules string) text {
	return text{code: "town", rules: rulesOf(rules), level: codes.Municipal, at: []geo.ID{"XX-1"}}
}

func TestVerifier_Verify_composition(t *testing.T) {
	for _, tt := range []struct {
		name   string
		texts  []text
		place  string
		circum string
		value  string
		status verify.Status
		rule   string // that governs
		limit  string
	}{
		{"the strictest of two levels governs", []text{nation(ramp("a", ">=", "1.0")), town(ramp("b", ">=", "1.2"))}, "XX-1", "", "1.1", verify.NonCompliant, "b", "1.2"},
		{"also when the wider level is stricter", []text{nation(ramp("a", ">=", "1.3")), town(ramp("b", ">=", "1.2"))}, "XX-1", "", "1.25", verify.NonCompliant, "a", "1.3"},
		{"an override replaces a stricter rule", []text{nation(ramp("a", ">=", "1.3")), town(ramp("b", ">=", "1.2", "overrides: nation#a"))}, "XX-1", "", "1.25", verify.Compliant, "b", "1.2"},
		{"only where it applies", []text{nation(ramp("a", ">=", "1.3")), town(ramp("b", ">=", "1.2", "overrides: nation#a"))}, "XX-2", "", "1.25", verify.NonCompliant, "a", "1.3"},
		{"and when its conditions hold", []text{nation(ramp("a", ">=", "1.3")), town(ramp("b", ">=", "1.2", "overrides: nation#a", "when: [{fact: lift, is: \"true\"}]"))}, "XX-1", "con ascensor", "1.25", verify.Compliant, "b", "1.2"},
		{"not when they do not", []text{nation(ramp("a", ">=", "1.3")), town(ramp("b", ">=", "1.2", "overrides: nation#a", "when: [{fact: lift, is: \"true\"}]"))}, "XX-1", "sin ascensor", "1.25", verify.NonCompliant, "a", "1.3"},
		{"unknown conditions give both readings", []text{nation(ramp("a", ">=", "1.3")), town(ramp("b", ">=", "1.2", "overrides: nation#a", "when: [{fact: lift, is: \"true\"}]"))}, "XX-1", "", "1.25", verify.Conditional, "a", "1.3"},
		{"of a chain the last holds", []text{nation(ramp("a", ">=", "1.4")), province(ramp("r", ">=", "1.3", "overrides: nation#a")), town(ramp("b", ">=", "1.2", "overrides: province/1#r"))}, "XX-1", "", "1.25", verify.Compliant, "b", "1.2"},
		{"a target that is not loaded is fine", []text{town(ramp("b", ">=", "1.2", "overrides: nation#a"))}, "XX-1", "", "1.25", verify.Compliant, "b", "1.2"},
		{"downwards when it says so", []text{nation(ramp("a", ">=", "1.0", "overrides: town#b", "downwards: true")), town(ramp("b", ">=", "1.2"))}, "XX-1", "", "1.1", verify.Compliant, "a", "1"},
		{"a default gives way", []text{nation(ramp("a", ">=", "1.3", "default_for: lower")), town(ramp("b", ">=", "1.2"))}, "XX-1", "", "1.25", verify.Compliant, "b", "1.2"},
		{"only to the scopes it names", []text{nation(ramp("a", ">=", "1.3", "default_for: provincial")), town(ramp("b", ">=", "1.2"))}, "XX-1", "", "1.25", verify.NonCompliant, "a", "1.3"},
		{"a default holds where nothing else does", []text{nation(ramp("a", ">=", "1.3", "default_for: lower")), town(ramp("b", ">=", "1.2"))}, "XX-2", "", "1.25", verify.NonCompliant, "a", "1.3"},
		{"the same in another text counts once", []text{nation(ramp("a", ">=", "1.0")), province(ramp("r", ">=", "1.0", "implements: nation#a"))}, "XX-1", "", "1.1", verify.Compliant, "a", "1"},
		{"limits that exclude each other", []text{nation(ramp("a", ">=", "1.3")), town(ramp("b", "<=", "1.2"))}, "XX-1", "", "1.25", verify.Undetermined, "", ""},
		{"two equalities", []text{nation(ramp("a", "=", "1.3")), town(ramp("b", "=", "1.2"))}, "XX-1", "", "1.3", verify.Undetermined, "", ""},
		{"limits that just meet", []text{nation(ramp("a", ">=", "1.2")), town(ramp("b", "<=", "1.2"))}, "XX-1", "", "1.2", verify.Compliant, "a", "1.2"},
		{"limits that just do not", []text{nation(ramp("a", ">=", "1.2")), town(ramp("b", "<", "1.2"))}, "XX-1", "", "1.2", verify.Undetermined, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ask(t, mustVerifier(t, tt.texts...), verify.Check{Element: "rampa " + tt.circum, Parameter: "anchura", Value: tt.value, Unit: "m", GeoID: tt.place})
			rule := ""
			if got.Governing != nil {
				rule = got.Governing.Rule
			}
			if got.Status != tt.status || rule != tt.rule || got.Limit != tt.limit {
				t.Errorf("want %s by %q at %q, got %s by %q at %q: %q %q %v", tt.status, tt.rule, tt.limit, got.Status, rule, got.Limit, got.Conditions, got.Warnings, got.Trace)
			}
		})
	}
}

func TestVerifier_Verify_implementsIsCited(t *testing.T) {
	v := mustVerifier(t, nation(ramp("a", ">=", "1.0")), province(ramp("r", ">=", "1.0", "implements: nation#a")))
	got := ask(t, v, verify.Check{Element: "rampa", Parameter: "anchura", Value: "1.1", Unit: "m"})
	if len(got.Sources) != 2 || len(got.Considered) != 0 {
		t.Errorf("want both texts cited and nothing counted twice, got %v %v", got.Sources, got.Considered)
	}
}

func TestVerifier_Verify_conflictNamesBoth(t *testing.T) {
	v := mustVerifier(t, nation(ramp("a", ">=", "1.3")), town(ramp("b", "<=", "1.2")))
	got := ask(t, v, verify.Check{Element: "rampa", Parameter: "anchura", Value: "1.25", Unit: "m"})
	said := strings.Join(got.Warnings, " ")
	for _, want := range []string{"nation/1", "town/1", "1,3 m", "1,2 m"} {
		if !strings.Contains(said, want) {
			t.Errorf("want %q named, got %q", want, said)
		}
	}
}

func TestNew_compositionErrors(t *testing.T) {
	for _, tt := range []struct {
		name  string
		texts []text
		want  string
	}{
		{"unknown rule", []text{nation(ramp("a", ">=", "1")), town(ramp("b", ">=", "1", "overrides: nation#zz"))}, "names no rule that is loaded"},
		{"downwards", []text{nation(ramp("a", ">=", "1", "overrides: town#b")), town(ramp("b", ">=", "1"))}, "narrower territory"},
		{"circle", []text{town(ramp("a", ">=", "1", "overrides: \"#b\"") + ramp("b", ">=", "2", "overrides: \"#a\""))}, "through others"},
		{"itself", []text{town(ramp("a", ">=", "1", "overrides: \"#a\""))}, "through others"},
		{"circle of both kinds", []text{town(ramp("a", ">=", "1", "overrides: \"#b\"") + ramp("b", ">=", "1", "implements: \"#a\""))}, "through others"},
		{"implements something else", []text{nation(ramp("a", ">=", "1")), town(ramp("b", ">=", "1.2", "implements: nation#a"))}, "asks something else"},
		{"contradiction", []text{town(ramp("a", ">=", "1.3") + ramp("b", "<=", "1.2"))}, "exclude each other"},
		{"two equalities", []text{town(ramp("a", "=", "1.3") + ramp("b", "=", "1.2"))}, "exclude each other"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := newVerifier(tt.texts...); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
}

// setbacks leaves the distance of ramps to the municipalities.
func setbacks(byDefault string) text {
	return nation(strings.Replace(ramp("a", ">=", "0"), "value: 0,", "value: {term: setback, label: {es: la anchura}, by: municipal"+byDefault+"},", 1))
}

const setbackTerm = `  []
terms:
  - {of: nation#a, term: setback, value: 1.2, section: rampas, quote: La anchura que pide la norma nacional es aquí de 1.2 m.}
`

func TestVerifier_Verify_term(t *testing.T) {
	filled := town(setbackTerm)
	for _, tt := range []struct {
		name  string
		texts []text
		want  verify.Status
		limit string
		says  string
	}{
		{"filled", []text{setbacks(""), filled}, verify.Compliant, "1.2", ""},
		{"filled over the default", []text{setbacks(", default: 2"), filled}, verify.Compliant, "1.2", ""},
		{"the narrower territory wins", []text{setbacks(""), province(strings.ReplaceAll(setbackTerm, "1.2", "1.6")), filled}, verify.Compliant, "1.2", ""},
		{"two that differ", []text{setbacks(""), filled, {code: "order", rules: rulesOf(strings.ReplaceAll(setbackTerm, "1.2", "1.6")), level: codes.Municipal, at: []geo.ID{"XX-1"}}}, verify.Undetermined, "", "de manera distinta"},
		{"default", []text{setbacks(", default: 2")}, verify.NonCompliant, "2", ""},
		{"nobody", []text{setbacks("")}, verify.Undetermined, "", "la norma municipal"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ask(t, mustVerifier(t, tt.texts...), verify.Check{Element: "rampa", Parameter: "anchura", Value: "1.5", Unit: "m"})
			if got.Status != tt.want || got.Limit != tt.limit || !strings.Contains(strings.Join(got.Warnings, " "), tt.says) {
				t.Errorf("want %s %q %q, got %s %q %q", tt.want, tt.limit, tt.says, got.Status, got.Limit, got.Warnings)
			}
			if tt.name == "filled" && len(got.Sources) != 2 {
				t.Errorf("want the rule and what fills its term cited, got %v", got.Sources)
			}
		})
	}
}
