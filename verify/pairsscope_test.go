package verify_test

import (
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
)

// What a regulation applies to is found by the edition that is named, or by the names the
// rules give it; the rest of the question is explained by what it applies to.
func TestPairs_Scopes(t *testing.T) {
	t.Parallel()
	pairs := verify.NewPairs(starterVerifier(t))
	decree := map[codes.VersionRef]string{{Code: "lugares-de-trabajo", Version: "rd-486-1997"}: "Real Decreto 486/1997, lugares de trabajo"}
	for _, tt := range []struct {
		question string
		named    map[codes.VersionRef]string
		element  string
		whole    bool // all of the question is explained
	}{
		{"Real Decreto 486/1997 en una obra de construcción temporal", decree, "workplaces_decree", true},
		{"Real Decreto 486/1997 en un velero", decree, "workplaces_decree", false},
		{"norma sismorresistente en una construcción de importancia moderada", nil, "seismic_standard", true},
		{"altura de una barandilla", nil, "", false},
	} {
		got := pairs.Scopes("ES", tt.question, tt.named)
		switch {
		case tt.element == "" && len(got) > 0, tt.element != "" && (len(got) == 0 || got[0].Element != tt.element || !got[0].Scope):
			t.Errorf("%s: want %q, got %+v", tt.question, tt.element, got)
		case tt.element != "" && (got[0].Explained > 0.99) != tt.whole:
			t.Errorf("%s: explained %.2f", tt.question, got[0].Explained)
		}
	}
	if got := pairs.Scopes("XX", "norma sismorresistente", nil); got != nil {
		t.Errorf("a country without rules: %+v", got)
	}
}
