package html_test

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/html"
	"github.com/reglookup/regengine/geo"
)

func ExampleRead() {
	page := `<html lang="es"><body><nav>Inicio</nav><main>
<h1>Ley de aceras</h1><h2>Artículo 1. Anchura</h2><p>Las aceras tendrán 1,80 m.</p></main></body></html>`
	given := &importers.Given{Code: "aceras", Version: "2020", Scope: codes.National, Territories: []geo.ID{"ES"}}
	imp, err := html.Read(context.Background(), "aceras.html", []byte(page), given)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(imp.Code.Title, imp.Blocks[0].Path, imp.Blocks[0].Text)
	// Output: Ley de aceras [Artículo 1. Anchura] Las aceras tendrán 1,80 m.
}
