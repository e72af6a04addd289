package verifyeval

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/verify"
)

// Outcome is how one case came out.
type Outcome struct {
	Case      Case
	Result    *verify.Result // nil when Err is not, and when the case was not tried
	Err       error
	Tried     bool
	Right     bool // verdict and limit are the expected ones
	Dangerous bool // lets a value pass that the expectation does not let pass
}

func outcomeOf(c Case, got *verify.Result, err error) Outcome {
	if err != nil {
		return Outcome{Case: c, Err: err, Tried: true}
	}
	return Outcome{
		Case: c, Result: got, Tried: true,
		Right:     c.verdictMatches(got) && c.limitHolds(got),
		Dangerous: got.IsCompliant && !c.mayPass(),
	}
}

// String is what came of the case: the verdict, which way a conditional one goes,
// and the limit.
func (o Outcome) String() string {
	switch {
	case !o.Tried:
		return "not tried"
	case o.Err != nil:
		return string(Failed)
	}
	words := []string{string(o.Result.Status)}
	if o.Result.Status == verify.Conditional {
		words = append(words, map[bool]string{true: "passing", false: "failing"}[o.Result.IsCompliant])
	}
	return strings.Join(append(words, strings.Fields(o.Result.Limit)...), " ")
}

// mayPass reports whether a value may be said to comply: as the set says; else
// where a right verdict is compliant, or none is but a conditional one. Beside
// non_compliant or undetermined a conditional verdict is right only where it does
// not let the value pass (DECISIONS 11).
func (c Case) mayPass() bool {
	if c.Passes != nil {
		return *c.Passes
	}
	if slices.Contains(c.statuses(), verify.Compliant) {
		return true
	}
	return !slices.ContainsFunc(c.statuses(), func(s verify.Status) bool { return s != verify.Conditional })
}

// verdictMatches reports whether a verdict is right: one of those expected, and
// not passing where nothing may pass; a conditional one goes the way expected.
func (c Case) verdictMatches(got *verify.Result) bool {
	if got.IsCompliant && !c.mayPass() {
		return false
	}
	if got.Status == verify.Conditional && !got.IsCompliant && c.mayPass() {
		return false
	}
	return slices.Contains(c.statuses(), got.Status)
}

// limitHolds reports whether the limit is the expected one, where one is expected
// and there is one to compare.
func (c Case) limitHolds(got *verify.Result) bool {
	return len(c.Limits) == 0 || got.Limit == "" || c.limitMatches(got)
}
