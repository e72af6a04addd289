package starter_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/compare"
	"github.com/reglookup/regengine/verify/textlimits"
)

// TestCompare holds the figures of DB-HE that changed from 2013 to 2022 against what the
// tables of both editions have, zone by zone: α, A, B, C, D, E.
func TestCompare(t *testing.T) {
	_, s := open(t)
	got, err := s.Compare(codes.VersionRef{Code: "cte-db-he", Version: "2013"}, codes.VersionRef{Code: "cte-db-he", Version: "2022"})
	if err != nil || !got.Hosted {
		t.Fatalf("%+v, %v", got, err)
	}
	told := map[string][]string{}
	zones := map[string]string{}
	stated := func(l textlimits.Limit) string { return string(l.Op) + " " + l.Value }
	for _, change := range got.Changes {
		if change.Kind != compare.Changed {
			t.Errorf("%s: %s, of digests", change.Kind, change.To.Title+change.From.Title)
		}
		for _, l := range change.Limits {
			of, zone, _ := strings.Cut(l.Of, " · zona climática ")
			told[of] = append(told[of], stated(l.From)+" -> "+stated(l.To)+" "+l.To.Unit)
			zones[of] += zone
		}
	}
	want := map[string][]string{
		"muro · transmitancia térmica U": {
			"<= 1.35 -> <= 0.8 W/m²·K", "<= 1.25 -> <= 0.7 W/m²·K", "<= 1 -> <= 0.56 W/m²·K",
			"<= 0.75 -> <= 0.49 W/m²·K", "<= 0.6 -> <= 0.41 W/m²·K", "<= 0.55 -> <= 0.37 W/m²·K",
		},
		"cubierta · transmitancia térmica U": {
			"<= 1.2 -> <= 0.55 W/m²·K", "<= 0.8 -> <= 0.5 W/m²·K", "<= 0.65 -> <= 0.44 W/m²·K",
			"<= 0.5 -> <= 0.4 W/m²·K", "<= 0.4 -> <= 0.35 W/m²·K", "<= 0.35 -> <= 0.33 W/m²·K",
		},
		"hueco · transmitancia térmica U": {
			"<= 5.7 -> <= 3.2 W/m²·K", "<= 5.7 -> <= 2.7 W/m²·K", "<= 4.2 -> <= 2.3 W/m²·K",
			"<= 3.1 -> <= 2.1 W/m²·K", "<= 2.7 -> <= 1.8 W/m²·K", "<= 2.5 -> <= 1.8 W/m²·K",
		},
		"hueco · permeabilidad al aire Q100": {
			"< 50 -> <= 27 m³/h·m²", "< 50 -> <= 27 m³/h·m²", "< 50 -> <= 27 m³/h·m²",
			"< 27 -> <= 9 m³/h·m²", "< 27 -> <= 9 m³/h·m²", "< 27 -> <= 9 m³/h·m²",
		},
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for of, got := range zones {
		if got != "αABCDE" {
			t.Errorf("%s: zones %s", of, got)
		}
	}
}
