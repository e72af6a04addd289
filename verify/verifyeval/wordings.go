package verifyeval

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/reglookup/regengine/verify"
)

// WordingTally counts how wordings of rules were read by the words of the others.
type WordingTally struct {
	Wordings  int `json:"wordings"`
	Right     int `json:"right"`      // the likeliest pair is of a rule that the wording's own is of
	Sure      int `json:"sure"`       // a check would be decided by the likeliest pair
	SureRight int `json:"sure_right"` // and that is right
}

// WordingGroup is the tally of some of the wordings.
type WordingGroup struct {
	Name string `json:"name"`
	WordingTally
}

// WordingReport is what [MeasureWordings] finds, its groups from the worst to the best.
type WordingReport struct {
	WordingTally
	ByLanguage []WordingGroup `json:"by_language"`
	ByCode     []WordingGroup `json:"by_code"`
}

// MeasureWordings reads every wording by an index without those of its fold and counts.
// weights are those for each fold; nil are those that come with the engine. It ends early
// when ctx does. progress, which may be nil, is told how many folds are done.
func MeasureWordings(ctx context.Context, v *verify.Verifier, weights [][]float64, progress func(done int)) WordingReport {
	languages, codes := make(map[string]*WordingTally), make(map[string]*WordingTally)
	var out WordingReport
	for fold := range verify.WordingFolds {
		var use []float64
		if weights != nil {
			use = weights[fold]
		}
		judged := v.JudgeWordings(ctx, fold, use)
		for i := range judged {
			w := &judged[i]
			for _, t := range []*WordingTally{&out.WordingTally, into(languages, w.Lang), into(codes, w.Code)} {
				t.count(w)
			}
		}
		if progress != nil {
			progress(fold + 1)
		}
	}
	out.ByLanguage, out.ByCode = worstFirst(languages), worstFirst(codes)
	return out
}

func (t *WordingTally) count(w *verify.JudgedWording) {
	one := func(yes bool) int {
		if yes {
			return 1
		}
		return 0
	}
	right := len(w.Pairs) > 0 && w.Pairs[0].Right
	t.Wordings++
	t.Right += one(right)
	t.Sure += one(w.Sure)
	t.SureRight += one(w.Sure && right)
}

func worstFirst(tallies map[string]*WordingTally) []WordingGroup {
	out := make([]WordingGroup, 0, len(tallies))
	for _, name := range slices.Sorted(maps.Keys(tallies)) {
		out = append(out, WordingGroup{name, *tallies[name]})
	}
	slices.SortStableFunc(out, func(a, b WordingGroup) int {
		return cmp.Compare(share(a.Right, a.Wordings), share(b.Right, b.Wordings))
	})
	return out
}
