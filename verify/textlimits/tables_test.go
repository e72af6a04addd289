package textlimits

import "testing"

// TestTables_Load reads every table that is read on first use, so that a broken one
// is seen here and not in a program that reads its first text.
func TestTables_Load(t *testing.T) {
	for name, rows := range map[string]int{
		"builtInLanguages": len(builtInLanguages()),
	} {
		if rows == 0 {
			t.Errorf("%s: nothing was read", name)
		}
	}
}
