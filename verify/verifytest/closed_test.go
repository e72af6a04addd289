package verifytest_test

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// easing is a check that passes with a circumstance and not without it.
type easing struct {
	check    verify.Check
	lang     string
	wordings []string
}

// TestStarter_notThere: no wording that says of a circumstance that it is not really there lets
// a value pass that does not pass without it. By default each frame is tried once, with many
// wordings where REGENGINE_SWEEP is "full".
func TestStarter_notThere(t *testing.T) {
	const least, many = 2000, 100
	v := starterVerifier(t)
	each, tried := 1, 0
	if os.Getenv("REGENGINE_SWEEP") == "full" {
		each = many
	}
	for lang, list := range said(easings(t, v)) {
		for i, frame := range frames(t, lang) {
			for k := range each {
				s := list[(i*each+k)*stride%len(list)]
				if saysItself(s.check.Element, s.wording, frame) {
					continue
				}
				s.check.Element = s.in(frame)
				tried++
				if got := decide(t, v, s.check); got.IsCompliant {
					t.Errorf("%q | %s | %s %s | %s: want no pass, got %s %s", s.check.Element, s.check.Parameter, s.check.Value, s.check.Unit, s.check.BuildingUse, got.Status, got.Limit)
				}
			}
		}
	}
	if tried < least {
		t.Errorf("want %d checks at least, got %d: nothing is held", least, tried)
	}
}

// stride is prime to the numbers of wordings, so that all have their turn.
const stride = 7919

// TestStarter_there: what is said in closed form counts. What does not is a word of
// the rules that another one takes for itself.
func TestStarter_there(t *testing.T) {
	const least = 0.7
	v := starterVerifier(t)
	passed, all := 0, 0
	for _, e := range easings(t, v) {
		for _, wording := range e.wordings {
			check := e.check
			check.Element += ", " + wording
			all++
			if decide(t, v, check).IsCompliant {
				passed++
			} else if testing.Verbose() {
				t.Log(check.Element, "|", check.Parameter, check.Value, check.Unit)
			}
		}
	}
	t.Logf("%d of %d pass", passed, all)
	if all == 0 || float64(passed)/float64(all) < least {
		t.Errorf("want %v of them to pass, got %d of %d", least, passed, all)
	}
}

func decide(t *testing.T, v *verify.Verifier, c verify.Check) *verify.Result {
	t.Helper()
	got, err := v.Verify(t.Context(), c, starterDay())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// frames are the ways to say in a language that something is not really there.
func frames(t *testing.T, lang string) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/notthere_" + lang + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(string(text), "\n"), func(line string) bool { return line == "" || line[0] == '#' })
}

// saying is a check that passes with a circumstance, and one wording of it.
type saying struct {
	easing
	wording string
}

// said are all of them by language.
func said(list []easing) map[string][]saying {
	out := make(map[string][]saying)
	for _, e := range list {
		for _, wording := range e.wordings {
			out[e.lang] = append(out[e.lang], saying{e, wording})
		}
	}
	return out
}

// in puts the element and the wording into a frame.
func (s *saying) in(frame string) string {
	noun := strings.TrimPrefix(strings.TrimPrefix(s.wording, "con "), "with ")
	return strings.NewReplacer("{E}", s.check.Element, "{P}", s.wording, "{N}", noun, `\n`, "\n", `\t`, "\t").Replace(frame)
}

// saysItself reports whether a frame denies nothing of a circumstance: one that is itself
// about an earlier day, or about what lies on the other side of what parts two.
func saysItself(element, wording, frame string) bool {
	timely := slices.ContainsFunc([]string{"antes", "anterior", "ya "}, func(w string) bool { return strings.Contains(wording, w) })
	parts := strings.Contains(element, "entre") || strings.Contains(element, "between")
	return timely && strings.Contains(frame, "antes") || parts && (strings.Contains(frame, "vecino") || strings.Contains(frame, "neighbour"))
}

// easings are checks of the rules' own tests, said by the bare name of the thing. They are
// looked for once.
func easings(t *testing.T, v *verify.Verifier) []easing {
	t.Helper()
	found.once.Do(func() { found.list = findEasings(t, v) })
	return found.list
}

