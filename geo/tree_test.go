package geo_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

// treeCases change the little territory so that it is no tree any more. Row
// numbers are those of geotest.Places.
var treeCases = []struct {
	name   string
	change func(p []geo.Place) []geo.Place
	row    int
	id     geo.ID
	says   string
}{
	{"NoID", set(6, func(p *geo.Place) { p.ID = "" }), 6, "", "no identifier"},
	{"Duplicate", add(geo.Place{ID: "XX-01001", Name: "Otra", Level: geo.Municipality, Parent: "XX-01"}), 13, "XX-01001", "row 6 has the same identifier"},
	{"ShapeOfNone", set(6, func(p *geo.Place) { p.ID = "XX-0100" }), 6, "XX-0100", "no identifier of XX"},
	{"NotCanonical", set(6, func(p *geo.Place) { p.ID = "XX-0100a" }), 6, "XX-0100a", "no identifier of XX"},
	{"LowerCase", set(1, func(p *geo.Place) { p.ID = "XX-no" }), 1, "XX-no", `write "XX-NO"`},
	{"LevelAgainstShape", set(6, func(p *geo.Place) { p.Level = geo.Province }), 6, "XX-01001", "that of a municipality"},
	{"NoLevel", set(6, func(p *geo.Place) { p.Level = 0 }), 6, "XX-01001", "level 0 is none"},
	{"LevelUnknown", set(6, func(p *geo.Place) { p.Level = 200 }), 6, "XX-01001", "level 200 is none"},
	{"NoParent", set(6, func(p *geo.Place) { p.Parent = "" }), 6, "XX-01001", "no parent"},
	{"Orphan", set(6, func(p *geo.Place) { p.Parent = "XX-99" }), 6, "XX-01001", `parent "XX-99" is not among the places`},
	{"ParentDeeper", set(3, func(p *geo.Place) { p.Parent = "XX-01001" }), 3, "XX-01", `"XX-01001" is a municipality`},
	{"ParentSameLevel", set(3, func(p *geo.Place) { p.Parent = "XX-02" }), 3, "XX-01", `"XX-02" is a province`},
	{"CountryWithoutScheme", add(geotest.Scheme{Code: "AA"}.Places()...), 13, "AA", `country "AA" has no scheme`},
	{"ParentAbroad", add(geo.Place{ID: "AA", Name: "A", Level: geo.Country},
		geo.Place{ID: "AA-NO", Name: "N", Level: geo.Region, Parent: "XX"}), 14, "AA-NO", "another country"},
	{"ParentRefusedByScheme", set(6, func(p *geo.Place) { p.Parent = "XX-02" }), 6, "XX-01001", "first two digits"},
	{"CountryWithParent", set(0, func(p *geo.Place) { p.Parent = "XX-01" }), 0, "XX", "leave its parent empty"},
	{"CycleOfOne", set(3, func(p *geo.Place) { p.Parent = "XX-01" }), 3, "XX-01", `"XX-01 in XX-01"`},
	{"CycleOfTwo", set(4, func(p *geo.Place) { p.Parent = "XX-02001" }), 4, "XX-02", `"XX-02 in XX-02001 in XX-02"`},
	{"TwoRoots", set(1, func(p *geo.Place) { p.Level, p.Parent = geo.Country, "" }), 1, "XX-NO", "country row already"},
	{"NoRoot", func(p []geo.Place) []geo.Place { return p[1:] }, -1, "XX", "no row is the country itself"},
	{"EmptyName", set(6, func(p *geo.Place) { p.Name = " \t" }), 6, "XX-01001", "name is empty"},
	{"LongName", set(6, func(p *geo.Place) { p.Name = strings.Repeat("ñ", 201) }), 6, "XX-01001", "longer than 200"},
	{"EmptyAlias", set(6, func(p *geo.Place) { p.Aliases = []string{"ok", ""} }), 6, "XX-01001", "alias is empty"},
	{"NameNotUTF8", set(6, func(p *geo.Place) { p.Name = "\xe1" }), 6, "XX-01001", "name is not UTF-8"},
	{"NULInName", set(6, func(p *geo.Place) { p.Name = "A\x00" }), 6, "XX-01001", "name holds a NUL"},
	{"NULInAlias", set(6, func(p *geo.Place) { p.Aliases = []string{"\x00"} }), 6, "XX-01001", "alias holds a NUL"},
	{"TechOnProvince", set(3, func(p *geo.Place) { p.Tech = &geo.TechData{} }), 3, "XX-01", "only a municipality"},
	{"RadonTooHigh", set(6, func(p *geo.Place) { p.Tech.RadonZone = new(4) }), 6, "XX-01001", "radon zone 4"},
	{"RadonNegative", set(6, func(p *geo.Place) { p.Tech.RadonZone = new(-1) }), 6, "XX-01001", "radon zone -1"},
	{"AltitudeTooLow", set(6, func(p *geo.Place) { p.Tech.AltitudeM = new(-501) }), 6, "XX-01001", "altitude -501"},
	{"AltitudeTooHigh", set(6, func(p *geo.Place) { p.Tech.AltitudeM = new(9001) }), 6, "XX-01001", "altitude 9001"},
	{"PopulationTooHigh", set(6, func(p *geo.Place) { p.Tech.Population = new(math.MaxInt) }), 6, "XX-01001", "more than a municipality has"},
	{"PopulationNegative", set(6, func(p *geo.Place) { p.Tech.Population = new(-1) }), 6, "XX-01001", "population -1"},
	{"ExtraWithoutKey", set(6, func(p *geo.Place) { p.Tech.Extra[0].Key = "" }), 6, "XX-01001", "no key"},
	{"ExtraTwice", set(6, func(p *geo.Place) { p.Tech.Extra[1].Key = "wind_zone" }), 6, "XX-01001", "given twice"},
	{"NULInExtra", set(6, func(p *geo.Place) { p.Tech.Extra[0].Unit = "\x00" }), 6, "XX-01001", "unit holds a NUL"},
}

