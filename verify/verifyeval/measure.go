package verifyeval

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify"
)

// Tally counts how cases came out.
type Tally struct {
	Cases        int `json:"cases"`
	Right        int `json:"right"`        // the verdict expected
	Limits       int `json:"limits"`       // of those with an expected limit, the limit expected
	WithLimit    int `json:"with_limit"`   //
	Undetermined int `json:"undetermined"` // though a verdict was expected
	Wrong        int `json:"wrong"`        // a verdict, but another one
	Dangerous    int `json:"dangerous"`    // said to comply, though that is not expected
	Errors       int `json:"errors"`       // nothing was decided: no such place, no such code
	NotTried     int `json:"not_tried"`    // counted in nothing else
}

// Accuracy is the share of cases that came out right.
func (t Tally) Accuracy() float64 { return share(t.Right, t.Cases) }

// WrongRate is the share of cases with a verdict that is not the expected one.
func (t Tally) WrongRate() float64 { return share(t.Wrong, t.Cases) }

// DangerousRate is the share of cases said to comply where that is not expected.
func (t Tally) DangerousRate() float64 { return share(t.Dangerous, t.Cases) }

// Coverage is the share of cases that were decided, or rightly were not.
func (t Tally) Coverage() float64 { return share(t.Cases-t.Undetermined-t.Errors, t.Cases) }

