package verifyeval

import (
	"context"
	"math"
	"slices"

	"github.com/reglookup/regengine/verify"
)

// WordingFit is weights fitted to wordings.
type WordingFit struct {
	Weights []float64   // fitted to all, in the order of [verify.LikenessWeights]
	Folds   [][]float64 // fitted to all but one fold, to judge that by
}

// FitWordings fits weights to the wordings of a Verifier, each read by an index without
// those of its fold: a softmax over the pairs it may be about, of which those of its own
// rules are right. It ends early when ctx does.
func FitWordings(ctx context.Context, v *verify.Verifier) WordingFit {
	folds := make([][]verify.JudgedWording, verify.WordingFolds)
	for i := range folds {
		folds[i] = v.JudgeWordings(ctx, i, nil)
	}
	weights := verify.LikenessWeights()
	before := make([]float64, len(weights))
	for i := range weights {
		before[i] = weights[i].Weight
	}
	out := WordingFit{Weights: fitSoftmax(before, folds, -1)}
	for i := range folds {
		out.Folds = append(out.Folds, fitSoftmax(before, folds, i))
	}
	return out
}

// How a softmax is fitted: by Newton's steps, which a handful of weights allow, with a pull
// towards what the features weighed before that keeps few wordings from saying much.
const (
	fitSteps = 30
	fitPull  = 0.05
)

// fitSoftmax fits weights to all folds but one; -1 leaves out none.
func fitSoftmax(before []float64, folds [][]verify.JudgedWording, without int) []float64 {
	weights := slices.Clone(before)
	for range fitSteps {
		s := newSlope(weights, before)
		for i, fold := range folds {
			for k := range fold {
				if i != without {
					s.add(fold[k].Pairs)
				}
			}
		}
		steps, longest := solve(s.curve, s.slope), 1.0
		for _, step := range steps {
			longest = max(longest, math.Abs(step))
		}
		for i, step := range steps {
			weights[i] += step / longest // far off, a whole step goes too far
		}
	}
	return weights
}

// slope is where the likelihood of weights goes up, and how it bends there.
type slope struct {
	weights, slope []float64
	curve          [][]float64
}

func newSlope(weights, before []float64) *slope {
	s := &slope{weights: weights, slope: make([]float64, len(weights)), curve: make([][]float64, len(weights))}
	for i := range weights {
		s.slope[i] = fitPull * (before[i] - weights[i])
		s.curve[i] = make([]float64, len(weights))
		s.curve[i][i] = fitPull
	}
	return s
}

// add adds one wording: where the mean of the right pairs is from that of all. One without
// right pairs among them, or with no others, tells nothing.
func (s *slope) add(pairs []verify.JudgedPair) {
	all, right := s.mean(pairs, false), s.mean(pairs, true)
	if right.total == 0 || right.total == all.total {
		return
	}
	for i := range s.slope {
		s.slope[i] += right.of[i] - all.of[i]
	}
	for k := range pairs {
		f := pairs[k].Features
		for i := range f {
			for j := range f {
				s.curve[i][j] += all.likely[k] * (f[i] - all.of[i]) * (f[j] - all.of[j])
			}
		}
	}
}

// mean is the mean of the features of pairs, each as likely as the weights make it.
type mean struct {
	of, likely []float64
	total      float64
}

func (s *slope) mean(pairs []verify.JudgedPair, right bool) mean {
	m := mean{of: make([]float64, len(s.weights)), likely: make([]float64, len(pairs))}
	for k := range pairs {
		if right && !pairs[k].Right {
			continue
		}
		m.likely[k] = math.Exp(dot(s.weights, pairs[k].Features) - dot(s.weights, pairs[0].Features))
		m.total += m.likely[k]
	}
	for k := range pairs {
		if m.total > 0 {
			m.likely[k] /= m.total
		}
		for i, f := range pairs[k].Features {
			m.of[i] += m.likely[k] * f
		}
	}
	return m
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// solve returns x of a x = b, for a matrix that bends upwards everywhere; it uses both up.
func solve(a [][]float64, b []float64) []float64 {
	for i := range a {
		for j := i + 1; j < len(a); j++ {
			part := a[j][i] / a[i][i]
			for k := i; k < len(a); k++ {
				a[j][k] -= part * a[i][k]
			}
			b[j] -= part * b[i]
		}
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := i + 1; k < len(a); k++ {
			b[i] -= a[i][k] * b[k]
		}
		b[i] /= a[i][i]
	}
	return b
}
