package codes_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
)

// TestCatalog_Changes: what the dates of versions say, of law alone, the newest first.
func TestCatalog_Changes(t *testing.T) {
	c := history(t)
	for _, tt := range []struct {
		country, since, until string
		want                  []string
	}{
		{"XX", "2019-06-01", "2022-01-02", []string{
			"2022-01-02 in_force new-order/2021", "2022-01-02 no_longer_in_force order/2010", "2021-01-01 no_longer_in_force chain/overlap",
			"2020-01-01 in_force chain/v3", "2019-12-01 published chain/v3", "2019-06-01 no_longer_in_force chain/v2",
		}},
		{"XX", "2009-12-31", "2010-01-01", []string{"2010-01-01 no_longer_in_force chain/v1", "2010-01-01 in_force chain/v2"}},
		{"XX", "2014-01-01", "2015-12-31", nil}, // a draft
		{"XX", "2023-01-01", "2022-01-01", nil},
		{"FR", "1900-01-01", "2100-01-01", nil},
	} {
		var got []string
		for _, e := range c.Changes(geo.ID(tt.country), day(t, tt.since), day(t, tt.until)) {
			got = append(got, fmt.Sprintf("%s %s %s/%s", e.On, e.Kind, e.Code.Slug, e.Version.Slug))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s to %s (-want +got):\n%s", tt.since, tt.until, diff)
		}
	}
}
