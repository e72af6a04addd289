package pdf_test

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/geo"
)

func ExampleImporter() {
	// The program's main function has called
	//	sandbox.Main(map[string]sandbox.Job{pdf.JobName: pdf.Job})
	// and reader is an Importer with a Cache.
	given := &importers.Given{
		Code: "db-x", Version: "2024", Title: "Documento X", Country: "ES", Scope: codes.National, Territories: []geo.ID{"ES"},
	}
	im, err := reader.Read(context.Background(), "x.pdf", article().bytes(), given)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range im.Blocks[1:3] {
		fmt.Printf("page %d, %s: %s\n", b.Page, b.Kind, b.Text)
	}
	// Output:
	// page 1, item: a) la superficie útil supere los 50 m²
	// page 1, item: b) el desnivel sea menor que 2 m.
}
