package quantity

import "testing"

// TestTables_Load reads every table that is read on first use, so that a broken one
// is seen here and not in a program that reads its first text.
func TestTables_Load(t *testing.T) {
	for name, rows := range map[string]int{
		"builtInLanguages": len(builtInLanguages()),
		"units":            len(units().atoms),
		"englishUnits":     len(englishUnits().atoms),
		"unknownLanguage":  len(unknownLanguage().own.atoms),
		"kinds":            len(kinds()),
	} {
		if rows == 0 {
			t.Errorf("%s: nothing was read", name)
		}
	}
}
