package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/verifytest"
)

func TestParse(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		set, err := rules.Parse(verifytest.SafetyRef(), verifytest.Rules(verifytest.SafetyRef()))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(set.Rules, func(r rules.Rule) bool { return r.ID == "riser" })
		got := set.Rules[i]
		if diff := cmp.Diff([]rules.Subject{{Element: "stair", Parameter: "riser"}}, got.Subjects); diff != "" {
			t.Errorf("subjects (-want +got):\n%s", diff)
		}
		if got.Require.Op != rules.Between || got.Require.Max.Number.String() != "17.5" || got.Require.Unit.String() != "cm" {
			t.Errorf("want between 13 and 17.5 cm, got %+v", got.Require)
		}
		if got.Section != "escaleras" || got.Line == 0 {
			t.Errorf("want section escaleras and a line, got %q line %d", got.Section, got.Line)
		}
	})
	t.Run("OK hints and context", func(t *testing.T) {
		set, err := rules.Parse(verifytest.SafetyRef(), []byte(`
format: 1
context: {es: [zarandaja], en: [gizmo]}
facts:
  lift: {kind: boolean, label: ascensor, yes: [con ascensor], hints: [ascensor]}
  use: {kind: category, label: uso, values: {office: {label: oficina, says: [oficina], hints: [despacho]}}}
`))
		if err != nil {
			t.Fatal(err)
		}
		want := []rules.Names{{"es": {"zarandaja"}, "en": {"gizmo"}}, {"es": {"ascensor"}}, {"es": {"despacho"}}}
		if diff := cmp.Diff(want, []rules.Names{set.Context, set.Facts[0].Hints, set.Facts[1].Values[0].Hints}); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("ErrRule names the version", func(t *testing.T) {
		_, err := rules.Parse(verifytest.SafetyRef(), []byte("format: 2"))
		var mistakes *rules.Error
		if !errors.As(err, &mistakes) || mistakes.Ref != verifytest.SafetyRef() {
			t.Errorf("want a rules.Error of %s, got %v", verifytest.SafetyRef(), err)
		}
	})
	t.Run("OK empty", func(t *testing.T) {
		if set, err := rules.Parse(verifytest.SafetyRef(), nil); err != nil || len(set.Rules) != 0 {
			t.Errorf("want no rules, got %v %v", set.Rules, err)
		}
	})
}

// TestParse_ErrRule breaks the fixture's rules in one place each and wants
// the line of that place.
func TestParse_ErrRule(t *testing.T) {
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
		{"unit of a boolean", "outside:\n    kind: boolean", "outside:\n    kind: boolean\n    unit: m", "a unit is of a quantity"},
		{"values of a boolean", "outside:\n    kind: boolean", "outside:\n    kind: boolean\n    values: {in: {label: {es: dentro}}}", "values are of a category"},
		{"says of a boolean", "outside:\n    kind: boolean", "outside:\n    kind: boolean\n    says: {es: [fuera]}", "a boolean has yes and no, not says"},
		{"unknown kind", "outside:\n    kind: boolean", "outside:\n    kind: colour", `kind "colour" is none of`},
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
			_, err := rules.Parse(verifytest.SafetyRef(), []byte(broken))
			var mistakes *rules.Error
			if !errors.As(err, &mistakes) {
				t.Fatalf("want a rules.Error, got %v", err)
			}
			ok := slices.ContainsFunc(mistakes.Problems, func(p rules.Problem) bool {
				return strings.Contains(p.Message, tt.want) && p.Line >= line-6 && p.Line <= line+2
			})
			if !ok {
				t.Errorf("want %q near line %d, got %v", tt.want, line, mistakes.Problems)
			}
		})
	}
}

func TestParse_ErrAllAtOnce(t *testing.T) {
	source := "format: 1\nnonsense: 1\nfacts:\n  a: {kind: odd, label: x}\nrules:\n  - {id: r}\n"
	_, err := rules.Parse(verifytest.SafetyRef(), []byte(source))
	var mistakes *rules.Error
	if !errors.As(err, &mistakes) {
		t.Fatalf("want a rules.Error, got %v", err)
	}
	var lines []int
	for _, p := range mistakes.Problems {
		lines = append(lines, p.Line)
	}
	for _, line := range []int{2, 4, 6} {
		if !slices.Contains(lines, line) {
			t.Errorf("want a problem in line %d, got %v", line, mistakes.Problems)
		}
	}
	if !slices.IsSorted(lines) {
		t.Errorf("want the problems in order of line, got %v", lines)
	}
}

// A rule that says what the regulation applies to is not held to what the file says of
// all its rules.
func TestParse_scope(t *testing.T) {
	source := strings.Replace(washrooms, "rules:\n", "unless: [{fact: lift, is: \"true\"}]\nrules:\n", 1)
	source = strings.Replace(source, "facts:\n", "  application: {label: {es: aplicación}, names: {es: [aplicación]}, scope: true}\nfacts:\n", 1)
	scope := strings.NewReplacer("parameter: width", "parameter: application", `op: ">=", value: 1, unit: m`, `op: "true"`)
	set, err := rules.Parse(codes.VersionRef{Code: "a", Version: "1"}, []byte(source+ramp("wide", ">=", "1")+scope.Replace(ramp("applies", ">=", "1"))))
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Rules[0].Unless) != 1 || len(set.Rules[1].Unless) != 0 {
		t.Errorf("want one exception and none, got %v and %v", set.Rules[0].Unless, set.Rules[1].Unless)
	}
}
