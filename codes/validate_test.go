package codes_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

func TestNewCatalog_Problems(t *testing.T) {
	g := territory(t)
	for name, tt := range map[string]struct {
		change func(*codes.Code)
		want   string // "field: part of the message"
	}{
		"Slug":             {func(c *codes.Code) { c.Slug = "Upper_Case" }, "slug: lower-case"},
		"SlugReserved":     {func(c *codes.Code) { c.Slug = "search" }, "slug: reserved"},
		"SlugLong":         {func(c *codes.Code) { c.Slug = strings.Repeat("a", 101) }, "slug: longer"},
		"Title":            {func(c *codes.Code) { c.Title = " " }, "title: empty"},
		"TitleNUL":         {func(c *codes.Code) { c.Title = "a\x00" }, "title: NUL"},
		"TitleUTF8":        {func(c *codes.Code) { c.Title = "a\xff" }, "title: UTF-8"},
		"TagEmpty":         {func(c *codes.Code) { c.Tags = []string{""} }, "tags: empty"},
		"Country":          {func(c *codes.Code) { c.CountryCode = "xx" }, "country: alpha-2"},
		"CountryOfUnion":   {func(c *codes.Code) { c.CountryCode = codes.Supranational }, "country: goes with"},
		"Scope":            {func(c *codes.Code) { c.Scope = "galactic" }, "scope: none of"},
		"NoTerritory":      {func(c *codes.Code) { c.Territories = nil }, "territories: empty"},
		"TwoTerritories":   {func(c *codes.Code) { c.Territories = []geo.ID{"XX", "XX-A"} }, "territories: one territory"},
		"TerritoryTwice":   {func(c *codes.Code) { c.Scope, c.Territories = codes.Sectorial, []geo.ID{"XX-A", "XX-A"} }, "territories: twice"},
		"TerritoryAbsent":  {func(c *codes.Code) { c.Territories = []geo.ID{"XX-Z"} }, "territories: not among the places"},
		"TerritoryForeign": {func(c *codes.Code) { c.Territories = []geo.ID{"FR"} }, "territories: country"},
		"TerritoryLevel":   {func(c *codes.Code) { c.Territories = []geo.ID{"XX-A"} }, "territories: is a region"},
		"EuropeanRegion":   {func(c *codes.Code) { c.Scope, c.CountryCode, c.Territories = codes.European, "EU", []geo.ID{"FR-IDF"} }, "territories: only the country"},
		"VersionCompare":   {func(c *codes.Code) { c.Versions[0].Slug = "compare" }, "slug: reserved"},
		"VersionSlug":      {func(c *codes.Code) { c.Versions[0].Slug = "latest" }, "slug: reserved"},
		"VersionTwice":     {func(c *codes.Code) { c.Versions = append(c.Versions, c.Versions[0]) }, "slug: two versions"},
		"Status":           {func(c *codes.Code) { c.Versions[0].Status = "valid" }, "status: none of"},
		"RepealedDraft":    {func(c *codes.Code) { c.Versions[0].Status = codes.Draft; c.Versions[0].Repealed = day(t, "2020-01-01") }, "repealed: never in force"},
		"RepealedTooEarly": {func(c *codes.Code) {
			c.Versions[0].Effective = day(t, "2020-01-02")
			c.Versions[0].Repealed = day(t, "2020-01-01")
		}, "repealed: before effective"},
		"SuccessorAbsent": {func(c *codes.Code) { c.Versions[0].SucceededBy = codes.VersionRef{Code: "c", Version: "9"} }, "succeeded_by: does not exist"},
		"SuccessorItself": {func(c *codes.Code) { c.Versions[0].SucceededBy = codes.VersionRef{Code: "c", Version: "1"} }, "succeeded_by: comes back"},
		"SectionTwice": {func(c *codes.Code) {
			c.Versions[0].Sections = []codes.Section{{Slug: "a", Title: "A"}, {Slug: "a", Title: "B"}}
		}, "sections: twice"},
		"SectionSlugInvalid": {func(c *codes.Code) { c.Versions[0].Sections = []codes.Section{{Slug: "A b", Title: "A"}} }, "sections: lower-case"},
	} {
		t.Run(name, func(t *testing.T) {
			c := code("c", codes.National, "XX")
			tt.change(&c)
			_, err := codes.NewCatalog(g, []codes.Code{c})
			var report *codes.CatalogError
			if !errors.As(err, &report) || !errors.Is(err, codes.ErrInvalid) {
				t.Fatalf("got %v, want a CatalogError", err)
			}
			field, part, _ := strings.Cut(tt.want, ": ")
			for _, p := range report.Problems {
				if p.Field == field && strings.Contains(p.Message, part) {
					return
				}
			}
			t.Errorf("no problem %q in:\n%v", tt.want, err)
		})
	}
}

