package verify_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

func TestParseRules(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		set, err := verify.ParseRules(verifytest.SafetyRef(), verifytest.Rules(verifytest.SafetyRef()))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(set.Rules, func(r verify.Rule) bool { return r.ID == "riser" })
		got := set.Rules[i]
		if diff := cmp.Diff([]verify.Subject{{Element: "stair", Parameter: "riser"}}, got.Subjects); diff != "" {
			t.Errorf("subjects (-want +got):\n%s", diff)
		}
		if got.Require.Op != verify.Between || got.Require.Max.Number.String() != "17.5" || got.Require.Unit.String() != "cm" {
			t.Errorf("want between 13 and 17.5 cm, got %+v", got.Require)
		}
		if got.Section != "escaleras" || got.Line == 0 {
			t.Errorf("want section escaleras and a line, got %q line %d", got.Section, got.Line)
		}
	})
	t.Run("OK hints and context", func(t *testing.T) {
		set, err := verify.ParseRules(verifytest.SafetyRef(), []byte(`
format: 1
context: {es: [zarandaja], en: [gizmo]}
facts:
  lift: {kind: boolean, label: ascensor, yes: [con ascensor], hints: [ascensor]}
  use: {kind: category, label: uso, values: {office: {label: oficina, says: [oficina], hints: [despacho]}}}
`))
		if err != nil {
			t.Fatal(err)
		}
		want := []verify.Names{{"es": {"zarandaja"}, "en": {"gizmo"}}, {"es": {"ascensor"}}, {"es": {"despacho"}}}
		if diff := cmp.Diff(want, []verify.Names{set.Context, set.Facts[0].Hints, set.Facts[1].Values[0].Hints}); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("ErrRule names the version", func(t *testing.T) {
		_, err := verify.ParseRules(verifytest.SafetyRef(), []byte("format: 2"))
		var rules *verify.RuleError
		if !errors.As(err, &rules) || rules.Ref != verifytest.SafetyRef() {
			t.Errorf("want a RuleError of %s, got %v", verifytest.SafetyRef(), err)
		}
	})
	t.Run("OK empty", func(t *testing.T) {
		if set, err := verify.ParseRules(verifytest.SafetyRef(), nil); err != nil || len(set.Rules) != 0 {
			t.Errorf("want no rules, got %v %v", set.Rules, err)
		}
	})
}

// TestParseRules_ErrRule breaks the fixture's rules in one place each and wants
// the line of that place.
func TestParseRules_ErrRule(t *testing.T) {
	source := string(verifytest.Rules(verifytest.SafetyRef()))
	for _, tt := range []struct{ name, from, to, want string }{
		{"format", "format: 1", "format: 2", "format"},
		{"unknown key", "language: es", "idiom: es", `no key "idiom"`},
		{"repeated key", "language: es", "language: es\nlanguage: en", `"language" twice`},
		{"unknown fact", "{fact: drop, \"<=\": 6}", "{fact: dorp, \"<=\": 6}", `"dorp" is not declared`},
		{"unknown element", "element: barrier, parameter: gap", "element: barier, parameter: gap", `"barier" is not declared`},
		{"unknown op", `op: "<", value: 10`, `op: "<<", value: 10`, `op "<<"`},
		{"missing unit", `op: "<", value: 10, unit: cm`, `op: "<", value: 10`, "a limit has a unit"},
		{"unknown unit", `op: "<", value: 10, unit: cm`, `op: "<", value: 10, unit: cubit`, `unit "cubit"`},
		{"not a number", `op: "<", value: 10`, `op: "<", value: ten`, `"ten" is no number`},
		{"comma in a number", `op: "<", value: 10`, `op: "<", value: "10,5"`, `"10,5" is no number`},
		{"range turned round", "min: 13, max: 17.5", "min: 18, max: 17.5", "min 18 is above max 17.5"},
		{"missing quote", "    quote: Los huecos son menores que una esfera de 10 cm.\n", "", `needs the key "quote"`},
		{"two operators", `{fact: drop, ">": 6}`, `{fact: drop, ">": 6, "<": 9}`, "one operator"},
		{"no operator", `{fact: drop, ">": 6}`, `{fact: drop}`, "one operator"},
		{"hints of a category", "outside:\n    kind: boolean", "outside:\n    kind: category\n    hints: {es: [calle]}", "belong to its values"},
		{"wrong value", `{fact: lift, is: "true"}`, `{fact: lift, is: maybe}`, "lift is true or false"},
		{"comparing a boolean", `{fact: lift, is: "true"}`, `{fact: lift, "<": 3}`, "cannot be compared"},
		{"hole missing", `"desnivel {}"`, `"desnivel"`, "must hold {} once"},
		{"step without operator", `"< 3": 10`, `"3": 10`, "must begin with one of"},
		{"unknown verdict", "expect: conditional", "expect: perhaps", `"perhaps" is no verdict`},
		{"rule twice", "id: barrier-high", "id: barrier-low", "barrier-low is there twice"},
		{"bad id", "id: barrier-high", "id: Barrier High", "lower-case"},
		{"anchor", "require: {op: \"<\", value: 10, unit: cm}", "require: &a {op: \"<\", value: 10, unit: cm}", "no anchors"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before, _, found := strings.Cut(source, tt.from)
			if !found {
				t.Fatalf("the fixture has no %q", tt.from)
			}
			broken := strings.Replace(source, tt.from, tt.to, 1)
			line := 1 + strings.Count(before, "\n")
			_, err := verify.ParseRules(verifytest.SafetyRef(), []byte(broken))
			var rules *verify.RuleError
			if !errors.As(err, &rules) {
				t.Fatalf("want a RuleError, got %v", err)
			}
			ok := slices.ContainsFunc(rules.Problems, func(p verify.Problem) bool {
				return strings.Contains(p.Message, tt.want) && p.Line >= line-6 && p.Line <= line+2
			})
			if !ok {
				t.Errorf("want %q near line %d, got %v", tt.want, line, rules.Problems)
			}
		})
	}
}

