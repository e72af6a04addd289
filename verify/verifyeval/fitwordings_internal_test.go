package verifyeval

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/verify"
)

// TestFitSoftmax: what tells right pairs from others weighs, what tells nothing does not,
// and what only the fold left out says counts for nothing.
func TestFitSoftmax(t *testing.T) {
	pairs := func(right, wrong []float64) verify.JudgedWording {
		return verify.JudgedWording{Pairs: []verify.JudgedPair{{Features: wrong}, {Features: right, Right: true}}}
	}
	first, second := []float64{1, 0, 0, 0, 0}, []float64{0, 1, 0, 0, 0}
	for _, tt := range []struct {
		name    string
		folds   [][]verify.JudgedWording
		without int
		want    []float64
	}{
		{"nothing", nil, -1, []float64{0, 0, 0, 0, 0}},
		{"one side", [][]verify.JudgedWording{{pairs(first, second)}}, -1, []float64{1.3, -1.3, 0, 0, 0}},
		{"left out", [][]verify.JudgedWording{{pairs(first, second)}, {pairs(second, first)}}, 1, []float64{1.3, -1.3, 0, 0, 0}},
		{"both sides", [][]verify.JudgedWording{{pairs(first, second)}, {pairs(second, first)}}, -1, []float64{0, 0, 0, 0, 0}},
		{"none right", [][]verify.JudgedWording{{{Pairs: []verify.JudgedPair{{Features: first}, {Features: second}}}}}, -1, []float64{0, 0, 0, 0, 0}},
		{"all right", [][]verify.JudgedWording{{{Pairs: []verify.JudgedPair{{Features: first, Right: true}, {Features: second, Right: true}}}}}, -1, []float64{0, 0, 0, 0, 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, fitSoftmax(make([]float64, 5), tt.folds, tt.without), cmpopts.EquateApprox(0, 0.1)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
