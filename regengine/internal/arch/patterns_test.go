package arch

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/reglookup/regengine/geo/lazyregexp/lazyregexptest"
)

// TestPatterns_Compile compiles every expression of the module that is compiled on
// first use, so that a broken one is seen here.
func TestPatterns_Compile(t *testing.T) {
	tried := 0
	for pkg := range readModule(t) {
		for _, call := range lazyregexptest.Calls(t, filepath.Join(moduleRoot(t), pkg), "lazyregexp.New") {
			for _, source := range call.Arguments {
				tried++
				if _, err := regexp.Compile(source); err != nil {
					t.Errorf("%s: %v", call.Position, err)
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("tried %d expressions; the search for them is broken", tried)
	}
}
