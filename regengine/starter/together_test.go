package starter_test

import (
	"testing"

	"github.com/reglookup/regengine/verify/rules"
)

// TestRules_together: in the whole pack an id of a circumstance means one thing, and nothing
// is left to warn of.
func TestRules_together(t *testing.T) {
	p, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	sets := make([]rules.RuleSet, len(p.Data.Rules))
	for i, set := range p.Data.Rules {
		if sets[i], err = rules.Parse(set.Ref, set.Source); err != nil {
			t.Fatal(err)
		}
		for _, problem := range rules.Warnings(sets[i]) {
			t.Errorf("%s: line %d: %s", set.Ref, problem.Line, problem.Message)
		}
	}
	for ref, problems := range rules.LintTogether(sets) {
		for _, problem := range problems {
			t.Errorf("%s: line %d: %s", ref, problem.Line, problem.Message)
		}
	}
}
