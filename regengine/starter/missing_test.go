package starter_test

import (
	"testing"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify"
)

// rank orders verdicts: what is promised of a value may come out better, never worse.
var rank = map[verify.Status]int{
	verify.Compliant: 4, verify.Conditional: 3, verify.ConditionalNotCompliant: 2, verify.Undetermined: 1, verify.NonCompliant: 0,
}

// TestMissing_promises: a value that a result says would decide comes to what was said
// when it is sent back, over every test of every rule and the bare names of what those
// are about.
func TestMissing_promises(t *testing.T) {
	p, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	list := trials(t, p)
	v := trialVerifier(t, p, list)
	promises, asked := 0, 0
	seen := make(map[string]bool)
	for i, try := range list {
		if i%4 != 0 { // each costs as many checks as it promises
			continue
		}
		for _, element := range []string{try.test.Element, try.bareName()} {
			check := verify.Check{Element: element, Parameter: try.test.Parameter, Value: try.test.Value, Unit: try.test.Unit,
				BuildingUse: try.test.BuildingUse, GeoID: string(try.at), Country: "ES"}
			key := element + "|" + check.Parameter + "|" + check.Value + "|" + check.Unit + "|" + check.BuildingUse + "|" + check.GeoID
			if element == "" || seen[key] {
				continue
			}
			seen[key] = true
			got, err := v.Verify(t.Context(), check, checked())
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Missing) > 0 {
				asked++
			}
			if got.Verdict() == verify.Compliant || got.Verdict() == verify.Conditional || got.Verdict() == verify.NonCompliant {
				if len(got.Missing) > 0 {
					t.Errorf("%s: %s with something missing: %v", key, got.Verdict(), got.Missing)
				}
			}
			promises += keeps(t, v, check, got.Missing)
		}
	}
	t.Logf("%d checks name what is missing, %d promises", asked, promises)
	if asked < 100 || promises < 500 {
		t.Errorf("only %d checks and %d promises: the test tests too little", asked, promises)
	}
}

// bareName is the label of what a rule's first subject is.
func (try trial) bareName() string {
	for _, r := range try.set.Rules {
		for _, c := range try.set.Concepts {
			if r.ID == try.rule && len(r.Subjects) > 0 && c.ID == r.Subjects[0].Element {
				return c.Label["es"]
			}
		}
	}
	return ""
}

// keeps sends back every value promised, of a range its ends and a number inside.
func keeps(t *testing.T, v *verify.Verifier, check verify.Check, missing []verify.Missing) int {
	t.Helper()
	count := 0
	for _, m := range missing {
		if len(m.Would) > 12 || len(missing) > 8 {
			t.Errorf("%s: %d outcomes of %d", m.ID, len(m.Would), len(missing))
		}
		for _, w := range m.Would {
			for _, value := range inside(m, w) {
				count++
				again := check
				again.Circumstances = map[string]verify.Value{m.ID: value}
				got, err := v.Verify(t.Context(), again, checked())
				if err != nil {
					t.Fatalf("%s=%s: %v", m.ID, value, err)
				}
				if want := verify.VerdictOf(w.Status, w.IsCompliant); rank[got.Verdict()] < rank[want] {
					t.Errorf("%s | %s | %s %s: %s=%s (%s): want %s %s, got %s %s", check.Element, check.Parameter, check.Value, check.Unit, m.ID, value, w.Label, want, w.Limit, got.Verdict(), got.Limit)
				}
			}
		}
	}
	return count
}

func inside(m verify.Missing, w verify.Would) []verify.Value {
	if w.When != nil {
		return []verify.Value{*w.When}
	}
	whole := m.Unit == ""
	r, third := *w.Range, quantity.NewNumber(1, 3)
	var out []verify.Value
	add := func(n quantity.Number) {
		if !whole || n.IsInt() {
			out = append(out, verify.QuantityValue(n.Round(quantity.Down).String(), m.Unit))
		}
	}
	one := quantity.NewNumber(1, 1)
	switch {
	case r.From != "" && r.To != "":
		lo, hi := quantity.MustNumber(r.From), quantity.MustNumber(r.To)
		add(lo.Add(hi.Sub(lo).Mul(third)))
		if r.ToIncluded {
			add(hi)
		}
	case r.From != "":
		add(quantity.MustNumber(r.From).Add(one))
		add(quantity.MustNumber(r.From).Add(quantity.NewNumber(1000, 1)))
	case r.To != "":
		add(quantity.MustNumber(r.To).Sub(one))
	}
	if r.FromIncluded {
		add(quantity.MustNumber(r.From))
	}
	return out
}
