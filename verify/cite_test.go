package verify_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/verifytest"
)

// TestCite: a passage is cited by what its rule says, else by what the file says of the
// section, and a rule of neither leaves it to the heading.
func TestCite(t *testing.T) {
	ref := verifytest.SafetyRef()
	source := string(verifytest.Rules(ref))
	for _, tt := range []struct{ name, cites, cite, want string }{
		{"of neither", "", "", ""},
		{"of the section", "cites: {barreras: \"Safety, 3.2\"}\n", "", "Safety, 3.2"},
		{"of the rule", "cites: {barreras: \"Safety, 3.2\"}\n", "    cite: \"Safety, 3.2, table 1\"\n", "Safety, 3.2, table 1"},
		{"of another section", "cites: {rampas: \"Safety, 4\"}\n", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(tt.cites+source, "    section: barreras\n", tt.cite+"    section: barreras\n", 1)
			v, err := verifytest.FixtureWith([]rules.RuleSet{{Ref: ref, Source: []byte(text)}})
			if err != nil {
				t.Fatal(err)
			}
			check := verify.Check{Element: "barandilla, desnivel de 2 m", Parameter: "altura", Value: "1", Unit: "m", GeoID: "XX-1"}
			got, err := v.Verify(t.Context(), check, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Sources) == 0 || got.Sources[0].Cite != tt.want {
				t.Errorf("sources %v: want the first cited by %q", got.Sources, tt.want)
			}
			list, err := v.Requirements(t.Context(), verify.Query{Element: check.Element, Parameter: check.Parameter, GeoID: check.GeoID}, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if len(list.Rows) == 0 || list.Rows[0].Cite != tt.want {
				t.Errorf("rows %v: want the first cited by %q", list.Rows, tt.want)
			}
		})
	}
}
