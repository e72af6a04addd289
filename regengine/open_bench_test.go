package regengine_test

import (
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/starter"
)

// BenchmarkOpen reads the starter pack and opens an engine over it, as every command
// that answers does.
func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		pack, err := starter.Open()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := regengine.Open(b.Context(), regengine.Static(pack.Data), []geo.Scheme{es.Scheme{}}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
