package codes_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

func TestCatalog_Applicable(t *testing.T) {
	repealed := code("old", codes.National, "XX")
	repealed.Versions[0].Status = codes.Repealed
	draft := code("draft", codes.National, "XX")
	draft.Versions[0].Status = codes.Draft
	c := catalog(t,
		code("nation", codes.National, "XX"),
		code("region-a", codes.Regional, "XX-A"),
		code("province-1", codes.Provincial, "XX-01"),
		code("town-1", codes.Municipal, "XX-001"),
		code("metro", codes.Supramunicipal, "XX-001", "XX-003"),
		code("coast", codes.Sectorial, "XX-02", "XX-006"),
		code("nested", codes.Sectorial, "XX-A", "XX-001"),
		code("union", codes.European, "FR", "XX"),
		repealed, draft,
	)
	for id, want := range map[geo.ID][]string{
		"XX":     {"country nation", "country union"},
		"XX-B":   {"country nation", "country union"},
		"XX-A":   {"country nation", "country union", "region nested", "region region-a"},
		"XX-02":  {"country nation", "country union", "region nested", "region region-a", "province coast"},
		"XX-003": {"country nation", "country union", "region nested", "region region-a", "province coast", "municipality metro"},
		"XX-006": {"country nation", "country union", "municipality coast"},
		"XX-001": {
			"country nation", "country union", "region region-a", "province province-1",
			"municipality metro", "municipality nested", "municipality town-1",
		},
	} {
		t.Run(string(id), func(t *testing.T) {
			list, err := c.Applicable(id)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, a := range list {
				got = append(got, a.Match.String()+" "+a.Code.Slug)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("Applicable (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("ErrNotFound", func(t *testing.T) {
		if _, err := c.Applicable("XX-999"); !errors.Is(err, geo.ErrNotFound) {
			t.Errorf("got %v, want geo.ErrNotFound", err)
		}
	})
}

// Places with the same codes share one slice: a transport encodes it once.
func TestCatalog_ApplicableShared(t *testing.T) {
	c := catalog(t, code("nation", codes.National, "XX"), code("metro", codes.Supramunicipal, "XX-001", "XX-005"))
	for _, pair := range [][2]geo.ID{{"XX-002", "XX-B"}, {"XX-001", "XX-005"}} {
		a, errA := c.Applicable(pair[0])
		b, errB := c.Applicable(pair[1])
		if errA != nil || errB != nil || len(a) == 0 || &a[0] != &b[0] {
			t.Errorf("%v do not share their codes (%v, %v)", pair, errA, errB)
		}
	}
}

func TestCatalog_Visible(t *testing.T) {
	ours, theirs := code("ours", codes.National, "XX"), code("theirs", codes.National, "FR")
	theirs.CountryCode = "FR"
	c := catalog(t, ours, theirs, code("union", codes.European, "XX", "FR"), code("other-union", codes.European, "FR"))
	for slug, want := range map[string]bool{"ours": true, "theirs": false, "union": true, "other-union": false} {
		got, err := c.Get(slug)
		if err != nil {
			t.Fatal(err)
		}
		if c.Visible(got, "XX") != want {
			t.Errorf("Visible(%s, XX) = %v, want %v", slug, !want, want)
		}
	}
}

func TestSortVersions(t *testing.T) {
	versions := []codes.Version{
		{Slug: "undated", Status: codes.Repealed},
		{Slug: "2006", Status: codes.Repealed, Effective: day(t, "2006-03-29")},
		{Slug: "draft", Status: codes.Draft, Published: day(t, "2027-01-01")},
		{Slug: "2019", Status: codes.Active, Effective: day(t, "2019-12-28")},
		{Slug: "2022", Status: codes.Active, Effective: day(t, "2022-06-16")},
		{Slug: "2010", Status: codes.Repealed, Effective: day(t, "2010-03-12")},
		{Slug: "2010b", Status: codes.Repealed, Effective: day(t, "2010-03-12"), Published: day(t, "2010-03-11")},
		{Slug: "2008", Status: codes.Repealed, Published: day(t, "2008-10-23")}, // day of effect unknown
		{Slug: "2020", Status: codes.Active, Published: day(t, "2020-01-02")},
	}
	codes.SortVersions(versions)
	var got []string
	for _, v := range versions {
		got = append(got, v.Slug)
	}
	want := []string{"2022", "2020", "2019", "draft", "2010b", "2010", "2008", "2006", "undated"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func ExampleCatalog_Applicable() {
	places, err := geo.NewGazetteer([]geo.Scheme{scheme{country: "XX"}}, []geo.Place{
		{ID: "XX", Name: "Country", Level: geo.Country},
		{ID: "XX-A", Name: "Region A", Level: geo.Region, Parent: "XX"},
	})
	if err != nil {
		panic(err)
	}
	catalog, err := codes.NewCatalog(places, []codes.Code{{
		Slug: "building-act", Title: "Building Act", CountryCode: "XX", Scope: codes.National, Territories: []geo.ID{"XX"},
		Versions: []codes.Version{{Slug: "2020", Title: "Building Act 2020", Status: codes.Active}},
	}})
	if err != nil {
		panic(err)
	}
	applicable, err := catalog.Applicable("XX-A")
	if err != nil {
		panic(err)
	}
	for _, a := range applicable {
		fmt.Printf("%s applies because of the %s\n", a.Code.Title, a.Match)
	}
	// Output: Building Act applies because of the country
}
