package retrievaltest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

// TestEmbedder runs the conformance suite every [retrieval.Embedder] has to pass.
// open gives the same embedder, with the same settings, every time; each of others
// gives one with another setting that changes its vectors.
func TestEmbedder(t *testing.T, open func(t *testing.T) retrieval.Embedder, others ...func(t *testing.T) retrieval.Embedder) {
	for _, c := range embedderCases {
		t.Run(c.name, func(t *testing.T) {
			if err := c.run(t.Context(), open(t)); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("ID", func(t *testing.T) {
		id := open(t).ID()
		if again := open(t).ID(); id == "" || id != again {
			t.Errorf("ID is %q and then %q, want the same name twice", id, again)
		}
		seen := []string{id}
		for _, other := range others {
			seen = append(seen, other(t).ID())
		}
		if slices.Sort(seen); len(slices.Compact(slices.Clone(seen))) != len(seen) {
			t.Errorf("embedders of different settings share an id: %q", seen)
		}
	})
}

// embedderCase is one promise of the port. It returns an error instead of failing
// a test so that the suite can be tried on embedders that are wrong on purpose.
type embedderCase struct {
	name string
	run  func(ctx context.Context, e retrieval.Embedder) error
}

var embedderCases = []embedderCase{
	{"Order", embedOrder},
	{"UnitLength", embedUnit},
	{"NoTexts", embedNothing},
	{"EmptyTexts", embedEmpty},
	{"OnlyEmptyTexts", embedOnlyEmpty},
	{"Deterministic", embedSame},
	{"LargeBatch", embedMany},
	{"HostileTexts", embedHostile},
	{"TextsUntouched", embedUntouched},
	{"NoSharedMemory", embedUnshared},
	{"Cancelled", embedCancelled},
	{"Concurrent", embedConcurrent},
}

// sentences differ in every word, so that no two have the same vector.
var sentences = []string{
	"La anchura útil de la escalera será de 1,00 m, como mínimo.",
	"Handrails stand between 900 and 1100 mm above the pitch line.",
	"Fugues d'aigua, caudal i ventilació.",
	"B1: means of escape",
	"7",
}

// embedTolerance is how far two vectors of the same text may lie apart in any value:
// servers compute a batch in another order than a single text.
const embedTolerance = 1e-3

func embed(ctx context.Context, e retrieval.Embedder, texts []string, p retrieval.Purpose) ([][]float32, error) {
	vectors, err := e.Embed(ctx, texts, p)
	if err != nil {
		return nil, fmt.Errorf("embed %d texts as %s: %w", len(texts), p, err)
	}
	if len(vectors) != len(texts) {
		return nil, fmt.Errorf("%d vectors for %d texts", len(vectors), len(texts))
	}
	for i, v := range vectors {
		if len(v) == 0 || len(v) != len(vectors[0]) {
			return nil, fmt.Errorf("vector %d has %d values, the first %d", i, len(v), len(vectors[0]))
		}
	}
	return vectors, nil
}

func length(v []float32) float64 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return math.Sqrt(sum)
}

func alike(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Abs(float64(x-y)) <= embedTolerance })
}

func embedOrder(ctx context.Context, e retrieval.Embedder) error {
	together, err := embed(ctx, e, sentences, retrieval.ForPassage)
	if err != nil {
		return err
	}
	for i, text := range sentences {
		alone, err := embed(ctx, e, []string{text}, retrieval.ForPassage)
		if err != nil {
			return err
		}
		for j := range together {
			if same := alike(alone[0], together[j]); same != (i == j) {
				return fmt.Errorf("text %d alone is like text %d of the batch: %v", i, j, same)
			}
		}
	}
	return nil
}

func embedUnit(ctx context.Context, e retrieval.Embedder) error {
	for _, p := range []retrieval.Purpose{retrieval.ForPassage, retrieval.ForQuery} {
		vectors, err := embed(ctx, e, sentences, p)
		if err != nil {
			return err
		}
		for i, v := range vectors {
			if n := length(v); math.IsNaN(n) || math.Abs(n-1) > 1e-4 {
				return fmt.Errorf("%s %d has length %v, want 1", p, i, n)
			}
		}
	}
	return nil
}

func embedNothing(ctx context.Context, e retrieval.Embedder) error {
	_, err := embed(ctx, e, nil, retrieval.ForPassage)
	return err
}

var emptyTexts = []string{"", " ", "\n\t  "}

func embedEmpty(ctx context.Context, e retrieval.Embedder) error {
	texts := []string{sentences[0]}
	for _, text := range emptyTexts {
		texts = append(texts, text, sentences[1])
	}
	vectors, err := embed(ctx, e, texts, retrieval.ForPassage)
	if err != nil {
		return err
	}
	for i, text := range texts {
		if empty := strings.TrimSpace(text) == ""; empty != (length(vectors[i]) == 0) {
			return fmt.Errorf("%q has a vector of length %v", text, length(vectors[i]))
		}
	}
	return nil
}

