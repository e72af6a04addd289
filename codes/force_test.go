package codes_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

// history is a code with a full chain of versions, and one that took over from
// another code.
func history(t *testing.T) *codes.Catalog {
	next := func(code, version string) codes.VersionRef { return codes.VersionRef{Code: code, Version: version} }
	chain := code("chain", codes.National, "XX")
	chain.Versions = []codes.Version{
		{Slug: "v1", Title: "1", Status: codes.Repealed, Effective: day(t, "2000-01-01"), SucceededBy: next("chain", "v2")},
		{Slug: "v2", Title: "2", Status: codes.Repealed, Effective: day(t, "2010-01-01"), Repealed: day(t, "2019-06-01"), SucceededBy: next("chain", "v3")},
		{Slug: "v3", Title: "3", Status: codes.Active, Published: day(t, "2019-12-01"), Effective: day(t, "2020-01-01")},
		{Slug: "v4", Title: "4", Status: codes.Draft, Effective: day(t, "2015-01-01")},
		{Slug: "overlap", Title: "o", Status: codes.Repealed, Effective: day(t, "2012-01-01"), Repealed: day(t, "2021-01-01"), SucceededBy: next("chain", "v3")},
		{Slug: "lost", Title: "no dates", Status: codes.Repealed},
		{Slug: "half", Title: "no repeal", Status: codes.Repealed, Effective: day(t, "2001-01-01")},
	}
	order := code("order", codes.Regional, "XX-A")
	order.Versions = []codes.Version{
		{Slug: "2010", Title: "2010", Status: codes.Repealed, Effective: day(t, "2010-05-01"), SucceededBy: next("new-order", "2021")},
	}
	newer := code("new-order", codes.Regional, "XX-A")
	newer.Versions = []codes.Version{
		{Slug: "2021", Title: "2021", Status: codes.Active, Effective: day(t, "2022-01-02"), SucceededBy: next("new-order", "2030")},
		{Slug: "2030", Title: "2030", Status: codes.Draft, Effective: day(t, "2023-01-01")},
	}
	return catalog(t, chain, order, newer)
}

