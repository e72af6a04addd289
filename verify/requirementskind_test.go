package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/verify"
)

// TestRequirements_kinds: of a thing of which itself nothing is required, what is required
// of its kinds is listed, depending on being one; of one that rules are about it is not.
func TestRequirements_kinds(t *testing.T) {
	of := func(element, rule string) string {
		return strings.Replace(rule, "element: ramp", "element: "+element, 1)
	}
	kinds := "  garage_ramp: {label: {es: rampa de garaje}, broader: ramp, names: {es: [rampa de garaje]}}\n  washroom:"
	source := func(rules string) text {
		return text{code: "nation", rules: strings.Replace(rulesOf(rules), "  washroom:", kinds, 1)}
	}
	for _, tt := range []struct {
		name    string
		rules   string
		element string
		want    []string
		warns   bool
	}{
		{"of a kind", of("garage_ramp", ramp("g", ">=", "3")), "rampa", []string{"*depends >= 3 m g | rampa de garaje"}, false},
		{"of the kind itself", of("garage_ramp", ramp("g", ">=", "3")), "rampa de garaje", []string{"*holds >= 3 m g |"}, false},
		{"of both", ramp("r", ">=", "1") + of("garage_ramp", ramp("g", ">=", "3")), "rampa", []string{"*holds >= 1 m r |"}, false},
		{"of neither", ramp("r", ">=", "1"), "aseo accesible", nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := mustVerifier(t, source(tt.rules)).Requirements(t.Context(), verify.Query{Element: tt.element, Parameter: "anchura", GeoID: "XX-1"}, starterDay())
			if err != nil {
				t.Fatal(err)
			}
			var rows []string
			for _, r := range got.Rows {
				head, _, _ := strings.Cut(rowText(r), "|")
				rows = append(rows, strings.TrimSpace(head+"| "+r.Case))
			}
			if diff := cmp.Diff(tt.want, rows); diff != "" {
				t.Error(diff)
			}
			if has := slices.ContainsFunc(got.Warnings, func(w string) bool { return strings.HasPrefix(w, "Ninguna regla") }); has != tt.warns {
				t.Errorf("warnings %q", got.Warnings)
			}
		})
	}
}
