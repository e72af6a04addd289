package pgvectorindex_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/pgvectorindex"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

// BenchmarkIndex_Nearest asks for the ten nearest of 20,000 vectors over 20
// documents, and of one of these documents, by comparing all and by the graph,
// and reports recall@10. Embeddings of texts are like the vectors of topics, of
// which those of a document lie together; random ones are the worst case of a
// graph.
func BenchmarkIndex_Nearest(b *testing.B) {
	b.Run("topics", func(b *testing.B) { benchmarkNearest(b, 0.6) })
	b.Run("random", func(b *testing.B) { benchmarkNearest(b, 0) })
}

func benchmarkNearest(b *testing.B, together float32) {
	const docs, each, dimension = 20, 1000, 384
	url := databaseURL(b)
	options := newOptions(b, url)
	options.ExactUpTo = -1
	filler := open(b, url, options)
	data := map[string][]retrieval.Vector{}
	topics := retrievaltest.RandomVectors(999, docs+1, dimension)
	var names []string
	var queries []retrieval.Vector
	for d := range docs {
		doc := fmt.Sprintf("code/%02d", d)
		names = append(names, doc)
		vectors := retrievaltest.RandomVectors(uint64(d), each+1, dimension)
		for i := range vectors {
			vectors[i].Values = toward(vectors[i].Values, topics[d].Values, topics[docs].Values, together)
		}
		data[doc] = vectors[:each]
		queries = append(queries, vectors[each])
		if err := filler.Put(b.Context(), doc, "model", data[doc]); err != nil {
			b.Fatal(err)
		}
	}
	if built, err := filler.BuildGraphs(b.Context()); err != nil || built != 1 {
		b.Fatal(built, err)
	}
	execute(b, url, "ANALYZE")
	for name, exactUpTo := range map[string]int{"exact": math.MaxInt, "graph": -1} {
		for _, scope := range [][]string{names, names[:1]} {
			b.Run(fmt.Sprintf("%s/scope=%dof%d", name, len(scope), docs), func(b *testing.B) {
				x := open(b, url, &pgvectorindex.Options{Schema: options.Schema, ExactUpTo: exactUpTo})
				recall := recallOf(b, x, data, queries, scope)
				for i := 0; b.Loop(); i++ {
					if _, err := x.Nearest(b.Context(), "model", queries[i%len(queries)].Values, scope, 10); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(recall, "recall@10")
			})
		}
	}
}

// toward moves a vector towards the directions of its topic and of all topics.
func toward(values, topic, all []float32, by float32) []float32 {
	out := make([]float32, len(values))
	for i, v := range values {
		out[i] = v + by*(topic[i]+all[i])
	}
	return retrieval.Unit(out)
}

// recallOf returns the share of the true ten nearest that x finds.
func recallOf(t testing.TB, x retrieval.Index, data map[string][]retrieval.Vector, queries []retrieval.Vector, scope []string) float64 {
	t.Helper()
	parts := map[string][]retrieval.Vector{}
	for _, doc := range scope {
		parts[doc] = data[doc]
	}
	hit, all := 0, 0
	for _, query := range queries {
		got, err := x.Nearest(t.Context(), "model", query.Values, scope, 10)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, near := range got {
			found[near.Doc+" "+near.ID] = true
		}
		if len(found) != 10 {
			t.Fatalf("want 10 of %d documents, got %d", len(scope), len(found))
		}
		for _, near := range retrievaltest.Scan(query.Values, parts, 10) {
			all++
			if found[near.Doc+" "+near.ID] {
				hit++
			}
		}
	}
	return float64(hit) / float64(all)
}
