package ask

import "testing"

// TestTables_Load reads every table that is read on first use, so that a broken one
// is seen here and not in a program that reads its first text.
func TestTables_Load(t *testing.T) {
	for name, rows := range map[string]int{
		"numeralWords":   len(numeralWords()),
		"fractionWords":  len(fractionWords()),
		"months":         len(months()),
		"spellings":      len(spellings()['m']),
		"nouns":          len(propertyBy().nouns),
		"tails":          len(propertyBy().tails),
		"propertyByTerm": len(propertyByTerm()),
		"cues":           len(cues()),
		"phrases":        len(phrases()),
		"frameWords":     len(frameWords()),
		"englishTexts":   len(englishTexts()),
	} {
		if rows == 0 {
			t.Errorf("%s: nothing was read", name)
		}
	}
}
