package askeval

import (
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"
)

// Sample is something that was judged: what told it beforehand, and how it came out.
type Sample struct {
	ID       string // of the case
	Features map[string]float64
	Right    bool
	Fold     int // samples of one fold are never judged by weights that were fitted on them
}

// Folds is how many parts a set is cut into to judge weights by cases they were not
// fitted on.
const Folds = 5

// FoldOf is the part of a case: cases over one regulation are in one part, so that no
// weight is judged by a text it has seen.
func FoldOf(c Case) int {
	code, _, _ := strings.Cut(c.Section, " ")
	if c.Source != "" {
		code = c.Source
	}
	if code == "" {
		code = c.ID
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(code)) // a hash takes everything
	return int(h.Sum32() % Folds)
}

// How a logistic is fitted: plain descent, which some hundred samples allow, with a
// pull towards nothing that keeps few samples from saying much.
const (
	fitRounds = 4000
	fitStep   = 0.5
	fitPull   = 0.003
)

// Fit fits a logistic to samples and returns its coefficients; that of bias is added
// always. What it then gives is how likely a sample is right; where even is asked for,
// those that came out right and those that did not weigh as much, and it only tells the
// two apart. Samples of the fold without are left out; -1 leaves out none.
func Fit(samples []Sample, bias string, without int, even bool) map[string]float64 {
	samples = slices.DeleteFunc(slices.Clone(samples), func(s Sample) bool { return s.Fold == without })
	names := map[string]bool{bias: true}
	count := map[bool]float64{}
	for _, s := range samples {
		count[s.Right]++
		for name := range s.Features {
			names[name] = true
		}
	}
	weights := make(map[string]float64, len(names))
	order := slices.Sorted(maps.Keys(names))
	for range fitRounds {
		slope := make(map[string]float64, len(names))
		for _, s := range samples {
			z := weights[bias]
			for name, value := range s.Features {
				z += weights[name] * value
			}
			miss := 1/(1+math.Exp(-z)) - truth(s.Right)
			share := miss / float64(len(samples))
			if even {
				share = miss / (2 * count[s.Right])
			}
			slope[bias] += share
			for name, value := range s.Features {
				slope[name] += share * value
			}
		}
		for _, name := range order {
			pull := fitPull * weights[name]
			if name == bias {
				pull = 0
			}
			weights[name] -= fitStep * (slope[name] + pull)
		}
	}
	return weights
}

func truth(right bool) float64 {
	if right {
		return 1
	}
	return 0
}
