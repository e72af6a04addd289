package ask

import (
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

// TestTurn_LeftOut holds where an exception is looked for: in the sentence, behind
// it, later where it speaks of the same, and in the notes of a table (CITATIONS S6).
func TestTurn_LeftOut(t *testing.T) {
	table := &retrieval.Table{Caption: "Fondo mínimo (m)", Header: []string{"Uso", "Fondo"}, Rows: [][]string{{"Lonja", "4,15"}}, Notes: []string{"Excepto en lonjas de una planta."}}
	for name, tt := range map[string]struct {
		block    retrieval.Block
		sentence string
		want     string
	}{
		"same sentence": {retrieval.Block{Lang: "en", Text: "Ramps shall be at least 51 inches wide, except that ramps serving fewer than 9 people shall be at least 33 inches wide."},
			"Ramps shall be at least 51 inches wide.", "except that ramps serving fewer than 9 people shall be at least 33 inches wide"},
		"later sentence": {retrieval.Block{Lang: "es", Text: "El cobertizo se separará 6 m de la linde trasera. La ocupación no superará el 35 %. Se exceptúan de la linde trasera los cobertizos abiertos."},
			"El cobertizo se separará 6 m de la linde trasera.", "Se exceptúan de la linde trasera los cobertizos abiertos"},
		"later, of another thing": {retrieval.Block{Lang: "es", Text: "El cobertizo se separará 6 m de la linde. La ocupación no superará el 35 %. Se exceptúan los invernaderos de cristal."},
			"El cobertizo se separará 6 m de la linde.", ""},
		"note of a table": {retrieval.Block{Lang: "es", Kind: retrieval.TableKind, Table: table, Text: table.Text()},
			"El fondo mínimo de una lonja es de 4,15 m.", "Excepto en lonjas de una planta"},
	} {
		t.Run(name, func(t *testing.T) {
			turn := &turn{words: wordings["es"], issued: []*passage{{title: "Reglamento", block: &tt.block}}}
			got := ""
			if list := turn.leftOut(tt.sentence, []int{0}); len(list) > 0 {
				got = list[0].clause
			}
			if got != tt.want {
				t.Errorf("want %q, got %q", tt.want, got)
			}
		})
	}
}
