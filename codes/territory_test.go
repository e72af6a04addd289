package codes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

// scheme is a country whose identifiers tell their level by how long they are:
// "XX", "XX-A", "XX-01", "XX-001".
type scheme struct {
	geo.UnimplementedScheme
	country geo.ID
}

func (s scheme) Country() geo.ID  { return s.country }
func (s scheme) Language() string { return "en" }

func (s scheme) ParseID(text string) (geo.ID, geo.Level, error) {
	id := geo.ID(strings.ToUpper(text))
	if id.Country() != s.country {
		return "", 0, geo.ErrInvalidID
	}
	switch len(strings.TrimPrefix(string(id), string(s.country))) {
	case 0:
		return id, geo.Country, nil
	case 2:
		return id, geo.Region, nil
	case 3:
		return id, geo.Province, nil
	case 4:
		return id, geo.Municipality, nil
	}
	return "", 0, geo.ErrInvalidID
}

// territory is one country of two regions, three provinces and six towns.
func territory(t testing.TB) *geo.Gazetteer {
	t.Helper()
	places := []geo.Place{
		{ID: "XX", Name: "Country", Level: geo.Country},
		{ID: "XX-A", Name: "Region A", Level: geo.Region, Parent: "XX"},
		{ID: "XX-B", Name: "Region B", Level: geo.Region, Parent: "XX"},
		{ID: "XX-01", Name: "Province 1", Level: geo.Province, Parent: "XX-A"},
		{ID: "XX-02", Name: "Province 2", Level: geo.Province, Parent: "XX-A"},
		{ID: "XX-03", Name: "Province 3", Level: geo.Province, Parent: "XX-B"},
	}
	for i, parent := range []geo.ID{"XX-01", "XX-01", "XX-02", "XX-02", "XX-03", "XX-03"} {
		id := geo.ID(fmt.Sprintf("XX-%03d", i+1))
		places = append(places, geo.Place{ID: id, Name: "Town " + string(id), Level: geo.Municipality, Parent: parent})
	}
	g, err := geo.NewGazetteer([]geo.Scheme{scheme{country: "XX"}}, places)
	if err != nil {
		t.Fatalf("NewGazetteer: %v", err)
	}
	return g
}

func day(t testing.TB, text string) codes.Date {
	t.Helper()
	if text == "" {
		return codes.Date{}
	}
	d, err := codes.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// code returns a valid code with one active version "1".
func code(slug string, scope codes.NormativeScope, territories ...geo.ID) codes.Code {
	c := codes.Code{
		Slug: slug, Title: "Title of " + slug, CountryCode: "XX", Scope: scope, Territories: territories,
		Versions: []codes.Version{{Slug: "1", Title: slug + " 1", Status: codes.Active}},
	}
	if scope == codes.European {
		c.CountryCode = codes.Supranational
	}
	return c
}

func catalog(t testing.TB, list ...codes.Code) *codes.Catalog {
	t.Helper()
	c, err := codes.NewCatalog(territory(t), list)
	if err != nil {
		t.Fatalf("NewCatalog: %v", err)
	}
	return c
}
