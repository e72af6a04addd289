package textlimits_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
)

// TestPatternExtractor_Extract_upTo takes "up to 4 m" for no limit where it says in which case
// another holds, and keeps no limit that would lose that case.
func TestPatternExtractor_Extract_upTo(t *testing.T) {
	testStatements(t, []statement{
		{"case behind a preposition", "es", "La pendiente máxima será del 11 % para tramos de hasta 4 m.", []string{"<= 11 % | measure: pendiente máxima | when: para tramos de hasta 4 m"}},
		{"case of the subject", "es", "Los tramos de hasta 4 m tendrán una pendiente máxima del 11 %.", []string{"<= 11 % | measure: pendiente | thing: tramos | when: hasta 4 m"}},
		{"case behind the figure", "es", "La pendiente no superará el 11 % hasta 4 m.", []string{"<= 11 % | measure: pendiente | when: hasta 4 m"}},
		{"case of the same kind", "es", "La anchura será de 1,15 m hasta 30 m de recorrido.", nil},
		{"case of the same kind beside one bound", "es", "La anchura mínima será de 1,15 m hasta 30 m de recorrido y de 1,30 m hasta 45 m.", []string{">= 1.15 m | measure: anchura mínima | when: hasta 30 m de recorrido", ">= 1.3 m | measure: anchura mínima | when: hasta 45 m"}},
		{"range of one bound", "es", "La anchura mínima será de 1,15 m hasta 1,30 m.", nil},
		{"range of what is measured", "es", "La anchura mínima será de 1,15 m hasta 1,30 m de anchura.", nil},
		{"two cases", "es", "La anchura será de 1,15 m hasta 60 personas y de 1,35 m hasta 80 personas.", []string{"= 1.15 m | measure: anchura | when: hasta 60 personas", "= 1.35 m | measure: anchura | when: hasta 80 personas"}},
		{"case of a property", "es", "Se permite una pendiente máxima del 11 % con una longitud de hasta 4 m.", []string{"<= 11 % | measure: pendiente | when: con una longitud de hasta 4 m"}},
		{"case aside", "es", "La pendiente máxima, con tramos de hasta 4 m, será del 11 %.", []string{"<= 11 % | measure: pendiente máxima | when: con tramos de hasta 4 m"}},
		{"case of a duty", "es", "Los muros de hasta 4 m se pintarán.", nil},
		{"case that introduces", "es", "Tramos hasta 4 m: pendiente máxima 11 %.", []string{"<= 11 % | lead: Tramos hasta 4 m | when: Tramos hasta 4 m | measure: pendiente"}},
		{"case before a figure", "es", "Rampas: hasta 4 m de longitud, 11 % como máximo; hasta 7 m, 9 %.", []string{"<= 11 % | lead: Rampas | measure: Rampas | when: hasta 4 m de longitud", "<= 9 % | lead: Rampas | measure: Rampas | when: hasta 7 m"}},
		{"case in a cell", "es", "Rampas | 11 % | hasta 4 m", nil},
		{"limit of its verb", "es", "La longitud será de hasta 8 m.", []string{"<= 8 m | measure: longitud"}},
		{"limit of what is allowed", "es", "Se permiten salientes de hasta 14 cm.", []string{"<= 14 cm | measure: salientes"}},
		{"limit beside another", "es", "Los muros podrán tener hasta 4 m de altura y 9 m de longitud.", []string{"<= 4 m | measure: de altura | thing: muros", "<= 9 m | measure: de longitud | thing: muros"}},
		{"limit in a cell", "es", "Salientes | hasta 14 cm", []string{"<= 14 cm | row: Salientes"}},
		{"case behind a preposition", "en", "The gradient should not exceed 9% for flights of up to 4 m.", []string{"<= 9 % | measure: gradient | when: for flights of up to 4 m"}},
		{"case of the subject", "en", "Ramps up to 4 m long should have a gradient of no more than 9%.", []string{"<= 9 % | measure: gradient | thing: Ramps | when: up to 4 m long"}},
		{"case in a relative clause", "en", "Ramps that are up to 4 m long should have a gradient of no more than 9%.", []string{"<= 9 % | measure: gradient | when: up to 4 m long"}},
		{"case behind the figure", "en", "The maximum gradient is 9% up to 4 m.", []string{"<= 9 % | measure: maximum gradient | when: up to 4 m"}},
		{"case behind a verb", "en", "A gradient of 9% is allowed up to 4 m.", nil},
		{"two cases", "en", "The corridor should be at least 1150 mm wide up to 60 people and 1350 mm up to 80 people.", []string{">= 1150 mm | measure: wide | thing: corridor | when: up to 60 people", ">= 1350 mm | measure: wide | thing: corridor | when: up to 80 people"}},
		{"case of a property", "en", "The gradient should be no more than 9%, with lengths up to 4 m.", []string{"<= 9 % | measure: gradient | when: with lengths up to 4 m"}},
		{"case of a duty", "en", "Doors up to 2 m wide shall be provided with a closer.", []string{"true | measure: closer | thing: Doors | when: up to 2 m wide"}},
		{"limit of its verb", "en", "The wall may be up to 4 m high.", []string{"<= 4 m | measure: high | thing: wall"}},
	})
}

// TestPatternExtractor_Extract_upToCells takes a column of "up to" for what a row speaks of, and
// leaves a row alone where it stands behind the figure.
func TestPatternExtractor_Extract_upToCells(t *testing.T) {
	for _, tt := range []struct {
		name   string
		header []string
		rows   [][]string
		want   []string
	}{
		{"column before", []string{"Zona", "Longitud", "Pendiente máxima"}, [][]string{{"Nave", "hasta 4 m", "11 %"}, {"Nave", "hasta 7 m", "9 %"}}, []string{
			"<= 11 % | row: Nave | row: hasta 4 m | column: Pendiente máxima", "<= 9 % | row: Nave | row: hasta 7 m | column: Pendiente máxima"}},
		{"column behind", []string{"Zona", "Pendiente máxima", "Longitud"}, [][]string{{"Nave", "11 %", "hasta 4 m"}, {"Aula", "9 %", "hasta 7 m"}}, nil},
		{"limit", []string{"Zona", "Longitud"}, [][]string{{"Nave", "hasta 4 m"}, {"Aula", "hasta 7 m"}}, []string{
			"<= 4 m | row: Nave | column: Longitud", "<= 7 m | row: Aula | column: Longitud"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := &retrieval.Table{Header: tt.header, Rows: tt.rows}
			block := retrieval.Block{ID: "t", Kind: retrieval.TableKind, Lang: "es", Text: table.Text(), Table: table}
			if diff := cmp.Diff(tt.want, shorts(extract(t, block)), equateEmpty); diff != "" {
				t.Errorf("limits (-want +got):\n%s", diff)
			}
		})
	}
}
