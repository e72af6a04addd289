package arch

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/reglookup/regengine/geo/lazyregexp/lazyregexptest"
)

// TestPatterns compiles every expression of the module that is compiled on first
// use, so that a broken one is seen here, and lets none be compiled at every start.
func TestPatterns(t *testing.T) {
	tried := 0
	for pkg := range readModule(t) {
		for _, call := range lazyregexptest.Calls(t, filepath.Join(moduleRoot(t), pkg), "lazyregexp.New", "regexp.MustCompile") {
			if call.Function == "regexp.MustCompile" && !isTestSuite(pkg) && !strings.HasPrefix(pkg, "examples/") {
				t.Errorf("%s: regexp.MustCompile compiles at every start, whoever reads a text or not: use lazyregexp.New", call.Position)
			}
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
