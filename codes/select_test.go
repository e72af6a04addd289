package codes_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

func names(refs []codes.VersionRef) string {
	var list []string
	for _, ref := range refs {
		list = append(list, ref.String())
	}
	return strings.Join(list, " ")
}

func TestCatalog_Select(t *testing.T) {
	c := history(t)
	for _, tt := range []struct {
		name          string
		filter        codes.Filter
		want, unknown string
	}{
		{"all of a code", codes.Filter{Refs: []codes.VersionRef{{Code: "order"}}}, "order/2010", ""},
		{"one version", codes.Filter{Refs: []codes.VersionRef{{Code: "chain", Version: "v2"}}}, "chain/v2", ""},
		{"none named", codes.Filter{Refs: []codes.VersionRef{}}, "", ""},
		{"active", codes.Filter{Statuses: []codes.Status{codes.Active}}, "chain/v3 new-order/2021", ""},
		{"at the country", codes.Filter{Place: "XX", Statuses: []codes.Status{codes.Active}}, "chain/v3", ""},
		{"on a day long ago", codes.Filter{On: day(t, "2005-05-05")}, "chain/v1", "chain/half chain/lost"},
		{"on the day one follows another", codes.Filter{On: day(t, "2010-01-01"), Refs: []codes.VersionRef{{Code: "chain"}}}, "chain/v2", "chain/half chain/lost"},
		{"between two codes", codes.Filter{Place: "XX-A", On: day(t, "2022-01-01"), Statuses: []codes.Status{codes.Repealed}, Refs: []codes.VersionRef{{Code: "order"}, {Code: "new-order"}}}, "order/2010", ""},
		{"hosted", codes.Filter{Hosted: true}, "", ""},
		{"another country", codes.Filter{Country: "YY"}, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := c.Select(tt.filter)
			if err != nil {
				t.Fatal(err)
			}
			want := [2]string{tt.want, tt.unknown}
			if diff := cmp.Diff(want, [2]string{names(got.Refs), names(got.Unknown)}); diff != "" {
				t.Errorf("Select (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCatalog_Select_ErrNotFound(t *testing.T) {
	c := history(t)
	if _, err := c.Select(codes.Filter{Place: "XX-Q"}); !errors.Is(err, geo.ErrNotFound) {
		t.Errorf("unknown place: %v, want geo.ErrNotFound", err)
	}
	for _, ref := range []codes.VersionRef{{Code: "nothing"}, {Code: "chain", Version: "v9"}} {
		if _, err := c.Select(codes.Filter{Refs: []codes.VersionRef{ref}}); !errors.Is(err, codes.ErrNotFound) {
			t.Errorf("unknown %s: %v, want ErrNotFound", ref, err)
		}
	}
}