func TestParseRules_ErrAllAtOnce(t *testing.T) {
	source := "format: 1\nnonsense: 1\nfacts:\n  a: {kind: odd, label: x}\nrules:\n  - {id: r}\n"
	_, err := verify.ParseRules(verifytest.SafetyRef(), []byte(source))
	var rules *verify.RuleError
	if !errors.As(err, &rules) {
		t.Fatalf("want a RuleError, got %v", err)
	}
	var lines []int
	for _, p := range rules.Problems {
		lines = append(lines, p.Line)
	}
	for _, line := range []int{2, 4, 6} {
		if !slices.Contains(lines, line) {
			t.Errorf("want a problem in line %d, got %v", line, rules.Problems)
		}
	}
	if !slices.IsSorted(lines) {
		t.Errorf("want the problems in order of line, got %v", lines)
	}
}

func FuzzParseRules(f *testing.F) {
	f.Add(verifytest.Rules(verifytest.SafetyRef()))
	f.Add([]byte("format: 1\nrules: [{id: a, require: {op: between, min: {by: x}}}]"))
	f.Add([]byte("a: &a [*a]"))
	f.Add([]byte(rulesOf(washroomRule + ramp("a", ">=", "1", "overrides: n#b", "default_for: lower", "valid: {from: 2020-01-01}") + slopes(`{by: length, match: step, outside: clamp, cells: {"<= 3": none, "> 9": {formula: "-length"}}}`))))
	f.Add([]byte(washrooms + setbackTerm))
	f.Add([]byte("\xff"))
	f.Fuzz(func(t *testing.T, source []byte) {
		set, err := verify.ParseRules(verifytest.SafetyRef(), source)
		if err != nil {
			var rules *verify.RuleError
			if !errors.As(err, &rules) || len(rules.Problems) == 0 {
				t.Fatalf("want a RuleError with problems, got %v", err)
			}
			return
		}
		_, _ = verifytest.FixtureWith([]verify.RuleSet{set}) // refused or not, it must not panic
		verify.Lint(set, verifytest.Blocks())
	})
}

