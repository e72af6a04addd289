package pglitetest

import (
	"fmt"
	"strings"
	"testing"
)

// verdict records how a test would end.
type verdict struct {
	testing.TB
	skipped, failed string
}

func (v *verdict) Helper() {}

func (v *verdict) Skipf(format string, args ...any) { v.skipped = fmt.Sprintf(format, args...) }

func (v *verdict) Fatalf(format string, args ...any) { v.failed = fmt.Sprintf(format, args...) }

// TestRequirePGlite: a test is skipped, saying how it is run, or fails where PGlite is
// required and node is missing.
func TestRequirePGlite(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Run("Skips", func(t *testing.T) {
		t.Setenv(testsEnv, "")
		v := &verdict{TB: t}
		requirePGlite(v)
		if !strings.Contains(v.skipped, testsEnv+"=all") || v.failed != "" {
			t.Errorf("want a skip that says how it is run, got skip %q, failure %q", v.skipped, v.failed)
		}
	})
	t.Run("FailsWhereRequired", func(t *testing.T) {
		t.Setenv(testsEnv, "all")
		v := &verdict{TB: t}
		requirePGlite(v)
		if !strings.Contains(v.failed, "node was not found") || v.skipped != "" {
			t.Errorf("want a failure that names its cause, got skip %q, failure %q", v.skipped, v.failed)
		}
	})
}
