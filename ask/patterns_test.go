package ask

import (
	"testing"

	"github.com/reglookup/regengine/geo/lazyregexp/lazyregexptest"
)

// TestPatterns_Compile works out every pattern of the package: one that may begin
// with anything panics.
func TestPatterns_Compile(t *testing.T) {
	calls := lazyregexptest.Calls(t, ".", "newPattern", "wordPattern")
	if len(calls) < 40 {
		t.Fatalf("found %d patterns; the search for them is broken", len(calls))
	}
	made := map[string]func(...string) *pattern{"newPattern": newPattern, "wordPattern": wordPattern}
	for _, call := range calls {
		t.Run(call.Position.String(), func(*testing.T) { made[call.Function](call.Arguments...).compile() })
	}
}
