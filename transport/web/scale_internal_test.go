package web

import (
	"fmt"
	"strings"
	"testing"
)

// A zone stands on the scale of every zone there is: two where all are letters with a
// number, none where nothing is left to choose from or there is no room.
func TestSurroundings_strips(t *testing.T) {
	for zones, want := range map[string]string{
		"E1 α3 B4 A3 D2 C2": "α A B C D [E] | [1] 2 3 4", "H1b H1a H3 H2d": "H1a [H1b] H2d H3", "2 10 1 0": "0 1 [2] 10", "C A B": "A B [C]",
		"1": "", "1 2 3 4 5 6 7 8 9 10": "", "α3 B3": "", "E1 none": "[E1] none",
	} {
		s := &surroundings{zones: map[string]map[string]bool{}}
		for zone := range strings.FieldsSeq(zones) {
			s.zone("zone", zone)
		}
		here, _, _ := strings.Cut(zones, " ")
		var got []string
		for _, strip := range s.strips("zone", here, func(_, zone string) string { return zone }) {
			var cells []string
			for _, cell := range strip {
				cells = append(cells, map[bool]string{true: fmt.Sprintf("[%s]", cell.Text), false: cell.Text}[cell.Here])
			}
			got = append(got, strings.Join(cells, " "))
		}
		if strings.Join(got, " | ") != want {
			t.Errorf("%s: want %q, got %q", zones, want, strings.Join(got, " | "))
		}
	}
}

// Limits within texts of the API, formulas and what was told are written for the reader.
func TestFrame_written(t *testing.T) {
	spanish := frame{Lang: "es", Words: wordsIn("es")}
	for got, want := range map[string]string{
		spanish.Signs("Cumple (>= 0.9 m) si: cota <= 6.25 m, DB-SUA 1, 3.2.1"):                                 "Cumple (≥ 0,9 m) si: cota ≤ 6,25 m, DB-SUA 1, 3.2.1",
		spanish.formula("persons / (160 - 10.5 * height)", map[string]string{"persons": "número de personas"}): "número de personas / (160 − 10,5 × height)",
		spanish.said(givenFact{Text: "4", Unit: "m"}):                                                          "4\u00a0m",
		spanish.said(givenFact{Text: "4.5 m", Unit: "m"}):                                                      "4,5 m",
		spanish.said(givenFact{Text: "true"}):                                                                  "sí",
	} {
		if got != want {
			t.Errorf("want %q, got %q", want, got)
		}
	}
}

// The numbers of a country's word are written as the reader's language does.
func TestFrame_inText(t *testing.T) {
	spanish, english := frame{Words: wordsIn("es")}, frame{Words: wordsIn("en")}
	for word, want := range map[string][2]string{
		"1,0": {"1,0", "1.0"}, "ab<0.04g": {"ab<0,04g", "ab<0.04g"}, "1.000": {"1.000", "1.000"}, "E1": {"E1", "E1"},
	} {
		if got := [2]string{spanish.inText(word), english.inText(word)}; got != want {
			t.Errorf("%s: want %q, got %q", word, want, got)
		}
	}
}
