package ask

import (
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

func TestFacts_Verbatim(t *testing.T) {
	said := "Altitud del solar: 1131 m\nViviendas: 12\nEscalera: Con C = 21 cm no cumple. La huella mide 1,10 m como mínimo.\nReglamento de Aguas, edición 2022"
	f := &facts{said: retrieval.Fold(said), words: termSet(said + selectionWords)}
	for text, want := range map[string]bool{
		": altitud del solar: 1131 m.":                                            true,
		"altitud del solar: 1131 m; viviendas: 12":                                true,
		": escalera: con c = 21 cm no cumple; la huella mide 1,10 m como mínimo.": true,
		": normas seleccionadas: «reglamento de aguas, edición 2022».":            true,
		": altitud del solar: 12":                                                 false, // another datum's number
		": la huella mide 10 m como mínimo":                                       false,
		": la huella mide 1,1":                                                    false,
		": altitud del solar: 1131 m; la escalera cumple":                         false,
		": altitud del solar: 1131 m; es obligatorio el ascensor":                 false,
		": normas seleccionadas":                                                  false, // nothing is repeated
		"normas seleccionadas: escalera: con c = 21 cm no cumple":                 true,
		"": false,
	} {
		if got := f.verbatim(retrieval.Fold(text)); got != want {
			t.Errorf("%q: want %t, got %t", text, want, got)
		}
	}
}
