package verifyeval_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifyeval"
	"github.com/reglookup/regengine/verify/verifytest"
)

const tsvHeader = "id\telement\tparameter\tvalue\tunit\tgeo_id\texpected_status\tlimit_value\tnote\tkind\tcode\n"

func TestLoadTSV(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		got, err := verifyeval.LoadTSV(strings.NewReader("\ufeff" + tsvHeader + "A\tmuro \"este\"\tU\t0,4\tW/m2K\tXX-1\tcompliant\t13..18,5\tx\tplain, range\tc\n"))
		if err != nil {
			t.Fatal(err)
		}
		whole, err := verifyeval.LoadTSV(strings.NewReader(tsvHeader + "A\tdoor\tclass\tEI2 60-C5\tclass\tXX-1\tcompliant\t\t\t\t\n"))
		if err != nil || whole[0].Check.Value != "60" || whole[0].Check.Unit != "EI2-C5" {
			t.Errorf("a class that is one value: got %+v, %v", whole, err)
		}
		want := []verifyeval.Case{{ID: "A", Code: "c", Kinds: []string{"plain", "range"}, Status: verify.Compliant, Limits: []string{"13", "18.5"},
			Check: verify.Check{Element: `muro "este"`, Parameter: "U", Value: "0.4", Unit: "W/m2K", GeoID: "XX-1"}}}
		if diff := cmp.Diff(want, got, cmpopts.EquateComparable(codes.Date{})); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	for name, text := range map[string]string{
		"no header":   "",
		"no column":   "id\telement\n",
		"no verdict":  tsvHeader + "A\tb\tc\t1\tm\tXX-1\tperhaps\t\t\t\t\n",
		"no limit":    tsvHeader + "A\tb\tc\t1\tm\tXX-1\tcompliant\tten\t\t\t\n",
		"few columns": tsvHeader + "A\tb\n",
	} {
		t.Run("ErrCases "+name, func(t *testing.T) {
			if _, err := verifyeval.LoadTSV(strings.NewReader(text)); !errors.Is(err, verifyeval.ErrCases) {
				t.Errorf("want ErrCases, got %v", err)
			}
		})
	}
}

func TestLoadYAML(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		got, err := verifyeval.LoadYAML([]byte(`[{id: A, element: b, codes: [x, y/1], status: compliant}]`))
		if err != nil {
			t.Fatal(err)
		}
		want := []codes.VersionRef{{Code: "x"}, {Code: "y", Version: "1"}}
		if diff := cmp.Diff(want, got[0].Check.Codes); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	for name, text := range map[string]string{"unknown key": `[{id: A, elephant: b, status: compliant}]`, "no verdict": `[{id: A}]`, "no list": `a: b`} {
		t.Run("ErrCases "+name, func(t *testing.T) {
			if _, err := verifyeval.LoadYAML([]byte(text)); !errors.Is(err, verifyeval.ErrCases) {
				t.Errorf("want ErrCases, got %v", err)
			}
		})
	}
}

// TestMeasure counts a case of each kind.
func TestMeasure(t *testing.T) {
	v, err := verifytest.Fixture()
	if err != nil {
		t.Fatal(err)
	}
	check := func(value, place string) verify.Check {
		return verify.Check{Element: "barandilla con 4 m de desnivel", Parameter: "altura", Value: value, Unit: "m", GeoID: place}
	}
	cases := []verifyeval.Case{
		{ID: "right", Code: "a", Kinds: []string{"plain"}, Check: check("1", "XX-1"), Status: verify.Compliant, Limits: []string{"0.90"}},
		{ID: "bad", Code: "a", Kinds: []string{"plain", "edge"}, Check: check("1", "XX-1"), Status: verify.NonCompliant, Limits: []string{"1.1"}},
		{ID: "wrong", Code: "b", Check: check("0.8", "XX-1"), Status: verify.Compliant},
		{ID: "undetermined", Check: verify.Check{Element: "puerta", Parameter: "color", Value: "1", Unit: "m", GeoID: "XX-1"}, Status: verify.Compliant},
		{ID: "error", Check: check("1", "XX-99"), Status: verify.Compliant},
	}
	got := verifyeval.Measure(t.Context(), v, verifytest.On(), cases)
	want := "5 cases: 1 right, 1 of 2 limits, 1 undetermined, 2 wrong, 1 dangerous, 1 errors"
	if got.String() != want || len(got.Misses) != 4 {
		t.Errorf("want %s and 4 misses, got %s and %v", want, got, got.Misses)
	}
	var groups []string
	for _, g := range slices.Concat(got.ByCode, got.ByKind) {
		groups = append(groups, fmt.Sprintf("%s %d/%d", g.Name, g.Right, g.Cases))
	}
	if diff := cmp.Diff([]string{"- 0/2", "a 1/2", "b 0/1", "edge 0/1", "plain 1/2"}, groups); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
	confusion := map[verify.Status]map[verify.Status]int{
		verify.Compliant:    {verify.Compliant: 1, verify.NonCompliant: 1, verify.Undetermined: 1, verifyeval.Failed: 1},
		verify.NonCompliant: {verify.Compliant: 1},
	}
	if diff := cmp.Diff(confusion, got.Confusion); diff != "" {
		t.Errorf("confusion (-want +got):\n%s", diff)
	}
	var failed []string
	for _, f := range got.Failures {
		failed = append(failed, fmt.Sprintf("%s dangerous=%v error=%v", f.Case.ID, f.Dangerous, f.Err != nil))
	}
	if diff := cmp.Diff([]string{"bad dangerous=true error=false", "wrong dangerous=false error=false", "undetermined dangerous=false error=false",
		"error dangerous=false error=true"}, failed); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
	rates := []float64{got.Accuracy(), got.WrongRate(), got.DangerousRate(), got.Coverage(), got.LimitAgreement(), verifyeval.Tally{}.Accuracy()}
	if diff := cmp.Diff([]float64{0.2, 0.4, 0.2, 0.6, 0.5, 0}, rates); diff != "" {
		t.Errorf("rates (-want +got):\n%s", diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	half := verifyeval.MeasureFunc(ctx, v.Verify, verifytest.On(), cases, func(done int) {
		if done == 2 {
			cancel()
		}
	})
	if half.Cases != 2 {
		t.Errorf("canceled after two cases: %d were counted", half.Cases)
	}
}
