package extractive

import "testing"

// TestTables_Load reads every table that is read on first use, so that a broken one
// is seen here and not in a program that reads its first text.
func TestTables_Load(t *testing.T) {
	for name, rows := range map[string]int{
		"amountWords":      len(amountWords()),
		"numerals":         len(numerals()),
		"endings":          len(endings()),
		"families":         len(families()),
		"demonyms":         len(demonyms()),
		"framing":          len(framing()),
		"writtenUnits":     len(writtenUnits().names),
		"forms":            len(forms()),
		"shapes":           len(shapes()),
		"elseOpens":        len(elseOpens().String()),
		"backOpens":        len(backOpens().String()),
		"lastWord":         len(lastWord().String()),
		"uses":             len(uses()),
		"scopes":           len(scopes()),
		"steps":            len(steps()),
		"calculationWords": len(calculationWords()),
		"siteBag":          len(siteBag()),
		"glossary":         len(glossary()),
		"paraphrases":      len(paraphrases()),
		"inventoryKinds":   len(inventoryKinds()),
		"itselfPhrases":    len(itselfPhrases()),
	} {
		if rows == 0 {
			t.Errorf("%s: nothing was read", name)
		}
	}
}
