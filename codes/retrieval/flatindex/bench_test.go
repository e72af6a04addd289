package flatindex_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/chromemindex"
	"github.com/reglookup/regengine/codes/retrieval/flatindex"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

const benchDimension = 384

// shape makes the i-th of a document's vectors. Embeddings of texts look like
// topics: all share a direction, those of a document another, the rest is their
// own. Random ones are the worst case of any code: all are about as far from the
// query, and from each other.
type shape func(random *rand.Rand, doc int) []float32

func random(r *rand.Rand, _ int) []float32 { return direction(r, 1) }

func topics(r *rand.Rand, doc int) []float32 {
	values := direction(r, 0.7)
	own := rand.New(rand.NewPCG(7, uint64(doc)))
	for _, part := range [][]float32{direction(rand.New(rand.NewPCG(7, math.MaxUint64)), 0.6), direction(own, 0.4)} {
		for i := range values {
			values[i] += part[i]
		}
	}
	return values
}

// sparse vectors are like hashed words: few values, none negative.
func sparse(r *rand.Rand, _ int) []float32 {
	values := make([]float32, benchDimension)
	for range 30 {
		values[int(math.Abs(r.NormFloat64())*60)%benchDimension] += r.Float32()
	}
	return values
}

func direction(r *rand.Rand, length float64) []float32 {
	values := make([]float32, benchDimension)
	for i := range values {
		values[i] = float32(r.NormFloat64() * length / math.Sqrt(benchDimension))
	}
	return values
}

// corpus is n vectors over docs documents, and queries near some of them.
type corpus struct {
	docs    map[string][]retrieval.Vector
	names   []string
	queries [][]float32
}

func newCorpus(s shape, n, docs int) corpus {
	c := corpus{docs: map[string][]retrieval.Vector{}}
	r := rand.New(rand.NewPCG(1, uint64(n)))
	for d := range docs {
		name := fmt.Sprintf("code/%03d", d)
		for i := range n / docs {
			c.docs[name] = append(c.docs[name], retrieval.Vector{ID: fmt.Sprintf("%06d", i), Values: retrieval.Unit(s(r, d))})
		}
		c.names = append(c.names, name)
	}
	for i := range 20 {
		c.queries = append(c.queries, s(r, i%docs))
	}
	return c
}

func (c corpus) fill(b testing.TB, x retrieval.Index) {
	for doc, vectors := range c.docs {
		if err := x.Put(context.Background(), doc, "model", vectors); err != nil {
			b.Fatal(err)
		}
	}
}

// recall returns the share of the true ten nearest that x finds.
func (c corpus) recall(b testing.TB, x retrieval.Index, scope []string) float64 {
	parts := map[string][]retrieval.Vector{}
	for _, doc := range scope {
		parts[doc] = c.docs[doc]
	}
	hit, all := 0, 0
	for _, query := range c.queries {
		got, err := x.Nearest(context.Background(), "model", query, scope, 10)
		if err != nil {
			b.Fatal(err)
		}
		found := map[string]bool{}
		for _, near := range got {
			found[near.Doc+near.ID] = true
		}
		for _, near := range retrievaltest.Scan(query, parts, 10) {
			all++
			if found[near.Doc+near.ID] {
				hit++
			}
		}
	}
	return float64(hit) / float64(all)
}

// BenchmarkIndex_Nearest compares this index with an exact scan of the same
// memory and with chromem, over the same vectors, and reports recall@10.
func BenchmarkIndex_Nearest(b *testing.B) {
	for _, c := range []struct {
		name           string
		shape          shape
		n, docs, scope int
	}{
		{"10000_topics", topics, 10_000, 1, 1},
		{"10000_random", random, 10_000, 1, 1},
		{"100000_topics", topics, 100_000, 200, 200},
		{"100000_random", random, 100_000, 1, 1},
		{"100000_scope=5of200_topics", topics, 100_000, 200, 5},
		{"100000_scope=5of200_random", random, 100_000, 200, 5},
	} {
		b.Run(c.name, func(b *testing.B) { benchmarkNearest(b, newCorpus(c.shape, c.n, c.docs), c.scope) })
	}
}

func benchmarkNearest(b *testing.B, data corpus, scope int) {
	for name, open := range map[string]func() retrieval.Index{
		"flat":    func() retrieval.Index { return flatindex.New(nil) },
		"exact":   func() retrieval.Index { return flatindex.New(&flatindex.Options{ExactUpTo: math.MaxInt}) },
		"chromem": func() retrieval.Index { return chromemindex.New() },
	} {
		b.Run(name, func(b *testing.B) {
			x := open()
			data.fill(b, x)
			recall := data.recall(b, x, data.names[:scope])
			for i := 0; b.Loop(); i++ {
				if _, err := x.Nearest(context.Background(), "model", data.queries[i%len(data.queries)], data.names[:scope], 10); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(recall, "recall@10")
		})
	}
}

// BenchmarkIndex_Put measures the cold start: all vectors of 200 documents.
func BenchmarkIndex_Put(b *testing.B) {
	data := newCorpus(topics, 20_000, 200)
	for b.Loop() {
		data.fill(b, flatindex.New(nil))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/20_000, "ns/vector")
}
