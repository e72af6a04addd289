package legal_test

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
)

func ExampleFor() {
	h, ok := legal.For("es").Heading("Artículo 5. Plazos")
	fmt.Println(ok, h.Division, h.Number, h.Title)
	// Output: true article 5 Plazos
}

func ExampleWrite() {
	b := importers.NewBuilder("plazas/2020", "es", "Ley de plazas")
	elements := []legal.Element{{Text: "Artículo 1. Objeto."}, {Text: "Esta ley regula:"}, {Text: "a) las plazas;"}, {Text: "b) los parques."}}
	kept, err := legal.Write(context.Background(), b, elements, &legal.Options{Lang: "es"})
	if err != nil {
		fmt.Println(err)
		return
	}
	sections, blocks := b.Done()
	fmt.Println(kept.Articles, sections[0].Title)
	for _, block := range blocks {
		fmt.Println(block.Kind, block.Depth, block.Text)
	}
	// Output:
	// 1 Artículo 1. Objeto.
	// paragraph 0 Esta ley regula:
	// item 1 a) las plazas;
	// item 1 b) los parques.
}
