package peerbench

import (
	"runtime"
	"slices"
	"testing"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/geo/geotest"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/starter"
)

// BenchmarkNewSnapshot builds the snapshot of a whole server: the starter pack
// with its codes, texts and rules, and beside it the full import ([corpus]), or a
// hundred thousand places. kept-MiB is all memory a built snapshot holds, the
// places and texts themselves among it.
func BenchmarkNewSnapshot(b *testing.B) {
	for _, size := range []struct {
		name   string
		places func(b *testing.B) []geo.Place
	}{
		{"starter", func(*testing.B) []geo.Place { return nil }},
		{"import", func(b *testing.B) []geo.Place { _, places := corpus(b); return places }},
		{"100000", func(*testing.B) []geo.Place { return geotest.Many(100_000) }},
	} {
		b.Run(size.name, func(b *testing.B) {
			before := heapInUse()
			kept := buildAgain(b, withStarter(b, size.places(b)))
			b.ReportMetric(float64(heapInUse()-before)/(1<<20), "kept-MiB") // the input is gone
			b.ReportMetric(float64(kept.Places.Len()), "places")
			runtime.KeepAlive(kept)
		})
	}
}

// buildAgain builds the snapshot of data as often as the benchmark asks and
// returns the last.
func buildAgain(b *testing.B, data regengine.Data) (last *regengine.Snapshot) {
	schemes := []geo.Scheme{es.Scheme{}}
	if slices.ContainsFunc(data.Places, func(p geo.Place) bool { return p.ID.Country() == "XX" }) {
		schemes = append(schemes, geotest.Scheme{})
	}
	for b.Loop() {
		var err error
		if last, err = regengine.NewSnapshot(schemes, data); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/build")
	return last
}

// withStarter returns the starter pack with places put in, as an import does.
func withStarter(b *testing.B, places []geo.Place) regengine.Data {
	p, err := starter.Open()
	if err != nil {
		b.Fatal(err)
	}
	return regengine.Merge(p.Data, regengine.Data{Places: places})
}

func heapInUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