// LimitAgreement is the share of expected limits that were the limit found.
func (t Tally) LimitAgreement() float64 { return share(t.Limits, t.WithLimit) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// String returns the figures on one line.
func (t Tally) String() string {
	return fmt.Sprintf("%d cases: %d right, %d of %d limits, %d undetermined, %d wrong, %d dangerous, %d errors",
		t.Cases, t.Right, t.Limits, t.WithLimit, t.Undetermined, t.Wrong, t.Dangerous, t.Errors)
}

// Group is the tally of some of the cases.
type Group struct {
	Name string
	Tally
}

// Failure is a case that did not come out as expected.
type Failure struct {
	Case        Case
	Result      *verify.Result // nil when Err is not
	Err         error
	Differences []string
	Dangerous   bool
}

// Report is what [Measure] finds.
type Report struct {
	Tally
	ByCode []Group // ordered by name
	ByKind []Group // a case counts in each of its kinds

	// Confusion counts how often a verdict came where another was expected, by
	// what was expected. Errors count as the verdict "error".
	Confusion map[verify.Status]map[verify.Status]int

	Outcomes []Outcome // of every case, in order
	Failures []Failure // verdict or limit was another, in order of the cases
	Misses   []string  // one line for each case whose verdict was not right
}

// Failed stands in a confusion table for cases that gave an error.
const Failed verify.Status = "error"

// VerifyFunc decides one check, as [verify.Verifier.Verify] does.
type VerifyFunc func(ctx context.Context, check verify.Check, on codes.Date) (*verify.Result, error)

// Measure runs cases and counts.
func Measure(ctx context.Context, v *verify.Verifier, on codes.Date, cases []Case) Report {
	return MeasureFunc(ctx, v.Verify, on, cases, nil)
}

// MeasureFunc runs cases by a function and counts. It ends early when ctx does.
// progress, which may be nil, is told how many cases are done.
func MeasureFunc(ctx context.Context, decide VerifyFunc, on codes.Date, cases []Case, progress func(done int)) Report {
	m := measurement{byCode: make(map[string]*Tally), byKind: make(map[string]*Tally)}
	m.report.Confusion = make(map[verify.Status]map[verify.Status]int)
	for i, c := range cases {
		if ctx.Err() != nil {
			break
		}
		if c.Circumstances != "" {
			m.pass(c)
		} else {
			got, err := decide(ctx, c.Check, on)
			m.count(c, got, err)
		}
		if progress != nil {
			progress(i + 1)
		}
	}
	m.report.ByCode, m.report.ByKind = groups(m.byCode), groups(m.byKind)
	return m.report
}

type measurement struct {
	report         Report
	byCode, byKind map[string]*Tally
}

// pass counts a case that is not tried.
func (m *measurement) pass(c Case) {
	m.tally(c, Tally{NotTried: 1})
	m.report.Outcomes = append(m.report.Outcomes, Outcome{Case: c})
}

func (m *measurement) tally(c Case, one Tally) {
	m.report.add(one)
	into(m.byCode, cmp.Or(c.Code, "-")).add(one)
	for _, kind := range c.Kinds {
		into(m.byKind, kind).add(one)
	}
}

func (m *measurement) count(c Case, got *verify.Result, err error) {
	one := tally(c, got, err)
	m.tally(c, one)
	m.report.Outcomes = append(m.report.Outcomes, outcomeOf(c, got, err))
	said, want := Failed, c.Status
	if err == nil {
		said = got.Status
	}
	if slices.Contains(c.Or, said) {
		want = said
	}
	if m.report.Confusion[want] == nil {
		m.report.Confusion[want] = make(map[verify.Status]int)
	}
	m.report.Confusion[want][said]++
	m.keep(c, got, err, one)
}

// keep remembers a case that did not come out as expected.
func (m *measurement) keep(c Case, got *verify.Result, err error, one Tally) {
	failure := Failure{Case: c, Result: got, Err: err, Dangerous: one.Dangerous > 0}
	switch {
	case err != nil:
		failure.Result = nil
		failure.Differences = []string{err.Error()}
		m.report.Misses = append(m.report.Misses, fmt.Sprintf("%s: %v", c.ID, err))
	default:
		failure.Differences = c.Differences(got)
		if !c.verdictMatches(got) {
			m.report.Misses = append(m.report.Misses, fmt.Sprintf("%s: want %s, got %s (%s)", c.ID, c.Expected(), got.Status, got.Limit))
		}
	}
	if len(failure.Differences) > 0 {
		m.report.Failures = append(m.report.Failures, failure)
	}
}

// tally counts one case.
func tally(c Case, got *verify.Result, err error) Tally {
	t := Tally{Cases: 1}
	if len(c.Limits) > 0 {
		t.WithLimit = 1
	}
	if err != nil {
		t.Errors = 1
		return t
	}
	if len(c.Limits) > 0 && c.limitMatches(got) {
		t.Limits = 1
	}
	if got.IsCompliant && !c.mayPass() {
		t.Dangerous = 1
	}
	switch {
	case c.verdictMatches(got):
		t.Right = 1
	case got.Status == verify.Undetermined:
		t.Undetermined = 1
	default:
		t.Wrong = 1
	}
	return t
}

func (t *Tally) add(other Tally) {
	t.Cases += other.Cases
	t.Right += other.Right
	t.Limits += other.Limits
	t.WithLimit += other.WithLimit
	t.Undetermined += other.Undetermined
	t.Wrong += other.Wrong
	t.Dangerous += other.Dangerous
	t.Errors += other.Errors
	t.NotTried += other.NotTried
}

func into[T any](tallies map[string]*T, name string) *T {
	if tallies[name] == nil {
		tallies[name] = new(T)
	}
	return tallies[name]
}

func groups(tallies map[string]*Tally) []Group {
	out := make([]Group, 0, len(tallies))
	for _, name := range slices.Sorted(maps.Keys(tallies)) {
		out = append(out, Group{name, *tallies[name]})
	}
	return out
}

// Differences tells how a result differs from what is expected of it.
func (c Case) Differences(got *verify.Result) []string {
	var out []string
	add := func(what, want, got string) { out = append(out, fmt.Sprintf("%s: want %s, got %s", what, want, got)) }
	if !c.verdictMatches(got) {
		add("status", c.Expected(), fmt.Sprintf("%s %v %v", got.Status, got.Conditions, got.Warnings))
	}
	if len(c.Limits) > 0 && !c.limitMatches(got) {
		add("limit", strings.Join(c.Limits, " or "), cmp.Or(got.Limit, "none"))
	}
	if c.Margin != "" && !sameNumber(c.Margin, got.Margin) {
		add("margin", c.Margin, got.Margin)
	}
	if c.Direction != "" && c.Direction != got.Direction {
		add("direction", string(c.Direction), string(got.Direction))
	}
	said := spoken(got)
	for _, words := range c.Says {
		if !strings.Contains(said, words) {
			add("words", words, said)
		}
	}
	return out
}

func (c Case) limitMatches(got *verify.Result) bool {
	return slices.ContainsFunc(c.Limits, func(limit string) bool { return sameNumber(limit, got.Limit) })
}

func sameNumber(a, b string) bool {
	x, errX := quantity.ParseNumber(a)
	y, errY := quantity.ParseNumber(b)
	return errX == nil && errY == nil && x.Equal(y)
}

func spoken(r *verify.Result) string {
	lines := slices.Concat(r.Conditions, r.Warnings)
	for _, c := range r.Considered {
		lines = append(lines, c.Reason)
	}
	return strings.Join(lines, "\n")
}
