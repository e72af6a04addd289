package codes_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
)

// standing is a version as a line: slug, status and successor.
func standing(list []codes.Version) []string {
	var lines []string
	for _, v := range list {
		lines = append(lines, v.Slug+" "+string(v.Status)+" "+v.SucceededBy.String())
	}
	return lines
}

func TestSupersede(t *testing.T) {
	v := func(slug, effective string, status codes.Status) codes.Version {
		version := codes.Version{Slug: slug, Status: status}
		if effective != "" {
			version.Effective = day(t, effective)
		}
		return version
	}
	today := day(t, "2024-01-01")
	for _, tt := range []struct {
		name            string
		stored, fresh   []codes.Version
		standing, ended []string
	}{
		{
			"newer text", []codes.Version{v("a", "2010-01-01", codes.Active)}, []codes.Version{v("b", "2020-01-01", codes.Active)},
			[]string{"b active "}, []string{"a repealed law/b"},
		},
		{
			"older text", []codes.Version{v("b", "2020-01-01", codes.Active)}, []codes.Version{v("a", "2010-01-01", codes.Active)},
			[]string{"a repealed law/b"}, nil,
		},
		{
			"nearest of several", []codes.Version{v("a", "2000-01-01", codes.Active)},
			[]codes.Version{v("c", "2020-01-01", codes.Active), v("b", "2010-01-01", codes.Repealed)},
			[]string{"c active ", "b repealed "}, []string{"a repealed law/b"},
		},
		{
			"same day", []codes.Version{v("digest", "2020-01-01", codes.Active)}, []codes.Version{v("b", "2020-01-01", codes.Active)},
			[]string{"b active "}, nil,
		},
		{
			"same version again", []codes.Version{v("b", "2020-01-01", codes.Active)}, []codes.Version{v("b", "2021-01-01", codes.Active)},
			[]string{"b active "}, nil,
		},
		{
			"not yet in force", []codes.Version{v("a", "2010-01-01", codes.Active)}, []codes.Version{v("b", "2030-01-01", codes.InProgress)},
			[]string{"b in_progress "}, nil,
		},
		{
			"without a day", []codes.Version{v("a", "", codes.Active)}, []codes.Version{v("b", "2020-01-01", codes.Active)},
			[]string{"b active "}, nil,
		},
		{
			"two stored ones", []codes.Version{v("a", "2010-01-01", codes.Active), v("b", "2015-01-01", codes.Active)}, []codes.Version{v("c", "2000-01-01", codes.Active)},
			[]string{"c repealed law/a"}, nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fresh, ended := codes.Supersede("law", tt.stored, tt.fresh, today)
			if diff := cmp.Diff(tt.standing, standing(fresh)); diff != "" {
				t.Errorf("standing (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.ended, standing(ended)); diff != "" {
				t.Errorf("ended (-want +got):\n%s", diff)
			}
		})
	}
}
