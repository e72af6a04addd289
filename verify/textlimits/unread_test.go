package textlimits_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
)

// statement is a text with the limits it gives.
type statement struct {
	name, lang, text string
	want             []string
}

func testStatements(t *testing.T, list []statement) {
	t.Helper()
	for _, tt := range list {
		t.Run(tt.lang+" "+tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, shorts(extract(t, paragraph(tt.lang, tt.text))), equateEmpty); diff != "" {
				t.Errorf("limits of %q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

// TestPatternExtractor_Extract_referenceMarks takes the number of a note for no figure.
func TestPatternExtractor_Extract_referenceMarks(t *testing.T) {
	testStatements(t, []statement{
		{"behind a figure", "es", "La anchura mínima será de 1,25 m [4].", []string{">= 1.25 m | measure: anchura mínima"}},
		{"before the bound", "es", "La anchura será de 1,25 m [1] como mínimo.", []string{">= 1.25 m | measure: anchura"}},
		{"before a figure", "es", "La anchura mínima será [4, 6-8] de 1,25 m.", []string{">= 1.25 m | measure: anchura mínima"}},
		{"alone", "es", "El número mínimo de plazas será [3].", nil},
		{"in a cell", "es", "Anchura mínima | 1,25 m [1]", []string{">= 1.25 m | row: Anchura mínima"}},
		{"alone in a cell", "es", "Anchura mínima | [1]", nil},
		{"in round brackets", "es", "La anchura mínima (3) será de 1,25 m (4).", []string{">= 1.25 m | measure: anchura mínima"}},
		{"raised behind a figure", "es", "El número mínimo de plazas será de 14¹.", []string{">= 14 | measure: número mínimo de plazas"}},
		{"raised before the unit", "es", "La altura mínima será de 2,45¹ m.", []string{">= 2.45 m | measure: altura mínima"}},
		{"a power or a note", "es", "El número mínimo de plazas será de 14².", nil},
		{"a power of ten or a note", "es", "El número mínimo de plazas será de 10².", nil},
		{"behind a figure", "en", "The clear width should be at least 950 mm [2].", []string{">= 950 mm | measure: clear width"}},
		{"before a figure", "en", "The clear width should be at least [2] 950 mm.", []string{">= 950 mm | measure: clear width"}},
		{"alone", "en", "The number of exits should be at least [2].", nil},
		{"in round brackets", "en", "The clear width (3) should be at least 950 mm (4).", []string{">= 950 mm | measure: clear width"}},
		{"raised before the unit", "en", "The clear width should be at least 950¹ mm.", []string{">= 950 mm | measure: clear width"}},
		{"a power or a note", "en", "The number of exits should be at least 3².", nil},
	})
}

// TestPatternExtractor_Extract_apostrophes reads an apostrophe as the decimal sign where it
// can be nothing else.
func TestPatternExtractor_Extract_apostrophes(t *testing.T) {
	testStatements(t, []statement{
		{"decimal", "es", "La anchura mínima será de 1'25 m.", []string{">= 1.25 m | measure: anchura mínima"}},
		{"typographic", "es", "La anchura no será inferior a 1’25 metros.", []string{">= 1.25 metros | measure: anchura"}},
		{"one digit", "es", "La huella medirá 27'5 cm como mínimo.", []string{">= 27.5 cm | measure: huella"}},
		{"without unit", "es", "La anchura mínima será de 1'25.", nil},
		{"range", "es", "La huella medirá entre 27'5 y 32'5 cm.", []string{"between 27.5..32.5 cm | measure: huella"}},
		{"thousands", "es", "La superficie mínima será de 1'250 m2.", nil},
		{"minutes and seconds", "es", "La duración máxima será de 5'30 s.", nil},
		{"minutes of a degree", "es", "El ángulo máximo será de 30° 20'.", nil},
		{"in a cell", "es", "Anchura mínima | 1'25", nil},
		{"decimal", "en", "The width should be at least 1'25 m.", nil},
		{"typographic", "en", "The width should be at least 1’25 m.", nil},
		{"feet and inches", "en", `The width should be at least 3'6".`, nil},
		{"feet", "en", "The width should be at least 3'.", nil},
		{"quoted", "en", `The plate says "at least 4".`, nil},
	})
}

// TestPatternExtractor_Extract_fractions reads mixed fractions and inches in words; signs that may be of quotations it leaves alone.
func TestPatternExtractor_Extract_fractions(t *testing.T) {
	testStatements(t, []statement{
		{"sign", "es", "La altura mínima será de 2½ m.", []string{">= 2.5 m | measure: altura mínima"}},
		{"sign behind a space", "es", "La altura mínima será de 2 ½ m.", []string{">= 2.5 m | measure: altura mínima"}},
		{"digits", "es", "La altura mínima será de 2 1/2 m.", []string{">= 2.5 m | measure: altura mínima"}},
		{"inches by sign", "es", `El diámetro mínimo será de 2".`, nil},
		{"share of an inch", "es", `El diámetro mínimo será de 1/2".`, nil},
		{"beside another figure", "es", "La anchura será de 2½ m como mínimo y la altura de 3 m como mínimo.", []string{">= 2.5 m | measure: anchura", ">= 3 m | measure: altura"}},
		{"share", "es", "La superficie mínima será de 1/20 del local.", []string{">= 0.05 ratio | measure: superficie mínima | measure: del local | ?"}},
		{"sign", "en", "The width should be at least 2½ in.", []string{">= 2.5 in | measure: width"}},
		{"digits", "en", "The width should be at least 1 1/2 in.", []string{">= 1.5 in | measure: width"}},
		{"digits with a hyphen", "en", "The width should be at least 1-1/2 in.", []string{">= 1.5 in | measure: width"}},
		{"fraction slash", "en", "The width should be at least 1 1⁄2 m.", nil},
		{"rare sign", "en", "The width should be at least ¾ m.", []string{">= 0.75 m | measure: width"}},
		{"inches by sign", "en", `The width should be at least 36".`, nil},
		{"inches by prime", "en", "The width should be at least 36″.", nil},
		{"half by sign", "en", "The width should be at least ½ m.", []string{">= 0.5 m | measure: width"}},
		{"row of figures", "es", "Muros 0,85 0,75 0,60 0,50 0,45 2½", nil},
	})
}

// TestPatternExtractor_Extract_unreadCells leaves the cells alone that are not read for certain.
func TestPatternExtractor_Extract_unreadCells(t *testing.T) {
	table := &retrieval.Table{Header: []string{"Uso", "Ancho mínimo (m)"}, Rows: [][]string{
		{"Nave", "1,25 [2]"}, {"Aula", "2½"}, {"Sala", "1'25"}, {"Patio", "3,25"}, {"Taller", `36"`}, {"Garaje", "3,45"}, {"Porche", "3,65"}}}
	block := retrieval.Block{ID: "t", Kind: retrieval.TableKind, Lang: "es", Text: table.Text(), Table: table}
	want := []string{
		">= 1.25 m | row: Nave | column: Ancho mínimo (m)", ">= 2.5 m | row: Aula | column: Ancho mínimo (m)", ">= 3.25 m | row: Patio | column: Ancho mínimo (m)",
		">= 3.45 m | row: Garaje | column: Ancho mínimo (m)", ">= 3.65 m | row: Porche | column: Ancho mínimo (m)"}
	if diff := cmp.Diff(want, shorts(extract(t, block))); diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}
}
