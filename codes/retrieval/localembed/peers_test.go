package localembed

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
)

// The methods the package's own was measured against. All are made of a corpus,
// and would have to be made again whenever a text changes.

// corpus counts the words of texts and how many texts hold each.
type corpus struct {
	terms map[string]int // number of a term
	idf   []float64
	docs  []map[int]float64 // weights of a text's terms, of length 1
}

func newCorpus(texts []string) *corpus {
	c := &corpus{terms: map[string]int{}}
	in := map[string]int{}
	for _, text := range texts {
		for term := range stems(text) {
			in[term]++
		}
	}
	for _, term := range slices.Sorted(maps.Keys(in)) {
		if in[term] > 1 {
			c.terms[term] = len(c.idf)
			c.idf = append(c.idf, math.Log(float64(len(texts))/float64(in[term])))
		}
	}
	for _, text := range texts {
		c.docs = append(c.docs, c.weights(text))
	}
	return c
}

// stems counts the terms of a text under the stemmers of both languages measured.
func stems(text string) map[string]int {
	counts := map[string]int{}
	spanish := retrieval.Words(text, "es")
	for i, w := range retrieval.Words(text, "en") {
		if !w.Stop() && !spanish[i].Stop() {
			counts[w.Terms[0]]++
			if other := spanish[i].Terms[0]; other != w.Terms[0] {
				counts[other]++
			}
		}
	}
	return counts
}

func (c *corpus) weights(text string) map[int]float64 {
	weights := map[int]float64{}
	sum := 0.0
	for term, n := range stems(text) {
		if t, ok := c.terms[term]; ok {
			w := damped(n) * c.idf[t]
			weights[t] = w
			sum += w * w
		}
	}
	for t := range weights {
		weights[t] /= math.Sqrt(sum)
	}
	return weights
}

// projected is an Embedder that multiplies a text's term weights with a vector for
// each term.
type projected struct {
	name   string
	corpus *corpus
	basis  [][]float32 // of each term
}

func (p *projected) ID() string { return p.name }

func (p *projected) Embed(_ context.Context, texts []string, _ retrieval.Purpose) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = project(p.corpus.weights(text), p.basis)
		if unit := retrieval.Unit(vectors[i]); unit != nil {
			vectors[i] = unit
		}
	}
	return vectors, nil
}

func project(weights map[int]float64, basis [][]float32) []float32 {
	sum := make([]float32, len(basis[0]))
	for _, t := range slices.Sorted(maps.Keys(weights)) {
		for d, v := range basis[t] {
			sum[d] += float32(weights[t]) * v
		}
	}
	return sum
}

func randomBasis(terms, dimension int) [][]float32 {
	random := rand.New(rand.NewPCG(1, 2))
	basis := make([][]float32, terms)
	for t := range basis {
		basis[t] = make([]float32, dimension)
		for d := range basis[t] {
			basis[t][d] = float32(random.NormFloat64())
		}
	}
	return basis
}

// newLSA is latent semantic analysis (Deerwester et al. 1990): the space of the
// first singular vectors of the term-text matrix, found by randomised subspace
// iteration (Halko, Martinsson and Tropp 2011). The turn within the space does not
// matter to a cosine, so the vectors themselves are not needed.
func newLSA(c *corpus, dimension int) *projected {
	basis := randomBasis(len(c.idf), dimension)
	for range 4 {
		next := make([][]float32, len(basis))
		for t := range next {
			next[t] = make([]float32, dimension)
		}
		for _, doc := range c.docs {
			v := project(doc, basis)
			for t, w := range doc {
				for d := range v {
					next[t][d] += float32(w) * v[d]
				}
			}
		}
		basis = next
		orthonormal(basis)
	}
	return &projected{fmt.Sprintf("LSA %d", dimension), c, basis}
}

// orthonormal makes the columns of a matrix orthonormal (Gram and Schmidt).
func orthonormal(rows [][]float32) {
	dot := func(a, b int) float64 {
		sum := 0.0
		for _, row := range rows {
			sum += float64(row[a]) * float64(row[b])
		}
		return sum
	}
	for a := range rows[0] {
		for b := range a {
			along := float32(dot(a, b))
			for _, row := range rows {
				row[a] -= along * row[b]
			}
		}
		length := float32(math.Sqrt(dot(a, a)))
		for _, row := range rows {
			row[a] /= length
		}
	}
}

// newIndexing is random indexing (Kanerva, Kristofersson and Holst 2000): a term's
// vector is the sum of random vectors of the texts it stands in.
func newIndexing(c *corpus, dimension int) *projected {
	random := rand.New(rand.NewPCG(3, 4))
	basis := make([][]float32, len(c.idf))
	for t := range basis {
		basis[t] = make([]float32, dimension)
	}
	const nonzero = 8
	for _, doc := range c.docs {
		places := make([]int, nonzero)
		for i := range places {
			places[i] = random.IntN(dimension)
		}
		for t, w := range doc {
			for i, d := range places {
				basis[t][d] += float32(w) * float32(1-2*(i%2))
			}
		}
	}
	for t := range basis {
		if unit := retrieval.Unit(basis[t]); unit != nil {
			basis[t] = unit
		}
	}
	return &projected{fmt.Sprintf("random indexing %d", dimension), c, basis}
}
