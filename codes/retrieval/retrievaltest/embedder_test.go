package retrievaltest

import (
	"context"
	"slices"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

func TestNoise_Conformance(t *testing.T) {
	open := func(n *Noise) func(*testing.T) retrieval.Embedder {
		return func(*testing.T) retrieval.Embedder { return n }
	}
	TestEmbedder(t, open(&Noise{Seed: 1}), open(&Noise{Seed: 2}), open(&Noise{Seed: 1, Dimension: 32}))
}

// wrong is an Embedder with one fault.
type wrong struct {
	Noise
	fault func(ctx context.Context, texts []string, good [][]float32) ([][]float32, error)
}

func (w *wrong) Embed(ctx context.Context, texts []string, p retrieval.Purpose) ([][]float32, error) {
	good, err := w.Noise.Embed(context.WithoutCancel(ctx), texts, p)
	if err != nil {
		return nil, err
	}
	return w.fault(ctx, texts, good)
}

func TestTestEmbedder_BrokenTwins(t *testing.T) {
	type faultOf = func(ctx context.Context, texts []string, good [][]float32) ([][]float32, error)
	calls := 0
	shared := make([]float32, 64)
	for name, c := range map[string]struct {
		fails string
		fault faultOf
	}{
		"reversed": {"Order", func(_ context.Context, _ []string, v [][]float32) ([][]float32, error) {
			slices.Reverse(v)
			return v, nil
		}},
		"one short": {"Order", func(_ context.Context, _ []string, v [][]float32) ([][]float32, error) {
			return v[:max(0, len(v)-1)], nil
		}},
		"long": {"UnitLength", func(_ context.Context, _ []string, v [][]float32) ([][]float32, error) {
			for i := range v {
				for j := range v[i] {
					v[i][j] *= 2
				}
			}
			return v, nil
		}},
		"empty not zero": {"EmptyTexts", func(_ context.Context, _ []string, v [][]float32) ([][]float32, error) {
			for i := range v {
				if length(v[i]) == 0 {
					v[i][0] = 1
				}
			}
			return v, nil
		}},
		"forgetful": {"Deterministic", func(_ context.Context, _ []string, v [][]float32) ([][]float32, error) {
			if calls++; calls%2 == 0 {
				for i := range v {
					slices.Reverse(v[i])
				}
			}
			return v, nil
		}},
		"batch cut": {"LargeBatch", func(_ context.Context, _ []string, v [][]float32) ([][]float32, error) {
			return v[:min(len(v), 1000)], nil
		}},
		"edits texts": {"TextsUntouched", func(_ context.Context, texts []string, v [][]float32) ([][]float32, error) {
			if len(texts) > 0 {
				texts[0] = "x"
			}
			return v, nil
		}},
		"shares zeros": {"NoSharedMemory", func(_ context.Context, _ []string, v [][]float32) ([][]float32, error) {
			for i := range v {
				if length(v[i]) == 0 {
					v[i] = shared
				}
			}
			return v, nil
		}},
		"deaf": {"Cancelled", func(_ context.Context, _ []string, v [][]float32) ([][]float32, error) { return v, nil }},
	} {
		t.Run(name, func(t *testing.T) {
			for _, ec := range embedderCases {
				if ec.name == c.fails {
					if err := ec.run(t.Context(), &wrong{fault: c.fault}); err == nil {
						t.Errorf("%s passes", ec.name)
					}
				}
			}
		})
	}
}
