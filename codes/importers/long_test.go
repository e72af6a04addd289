package importers

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

func TestBuilder_AddLongText(t *testing.T) {
	for name, sentence := range map[string]string{
		"sentences": "La anchura mínima es de 1,00 m según el artículo 5. ",
		"one word":  "ñandúñandúñandú",
		"lines":     "línea sin punto\n",
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.TrimSpace(strings.Repeat(sentence, 3*MaxText/len(sentence)))
			b := NewBuilder("ley/1", "es", "Ley")
			b.Open(Heading{Title: "Artículo 1", Article: true})
			if !b.Add(Piece{Kind: retrieval.Paragraph, Text: text, Anchor: "a1"}) {
				t.Fatal("not added")
			}
			_, blocks := b.Done()
			var whole strings.Builder
			ids := map[string]bool{}
			for i, block := range blocks {
				if len(block.Text) > MaxText {
					t.Errorf("block %d has %d bytes", i, len(block.Text))
				}
				for _, r := range block.Refs {
					if got := block.Text[r.Start:r.End]; got != "artículo 5" {
						t.Errorf("block %d has a reference over %q", i, got)
					}
				}
				if ids[block.ID] || (block.Anchor == "a1") != (i == 0) {
					t.Errorf("block %d: id %s, anchor %q", i, block.ID, block.Anchor)
				}
				ids[block.ID] = true
				whole.WriteString(block.Text)
			}
			squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
			if squeeze(whole.String()) != squeeze(text) {
				t.Error("the blocks do not hold the text")
			}
			if len(blocks) < 3 {
				t.Errorf("%d blocks", len(blocks))
			}
		})
	}
}

func TestRefsWithin(t *testing.T) {
	refs := []retrieval.Ref{{Start: 1, End: 3}, {Start: 8, End: 12}, {Start: 14, End: 15}}
	got := refsWithin(refs, 10, 20)
	if len(got) != 1 || got[0].Start != 4 || got[0].End != 5 {
		t.Errorf("refsWithin = %+v", got)
	}
	if refsWithin(nil, 0, 9) != nil {
		t.Error("references not looked for are taken for none")
	}
}

// TestBuilder_AddTableKeepsEmptyCells holds the text of a table to what the table
// says, so that an export reads back.
func TestBuilder_AddTableKeepsEmptyCells(t *testing.T) {
	b := NewBuilder("ley/1", "es", "Ley")
	table := &retrieval.Table{Header: []string{"", "V"}, Rows: [][]string{{"a", ""}}}
	if !b.Add(Piece{Table: table}) {
		t.Fatal("not added")
	}
	_, blocks := b.Done()
	if want := table.Text(); blocks[0].Text != want {
		t.Errorf("text %q, want %q", blocks[0].Text, want)
	}
	if b.Add(Piece{Table: &retrieval.Table{Rows: [][]string{{"", ""}}}}) {
		t.Error("a table that says nothing was added")
	}
}