// Every mistake is reported, not just the first, and none twice.
func TestNewCatalog_AllProblems(t *testing.T) {
	a, b := code("a", codes.National, "XX"), code("a", codes.National, "XX-A")
	b.Title = ""
	_, err := codes.NewCatalog(territory(t), []codes.Code{a, b})
	var report *codes.CatalogError
	if !errors.As(err, &report) {
		t.Fatalf("got %v, want a CatalogError", err)
	}
	var got []string
	for _, p := range report.Problems {
		got = append(got, p.Ref.String()+" "+p.Field)
	}
	want := []string{"a slug", "a title", "a territories", "a/1 slug"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestNewCatalog_KeepsInput(t *testing.T) {
	c := code("c", codes.National, "XX")
	c.Versions = append([]codes.Version{{Slug: "0", Title: "old", Status: codes.Repealed}}, c.Versions...)
	list := []codes.Code{c}
	if _, err := codes.NewCatalog(territory(t), list); err != nil {
		t.Fatal(err)
	}
	if got := list[0].Versions[0].Slug; got != "0" {
		t.Errorf("the caller's versions were reordered: first is %q", got)
	}
}

func TestCatalog_Get(t *testing.T) {
	c := catalog(t, code("b", codes.National, "XX"), code("a", codes.National, "XX"))
	if got, err := c.Get("a"); err != nil || got.Slug != "a" {
		t.Errorf("Get(a) = %v, %v", got, err)
	}
	if v, err := c.Version(codes.VersionRef{Code: "b", Version: "1"}); err != nil || v.Slug != "1" {
		t.Errorf("Version(b/1) = %v, %v", v, err)
	}
	for _, slug := range []string{"", "A", "a ", "c"} {
		if _, err := c.Get(slug); !errors.Is(err, codes.ErrNotFound) {
			t.Errorf("Get(%q): got %v, want ErrNotFound", slug, err)
		}
	}
	if _, err := c.Version(codes.VersionRef{Code: "b"}); !errors.Is(err, codes.ErrNotFound) {
		t.Errorf("Version without a slug: got %v, want ErrNotFound", err)
	}
	if all := c.All(); len(all) != 2 || all[0].Slug != "a" {
		t.Errorf("All() = %v, want a, b", all)
	}
}

// Inspect complains of the same as NewCatalog but for places refused themselves,
// and gives a catalogue to look versions up in all the same.
func TestInspect(t *testing.T) {
	list := []codes.Code{
		code("a", codes.Sectorial, "XX-A", "XX-Y", "XX-Z"),
		code("b", codes.National, "YY"),
		code("c", codes.National, "XX"),
	}
	list[1].CountryCode, list[1].Scope = "xx", "galactic"
	c, err := codes.Inspect(territory(t), list, map[geo.ID]bool{"XX-Y": true})
	var report *codes.CatalogError
	if !errors.As(err, &report) {
		t.Fatalf("got %v, want a CatalogError", err)
	}
	var got []string
	for _, p := range report.Problems {
		got = append(got, p.Ref.String()+" "+p.Field+" "+strings.Fields(p.Message)[0])
	}
	// Of b, territories and the country's scope only follow from what is said.
	want := []string{"a territories XX-Z", `b country "xx"`, `b scope "galactic"`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	for _, slug := range []string{"a", "b", "c"} {
		if _, err := c.Version(codes.VersionRef{Code: slug, Version: "1"}); err != nil {
			t.Errorf("version %s/1: %v", slug, err)
		}
	}
}
