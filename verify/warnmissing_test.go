package verify_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

// TestVerify_missingSays: the warning on a missing datum shows words that state it, in
// the language of the check, and with such words the check is decided.
func TestVerify_missingSays(t *testing.T) {
	v := fixture(t)
	for _, tt := range []struct {
		check verify.Check
		want  []string // wordings shown
		say   string   // the first with a number
	}{
		{verify.Check{Element: "barandilla", Parameter: "altura", Value: "1", Unit: "m"}, []string{"desnivel … m"}, "desnivel de 7 m"},
		{verify.Check{Element: "escalera", Parameter: "contrahuella", Value: "18", Unit: "cm"}, []string{"ascensor", "sin ascensor"}, "sin ascensor"},
		{verify.Check{Element: "stair", Parameter: "riser height", Value: "18", Unit: "cm"}, []string{"lift", "no lift"}, "no lift"},
	} {
		t.Run(tt.check.Element, func(t *testing.T) {
			tt.check.GeoID = "XX-1"
			got, err := v.Verify(t.Context(), tt.check, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			var shown []string
			for _, warning := range got.Warnings {
				for _, m := range regexp.MustCompile(`“([^”]*)”`).FindAllStringSubmatch(warning, -1) {
					shown = append(shown, m[1])
				}
			}
			if diff := cmp.Diff(tt.want, shown); diff != "" {
				t.Errorf("wordings shown (-want +got):\n%s\n%v", diff, got.Warnings)
			}
			tt.check.Element += ", " + tt.say
			if got, err = v.Verify(t.Context(), tt.check, verifytest.On()); err != nil || got.Status != verify.NonCompliant {
				t.Errorf("with %q: want non_compliant, got %v, %v", tt.say, got, err)
			}
		})
	}
}

// TestVerify_warnsOnce: however many rules give reason to, a warning is given once, and
// one names all digests.
func TestVerify_warnsOnce(t *testing.T) {
	v := starterVerifier(t)
	for _, check := range []verify.Check{
		{Element: "edificio nuevo de viviendas de 2.000 m² construidos", Parameter: "potencia fotovoltaica instalada", Value: "9", Unit: "kW"},
		{Element: "extintor portátil", Parameter: "recorrido desde el origen de evacuación", Value: "15", Unit: "m"},
	} {
		check.GeoID = "ES-28079"
		got, err := v.Verify(t.Context(), check, verifytest.On())
		if err != nil {
			t.Fatal(err)
		}
		sorted := slices.Sorted(slices.Values(got.Warnings))
		digests := regexp.MustCompile(`resumen propio`)
		named := slices.DeleteFunc(slices.Clone(sorted), func(s string) bool { return !digests.MatchString(s) })
		if len(slices.Compact(slices.Clone(sorted))) != len(sorted) || len(named) != 1 {
			t.Errorf("%s: warnings %q", check.Element, got.Warnings)
		}
	}
}
