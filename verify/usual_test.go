package verify_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// usualRules are about the width of a ramp, with a fact "old" that is assumed not to
// hold, as usual says, and a thing "place" that is assumed of the ramp itself.
func usualRules(usual, assumes string) text {
	old, strict := strings.CutSuffix(usual, ", strict: true")
	usual = old
	limit := map[bool]string{false: "0.9", true: "1.6"}[strict]
	source := rulesOf(ramp("a", ">=", "1.2", `when: [{fact: old, is: "false"}]`) + ramp("b", ">=", limit, `when: [{fact: old, is: "true"}]`) +
		ramp("c", ">=", "1.5", `when: [{fact: place, is: outside}]`) + ramp("d", ">=", "1.4", `when: [{fact: place, is: inside}]`))
	source = strings.Replace(source, "facts:\n", `facts:
  old: {kind: boolean, label: {es: obra antigua}, yes: {es: [obra antigua]}, default: "false"`+usual+`}
  place: {kind: category, label: {es: situación}, values: {outside: {label: {es: fuera}, says: {es: [exterior]}}, inside: {label: {es: dentro}, says: {es: [interior]}}}}
`, 1)
	return text{code: "nation", rules: strings.Replace(source, "ramp: {", "ramp: {"+assumes, 1)}
}

// TestUsual: what is usual leaves the other case out of a list until it is said, and is
// named as assumed; what a name assumes is listed as an assumption is.
func TestUsual(t *testing.T) {
	inside := []string{"*depends >= 1.5 m c | place = outside", "depends >= 1.4 m d | place = inside"}
	for _, tt := range []struct {
		name, usual, assumes, element string
		want                          []string
		dependsOn                     []string
	}{
		{"assumed", "", "", "rampa", append(slices.Clone(inside), "*holds >= 1.2 m a |", "depends >= 0.9 m b | old = true"), []string{"place", "old"}},
		{"always", ", usual: always", "", "rampa", append(slices.Clone(inside), "*holds >= 1.2 m a |"), []string{"place", "old"}},
		{"said", ", usual: always", "", "rampa, obra antigua", append(slices.Clone(inside), "*holds >= 0.9 m b |"), []string{"place"}},
		{"where it is known", `, usual: [{fact: length, ">": 5}]`, "", "rampa, longitud de 7 m", append(slices.Clone(inside), "*holds >= 1.2 m a |"), []string{"place", "old"}},
		{"not where it is not", `, usual: [{fact: length, ">": 5}]`, "", "rampa", append(slices.Clone(inside), "*holds >= 1.2 m a |", "depends >= 0.9 m b | old = true"), []string{"place", "old"}},
		{"the other is stricter", ", usual: always, strict: true", "", "rampa",
			[]string{"*depends >= 1.6 m b | old = true", "depends >= 1.5 m c | place = outside", "depends >= 1.4 m d | place = inside", "*holds >= 1.2 m a |"}, []string{"place", "old"}},
		{"a default where it is known", `, default_where: [{fact: length, ">": 5}]`, "", "rampa, longitud de 7 m", append(slices.Clone(inside), "*holds >= 1.2 m a |", "depends >= 0.9 m b | old = true"), []string{"place", "old"}},
		{"no default where it is not", `, default_where: [{fact: length, ">": 5}]`, "", "rampa", append(slices.Clone(inside), "depends >= 1.2 m a | old = false", "depends >= 0.9 m b | old = true"), []string{"place", "old"}},
		{"by the name", ", usual: always", "assumes: {place: outside}, ", "rampa",
			[]string{"*holds >= 1.5 m c |", "depends >= 1.4 m d | place = inside", "holds >= 1.2 m a |"}, []string{"place", "old"}},
		{"said against the name", ", usual: always", "assumes: {place: outside}, ", "rampa interior", []string{"*holds >= 1.4 m d |", "holds >= 1.2 m a |"}, []string{"old"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := mustVerifier(t, usualRules(tt.usual, tt.assumes))
			q := verify.Query{Element: tt.element, Parameter: "anchura", GeoID: "XX-1"}
			got := required(t, v, q)
			for i := range got {
				got[i] = strings.TrimSpace(got[i])
			}
			slices.Sort(got)
			slices.Sort(tt.want)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			list, err := v.Requirements(t.Context(), q, starterDay())
			if err != nil {
				t.Fatal(err)
			}
			var named []string
			for _, f := range list.DependsOn {
				named = append(named, f.ID)
			}
			if diff := cmp.Diff(tt.dependsOn, named); diff != "" {
				t.Errorf("depends on (-want +got):\n%s", diff)
			}
		})
	}
}

// TestUsual_verdict: a verdict rests on what the name assumes, says so, and names it as
// what would decide.
func TestUsual_verdict(t *testing.T) {
	v := mustVerifier(t, usualRules("", "assumes: {place: outside}, "))
	got := ask(t, v, verify.Check{Element: "rampa", Parameter: "anchura", Value: "1.45", Unit: "m"})
	if got.Status != verify.NonCompliant || got.Limit != "1.5" || !slices.ContainsFunc(got.Warnings, func(w string) bool { return strings.Contains(w, "situación: fuera") }) {
		t.Errorf("want non_compliant by 1.5 m, assumed to be outside, got %+v", got)
	}
}

// TestUsual_alone: where nothing applies in the usual case, the others are listed.
func TestUsual_alone(t *testing.T) {
	source := strings.Replace(rulesOf(ramp("b", ">=", "0.9", `when: [{fact: old, is: "true"}]`)), "facts:\n",
		"facts:\n  old: {kind: boolean, label: {es: obra antigua}, yes: {es: [obra antigua]}, default: \"false\", usual: always}\n", 1)
	got := required(t, mustVerifier(t, text{code: "nation", rules: source}), verify.Query{Element: "rampa", Parameter: "anchura", GeoID: "XX-1"})
	if diff := cmp.Diff([]string{"*depends >= 0.9 m b | old = true"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestUsual_ErrRule(t *testing.T) {
	for _, usual := range []string{`kind: boolean, usual: always`, `kind: boolean, default: "false", usual: [{fact: nothing, is: "true"}]`} {
		_, err := newVerifier(text{code: "nation", rules: strings.Replace(rulesOf(ramp("a", ">=", "1")), "facts:\n", "facts:\n  old: {"+usual+", label: {es: x}, yes: {es: [obra antigua]}}\n", 1)})
		var wrong *rules.Error
		if !errors.As(err, &wrong) {
			t.Errorf("%s: want a rules.Error, got %v", usual, err)
		}
	}
}