func TestCatalog_ForceOn(t *testing.T) {
	c := history(t)
	for _, tt := range []struct {
		code, version, on string
		want              codes.ForceState
		from, until, next string
	}{
		{"chain", "v1", "1999-12-31", codes.NotYetInForce, "2000-01-01", "2010-01-01", "chain/v2"},
		{"chain", "v1", "2000-01-01", codes.InForce, "2000-01-01", "2010-01-01", "chain/v2"},
		{"chain", "v1", "2009-12-31", codes.InForce, "2000-01-01", "2010-01-01", "chain/v2"},
		{"chain", "v1", "2010-01-01", codes.NoLonger, "2000-01-01", "2010-01-01", "chain/v2"},
		{"chain", "v2", "2019-05-31", codes.InForce, "2010-01-01", "2019-06-01", "chain/v3"},
		{"chain", "v2", "2019-06-01", codes.NoLonger, "2010-01-01", "2019-06-01", "chain/v3"},
		{"chain", "overlap", "2020-12-31", codes.InForce, "2012-01-01", "2021-01-01", "chain/v3"},
		{"chain", "overlap", "2021-01-01", codes.NoLonger, "2012-01-01", "2021-01-01", "chain/v3"},
		{"chain", "v3", "2019-12-15", codes.NotYetInForce, "2020-01-01", "", ""},
		{"chain", "v3", "2026-01-01", codes.InForce, "2020-01-01", "", ""},
		{"chain", "v4", "2026-01-01", codes.NotYetInForce, "2015-01-01", "", ""},
		{"chain", "lost", "2026-01-01", codes.ForceUnknown, "", "", ""},
		{"chain", "half", "2026-01-01", codes.ForceUnknown, "2001-01-01", "", ""},
		{"chain", "half", "2000-12-31", codes.NotYetInForce, "2001-01-01", "", ""},
		{"order", "2010", "2022-01-01", codes.InForce, "2010-05-01", "2022-01-02", "new-order/2021"},
		{"order", "2010", "2022-01-02", codes.NoLonger, "2010-05-01", "2022-01-02", "new-order/2021"},
		{"new-order", "2021", "2026-01-01", codes.InForce, "2022-01-02", "", "new-order/2030"}, // a draft ends nothing
	} {
		t.Run(tt.code+"/"+tt.version+" "+tt.on, func(t *testing.T) {
			got, err := c.ForceOn(codes.VersionRef{Code: tt.code, Version: tt.version}, day(t, tt.on))
			if err != nil {
				t.Fatal(err)
			}
			want := []string{string(tt.want), tt.from, tt.until, tt.next}
			if diff := cmp.Diff(want, []string{string(got.State), got.From.String(), got.Until.String(), got.SucceededBy.String()}); diff != "" {
				t.Errorf("state, from, until, successor (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("ErrNotFound", func(t *testing.T) {
		if _, err := c.ForceOn(codes.VersionRef{Code: "chain", Version: "v9"}, day(t, "2020-01-01")); !errors.Is(err, codes.ErrNotFound) {
			t.Errorf("got %v, want ErrNotFound", err)
		}
	})
}

func TestCatalog_ForceAt(t *testing.T) {
	c := history(t)
	list, err := c.ForceAt("XX-001", day(t, "2021-06-01"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range list {
		got = append(got, f.Code.Slug+"/"+f.Version.Slug+" "+string(f.State))
	}
	want := []string{
		"chain/v3 in_force", "chain/v4 not_yet_in_force", "chain/overlap no_longer_in_force", "chain/v2 no_longer_in_force",
		"chain/half unknown", "chain/v1 no_longer_in_force", "chain/lost unknown",
		"new-order/2021 not_yet_in_force", "new-order/2030 not_yet_in_force", "order/2010 in_force",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ForceAt (-want +got):\n%s", diff)
	}
	if elsewhere, err := c.ForceAt("XX-005", day(t, "2021-06-01")); err != nil || len(elsewhere) != 7 {
		t.Errorf("outside region A: %d versions, error %v; want the national code's 7", len(elsewhere), err)
	}
	if _, err := c.ForceAt("XX-999", day(t, "2021-06-01")); !errors.Is(err, geo.ErrNotFound) {
		t.Errorf("absent place: got %v, want geo.ErrNotFound", err)
	}
}

func TestCatalog_Current(t *testing.T) {
	undated := code("undated", codes.National, "XX")
	future := code("future", codes.National, "XX")
	future.Versions = []codes.Version{
		{Slug: "next", Title: "n", Status: codes.Active, Effective: day(t, "2030-01-01")},
		{Slug: "now", Title: "n", Status: codes.Active, Effective: day(t, "2020-01-01")},
	}
	none := code("none", codes.National, "XX")
	none.Versions[0].Status = codes.Repealed
	c := catalog(t, undated, future, none)
	for slug, want := range map[string]string{"undated": "1", "future": "now", "none": ""} {
		found, err := c.Get(slug)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if v := c.Current(found, day(t, "2026-01-01")); v != nil {
			got = v.Slug
		}
		if got != want {
			t.Errorf("Current(%s) = %q, want %q", slug, got, want)
		}
	}
}

// TestCatalog_ForceOn_Waiting is about law that was published before its first
// day in force, and stored in between.
func TestCatalog_ForceOn_Waiting(t *testing.T) {
	next := codes.VersionRef{Code: "waiting", Version: "next"}
	waiting := code("waiting", codes.Regional, "XX-A")
	waiting.Versions = []codes.Version{
		{Slug: "now", Title: "now", Status: codes.Active, Effective: day(t, "2020-01-01"), SucceededBy: next},
		{Slug: "next", Title: "next", Status: codes.InProgress, Published: day(t, "2026-10-01"), Effective: day(t, "2030-01-01")},
		{Slug: "bill", Title: "bill", Status: codes.InProgress, Effective: day(t, "2025-01-01")}, // never published
	}
	c := catalog(t, waiting)
	for _, tt := range []struct {
		version, on string
		want        codes.ForceState
		current     string
	}{
		{"now", "2029-12-31", codes.InForce, "now"},
		{"now", "2030-01-01", codes.NoLonger, "next"},
		{"next", "2029-12-31", codes.NotYetInForce, "now"},
		{"next", "2030-01-01", codes.InForce, "next"},
		{"bill", "2031-01-01", codes.NotYetInForce, "next"},
	} {
		force, err := c.ForceOn(codes.VersionRef{Code: "waiting", Version: tt.version}, day(t, tt.on))
		if err != nil || force.State != tt.want {
			t.Errorf("%s on %s: %v, %v; want %v", tt.version, tt.on, force.State, err, tt.want)
		}
		code, err := c.Get("waiting")
		if err != nil {
			t.Fatal(err)
		}
		if v := c.Current(code, day(t, tt.on)); v == nil || v.Slug != tt.current {
			t.Errorf("current on %s: %v, want %s", tt.on, v, tt.current)
		}
	}
}
