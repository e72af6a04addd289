package ask

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
)

// A bare number of a row has the unit of its column or of the table; a label, a word
// and a number of things have none.
func TestRowPairs_units(t *testing.T) {
	flows := &retrieval.Table{Caption: "Débits, en m³/h", Header: []string{"Pièces", "Buanderie", "Hauteur (m)", "Remarque"}, Rows: [][]string{{"2", "65", "2,30", "sauf cave"}}}
	counts := &retrieval.Table{Caption: "Portillons, selon l’effectif", Header: []string{"Effectif", "Nombre"}, Rows: [][]string{{"20", "2"}}}
	for _, c := range []struct {
		table *retrieval.Table
		want  []RowPair
	}{
		{flows, []RowPair{{"Pièces", "2"}, {"Buanderie", "65 m³/h"}, {"Hauteur", "2,30 m"}, {"Remarque", "sauf cave"}}},
		{counts, []RowPair{{"Effectif", "20"}, {"Nombre", "2"}}},
	} {
		if diff := cmp.Diff(c.want, RowPairs(c.table, 0, nil)); diff != "" {
			t.Error(diff)
		}
	}
	for text, want := range map[string]bool{
		"Pièces: 2; Buanderie: 65 m³/h":                true,
		"Pièces\u00a0: 2\u00a0; Buanderie\u00a0: 65":   true, // as it is written
		"Pièces: 2; Hauteur (m): 2,30":                 true,
		"Pièces: 2; Buanderie: 65 l/s":                 false,
		"Pièces: 2; Hauteur: 65 m³/h":                  false,
		"Buanderie: 65 m³/h":                           false, // of which row?
		"Pièces: 2; Buanderie: 2,30 m; Remarque: cave": false,
	} {
		if got := isRow(text, flows, 0); got != want {
			t.Errorf("%q: want %v", text, want)
		}
	}
}

// Words that a draft ties stay tied in the answer, wherever else in it no others are.
func TestTies(t *testing.T) {
	known := ties{}
	known.read("haut\u00a0: «\u00a01\u202fm\u00a0» et 2 m")
	for text, want := range map[string]string{
		"haut : « 1 m » [1]":          "haut\u00a0: «\u00a01\u00a0m\u00a0» [1]",
		"haut  : 2 m":                 "haut  : 2 m",
		"a haut\n\n: « 1 m":           "a haut\n\n: «\u00a01\u00a0m",
		"":                            "",
		"haut :":                      "haut\u00a0:",
		"le plus haut : plus bas 1 m": "le plus haut\u00a0: plus bas 1\u00a0m",
	} {
		if got := known.bind(text); got != want {
			t.Errorf("%q: want %q, got %q", text, want, got)
		}
	}
}

// A sentence that says what the project's data are stands where they are just so.
func TestPutInto(t *testing.T) {
	for _, c := range []struct {
		text, sentence string
		want           []string
	}{
		{"According to the project's data: %s.", "According to the project's data: Height: 3 m.", []string{"Height: 3 m"}},
		{"Article %s is not among the selected texts.", "Article R. 7-1 is not among the selected texts.", []string{"R. 7-1"}},
		{"Article %s is not among the selected texts.", "Article R. 7-1 is among the selected texts.", nil},
		{"", "anything", nil},
	} {
		if diff := cmp.Diff(c.want, putInto(c.text, c.sentence)); diff != "" {
			t.Errorf("%s: %s", c.sentence, diff)
		}
	}
}
