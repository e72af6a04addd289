package verifyeval_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifyeval"
)

// load reads one row with the columns of a set of today.
func load(t *testing.T, expectation string) verifyeval.Case {
	t.Helper()
	const header = "id\telement\tparameter\tvalue\tunit\tgeo_id\texpected_status\texpected_is_compliant\texpected_limit\tfacts\n"
	cases, err := verifyeval.LoadTSV(strings.NewReader(header + "A\tmuro\taltura\t1\tm\tXX-1\t" + expectation + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return cases[0]
}

func TestReport_Outcomes(t *testing.T) {
	for _, tt := range []struct {
		expected string // status, is_compliant, limit, facts
		got      verify.Result
		want     string // outcome, then what it is
	}{
		{"compliant\ttrue\t2\t", verify.Result{Status: verify.Compliant, IsCompliant: true, Limit: "2.0"}, "compliant 2.0: right"},
		{"compliant\t\t2\t", verify.Result{Status: verify.Compliant, IsCompliant: true, Limit: "3"}, "compliant 3: wrong"},
		{"compliant\t\t2\t", verify.Result{Status: verify.Compliant, IsCompliant: true}, "compliant: right"}, // no limit to compare
		{"compliant\t\t1..2\t", verify.Result{Status: verify.Compliant, IsCompliant: true, Limit: "2"}, "compliant 2: right"},
		{"compliant\t\t\t", verify.Result{Status: verify.Undetermined}, "undetermined: wrong"},
		{"conditional\ttrue\t\t", verify.Result{Status: verify.Conditional, IsCompliant: true, Limit: "2"}, "conditional passing 2: right"},
		{"conditional\ttrue\t\t", verify.Result{Status: verify.Conditional, Limit: "2"}, "conditional failing 2: wrong"},
		{"conditional\t\t\t", verify.Result{Status: verify.Conditional, IsCompliant: true}, "conditional passing: right"},
		{"conditional\tfalse\t\t", verify.Result{Status: verify.Conditional, IsCompliant: true, Limit: "2"}, "conditional passing 2: dangerous"},
		{"conditional\tfalse\t\t", verify.Result{Status: verify.Conditional, Limit: "2"}, "conditional failing 2: right"},
		{"conditional\tfalse\t\t", verify.Result{Status: verify.Compliant, IsCompliant: true}, "compliant: dangerous"},
		{"conditional\tfalse\t\t", verify.Result{Status: verify.NonCompliant}, "non_compliant: wrong"},
		{"non_compliant\tfalse\t2\t", verify.Result{Status: verify.NonCompliant, Limit: "2"}, "non_compliant 2: right"},
		{"non_compliant\t\t2\t", verify.Result{Status: verify.Compliant, IsCompliant: true, Limit: "2"}, "compliant 2: dangerous"},
		{"undetermined\t\t\t", verify.Result{Status: verify.Undetermined}, "undetermined: right"},
		{"undetermined\t\t\t", verify.Result{Status: verify.Compliant, IsCompliant: true}, "compliant: dangerous"},
		{"non_compliant|undetermined\t\t2\t", verify.Result{Status: verify.Undetermined}, "undetermined: right"},
		{"non_compliant|undetermined\t\t2\t", verify.Result{Status: verify.NonCompliant, Limit: "3"}, "non_compliant 3: wrong"},
		{"undetermined|conditional|non_compliant\t\t2\t", verify.Result{Status: verify.Conditional, IsCompliant: true, Limit: "2"}, "conditional passing 2: dangerous"},
		{"undetermined|conditional|non_compliant\t\t2\t", verify.Result{Status: verify.Conditional, Limit: "2"}, "conditional failing 2: right"},
		{"compliant|conditional\t\t\t", verify.Result{Status: verify.Conditional, IsCompliant: true}, "conditional passing: right"},
		{"non_compliant\t\t2\tlift=false", verify.Result{Status: verify.Compliant, IsCompliant: true}, "not tried: not tried"},
	} {
		t.Run(strings.ReplaceAll(tt.expected, "\t", " ")+" "+string(tt.got.Status), func(t *testing.T) {
			decide := func(context.Context, verify.Check, codes.Date) (*verify.Result, error) { return &tt.got, nil }
			report := verifyeval.MeasureFunc(t.Context(), decide, codes.Date{}, []verifyeval.Case{load(t, tt.expected)}, nil)
			if diff := cmp.Diff(tt.want, described(report.Outcomes[0])); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			dangerous := strings.HasSuffix(tt.want, "dangerous")
			if (report.Dangerous == 1) != dangerous {
				t.Errorf("counted as dangerous: want %v, got %d", dangerous, report.Dangerous)
			}
		})
	}
}

func described(o verifyeval.Outcome) string {
	is := "wrong"
	switch {
	case !o.Tried:
		is = "not tried"
	case o.Right:
		is = "right"
	case o.Dangerous:
		is = "dangerous"
	}
	return fmt.Sprintf("%s: %s", o, is)
}

// TestReport_NotTried holds that a case that was not tried is in no rate.
func TestReport_NotTried(t *testing.T) {
	decide := func(context.Context, verify.Check, codes.Date) (*verify.Result, error) {
		return nil, errors.New("no such place")
	}
	cases := []verifyeval.Case{load(t, "compliant\t\t2\t"), load(t, "compliant\t\t2\tlift=false")}
	got := verifyeval.MeasureFunc(t.Context(), decide, codes.Date{}, cases, nil)
	if diff := cmp.Diff(verifyeval.Tally{Cases: 1, WithLimit: 1, Errors: 1, NotTried: 1}, got.Tally); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if want, got := "error: wrong", described(got.Outcomes[0]); want != got {
		t.Errorf("want %q, got %q", want, got)
	}
}

// TestMeasure_Alternatives holds that a verdict is counted under itself where it
// is one of those expected.
func TestMeasure_Alternatives(t *testing.T) {
	decide := func(context.Context, verify.Check, codes.Date) (*verify.Result, error) {
		return &verify.Result{Status: verify.Undetermined}, nil
	}
	got := verifyeval.MeasureFunc(t.Context(), decide, codes.Date{}, []verifyeval.Case{load(t, "non_compliant|undetermined\t\t\t")}, nil)
	want := map[verify.Status]map[verify.Status]int{verify.Undetermined: {verify.Undetermined: 1}}
	if diff := cmp.Diff(want, got.Confusion); diff != "" || got.Right != 1 || got.Undetermined != 0 {
		t.Errorf("(-want +got):\n%s%v", diff, got.Tally)
	}
}

func TestLoadTSV_ErrExpectation(t *testing.T) {
	const header = "id\telement\tparameter\tvalue\tunit\tgeo_id\texpected_status\texpected_is_compliant\n"
	for _, expectation := range []string{"compliant|perhaps\t", "compliant|\t", "compliant\tyes"} {
		_, err := verifyeval.LoadTSV(strings.NewReader(header + "A\tb\tc\t1\tm\tXX-1\t" + expectation + "\n"))
		if !errors.Is(err, verifyeval.ErrCases) || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: want ErrCases with line 2, got %v", expectation, err)
		}
	}
}
