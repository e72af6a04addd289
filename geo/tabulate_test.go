package geo_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

// made is a country of whatever a test makes of it.
type made struct {
	geotest.Scheme
	derive  func(m int) geo.TechData
	summary func(p geo.Place) string
}

func (s made) Derive(p geo.Place) geo.Place {
	if s.derive == nil || p.Level != geo.Municipality || p.Tech == nil || p.Tech.AltitudeM == nil {
		return p
	}
	tech, more := *p.Tech, s.derive(*p.Tech.AltitudeM)
	if tech.ClimateZone == "" {
		tech.ClimateZone = more.ClimateZone
	}
	if tech.RadonZone == nil {
		tech.RadonZone = more.RadonZone
	}
	p.Tech = &tech
	return p
}

func (s made) Summary(p geo.Place) string {
	if s.summary == nil || p.Tech == nil {
		return ""
	}
	return s.summary(p)
}

// breaking is a country that says where its bands are.
type breaking struct {
	made
	breaks []int
}

func (s breaking) AltitudeBreaks(geo.Place) []int { return s.breaks }

func town(id geo.ID, altitude int) geo.Place {
	return geo.Place{ID: id, Name: string(id), Level: geo.Municipality, Parent: "XX-01", Tech: &geo.TechData{AltitudeM: &altitude}}
}

func tabulate(t testing.TB, s geo.Scheme, places ...geo.Place) *geo.SchemeTable {
	t.Helper()
	table, err := geo.Tabulate(t.Context(), s, places)
	if err != nil {
		t.Fatal(err)
	}
	return table.WithPlaces(places)
}

// Limits of bands are found to the metre wherever they are.
func TestTabulate_Bands(t *testing.T) {
	zone := func(limits ...int) func(int) geo.TechData {
		return func(m int) geo.TechData {
			n, _ := slices.BinarySearch(limits, m)
			return geo.TechData{ClimateZone: "Z" + strconv.Itoa(n)}
		}
	}
	for name, s := range map[string]geo.Scheme{
		"137":         made{derive: zone(137)},
		"BelowTheSea": made{derive: zone(-3)},
		"Several":     made{derive: zone(-3, 0, 137, 138, 139, 8999)},
		"Ends":        made{derive: zone(-500, 9000)},
		"Everywhere":  made{derive: func(m int) geo.TechData { return geo.TechData{RadonZone: new((m + 600) / 10 % 4)} }},
		"Alternating": breaking{made{derive: func(m int) geo.TechData { return geo.TechData{ClimateZone: "Z" + strconv.Itoa(m/3&1)} }},
			slices.Collect(func(yield func(int) bool) {
				for m := -501; m <= 9000 && yield(m); m += 3 {
				}
			})},
		"NarrowNamed":  breaking{made{derive: zone(1003, 1010)}, []int{1003, 1010}},
		"NamedOutside": breaking{made{derive: zone(100)}, []int{-99999, 99999, 100}},
		"NothingAtAll": made{derive: func(int) geo.TechData { return geo.TechData{} }},
	} {
		t.Run(name, func(t *testing.T) {
			table := tabulate(t, s, town("XX-01001", 12))
			for m := -500; m <= 9000; m++ {
				if diff := cmp.Diff(s.Derive(town("XX-01001", m)), table.Derive(town("XX-01001", m))); diff != "" {
					t.Fatalf("at %d m (-want +got)\n%s", m, diff)
				}
			}
		})
	}
}

