package verifytest

import (
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifyeval"
)

// Run makes each case a subtest.
func Run(t *testing.T, v *verify.Verifier, on codes.Date, cases []verifyeval.Case) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			got, err := v.Verify(t.Context(), c.Check, on)
			if err != nil {
				t.Fatal(err)
			}
			for _, difference := range c.Differences(got) {
				t.Errorf("%s | %s | %s %s: %s", c.Check.Element, c.Check.Parameter, c.Check.Value, c.Check.Unit, difference)
			}
		})
	}
}
