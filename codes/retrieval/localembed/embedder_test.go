package localembed

import (
	"math"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestEmbedder_Conformance(t *testing.T) {
	with := func(opts *Options) func(*testing.T) retrieval.Embedder {
		return func(*testing.T) retrieval.Embedder { return New(opts) }
	}
	retrievaltest.TestEmbedder(t, with(nil), with(&Options{Dimension: 64}), with(&Options{Dimension: 1 << 20}))
}

func cosine(a, b string) float64 {
	e, sum := New(nil), 0.0
	va, vb := e.vector(a), e.vector(b)
	for i := range va {
		sum += float64(va[i]) * float64(vb[i])
	}
	return sum
}

// What the vectors know: spelling. What they do not: meaning.
func TestEmbedder_Nearness(t *testing.T) {
	for _, c := range []struct {
		a, b     string
		from, to float64
	}{
		{"barandilla", "Barandílla", 0.999, 1.001},
		{"barandilla", "barandila", 0.3, 0.95},
		{"barandilla", "barnadilla", 0.15, 0.95},
		{"evacuación", "evacuaciones", 0.3, 0.95},
		{"Brandschutztür", "Brandschutz", 0.3, 0.95},
		{"barandilla", "barrera de protección", -0.2, 0.2},
		{"0,90 m", "0.90 m", 0.999, 1.001},
		{"0.90", "0.91", -0.3, 0.3},
		{"altura de la barandilla", "la barandilla y su altura", 0.9, 1.001},
	} {
		if got := cosine(c.a, c.b); got < c.from || got > c.to {
			t.Errorf("cosine of %q and %q is %.3f, want %v to %v", c.a, c.b, got, c.from, c.to)
		}
	}
}

// fixedSum is the sum of a vector's values, each times its place.
const fixedSum = 34.6193

// The vectors of a version never change, for indexes keep them.
func TestEmbedder_Fixed(t *testing.T) {
	v := New(&Options{Dimension: 64}).vector("La anchura útil de la escalera será de 1,00 m.")
	sum := 0.0
	for i, x := range v {
		sum += float64(x) * float64(i+1)
	}
	if got := math.Round(sum*1e4) / 1e4; got != fixedSum {
		t.Errorf("the vectors changed (%v, was %v): raise version", got, fixedSum)
	}
}

func TestEmbedder_OrderOfWords(t *testing.T) {
	e := New(nil)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zñ]{1,12}`), 1, 20).Draw(t, "words")
		shuffled := rapid.Permutation(words).Draw(t, "shuffled")
		if !slices.Equal(e.vector(strings.Join(words, " ")), e.vector(strings.Join(shuffled, ", "))) {
			t.Fatalf("%q and %q have different vectors", words, shuffled)
		}
	})
}

func FuzzEmbedder_vector(f *testing.F) {
	for _, text := range []string{"", "\x00", "anchura 1,00 m", "\xff\xfe", "ﬁre 🧱", strings.Repeat("a", 100)} {
		f.Add(text)
	}
	e := New(&Options{Dimension: 64})
	f.Fuzz(func(t *testing.T, text string) {
		v, sum := e.vector(text), 0.0
		for _, x := range v {
			sum += float64(x) * float64(x)
		}
		if len(v) != 64 || sum != 0 && !(math.Abs(sum-1) < 1e-4) || !slices.Equal(v, e.vector(text)) {
			t.Fatalf("%q: %d values, square length %v", text, len(v), sum)
		}
	})
}

func BenchmarkEmbedder_Embed(b *testing.B) {
	e := New(nil)
	text := strings.Repeat("La anchura útil de la escalera será de 1,00 m, como mínimo, en edificios de vivienda. ", 8)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		e.vector(text)
	}
}
