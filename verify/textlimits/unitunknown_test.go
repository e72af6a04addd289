package textlimits_test

import "testing"

// TestPatternExtractor_Extract_unknownUnits counts no pieces where the word behind a figure may be
// a unit nobody knows: it stays as it is written, and no value can be held against it.
func TestPatternExtractor_Extract_unknownUnits(t *testing.T) {
	testStatements(t, []statement{
		{"invented", "es", "La pérdida no superará 5 zorps.", []string{"<= 5 zorps | measure: zorps | thing: pérdida | ?"}},
		{"old", "es", "La altura mínima será de 12 varas.", []string{">= 12 varas | measure: altura mínima | measure: varas | ?"}},
		{"inches", "es", "El diámetro mínimo será de 2 pulgadas.", []string{">= 2 pulgadas | measure: diámetro mínimo"}},
		{"in words", "es", "El diámetro mínimo será de dos pulgadas.", []string{">= 2 pulgadas | measure: diámetro mínimo"}},
		{"share of an inch", "es", "El diámetro mínimo será de 3/8 pulgadas.", []string{">= 0.375 pulgadas | measure: diámetro mínimo"}},
		{"share of an old one", "es", "La altura mínima será de 3/8 varas.", []string{">= 0.375 ratio | measure: altura mínima | measure: varas | ?"}},
		{"power of ten below one", "es", "El caudal mínimo será de 2·10-3 m3/s.", []string{">= 0.002 m3/s | measure: caudal mínimo"}},
		{"power of ten", "es", "La longitud mínima será de 10^3 mm.", []string{">= 1000 mm | measure: longitud mínima"}},
		{"power or note", "es", "La altura mínima será de 10³.", nil},
		{"pieces", "es", "Habrá al menos 4 aseos.", []string{">= 4 aseos | measure: aseos"}},
		{"pieces of a kind", "es", "Habrá al menos 4 nuevas salidas.", []string{">= 4 nuevas | measure: nuevas salidas | ?"}},
		{"pieces for each", "es", "Habrá 2 luminarias por cada 30 plazas.", []string{">= 2 ud per 30 plazas | measure: luminarias"}},
		{"invented", "en", "The loss should not exceed 5 zorps.", []string{"<= 5 zorps | measure: zorps | thing: loss | ?"}},
		{"flow", "en", "The flow should be at least 8 gpm.", []string{">= 8 gpm | measure: gpm | thing: flow | ?"}},
		{"inches", "en", "The width should be at least 36 inches.", []string{">= 36 inches | measure: width"}},
		{"in words", "en", "The width should be at least ten inches.", []string{">= 10 inches | measure: width"}},
		{"inches in short", "en", "The width should be at least 36 in.", []string{">= 36 in | measure: width"}},
		{"inches in short before the measure", "en", "The opening should be at least 36 in wide.", nil},
		{"share of an inch in short", "en", "The width should be at least 1/2 in.", []string{">= 0.5 in | measure: width"}},
		{"in a place", "en", "There should be at least 3 in each room.", []string{">= 3"}},
		{"pieces", "en", "The room should have at least 2 protected exits.", []string{">= 2 protected | measure: protected exits | thing: room | ?"}},
	})
}
