package verifytest_test

import (
	"io/fs"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/textlimits"
	"github.com/reglookup/regengine/verify/verifyeval"
)

// TestStarter_withFrench: that the process knows French changes no result in Spain,
// not by one byte. Cases of REGENGINE_VERIFY_CASES are compared as well.
func TestStarter_withFrench(t *testing.T) {
	var cases []verifyeval.Case
	for _, name := range []string{"starter", "ordinary", "adversarial"} {
		source, err := os.ReadFile("testdata/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		list, err := verifyeval.LoadYAML(source)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, list...)
	}
	if path := os.Getenv("REGENGINE_VERIFY_CASES"); path != "" {
		cases = append(cases, loadCases(t, path)...)
	}
	before := resultsOf(t, cases)
	files := os.DirFS("../../examples/plugin-fr/language")
	for _, add := range []func(string, fs.FS) error{verify.AddLanguage, quantity.AddLanguage, textlimits.AddLanguage} {
		if err := add("fr", files); err != nil {
			t.Fatal(err)
		}
	}
	after := resultsOf(t, cases)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error("(-before +after)\n" + diff)
	}
}

func resultsOf(t *testing.T, cases []verifyeval.Case) []*verify.Result {
	t.Helper()
	v := starterVerifier(t)
	var out []*verify.Result
	for _, c := range cases {
		c.Check.Country = ""
		got, err := v.Verify(t.Context(), c.Check, starterDay())
		if err != nil {
			continue // of a place the starter pack does not have
		}
		out = append(out, got)
	}
	return out
}