func TestLint(t *testing.T) {
	source := string(verifytest.Rules(verifytest.SafetyRef()))
	blocks := slices.DeleteFunc(verifytest.Blocks(), func(b retrieval.Block) bool { return b.Doc != verifytest.SafetyRef().String() })
	lint := func(t *testing.T, from, to string) []verify.Problem {
		t.Helper()
		if !strings.Contains(source, from) {
			t.Fatalf("the fixture has no %q", from)
		}
		set, err := verify.ParseRules(verifytest.SafetyRef(), []byte(strings.Replace(source, from, to, 1)))
		if err != nil {
			t.Fatal(err)
		}
		return verify.Lint(set, blocks)
	}
	t.Run("OK", func(t *testing.T) {
		if got := lint(t, "format: 1", "format: 1"); len(got) > 0 {
			t.Errorf("want no problems, got %v", got)
		}
	})
	for _, tt := range []struct{ name, from, to, want string }{
		{"quote not in the text", "quote: Los huecos son menores", "quote: Los huecos serán menores", "word for word"},
		{"no such section", "section: huecos", "section: puertas", `no section "puertas"`},
		{"direction", `{op: ">=", value: 0.90, unit: m}`, `{op: "<=", value: 0.90, unit: m}`, "do not say a maximum"},
		{"strictness", `{op: ">=", value: 0.90, unit: m}`, `{op: ">", value: 0.90, unit: m}`, "a strict limit"},
		{"number", `{op: ">=", value: 0.90, unit: m}`, `{op: ">=", value: 0.95, unit: m}`, "does not hold the number 0.95"},
		{"number of a cell", "E: 0.37", "E: 0.36", "does not hold the number 0.36"},
		{"duty", "quote: Con un desnivel mayor que 0,55 m debe haber barrera", "quote: Con un desnivel mayor que 0,55 m", "do not say a duty"},
		{"hole alone", `"desnivel {}"`, `"de {}"`, "would take every number"},
		{"wordless name", "names: {es: [rampa], en: [ramp]}", "names: {es: [\"...\"], en: [ramp]}", "no word to go by"},
		{"test", "limit: 110, margin: -15", "limit: 110, margin: -16", "want the margin -16"},
	} {
		t.Run("Err "+tt.name, func(t *testing.T) {
			got := lint(t, tt.from, tt.to)
			if !slices.ContainsFunc(got, func(p verify.Problem) bool { return strings.Contains(p.Message, tt.want) && p.Line > 1 }) {
				t.Errorf("want %q, got %v", tt.want, got)
			}
		})
	}
}

func TestNew_Err(t *testing.T) {
	safety := string(verifytest.Rules(verifytest.SafetyRef()))
	for _, tt := range []struct {
		name string
		sets []verify.RuleSet
		want string
	}{
		{"quote nowhere", []verify.RuleSet{{Ref: verifytest.SafetyRef(), Source: []byte(strings.Replace(safety, "quote: Los huecos", "quote: Unos huecos", 1))}}, "word for word"},
		{"used but nowhere declared", []verify.RuleSet{{Ref: verifytest.VillageRef(), Source: verifytest.Rules(verifytest.VillageRef())}}, `element "barrier"`},
		{"name without a word", []verify.RuleSet{{Ref: verifytest.SafetyRef(), Source: []byte(strings.Replace(safety, `"desnivel {}"`, `"de {}"`, 1))}}, "would take every number"},
		{"set twice", []verify.RuleSet{{Ref: verifytest.SafetyRef(), Source: []byte(safety)}, {Ref: verifytest.SafetyRef(), Source: []byte(safety)}}, "two rule sets"},
		{"invalid source", []verify.RuleSet{{Ref: verifytest.SafetyRef(), Source: []byte("format: 9")}}, "format"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := verifytest.FixtureWith(tt.sets); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
}
