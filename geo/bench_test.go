package geo_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

// corpora are what the benchmarks run on: as many places as Spain has, a
// hundred thousand, and, with REGENGINE_IGN_FILE, the official names.
func corpora(b *testing.B) map[string][]geo.Place {
	all := map[string][]geo.Place{"8131": geotest.Many(8131), "100000": geotest.Many(100_000)}
	if places, ok := officialPlaces(b); ok {
		all["official"] = places
	}
	return all
}

// queryKinds make a query of a name.
var queryKinds = []struct {
	name string
	make func(r *rand.Rand, name []rune) string
}{
	{"name", func(_ *rand.Rand, name []rune) string { return string(name) }},
	{"prefix1", func(_ *rand.Rand, name []rune) string { return string(name[:1]) }},
	{"prefix2", func(_ *rand.Rand, name []rune) string { return string(name[:min(2, len(name))]) }},
	{"prefix3", func(_ *rand.Rand, name []rune) string { return string(name[:min(3, len(name))]) }},
	{"prefix5", func(_ *rand.Rand, name []rune) string { return string(name[:min(5, len(name))]) }},
	{"infix5", func(r *rand.Rand, name []rune) string {
		at := r.IntN(max(1, len(name)-5))
		return string(name[at:min(at+5, len(name))])
	}},
	{"reordered", func(r *rand.Rand, name []rune) string {
		words := strings.Fields(string(name))
		r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		return strings.Join(words, " ")
	}},
	{"misspelt", func(r *rand.Rand, name []rune) string {
		at := r.IntN(len(name))
		return string(name[:at]) + string(rune('a'+r.IntN(26))) + string(name[min(at+1, len(name)):])
	}},
	{"misspelt-short", func(r *rand.Rand, name []rune) string {
		words := strings.Fields(string(name))
		for i, word := range words {
			if letters := []rune(word); len(letters) < 5 && len(words) > 1 {
				letters[r.IntN(len(letters))] = rune('a' + r.IntN(26))
				words[i] = string(letters)
				return strings.Join(words, " ")
			}
		}
		return "" // no name with a short word: another is taken
	}},
}

// queriesOf makes a thousand queries of one kind.
func queriesOf(places []geo.Place, typed func(*rand.Rand, []rune) string) []string {
	r := rand.New(rand.NewPCG(1, 2))
	var queries []string
	for len(queries) < 1000 {
		q := typed(r, []rune(places[r.IntN(len(places))].Name))
		if geo.Fold(q) != "" {
			queries = append(queries, q)
		}
	}
	return queries
}

func BenchmarkGazetteer_Search(b *testing.B) {
	for corpus, places := range corpora(b) {
		g := mustNew(b, places)
		var mixed []string
		for _, kind := range queryKinds {
			queries := queriesOf(places, kind.make)
			mixed = append(mixed, queries...)
			b.Run(corpus+"/"+kind.name, func(b *testing.B) { benchSearch(b, g, queries, nil) })
		}
		rand.New(rand.NewPCG(3, 4)).Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		b.Run(corpus+"/mixed", func(b *testing.B) { benchSearch(b, g, mixed, nil) })
		b.Run(corpus+"/mixed-level", func(b *testing.B) { benchSearch(b, g, mixed, &geo.SearchOptions{Level: geo.Municipality}) })
		within := places[len(places)-1].Parent
		b.Run(corpus+"/mixed-within", func(b *testing.B) { benchSearch(b, g, mixed, &geo.SearchOptions{Within: within}) })
		letters := strings.Split("abcdefghijklmnopqrstuvwxyz", "")
		region := regionWithMost(g)
		b.Run(corpus+"/letter-within-region", func(b *testing.B) { benchSearch(b, g, letters, &geo.SearchOptions{Within: region}) })
	}
}

// regionWithMost returns the region that most places lie in.
func regionWithMost(g *geo.Gazetteer) (most geo.ID) {
	inside := make(map[geo.ID]int)
	for p := range g.All {
		ancestors, _ := g.Ancestors(p.ID)
		for _, a := range ancestors {
			if inside[a.ID]++; a.Level == geo.Region && inside[a.ID] > inside[most] {
				most = a.ID
			}
		}
	}
	return most
}

func benchSearch(b *testing.B, g *geo.Gazetteer, queries []string, opts *geo.SearchOptions) {
	b.ReportAllocs()
	took := make([]time.Duration, 0, min(b.N, 1<<20))
	i := 0
	for b.Loop() {
		start := time.Now()
		if _, err := g.Search(queries[i%len(queries)], opts); err != nil {
			b.Fatal(err)
		}
		if i++; len(took) < 1<<20 {
			took = append(took, time.Since(start))
		}
	}
	reportQuantiles(b, took)
}

// reportQuantiles reports the median and the 99th percentile, each with the
// cost of looking at the clock in it.
func reportQuantiles(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "p50-ns")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds()), "p99-ns")
}

// BenchmarkGazetteer_Detail is what a location detail asks of the engine: the
// place and its ancestors.
func BenchmarkGazetteer_Detail(b *testing.B) {
	for corpus, places := range corpora(b) {
		g := mustNew(b, places)
		b.Run(corpus, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				id := places[i%len(places)].ID
				i++
				if _, err := g.Get(id); err != nil {
					b.Fatal(err)
				}
				if _, err := g.Ancestors(id); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkNewGazetteer reports, beside the time, the memory the snapshot keeps.
func BenchmarkNewGazetteer(b *testing.B) {
	for corpus, places := range corpora(b) {
		b.Run(corpus, func(b *testing.B) {
			var kept *geo.Gazetteer
			before := heapInUse()
			for b.Loop() {
				kept = mustNew(b, places)
			}
			b.ReportMetric(float64(heapInUse()-before)/(1<<20), "kept-MiB")
			runtime.KeepAlive(kept)
		})
	}
}

func heapInUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
