package web

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Tables of an answer are tables, with as many cells a row as their head has.
func TestAnswerParts_table(t *testing.T) {
	got := answerParts("Before.\n\n| Case | Limit |\n|:---|---:|\n| **public** | 17.5 cm [1] |\n| other |\n\na | b\nno rule")
	want := []answerPart{
		{Runs: []run{{Text: "Before."}}},
		{
			Head: [][]run{{{Text: "Case"}}, {{Text: "Limit"}}},
			Rows: [][][]run{{{{Text: "public", Bold: true}}, {{Text: "17.5 cm "}, {Text: "1", Marker: 1}}}, {{{Text: "other"}}, nil}},
		},
		{Runs: []run{{Text: "a | b\nno rule"}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