func TestTabulate_ErrTree(t *testing.T) {
	_, err := geo.Tabulate(t.Context(), geotest.Scheme{}, []geo.Place{town("XX-01001", 1), {ID: "XX-1", Level: geo.Region}, {ID: "xx-no", Level: geo.Region},
		{ID: "XX-02", Level: geo.Region}, {ID: "XX-02001", Level: geo.Municipality, Parent: "XX-01"}})
	var tree *geo.TreeError
	if !errors.As(err, &tree) || len(tree.Problems) != 4 {
		t.Errorf("%v, want four places refused", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := geo.Tabulate(ctx, geotest.Scheme{}, []geo.Place{town("XX-01001", 1)}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
}

// summaries are ways to describe a place.
var summaries = map[string]struct {
	say     func(p geo.Place) string
	neutral bool // the lines cannot be told from each other
}{
	"Lines": {say: func(p geo.Place) string {
		return "Zone : " + or(p.Tech.ClimateZone) + "\nHauteur : " + metres(p.Tech.AltitudeM, "") + "\nArticle 7, alinéa 431"
	}},
	"Thousands": {say: func(p geo.Place) string {
		return "Zone : " + or(p.Tech.ClimateZone) + "\nHauteur : " + metres(p.Tech.AltitudeM, "\u202f")
	}},
	"LinesThatComeAndGo": {say: func(p geo.Place) string {
		lines := []string{"Zone " + or(p.Tech.ClimateZone)}
		if p.Tech.AltitudeM != nil {
			lines = append(lines, "("+metres(p.Tech.AltitudeM, "")+")")
		}
		return strings.Join(lines, "\n")
	}},
	"TwoInOneLine": {neutral: true, say: func(p geo.Place) string {
		return "Zone " + or(p.Tech.ClimateZone) + " à " + metres(p.Tech.AltitudeM, "")
	}},
	"Twice": {neutral: true, say: func(p geo.Place) string {
		return "Zone : " + or(p.Tech.ClimateZone) + "\nHauteur : " + metres(p.Tech.AltitudeM, "") + "\nAltitude : " + metres(p.Tech.AltitudeM, "")
	}},
	"AnotherLineFollows": {neutral: true, say: func(p geo.Place) string {
		text := "Zone : " + or(p.Tech.ClimateZone) + "\nHauteur : " + metres(p.Tech.AltitudeM, "")
		if p.Tech.AltitudeM != nil && *p.Tech.AltitudeM > 900 {
			text += "\nMontagne"
		}
		return text
	}},
}

func or(zone string) string {
	if zone == "" {
		return "inconnue"
	}
	return zone
}

func metres(m *int, group string) string {
	switch {
	case m == nil:
		return "inconnue"
	case *m >= 1000:
		return fmt.Sprintf("%d%s%03d m", *m/1000, group, *m%1000)
	}
	return strconv.Itoa(*m) + " m"
}

// At other altitudes the summary is the scheme's own, or in no language; never a
// mixture.
func TestSchemeTable_Summary(t *testing.T) {
	for name, tc := range summaries {
		t.Run(name, func(t *testing.T) {
			s := made{summary: tc.say, derive: func(m int) geo.TechData {
				return geo.TechData{ClimateZone: map[bool]string{true: "H", false: "B"}[m > 1100]}
			}}
			places := []geo.Place{s.Derive(town("XX-01001", 7)), s.Derive(town("XX-01002", 431)), s.Derive(town("XX-01003", 1500)),
				{ID: "XX-01004", Level: geo.Municipality, Parent: "XX-01", Tech: &geo.TechData{}}}
			table := tabulate(t, s, places...)
			for _, p := range places {
				if got := table.Summary(p); got != s.Summary(p) {
					t.Errorf("as recorded: %q, want %q", got, s.Summary(p))
				}
				for _, m := range []int{-200, -3, 6, 7, 8, 999, 1000, 1001, 2222, 8999} {
					at := s.Derive(town(p.ID, m))
					want := s.Summary(at)
					if tc.neutral && (p.Tech.AltitudeM == nil || *p.Tech.AltitudeM != m) {
						want = fmt.Sprintf("climate_zone: %s\naltitude_m: %d", at.Tech.ClimateZone, m)
					}
					if got := table.Summary(at); got != want {
						t.Errorf("%s at %d m: %q, want %q", p.ID, m, got, want)
					}
				}
			}
		})
	}
}

// Without the places at hand nothing is guessed.
func TestSchemeTable_SummaryNeutral(t *testing.T) {
	table := &geo.SchemeTable{CountryID: "XX"}
	got := table.Summary(geo.Place{ID: "XX-01001", Level: geo.Municipality, Tech: &geo.TechData{
		ClimateZone: "B", AltitudeM: new(-4), SeismicZone: "2", RadonZone: new(0), Population: new(12), Extra: []geo.TechValue{{Key: "wind", Label: "Vent", Value: "24", Unit: "m/s"}}}})
	want := "climate_zone: B\naltitude_m: -4\nseismic_zone: 2\nradon_zone: 0\npopulation: 12\nVent: 24 m/s"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("-want +got\n" + diff)
	}
}

// perTown is a country in which each town has a zone of its own.
type perTown struct{ geotest.Scheme }

func (perTown) Derive(p geo.Place) geo.Place {
	p.Tech = &geo.TechData{ClimateZone: string(p.ID)}
	return p
}

// What is merged in stands instead; all else stays, and neither table changes.
func TestSchemeTable_Merge(t *testing.T) {
	low := made{derive: func(int) geo.TechData { return geo.TechData{ClimateZone: "low"} }, summary: func(p geo.Place) string { return "Zone " + p.Tech.ClimateZone }}
	high := made{derive: func(int) geo.TechData { return geo.TechData{ClimateZone: "high"} }, summary: low.summary}
	none := made{}
	a, b := low.Derive(town("XX-01001", 1)), low.Derive(town("XX-01002", 2))
	first, second := tabulate(t, low, a, b), tabulate(t, high, b)
	merged := first.Merge(second)
	for id, want := range map[geo.ID]string{"XX-01001": "low", "XX-01002": "high"} {
		if got := merged.Derive(town(id, 5)).Tech.ClimateZone; got != want {
			t.Errorf("zone of %s is %q, want %q", id, got, want)
		}
	}
	if got := merged.Summary(a); got != "Zone low" {
		t.Errorf("summary %q", got)
	}
	if diff := cmp.Diff(merged, merged.Merge(second)); diff != "" {
		t.Error("merged once more it differs:\n" + diff)
	}
	if diff := cmp.Diff(merged, first.Merge(second)); diff != "" {
		t.Error("it differs each time:\n" + diff)
	}
	if len(merged.Profiles) != 2 || len(first.Profiles) != 1 || first.ProfileOf["XX-01002"] != 0 {
		t.Errorf("%d profiles; the first table has %d", len(merged.Profiles), len(first.Profiles))
	}
	if got := merged.Merge(tabulate(t, none, a)).Derive(town("XX-01001", 5)).Tech.ClimateZone; got != "" {
		t.Errorf("zone %q, want none any more", got)
	}
	var many []geo.Place
	for i := range 30 {
		many = append(many, town(geo.ID(fmt.Sprintf("XX-01%03d", i)), i))
	}
	each := tabulate(t, perTown{}, many...)
	for range 5 {
		if diff := cmp.Diff(each.Merge(second), each.Merge(second)); diff != "" {
			t.Fatal("it differs each time:\n" + diff)
		}
	}
	if got := len(first.Merge(tabulate(t, high, a, b)).Profiles); got != 1 {
		t.Errorf("%d profiles, of which one is used", got)
	}
}
