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

// TestRequirePGlite: where node is missing a test is skipped, naming the cause, or
// fails where PGlite is required.
func TestRequirePGlite(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Run("Skips", func(t *testing.T) {
		t.Setenv(RequireEnv, "")
		v := &verdict{TB: t}
		requirePGlite(v)
		if !strings.Contains(v.skipped, "node was not found") || v.failed != "" {
			t.Errorf("want a skip that names its cause, got skip %q, failure %q", v.skipped, v.failed)
		}
	})
	t.Run("FailsWhereRequired", func(t *testing.T) {
		t.Setenv(RequireEnv, "1")
		v := &verdict{TB: t}
		requirePGlite(v)
		if !strings.Contains(v.failed, RequireEnv) || v.skipped != "" {
			t.Errorf("want a failure that names %s, got skip %q, failure %q", RequireEnv, v.skipped, v.failed)
		}
	})
}
