package retrievaltest

import (
	"fmt"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Sample returns three fresh blocks of doc: a paragraph, a list with an anchor,
// and a table.
// Another edition gives other identifiers and other text.
func Sample(doc string, edition int) []retrieval.Block {
	list := block(doc, 1, edition)
	list.Kind, list.Title, list.Path, list.Anchor = retrieval.List, "", nil, "stair-steps"
	list.Text = "- 28 cm, en tramos rectos\n- 13 cm ≤ C ≤ 18,5 cm"
	table := block(doc, 2, edition)
	table.Kind, table.Table = retrieval.TableKind, sampleTable()
	table.Text = "Transmitancia límite\nElemento | D\nMuros | 0,41\nEn W/m²·K"
	return []retrieval.Block{block(doc, 0, edition), list, table}
}

func sampleTable() *retrieval.Table {
	return &retrieval.Table{
		Caption: "Transmitancia límite",
		Header:  []string{"Elemento", "D"},
		Rows:    [][]string{{"Muros", "0,41"}, {"Cubiertas | losas", ""}},
		Notes:   []string{"En W/m²·K"},
	}
}

// block returns the paragraph of doc at a place.
func block(doc string, order, edition int) retrieval.Block {
	return retrieval.Block{
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
}

// blockID builds a well-formed UUID that differs by all three arguments.
func blockID(doc string, order, edition int) string {
	sum := uint64(14695981039346656037)
	for _, b := range []byte(doc) {
		sum = (sum ^ uint64(b)) * 1099511628211
	}
	return fmt.Sprintf("%08x-%04x-5%03x-8000-%012x", uint32(sum>>32), uint16(sum), edition, order)
}
