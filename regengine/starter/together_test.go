package starter_test

import (
	"testing"

	"github.com/reglookup/regengine/verify"
)

// TestRules_together: in the whole pack an id of a circumstance means one thing.
func TestRules_together(t *testing.T) {
	p, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	sets := make([]verify.RuleSet, len(p.Data.Rules))
	for i, set := range p.Data.Rules {
		if sets[i], err = verify.ParseRules(set.Ref, set.Source); err != nil {
			t.Fatal(err)
		}
	}
	for ref, problems := range verify.LintTogether(sets) {
		for _, problem := range problems {
			t.Errorf("%s: line %d: %s", ref, problem.Line, problem.Message)
		}
	}
}
