package verifytest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/quantity"
)

// Run makes each case a subtest.
func Run(t *testing.T, v *verify.Verifier, on codes.Date, cases []Case) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			got, err := v.Verify(t.Context(), c.Check, on)
			if err != nil {
				t.Fatal(err)
			}
			for _, difference := range c.Differences(got) {
				t.Errorf("%s | %s | %s %s: %s", c.Check.Element, c.Check.Parameter, c.Check.Value, c.Check.Unit, difference)
			}
		})
	}
}

// Differences tells how a result differs from what is expected of it.
func (c Case) Differences(got *verify.Result) []string {
	var out []string
	add := func(what, want, got string) { out = append(out, fmt.Sprintf("%s: want %s, got %s", what, want, got)) }
	if got.Status != c.Status {
		add("status", string(c.Status), fmt.Sprintf("%s %v %v", got.Status, got.Conditions, got.Warnings))
	}
	if len(c.Limits) > 0 && !c.limitMatches(got) {
		add("limit", strings.Join(c.Limits, " or "), got.Limit)
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

// Report counts how cases came out.
type Report struct {
	Cases        int
	Right        int // the status expected
	Limits       int // of those with an expected limit, the limit expected
	WithLimit    int
	Undetermined int // though a verdict was expected
	Wrong        int // a verdict, but another one
	Dangerous    int // said to comply, though it does not
	Errors       int
	Misses       []string // one line for each case that was not right
}

// String returns the figures on one line.
func (r Report) String() string {
	return fmt.Sprintf("%d cases: %d right, %d of %d limits, %d undetermined, %d wrong, %d dangerous, %d errors",
		r.Cases, r.Right, r.Limits, r.WithLimit, r.Undetermined, r.Wrong, r.Dangerous, r.Errors)
}

// Measure runs cases and counts.
func Measure(ctx context.Context, v *verify.Verifier, on codes.Date, cases []Case) Report {
	out := Report{Cases: len(cases)}
	for _, c := range cases {
		got, err := v.Verify(ctx, c.Check, on)
		if err != nil {
			out.Errors++
			out.Misses = append(out.Misses, fmt.Sprintf("%s: %v", c.ID, err))
			continue
		}
		out.count(c, got)
	}
	return out
}

func (r *Report) count(c Case, got *verify.Result) {
	if len(c.Limits) > 0 {
		r.WithLimit++
		if c.limitMatches(got) {
			r.Limits++
		}
	}
	switch got.Status {
	case c.Status:
		r.Right++
		return
	case verify.Undetermined:
		r.Undetermined++
	default:
		r.Wrong++
		if got.Compliant() && c.Status == verify.NonCompliant {
			r.Dangerous++
		}
	}
	r.Misses = append(r.Misses, fmt.Sprintf("%s: want %s, got %s (%s)", c.ID, c.Status, got.Status, got.Limit))
}
