package verifytest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// TestStarter_completed: words of the element that make the parameter's name that of
// another parameter of it ("huella" of a stair "en el lado más ancho") let no value
// pass that fails what is asked of that one.
func TestStarter_completed(t *testing.T) {
	v := starterVerifier(t)
	concepts, _ := declared(t)
	tried, n := make(map[string]bool), 0
	for _, set := range starterSets(t) {
		for _, r := range set.Rules {
			for _, check := range completions(set, r, concepts) {
				key := check.Element + check.Parameter + check.Value
				if !tried[key] && decide(t, v, check.bare).IsCompliant && !decide(t, v, check.whole).IsCompliant {
					n++
					wantNoPass(t, v, check.Check)
				}
				tried[key] = true
			}
		}
	}
	if n < 20 {
		t.Fatalf("only %d rules have a parameter whose name goes on with another's", n)
	}
}

// completed is a check of a thing whose text goes on as the name of another parameter does,
// the same without those words, and with them in the parameter.
type completed struct {
	verify.Check
	bare, whole verify.Check
}

// completions are the tests of a rule that fail, asked of each parameter whose name the
// rule's own goes on from.
func completions(set rules.RuleSet, r rules.Rule, concepts map[string]rules.Concept) []completed {
	var out []completed
	for _, s := range r.Subjects {
		for _, lang := range []string{"es", "en"} {
			elements := concepts["element "+s.Element].Names[lang]
			for key, other := range concepts {
				if len(elements) == 0 || other.Kind != rules.ParameterConcept || key == "parameter "+s.Parameter {
					continue
				}
				short, rest := goesOn(other.Names[lang], concepts["parameter "+s.Parameter].Names[lang])
				for _, c := range r.Cases {
					if rest == "" || namesOne(r, rest, lang, concepts) || c.Status != string(verify.NonCompliant) {
						continue
					}
					bare := verify.Check{Element: elements[0], Parameter: short, Value: c.Value, Unit: c.Unit, BuildingUse: c.BuildingUse,
						GeoID: "ES-28079", Country: "ES", Codes: []codes.VersionRef{set.Ref}}
					on, whole := bare, bare
					on.Element += " " + rest
					whole.Parameter += " " + rest
					out = append(out, completed{on, bare, whole})
				}
			}
		}
	}
	return out
}

// namesOne reports whether a text ends with the name of a thing that a rule is about.
func namesOne(r rules.Rule, text, lang string, concepts map[string]rules.Concept) bool {
	return slices.ContainsFunc(r.Subjects, func(s rules.Subject) bool {
		return slices.ContainsFunc(concepts["element "+s.Element].Names[lang], func(name string) bool { return strings.HasSuffix(text, " "+name) })
	})
}

// goesOn returns a name and the words behind it that make it one of longer; "" for none.
func goesOn(names, longer []string) (short, rest string) {
	for _, name := range names {
		for _, long := range longer {
			if rest, ok := strings.CutPrefix(long, name+" "); ok {
				return name, rest
			}
		}
	}
	return "", ""
}
