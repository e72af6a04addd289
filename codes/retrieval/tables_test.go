package retrieval

import "testing"

// TestTables_Load reads every table that is read on first use, so that a broken one
// is seen here and not in a program that reads its first text.
func TestTables_Load(t *testing.T) {
	for name, rows := range map[string]int{
		"analyzers":     len(analyzers()),
		"languageNames": len(languageNames()),
		"speechOf":      len(speechOf()),
		"figures":       len(figures()),
		"references":    len(references()),
		"bounding":      len(bounding()),
		"zoneWords":     len(zoneWords()),
		"fieldSynonyms": len(fieldSynonyms().same),
	} {
		if rows == 0 {
			t.Errorf("%s: nothing was read", name)
		}
	}
}
