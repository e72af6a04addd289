package askeval_test

import (
	"math"
	"testing"

	"github.com/reglookup/regengine/ask/askeval"
)

func TestFit(t *testing.T) {
	var samples []askeval.Sample
	for i := range 40 {
		right := i%4 != 0
		signal := 0.0
		if right {
			signal = 1
		}
		samples = append(samples, askeval.Sample{Features: map[string]float64{"signal": signal, "noise": float64(i%2) / 2}, Right: right, Fold: i % askeval.Folds})
	}
	w := askeval.Fit(samples, "bias", 0, false)
	judge := func(signal float64) float64 { return 1 / (1 + math.Exp(-(w["bias"] + w["signal"]*signal))) }
	if judge(1) < 0.9 || judge(0) > 0.2 || math.Abs(w["noise"]) > w["signal"]/2 {
		t.Errorf("weights %v: %.2f with the signal, %.2f without", w, judge(1), judge(0))
	}
}

func TestFoldOf(t *testing.T) {
	a := askeval.FoldOf(askeval.Case{ID: "1", Section: "cte-db-si si-1"})
	b := askeval.FoldOf(askeval.Case{ID: "2", Section: "cte-db-si si-4"})
	if a != b || a < 0 || a >= askeval.Folds {
		t.Errorf("cases over one regulation are in %d and %d", a, b)
	}
}