func set(row int, change func(*geo.Place)) func([]geo.Place) []geo.Place {
	return func(places []geo.Place) []geo.Place {
		change(&places[row])
		return places
	}
}

func add(more ...geo.Place) func([]geo.Place) []geo.Place {
	return func(places []geo.Place) []geo.Place { return append(places, more...) }
}

func TestNewGazetteer_TreeError(t *testing.T) {
	for _, c := range treeCases {
		t.Run(c.name, func(t *testing.T) {
			g, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}}, c.change(geotest.Places()))
			var tree *geo.TreeError
			if !errors.As(err, &tree) || !errors.Is(err, geo.ErrInvalidPlace) {
				t.Fatalf("NewGazetteer error = %v, want a *TreeError", err)
			}
			if g != nil {
				t.Error("NewGazetteer returned a Gazetteer beside the error")
			}
			named := func(p geo.Problem) bool {
				return p.Row == c.row && p.ID == c.id && strings.Contains(p.Message, c.says)
			}
			if !slices.ContainsFunc(tree.Problems, named) {
				t.Errorf("no problem of row %d (%q) says %q:\n%v", c.row, c.id, c.says, err)
			}
		})
	}
}

func TestNewGazetteer_ReportsAll(t *testing.T) {
	places := geotest.Many(500)
	for row := 100; row < 400; row++ {
		places[row].Parent = "XX-97"
	}
	places[450].Name = ""
	_, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}}, places)
	var tree *geo.TreeError
	if !errors.As(err, &tree) {
		t.Fatalf("NewGazetteer error = %v, want a *TreeError", err)
	}
	if len(tree.Problems) != 301 {
		t.Errorf("the report has %d problems, want 301", len(tree.Problems))
	}
	inOrder := slices.IsSortedFunc(tree.Problems, func(a, b geo.Problem) int { return a.Row - b.Row })
	if !inOrder {
		t.Error("the problems are not in order of row")
	}
	text := err.Error()
	if got := strings.Count(text, "\n"); got != 21 {
		t.Errorf("the text has %d lines after the first, want 20 problems and one that counts the rest:\n%s", got, text)
	}
	for _, want := range []string{"301", "row 100", "and 281 more"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
}

func TestNewGazetteer_Schemes(t *testing.T) {
	cases := []struct {
		name    string
		schemes []geo.Scheme
		says    string
	}{
		{"OK", []geo.Scheme{geotest.Scheme{}, geotest.Scheme{Code: "AA"}}, ""},
		{"ErrNone", nil, "has no scheme"},
		{"ErrNil", []geo.Scheme{geotest.Scheme{}, nil}, "scheme 1 is nil"},
		{"ErrTwice", []geo.Scheme{geotest.Scheme{}, geotest.Scheme{}}, "two schemes"},
		{"ErrNoCountry", []geo.Scheme{geotest.Scheme{}, geotest.Scheme{Code: "A-B"}}, "serves no country"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := geo.NewGazetteer(c.schemes, geotest.Places())
			if got := fmt.Sprint(err); c.says == "" && err != nil || !strings.Contains(got, c.says) {
				t.Errorf("NewGazetteer error = %v, want one that says %q", err, c.says)
			}
		})
	}
}

func TestCheckPlaces(t *testing.T) {
	if err := geo.CheckPlaces(geotest.Places()); err != nil {
		t.Errorf("CheckPlaces of good places: %v", err)
	}
	// A store keeps what is no tree yet.
	if err := geo.CheckPlaces([]geo.Place{{ID: "XX-01001", Level: geo.Municipality, Parent: "XX-99"}}); err != nil {
		t.Errorf("CheckPlaces of an orphan: %v", err)
	}
	err := geo.CheckPlaces([]geo.Place{{ID: "A", Level: geo.Country}, {ID: "A", Name: "\x00"}, {Level: geo.Region}})
	var tree *geo.TreeError
	if !errors.As(err, &tree) {
		t.Fatalf("CheckPlaces error = %v, want a *TreeError", err)
	}
	var rows []int
	for _, p := range tree.Problems {
		rows = append(rows, p.Row)
	}
	if diff := cmp.Diff([]int{1, 1, 1, 2}, rows); diff != "" {
		t.Errorf("rows of the problems (-want +got):\n%s\n%v", diff, err)
	}
}
