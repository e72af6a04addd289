package markdown_test

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/codes/importers/markdown"
)

func ExampleRead() {
	text := `---
title: Ley 1/2020, de aceras
identifier: LEY-2020-1
country: es
publication_date: 2020-03-01
language: es
---
Artículo 1. Objeto.

Esta ley regula las aceras y su anchura.
`
	imp, err := markdown.Read(context.Background(), "ley.md", []byte(text), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(imp.Code.Slug, imp.Code.Versions[0].Slug)
	fmt.Println(imp.Blocks[0].Path, imp.Blocks[0].Kind, imp.Blocks[0].Text)
	// Output:
	// ley-2020-1 2020-03-01
	// [Artículo 1. Objeto.] article Esta ley regula las aceras y su anchura.
}
