package verifytest_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

const tsvHeader = "id\telement\tparameter\tvalue\tunit\tgeo_id\texpected_status\tlimit_value\tnote\n"

func TestLoadTSV(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		got, err := verifytest.LoadTSV(strings.NewReader(tsvHeader + "A\tmuro \"este\"\tU\t0.4\tW/m2K\tXX-1\tcompliant\t13..18.5\tx\n"))
		if err != nil {
			t.Fatal(err)
		}
		want := []verifytest.Case{{ID: "A", Status: verify.Compliant, Limits: []string{"13", "18.5"},
			Check: verify.Check{Element: `muro "este"`, Parameter: "U", Value: "0.4", Unit: "W/m2K", GeoID: "XX-1"}}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	for name, text := range map[string]string{
		"no header":   "",
		"no column":   "id\telement\n",
		"no verdict":  tsvHeader + "A\tb\tc\t1\tm\tXX-1\tperhaps\t\t\n",
		"no limit":    tsvHeader + "A\tb\tc\t1\tm\tXX-1\tcompliant\tten\t\n",
		"few columns": tsvHeader + "A\tb\n",
	} {
		t.Run("ErrCases "+name, func(t *testing.T) {
			if _, err := verifytest.LoadTSV(strings.NewReader(text)); !errors.Is(err, verifytest.ErrCases) {
				t.Errorf("want ErrCases, got %v", err)
			}
		})
	}
}

func TestLoadYAML(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		got, err := verifytest.LoadYAML([]byte(`[{id: A, element: b, codes: [x, y/1], status: compliant}]`))
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
			if _, err := verifytest.LoadYAML([]byte(text)); !errors.Is(err, verifytest.ErrCases) {
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
	got := verifytest.Measure(t.Context(), v, verifytest.On(), []verifytest.Case{
		{ID: "right", Check: check("1", "XX-1"), Status: verify.Compliant, Limits: []string{"0.90"}},
		{ID: "dangerous", Check: check("1", "XX-1"), Status: verify.NonCompliant, Limits: []string{"1.1"}},
		{ID: "wrong", Check: check("0.8", "XX-1"), Status: verify.Compliant},
		{ID: "undetermined", Check: verify.Check{Element: "puerta", Parameter: "color", Value: "1", Unit: "m", GeoID: "XX-1"}, Status: verify.Compliant},
		{ID: "error", Check: check("1", "XX-99"), Status: verify.Compliant},
	})
	want := "5 cases: 1 right, 1 of 2 limits, 1 undetermined, 2 wrong, 1 dangerous, 1 errors"
	if got.String() != want || len(got.Misses) != 4 {
		t.Errorf("want %s and 4 misses, got %s and %v", want, got, got.Misses)
	}
}
