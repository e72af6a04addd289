package regengine

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify"
)

func TestWithPriors(t *testing.T) {
	block := func(id string) *retrieval.Block { return &retrieval.Block{ID: id} }
	hit := func(id string, score float64) retrieval.Hit { return retrieval.Hit{Block: block(id), Score: score} }
	likely := func(id string, likely float64) verify.LikelyPassage {
		return verify.LikelyPassage{Block: block(id), Likely: likely}
	}
	words := []retrieval.Hit{hit("a", 60), hit("b", 30), hit("c", 15)}
	fused := []retrieval.Hit{hit("a", 0.03), hit("b", 0.015), hit("c", 0.0075)} // of words and meaning
	tests := map[string]struct {
		found  []retrieval.Hit
		likely []verify.LikelyPassage
		most   int
		want   []string
	}{
		"nothing likely":          {words, nil, 5, []string{"a", "b", "c"}},
		"surely":                  {words, []verify.LikelyPassage{likely("c", 0.9)}, 5, []string{"c", "a", "b"}},
		"hardly":                  {words, []verify.LikelyPassage{likely("c", 0.1)}, 5, []string{"a", "c", "b"}},
		"not found by words":      {words, []verify.LikelyPassage{likely("d", 0.9)}, 5, []string{"d", "a", "b", "c"}},
		"at most":                 {words, []verify.LikelyPassage{likely("d", 0.9)}, 2, []string{"d", "a"}},
		"scores of another scale": {fused, []verify.LikelyPassage{likely("c", 0.1)}, 5, []string{"a", "c", "b"}},
		"only likely":             {nil, []verify.LikelyPassage{likely("a", 0.1), likely("b", 0.2)}, 5, []string{"b", "a"}},
		"nothing":                 {nil, nil, 5, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, h := range withPriors(test.found, test.likely, test.most) {
				got = append(got, h.Block.ID)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