func embedOnlyEmpty(ctx context.Context, e retrieval.Embedder) error {
	vectors, err := embed(ctx, e, emptyTexts, retrieval.ForPassage)
	if err != nil {
		return err
	}
	full, err := embed(ctx, e, sentences[:1], retrieval.ForPassage)
	if err != nil {
		return err
	}
	if len(vectors[0]) != len(full[0]) || length(vectors[0]) != 0 {
		return fmt.Errorf("an empty text has %d values and length %v, want %d zeros", len(vectors[0]), length(vectors[0]), len(full[0]))
	}
	return nil
}

func embedSame(ctx context.Context, e retrieval.Embedder) error {
	for _, p := range []retrieval.Purpose{retrieval.ForPassage, retrieval.ForQuery} {
		once, err := embed(ctx, e, sentences, p)
		if err != nil {
			return err
		}
		reversed := slices.Clone(sentences)
		slices.Reverse(reversed)
		again, err := embed(ctx, e, append(reversed, sentences...), p)
		if err != nil {
			return err
		}
		for i := range sentences {
			n := len(sentences)
			if !alike(once[i], again[n-1-i]) || !alike(once[i], again[n+i]) {
				return fmt.Errorf("%s %q has another vector at another place", p, sentences[i])
			}
		}
	}
	return nil
}

func embedMany(ctx context.Context, e retrieval.Embedder) error {
	const n = 1200
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("%s (%d) %s", sentences[i%4], i, strings.Repeat("anchura ", i%50))
	}
	vectors, err := embed(ctx, e, texts, retrieval.ForPassage)
	if err != nil {
		return err
	}
	for _, i := range []int{0, 1, 599, n - 1} {
		alone, err := embed(ctx, e, texts[i:i+1], retrieval.ForPassage)
		if err != nil {
			return err
		}
		if !alike(alone[0], vectors[i]) {
			return fmt.Errorf("text %d of %d has another vector than alone", i, n)
		}
	}
	return nil
}

func embedHostile(ctx context.Context, e retrieval.Embedder) error {
	texts := []string{
		"\x00", "a\x00b", "\xff\xfe\xfd", "anchura \xc3", "\ufeff", "\u202e\u0000", "🧱🧱🧱", "'; DROP TABLE vectors; --", `{"input": ["x"]}`,
		strings.Repeat("anchura útil ", 1<<20/14), strings.Repeat("x", 1<<20), strings.Repeat("\xf0\x9f", 1<<12),
	}
	vectors, err := embed(ctx, e, texts, retrieval.ForPassage)
	if err != nil {
		return err
	}
	for i, v := range vectors {
		if n := length(v); n != 0 && !(math.Abs(n-1) < 1e-4) { // not a number is neither
			return fmt.Errorf("text %d of %d bytes has length %v, want 0 or 1", i, len(texts[i]), n)
		}
	}
	return nil
}

func embedUntouched(ctx context.Context, e retrieval.Embedder) error {
	texts := append([]string{"", strings.Repeat("anchura ", 1<<16)}, sentences...)
	before := slices.Clone(texts)
	if _, err := embed(ctx, e, texts, retrieval.ForQuery); err != nil {
		return err
	}
	if !slices.Equal(before, texts) {
		return errors.New("the texts given were changed")
	}
	return nil
}

func embedUnshared(ctx context.Context, e retrieval.Embedder) error {
	texts := []string{sentences[0], "", sentences[0], ""}
	vectors, err := embed(ctx, e, texts, retrieval.ForPassage)
	if err != nil {
		return err
	}
	want := slices.Clone(vectors[2])
	clear(vectors[0])
	vectors[1][0] = 1
	again, err := embed(ctx, e, texts, retrieval.ForPassage)
	if err != nil {
		return err
	}
	if !alike(want, vectors[2]) || !alike(want, again[0]) || vectors[3][0] != 0 || again[1][0] != 0 {
		return errors.New("a vector shares its memory with another")
	}
	return nil
}

func embedCancelled(ctx context.Context, e retrieval.Embedder) error {
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	vectors, err := e.Embed(ctx, sentences, retrieval.ForPassage)
	if !errors.Is(err, context.Canceled) || vectors != nil {
		return fmt.Errorf("a cancelled context gives %d vectors and the error %q, want none and %w", len(vectors), fmt.Sprint(err), context.Canceled)
	}
	return nil
}

func embedConcurrent(ctx context.Context, e retrieval.Embedder) error {
	want, err := embed(ctx, e, sentences, retrieval.ForPassage)
	if err != nil {
		return err
	}
	errs := make([]error, 8)
	var all sync.WaitGroup
	for n := range errs {
		all.Go(func() {
			i := n % len(sentences)
			got, err := embed(ctx, e, []string{sentences[i], fmt.Sprint(n)}, retrieval.ForPassage)
			if err == nil && !alike(want[i], got[0]) {
				err = fmt.Errorf("%q has another vector while others are embedded", sentences[i])
			}
			errs[n] = err
		})
	}
	all.Wait()
	return errors.Join(errs...)
}
