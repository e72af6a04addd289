package codes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

// speaks is a country with a language.
type speaks struct {
	geo.UnimplementedScheme
	country  geo.ID
	language string
}

func (s speaks) Country() geo.ID  { return s.country }
func (s speaks) Language() string { return s.language }
func (s speaks) ParseID(text string) (geo.ID, geo.Level, error) {
	if geo.ID(text) != s.country {
		return "", 0, geo.ErrInvalidID
	}
	return s.country, geo.Country, nil
}

// union returns a directive of countries that read Spanish, French, Belgian French
// and German, over a gazetteer of them.
func union(t *testing.T) (*geo.Gazetteer, codes.Code) {
	t.Helper()
	var schemes []geo.Scheme
	var places []geo.Place
	code := codes.Code{
		Slug: "directive", Title: "Directiva de edificios", ShortTitle: "DE", Description: "Marco.", CountryCode: codes.Supranational, Scope: codes.European,
		Language: "es", Wordings: map[string]codes.Wording{
			"fr": {Title: "Directive sur les bâtiments", ShortTitle: "DB"},
			"en": {Title: "Buildings Directive", Description: "A frame."},
		},
		Versions: []codes.Version{
			{Slug: "2024", Title: "Directiva 2024/1", Status: codes.Active, Author: "Consejo", Description: "Vigente.", Wordings: map[string]codes.Wording{
				"fr": {Title: "Directive 2024/1", Author: "Conseil"},
			}},
			{Slug: "2010", Title: "Directiva 2010/1", Status: codes.Repealed, Author: "Consejo"},
		},
	}
	for _, s := range []speaks{{country: "AA", language: "es"}, {country: "BB", language: "fr"}, {country: "CC", language: "fr-BE"}, {country: "DD", language: "de"}} {
		schemes = append(schemes, s)
		places = append(places, geo.Place{ID: s.country, Name: string(s.country), Level: geo.Country})
		code.Territories = append(code.Territories, s.country)
	}
	g, err := geo.NewGazetteer(schemes, places)
	if err != nil {
		t.Fatal(err)
	}
	return g, code
}

// TestCatalog_In: a country reads what is of no single one in its own language, else
// in English, wherever it meets it.
func TestCatalog_In(t *testing.T) {
	places, code := union(t)
	catalog, err := codes.NewCatalog(places, []codes.Code{code})
	if err != nil {
		t.Fatal(err)
	}
	type titles struct{ Title, Short, Description, Version, Author, VersionDescription, Repealed string }
	spanish := titles{"Directiva de edificios", "DE", "Marco.", "Directiva 2024/1", "Consejo", "Vigente.", "Directiva 2010/1"}
	french := titles{"Directive sur les bâtiments", "DB", "", "Directive 2024/1", "Conseil", "", "Directiva 2010/1"}
	english := titles{"Buildings Directive", "", "A frame.", "Directiva 2024/1", "Consejo", "Vigente.", "Directiva 2010/1"}
	of := func(c *codes.Code) titles {
		v, old := c.Versions[0], c.Versions[1]
		return titles{c.Title, c.ShortTitle, c.Description, v.Title, v.Author, v.Description, old.Title}
	}
	for country, want := range map[geo.ID]titles{"AA": spanish, "BB": french, "CC": french, "DD": english, "ZZ": spanish} {
		read := catalog.In(country)
		got, err := read.Get("directive")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, of(got)); diff != "" {
			t.Errorf("%s: Get (-want +got):\n%s", country, diff)
		}
		version, err := read.Version(codes.VersionRef{Code: "directive", Version: "2024"})
		if err != nil || version.Title != want.Version {
			t.Errorf("%s: Version has title %q, %v; want %q", country, version.Title, err, want.Version)
		}
		if found := read.Search(want.Title, nil); found.Total != 1 || found.Items[0] != got {
			t.Errorf("%s: a search for %q found %d", country, want.Title, found.Total)
		}
		if country == "ZZ" {
			continue
		}
		for _, c := range []*codes.Catalog{catalog, read} {
			applicable, err := c.Applicable(country)
			if err != nil || len(applicable) != 1 || applicable[0].Code.Title != want.Title {
				t.Errorf("%s: what applies there is %v, %v; want %q", country, applicable, err, want.Title)
			}
		}
		if selected, err := read.Select(codes.Filter{Place: country, Country: country}); err != nil || len(selected.Refs) != 2 {
			t.Errorf("%s: selected %v, %v; want both versions", country, selected.Refs, err)
		}
	}
	if found := catalog.In("BB").Search("directiva", nil); found.Total != 0 {
		t.Error("a title in another language than the one shown was found")
	}
	if got, _ := catalog.Get("directive"); of(got) != spanish {
		t.Errorf("the catalogue itself changed: %+v", of(got))
	}
}

func TestNewCatalog_wordingsErr(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*codes.Code)
		want   string
	}{
		"NoLanguage":   {func(c *codes.Code) { c.Language = "" }, "write its language"},
		"BadLanguage":  {func(c *codes.Code) { c.Language = "Spanish!" }, "no BCP 47 tag such as es"},
		"BadTag":       {func(c *codes.Code) { c.Wordings["x"] = codes.Wording{Title: "x"} }, "no BCP 47 tag such as fr"},
		"OwnLanguage":  {func(c *codes.Code) { c.Wordings["es-ES"] = codes.Wording{Title: "x"} }, "leave it out"},
		"NoTitle":      {func(c *codes.Code) { c.Wordings["de"] = codes.Wording{Description: "x"} }, "is empty"},
		"Version":      {func(c *codes.Code) { c.Versions[0].Wordings["fr"] = codes.Wording{} }, "directive/2024: wordings: is empty"},
		"NotUTF8":      {func(c *codes.Code) { c.Wordings["de"] = codes.Wording{Title: "x", Author: "\xff"} }, "UTF-8"},
		"NulInVersion": {func(c *codes.Code) { c.Versions[0].Wordings["fr"] = codes.Wording{Title: "x\x00"} }, "NUL"},
	} {
		t.Run(name, func(t *testing.T) {
			places, code := union(t)
			c.change(&code)
			if _, err := codes.NewCatalog(places, []codes.Code{code}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want %q, got %v", c.want, err)
			}
		})
	}
}
