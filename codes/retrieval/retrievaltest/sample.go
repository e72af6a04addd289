package retrievaltest

import (
	"fmt"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Sample returns four fresh blocks of doc: a paragraph with references, a list
// with an anchor, a table and an item of a list. Every field that a store keeps is
// set in one of them. Another edition gives other identifiers and other text.
func Sample(doc string, edition int) []retrieval.Block {
	paragraph := block(doc, 0, edition)
	paragraph.Page = 12
	paragraph.Refs = []retrieval.Ref{
		{Start: 0, End: 8, URL: "https://example.org/a?b=1&c=«2»#d"},
		{Start: 9, End: 12, Work: `Ley "38/1999"`, Part: "art-5/ap-2"},
		{Start: 13, End: 15, Work: "DB-SI"},
	}
	list := block(doc, 1, edition)
	list.Kind, list.Title, list.Path, list.Anchor = retrieval.List, "", nil, "stair-steps"
	list.Text = "- 28 cm, en tramos rectos\n- 13 cm ≤ C ≤ 18,5 cm"
	table := block(doc, 2, edition)
	table.Kind, table.Table = retrieval.TableKind, sampleTable()
	table.Text = table.Table.Text()
	item := block(doc, 3, edition)
	item.Kind, item.Depth, item.Text = retrieval.Item, 2, "a) en tramos rectos"
	blocks := []retrieval.Block{paragraph, list, table, item}
	for i := range blocks {
		blocks[i].SHA256 = retrieval.HashText(blocks[i].Text)
	}
	return blocks
}

func sampleTable() *retrieval.Table {
	return &retrieval.Table{
		Caption: "Transmitancia límite",
		Header:  []string{"Elemento", "Zona / C", "Zona / D"},
		Head:    [][]string{{"Elemento", "Zona", "Zona"}, {"Elemento", "C", "D"}},
		Rows:    [][]string{{"Muros", "0,49", "0,41"}, {"Cubiertas | losas", "", ""}},
		Spans:   []retrieval.Span{{Row: 0, Col: 0, Rows: 2, Cols: 1}, {Row: 0, Col: 1, Rows: 1, Cols: 2}, {Row: 3, Col: 1, Rows: 1, Cols: 2}},
		Notes:   []string{"En W/m²·K"},
	}
}

// block returns the paragraph of doc at a place.
func block(doc string, order, edition int) retrieval.Block {
	b := retrieval.Block{
		ID:      blockID(doc, order, edition),
		Doc:     doc,
		Section: fmt.Sprintf("s-%d", order),
		Title:   "Título «largo», con acentos",
		Path:    []string{"1 Uno", "1.1 Dos > tres", `"comillas"`},
		Kind:    retrieval.Paragraph,
		Lang:    "es",
		Order:   order,
		Text:    fmt.Sprintf("Edición %d: la anchura será de 1,00 m, como mínimo. 𝒳 \t ñ %%_'\\", edition),
	}
	b.SHA256 = retrieval.HashText(b.Text)
	return b
}

// blockID builds a well-formed UUID that differs by all three arguments.
func blockID(doc string, order, edition int) string {
	sum := uint64(14695981039346656037)
	for _, b := range []byte(doc) {
		sum = (sum ^ uint64(b)) * 1099511628211
	}
	return fmt.Sprintf("%08x-%04x-5%03x-8000-%012x", uint32(sum>>32), uint16(sum), edition, order)
}
