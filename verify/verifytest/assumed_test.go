package verifytest_test

import (
	"os"
	"slices"
	"testing"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// besideThing are frames that set a thing against one that no rule knows.
var besideThing = map[string][]string{
	"es": {" junto a una zarandaja", " de zarandaja", " para zarandajas", " en zarandaja", ", zarandaja"},
	"en": {" next to a doodad", " of a doodad", " for doodads", " at doodads", ", doodad"},
}

// TestStarter_assumed: what is assumed lets no value pass that would fail without it where
// the check says more than is understood: those words may say otherwise.
func TestStarter_assumed(t *testing.T) {
	const some, least = 300, 150
	v := starterVerifier(t)
	list := assuming(t, v)
	if len(list) < least {
		t.Fatalf("want %d checks that lean on what is assumed at least, got %d: nothing is held", least, len(list))
	}
	step := 1
	if os.Getenv("REGENGINE_SWEEP") != "full" {
		step = max(1, len(list)*len(besideThing["es"])/some)
	}
	n := 0
	for _, bare := range list {
		for _, frame := range besideThing[bare.lang] {
			if n++; n%step != 0 {
				continue
			}
			check := bare.Check
			check.Element += frame
			wantNoPass(t, v, check)
		}
	}
}

func wantNoPass(t *testing.T, v *verify.Verifier, check verify.Check) {
	t.Helper()
	if got := decide(t, v, check); got.IsCompliant {
		t.Errorf("%s | %s | %s %s: want no pass, got %s %s", check.Element, check.Parameter, check.Value, check.Unit, got.Status, got.Limit)
	}
}

// assuming are the tests of the rules, said by the bare name of the thing, that comply by
// what is assumed and would not by another value of it.
func assuming(t *testing.T, v *verify.Verifier) []bareCheck {
	t.Helper()
	concepts, facts := declared(t)
	asked := askedOf(starterSets(t))
	seen := make(map[string]bool)
	var out []bareCheck
	for _, set := range starterSets(t) {
		for _, r := range set.Rules {
			for _, check := range bareChecks(set, r, concepts) {
				key := check.Element + check.Parameter + check.Value
				if seen[key] || !decide(t, v, check.Check).IsCompliant {
					continue
				}
				seen[key] = true
				if slices.ContainsFunc(asked[r.Subjects[0]], func(id string) bool { return failsOtherwise(t, v, check.Check, facts[id]) }) {
					out = append(out, check)
				}
			}
		}
	}
	return out
}

// askedOf are the circumstances that the rules about each subject turn on.
func askedOf(sets []rules.RuleSet) map[rules.Subject][]string {
	out := make(map[rules.Subject][]string)
	for _, set := range sets {
		for _, r := range set.Rules {
			for _, s := range r.Subjects {
				out[s] = append(out[s], conditionFacts(r)...)
			}
		}
	}
	return out
}

// failsOtherwise reports whether a check does not comply with another value of what is
// assumed than the one assumed.
func failsOtherwise(t *testing.T, v *verify.Verifier, c verify.Check, f rules.Fact) bool {
	t.Helper()
	var others []verify.Value
	switch {
	case f.Default == "":
	case f.Kind == rules.BooleanFact:
		others = []verify.Value{verify.BooleanValue(f.Default != "true")}
	case f.Kind == rules.CategoryFact:
		for _, value := range f.Values {
			if value.ID != f.Default {
				others = append(others, verify.TextValue(value.ID))
			}
		}
	}
	return slices.ContainsFunc(others, func(other verify.Value) bool {
		c.Circumstances = map[string]verify.Value{f.ID: other}
		return !decide(t, v, c).IsCompliant
	})
}
