package peerbench

import (
	"slices"
	"testing"
	"time"

	"github.com/reglookup/regengine/geo"
)

// engine searches names and returns the identifiers of at most 50 places.
type engine interface {
	search(text string) ([]geo.ID, error)
}

// engines are the ones compared, ours first: the others are measured by it.
var engines = []struct {
	name string
	open func(b *testing.B, schemes []geo.Scheme, places []geo.Place) engine
}{
	{"gazetteer", openGazetteer},
	{"fts5-trigram", openTrigram},
	{"fts5-unicode61", openUnicode61},
	{"bleve", openBleve},
	{"pg_trgm", openPostgres},
}

// BenchmarkSearch reports for each engine and kind of query the median time,
// how many of the names meant were among the results, and how many times our
// median the engine took.
func BenchmarkSearch(b *testing.B) {
	schemes, places := corpus(b)
	ours := make(map[string]float64)
	for _, candidate := range engines {
		b.Run(candidate.name, func(b *testing.B) {
			e := candidate.open(b, schemes, places)
			for _, kind := range kinds {
				queries := makeQueries(places, kind.make)
				b.Run(kind.name, func(b *testing.B) {
					median := measure(b, e, queries)
					if candidate.name == "gazetteer" {
						ours[kind.name] = median
					} else if ours[kind.name] > 0 {
						b.ReportMetric(median/ours[kind.name], "times-gazetteer")
					}
					if kind.recall {
						b.ReportMetric(recall(b, e, queries), "recall")
					}
				})
			}
		})
	}
}

// measure returns the median time of a search in nanoseconds.
func measure(b *testing.B, e engine, queries []query) float64 {
	var took []time.Duration
	i := 0
	for b.Loop() {
		start := time.Now()
		if _, err := e.search(queries[i%len(queries)].text); err != nil {
			b.Fatalf("search %q: %v", queries[i%len(queries)].text, err)
		}
		took = append(took, time.Since(start))
		i++
	}
	slices.Sort(took)
	median := float64(took[len(took)/2].Nanoseconds())
	b.ReportMetric(median, "p50-ns")
	return median
}

// recall returns the share of queries whose place is among the results, of
// those that can have all they should.
func recall(b *testing.B, e engine, queries []query) float64 {
	found, asked := 0, 0
	for _, q := range queries {
		if !q.fits {
			continue
		}
		asked++
		ids, err := e.search(q.text)
		if err != nil {
			b.Fatal(err)
		}
		if slices.Contains(ids, q.want) {
			found++
		}
	}
	return float64(found) / float64(asked)
}

// gazetteer is our own engine.
type gazetteer struct{ g *geo.Gazetteer }

func openGazetteer(b *testing.B, schemes []geo.Scheme, places []geo.Place) engine {
	g, err := geo.NewGazetteer(schemes, places)
	if err != nil {
		b.Fatal(err)
	}
	return gazetteer{g}
}

func (e gazetteer) search(text string) ([]geo.ID, error) {
	places, err := e.g.Search(text, nil)
	ids := make([]geo.ID, len(places))
	for i, p := range places {
		ids[i] = p.ID
	}
	return ids, err
}
