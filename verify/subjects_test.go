package verify_test

import (
	"slices"
	"testing"

	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifytest"
)

// Every subject listed is understood as what it is listed as.
func TestVerifier_Subjects(t *testing.T) {
	v := fixture(t)
	subjects := v.Subjects("XX")
	if len(subjects) < 3 {
		t.Fatalf("got %v", subjects)
	}
	understood := 0
	for _, s := range subjects {
		query := verify.Query{Element: s.Element.In("es", "en"), Parameter: s.Parameter.In("es", "en"), GeoID: "XX-1"}
		got, err := v.Requirements(t.Context(), query, verifytest.On())
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Element.IDs) == 0 {
			continue // its rules hold elsewhere
		}
		understood++
		if !slices.Contains(got.Element.IDs, s.ElementID) || !slices.Contains(got.Parameter.IDs, s.ParameterID) {
			t.Errorf("%s %s (%v, %v) is understood as %v %v", s.ElementID, s.ParameterID, s.Element, s.Parameter, got.Element.IDs, got.Parameter.IDs)
		}
	}
	if understood < 3 {
		t.Errorf("%d of %d are understood", understood, len(subjects))
	}
	if other := v.Subjects("YY"); len(other) != 0 {
		t.Errorf("a country without rules has %v", other)
	}
}
