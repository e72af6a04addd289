package verify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifyeval"
)

// TestVerifier_JudgeWordings: each wording is read once, by the words of the other folds.
func TestVerifier_JudgeWordings(t *testing.T) {
	v := twoCountries(t, map[geo.ID]string{"ES": heardRules + "      Azotea, grava | inclinación del faldón\n"}, nil)
	type judged struct {
		Fold, Pairs int
		Right, Sure bool
	}
	got := make(map[string]judged)
	for fold := range verify.WordingFolds {
		for _, w := range v.JudgeWordings(t.Context(), fold, nil) {
			got[w.Code+": "+w.Element] = judged{fold, len(w.Pairs), len(w.Pairs) > 0 && w.Pairs[0].Right, w.Sure}
		}
	}
	want := map[string]judged{ // the folds are those they are always in
		"es-code: Antepecho de la terraza, acero y vidrio": {Fold: 4},
		"es-code: Azotea, grava":                           {Fold: 2, Pairs: 1, Right: true, Sure: true},
		"es-code: Azotea, hormigón de regularización":      {Fold: 1, Pairs: 1, Right: true, Sure: true},
		"es-code: Balcony railing, steel":                  {},
		"es-code: Murete del balcón":                       {Fold: 3},
		"es-code: Subida desde la acera al portal":         {Fold: 2},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	t.Run("ends when told", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if got := v.JudgeWordings(ctx, 0, nil); len(got) > 0 {
			t.Errorf("want none, got %d", len(got))
		}
	})
}

// crossedRules are of a barrier and a ramp whose heights and slopes people call by each
// other's names: the element alone tells.
func crossedRules() string {
	heights, slopes := []string{"cota", "remate", "alto", "canto", "tope"}, []string{"rasante", "cuesta", "gradiente", "talud", "declive"}
	materials := []string{"acero", "vidrio", "obra", "hormigón", "madera"}
	before, _, _ := strings.Cut(heardRules, "wordings:\n")
	before = strings.Replace(before, "[altura sobre el suelo]", "["+strings.Join(heights, ", ")+"]", 1)
	before = strings.Replace(before, "[pendiente longitudinal]", "["+strings.Join(slopes, ", ")+"]", 1)
	barriers, ramps := "  barrier height:\n    es: |\n", "  ramp slope:\n    es: |\n"
	for i, material := range materials {
		barriers += fmt.Sprintf("      antepecho de %s | %s\n", material, slopes[i])
		ramps += fmt.Sprintf("      subida de %s | %s\n", material, heights[i])
	}
	return before + "wordings:\n" + barriers + ramps
}

// TestFitWordings: fitted weights read more of what they were not fitted to than weights
// that take every feature for as much.
func TestFitWordings(t *testing.T) {
	v := twoCountries(t, map[geo.ID]string{"ES": crossedRules()}, nil)
	even := make([][]float64, verify.WordingFolds)
	for i := range even {
		even[i] = []float64{1, 1, 1, 1, 1}
	}
	before := verifyeval.MeasureWordings(t.Context(), v, even, nil)
	after := verifyeval.MeasureWordings(t.Context(), v, verifyeval.FitWordings(t.Context(), v).Folds, nil)
	if before.Right > 5 || after.Right < 8 {
		t.Errorf("want at most 5 right of 10 and then at least 8, got %d and %d", before.Right, after.Right)
	}
	want := []verifyeval.WordingGroup{{Name: "es-code", WordingTally: after.WordingTally}}
	if diff := cmp.Diff(want, after.ByCode); diff != "" {
		t.Error(diff)
	}
}

// TestParseLikeness: each feature has one weight.
func TestParseLikeness(t *testing.T) {
	lines := make([]string, 0, len(verify.LikenessWeights()))
	for i, w := range verify.LikenessWeights() {
		lines = append(lines, fmt.Sprintf("%s\t%d.5", w.Feature, i))
	}
	all := "# a remark\n" + strings.Join(lines, "\r\n") + "\n"
	for _, tt := range []struct {
		name, text, err string
		want            []float64
	}{
		{"all", all, "", []float64{0.5, 1.5, 2.5, 3.5, 4.5}},
		{"one missing", strings.Join(lines[1:], "\n"), "verify: likeness: element_by_element has no weight", nil},
		{"one twice", all + lines[0], `verify: likeness: "element_by_element\t0.5" is no feature and its weight`, nil},
		{"one that is none", all + "color\t1", `verify: likeness: "color\t1" is no feature and its weight`, nil},
		{"no number", "unexplained\tmuch", `verify: likeness: "unexplained\tmuch" is no feature and its weight`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := verify.ParseLikeness(tt.text)
			if text := fmt.Sprint(err); err != nil && text != tt.err || err == nil && tt.err != "" {
				t.Fatalf("want %q, got %v", tt.err, err)
			}
			if diff := cmp.Diff(tt.want, got); tt.err == "" && diff != "" {
				t.Error(diff)
			}
		})
	}
}
