package verifytest_test

import (
	_ "embed"
	"strings"
	"testing"
)

// traps are checks of things that have the name of one that is ruled beside that
// of another: none may be said to comply.
//
//go:embed testdata/traps.txt
var traps string

func TestStarter_traps(t *testing.T) {
	v := starterVerifier(t)
	for _, c := range lineCases(traps) {
		if strings.HasPrefix(c.ID, "#") {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			got, err := v.Verify(t.Context(), c.Check, starterDay())
			if err != nil {
				t.Fatal(err)
			}
			if passes(got) {
				t.Errorf("want no pass, got %s, limit %s of %s", got.Status, got.Limit, got.Governing.Rule)
			}
		})
	}
}
