package verify_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/verifytest"
)

func FuzzParseRules(f *testing.F) {
	f.Add(verifytest.Rules(verifytest.SafetyRef()))
	f.Add([]byte("format: 1\nrules: [{id: a, require: {op: between, min: {by: x}}}]"))
	f.Add([]byte("a: &a [*a]"))
	f.Add([]byte(rulesOf(washroomRule + ramp("a", ">=", "1", "overrides: n#b", "default_for: lower", "valid: {from: 2020-01-01}") + slopes(`{by: length, match: step, outside: clamp, cells: {"<= 3": none, "> 9": {formula: "-length"}}}`))))
	f.Add([]byte(washrooms + setbackTerm))
	f.Add([]byte(heardRules))
	f.Add([]byte("\xff"))
	f.Fuzz(func(t *testing.T, source []byte) {
		set, err := rules.Parse(verifytest.SafetyRef(), source)
		if err != nil {
			var mistakes *rules.Error
			if !errors.As(err, &mistakes) || len(mistakes.Problems) == 0 {
				t.Fatalf("want a rules.Error with problems, got %v", err)
			}
			return
		}
		_, _ = verifytest.FixtureWith([]rules.RuleSet{set}) // refused or not, it must not panic
		verify.Lint(set, verifytest.Blocks())
	})
}

func TestLint(t *testing.T) {
	source := string(verifytest.Rules(verifytest.SafetyRef()))
	blocks := slices.DeleteFunc(verifytest.Blocks(), func(b retrieval.Block) bool { return b.Doc != verifytest.SafetyRef().String() })
	lint := func(t *testing.T, from, to string) []rules.Problem {
		t.Helper()
		if !strings.Contains(source, from) {
			t.Fatalf("the fixture has no %q", from)
		}
		set, err := rules.Parse(verifytest.SafetyRef(), []byte(strings.Replace(source, from, to, 1)))
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
			if !slices.ContainsFunc(got, func(p rules.Problem) bool { return strings.Contains(p.Message, tt.want) && p.Line > 1 }) {
				t.Errorf("want %q, got %v", tt.want, got)
			}
		})
	}
}

func TestNew_Err(t *testing.T) {
	safety := string(verifytest.Rules(verifytest.SafetyRef()))
	for _, tt := range []struct {
		name string
		sets []rules.RuleSet
		want string
	}{
		{"quote nowhere", []rules.RuleSet{{Ref: verifytest.SafetyRef(), Source: []byte(strings.Replace(safety, "quote: Los huecos", "quote: Unos huecos", 1))}}, "word for word"},
		{"used but nowhere declared", []rules.RuleSet{{Ref: verifytest.VillageRef(), Source: verifytest.Rules(verifytest.VillageRef())}}, `element "barrier"`},
		{"name without a word", []rules.RuleSet{{Ref: verifytest.SafetyRef(), Source: []byte(strings.Replace(safety, `"desnivel {}"`, `"de {}"`, 1))}}, "would take every number"},
		{"set twice", []rules.RuleSet{{Ref: verifytest.SafetyRef(), Source: []byte(safety)}, {Ref: verifytest.SafetyRef(), Source: []byte(safety)}}, "two rule sets"},
		{"invalid source", []rules.RuleSet{{Ref: verifytest.SafetyRef(), Source: []byte("format: 9")}}, "format"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := verifytest.FixtureWith(tt.sets); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
}