var found struct {
	once sync.Once
	list []easing
}

func findEasings(t *testing.T, v *verify.Verifier) []easing {
	t.Helper()
	concepts, facts := declared(t)
	seen := make(map[string]bool)
	var out []easing
	for _, set := range starterSets(t) {
		for _, r := range set.Rules {
			for _, check := range bareChecks(set, r, concepts) {
				for _, id := range booleans(r, facts) {
					key := check.Element + check.Parameter + check.Value + id
					if names := facts[id].Yes[check.lang]; len(names) > 0 && !seen[key] && eases(t, v, check.Check, id) {
						seen[key] = true
						out = append(out, easing{check.Check, check.lang, names})
					}
				}
			}
		}
	}
	return out
}

// declared are the concepts, by kind and id, and the facts of the starter.
func declared(t *testing.T) (concepts map[string]rules.Concept, facts map[string]rules.Fact) {
	t.Helper()
	concepts, facts = make(map[string]rules.Concept), make(map[string]rules.Fact)
	for _, set := range starterSets(t) {
		for _, c := range set.Concepts {
			concepts[string(c.Kind)+" "+c.ID] = c
		}
		for _, f := range set.Facts {
			facts[f.ID] = f
		}
	}
	return concepts, facts
}

func starterSets(t *testing.T) []rules.RuleSet {
	t.Helper()
	p, err := openStarter()
	if err != nil {
		t.Fatal(err)
	}
	var out []rules.RuleSet
	for _, set := range p.Data.Rules {
		parsed, err := rules.Parse(set.Ref, set.Source)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, parsed)
	}
	return out
}

type bareCheck struct {
	verify.Check
	lang string
}

// bareChecks are the tests of a rule that comply, with the first name of what is
// measured instead of what they say.
func bareChecks(set rules.RuleSet, r rules.Rule, concepts map[string]rules.Concept) []bareCheck {
	var out []bareCheck
	for _, c := range r.Cases {
		if c.Status != string(verify.Compliant) && c.Status != string(verify.Conditional) {
			continue
		}
		for _, s := range r.Subjects {
			for _, lang := range []string{"es", "en"} {
				element, parameter := concepts["element "+s.Element].Names[lang], concepts["parameter "+s.Parameter].Names[lang]
				if len(element) == 0 || len(parameter) == 0 {
					continue
				}
				out = append(out, bareCheck{verify.Check{Element: element[0], Parameter: parameter[0], Value: c.Value, Unit: c.Unit, BuildingUse: c.BuildingUse,
					GeoID: "ES-28079", Country: "ES", Codes: []codes.VersionRef{set.Ref}}, lang})
			}
		}
	}
	return out
}

// booleans are the circumstances a rule asks for that are or are not.
func booleans(r rules.Rule, facts map[string]rules.Fact) []string {
	return slices.DeleteFunc(conditionFacts(r), func(id string) bool { return facts[id].Kind != rules.BooleanFact })
}

// conditionFacts are the circumstances that the conditions of a rule turn on.
func conditionFacts(r rules.Rule) []string {
	var out []string
	var walk func([]rules.Condition)
	walk = func(list []rules.Condition) {
		for _, c := range list {
			if c.Fact != "" && !slices.Contains(out, c.Fact) {
				out = append(out, c.Fact)
			}
			walk(c.All)
			walk(c.Any)
			if c.Not != nil {
				walk([]rules.Condition{*c.Not})
			}
		}
	}
	walk(r.When)
	walk(r.Unless)
	return out
}

// eases reports whether a check passes with a circumstance, and neither with nothing
// said of it nor without it.
func eases(t *testing.T, v *verify.Verifier, c verify.Check, id string) bool {
	t.Helper()
	if decide(t, v, c).IsCompliant {
		return false
	}
	c.Circumstances = map[string]verify.Value{id: verify.BooleanValue(false)}
	if decide(t, v, c).IsCompliant {
		return false
	}
	c.Circumstances = map[string]verify.Value{id: verify.BooleanValue(true)}
	return decide(t, v, c).IsCompliant
}
