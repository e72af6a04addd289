package starter_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
)

// TestRules_cited: of every rule the article is known, but for those named here.
func TestRules_cited(t *testing.T) {
	p, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, raw := range p.Data.Rules {
		set, err := rules.Parse(raw.Ref, raw.Source)
		if err != nil {
			t.Fatal(err)
		}
		for i := range set.Rules {
			r := &set.Rules[i]
			at := slices.IndexFunc(p.Data.Blocks, func(b retrieval.Block) bool { return b.Doc == set.Ref.String() && b.Section == r.Section })
			if !crossref.IsCited(&p.Data.Blocks[at], set.CiteOf(r)) {
				got = append(got, set.Ref.Code+"#"+r.ID)
			}
		}
	}
	want := []string{"habitabilidad-cataluna#permit"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rules without an article (-want +got):\n%s", diff)
	}
}
