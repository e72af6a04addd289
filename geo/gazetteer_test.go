package geo_test

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

func TestGazetteer_Get(t *testing.T) {
	g := mustNew(t, geotest.Places())
	t.Run("OK", func(t *testing.T) {
		for _, want := range geotest.Places() {
			got, err := g.Get(want.ID)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, *got); diff != "" {
				t.Errorf("Get(%q) (-want +got):\n%s", want.ID, diff)
			}
		}
	})
	t.Run("ErrNotFound", func(t *testing.T) {
		for _, id := range []geo.ID{"", "XX-99999", "xx-01001", "ES", "XX-", "\x00"} {
			if got, err := g.Get(id); !errors.Is(err, geo.ErrNotFound) || got != nil {
				t.Errorf("Get(%q) = %v, %v, want ErrNotFound", id, got, err)
			}
		}
	})
}

func TestGazetteer_Ancestors(t *testing.T) {
	places := geotest.Places()
	places = append(places, geo.Place{ID: "XX-04001", Name: "Directa", Level: geo.Municipality, Parent: "XX-SU"})
	g := mustNew(t, places)
	cases := []struct {
		id   geo.ID
		want []geo.ID
	}{
		{"XX", nil},
		{"XX-NO", []geo.ID{"XX"}},
		{"XX-03", []geo.ID{"XX-SU", "XX"}},
		{"XX-03003", []geo.ID{"XX-03", "XX-SU", "XX"}},
		{"XX-04001", []geo.ID{"XX-SU", "XX"}},
	}
	for _, c := range cases {
		t.Run("OK/"+string(c.id), func(t *testing.T) {
			got, err := g.Ancestors(c.id)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, idsOf(got)); diff != "" {
				t.Errorf("Ancestors(%q) (-want +got):\n%s", c.id, diff)
			}
		})
	}
	t.Run("ErrNotFound", func(t *testing.T) {
		if _, err := g.Ancestors("XX-99"); !errors.Is(err, geo.ErrNotFound) {
			t.Errorf("Ancestors error = %v, want ErrNotFound", err)
		}
	})
	t.Run("AppendDoesNotReachOthers", func(t *testing.T) {
		first, _ := g.Ancestors("XX-03001")
		second, _ := g.Ancestors("XX-03002")
		one, other := new(geo.Place), new(geo.Place)
		grown := slices.Insert(first, len(first), one)
		_ = slices.Insert(second, len(second), other)
		if grown[len(grown)-1] != one {
			t.Error("two callers who append to the ancestors of neighbours write over each other")
		}
	})
}

// TestGazetteer_Within holds it against the chain of ancestors, for all pairs.
func TestGazetteer_Within(t *testing.T) {
	g, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}, geotest.Scheme{Code: "AA"}},
		append(geotest.Many(150), geotest.Scheme{Code: "AA"}.Places()...))
	if err != nil {
		t.Fatal(err)
	}
	for place := range g.All {
		ancestors, err := g.Ancestors(place.ID)
		if err != nil {
			t.Fatal(err)
		}
		for container := range g.All {
			want := place == container || slices.Contains(ancestors, container)
			if got := g.Within(place.ID, container.ID); got != want {
				t.Errorf("Within(%q, %q) = %v, want %v", place.ID, container.ID, got, want)
			}
		}
	}
	for _, pair := range [][2]geo.ID{{"XX-99", "XX"}, {"XX", "XX-99"}, {"XX-99", "XX-99"}, {"", ""}} {
		if g.Within(pair[0], pair[1]) {
			t.Errorf("Within(%q, %q) of places that do not exist = true", pair[0], pair[1])
		}
	}
}

func TestGazetteer_All(t *testing.T) {
	places := append(geotest.Places(), geotest.Scheme{Code: "AA"}.Places()...)
	slices.Reverse(places)
	g, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}, geotest.Scheme{Code: "AA"}}, places)
	if err != nil {
		t.Fatal(err)
	}
	want := append(geotest.Scheme{Code: "AA"}.Places(), geotest.Places()...)
	var got []geo.Place
	for p := range g.All {
		got = append(got, *p)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("All (-want +got):\n%s", diff)
	}
	if g.Len() != len(want) {
		t.Errorf("Len() = %d, want %d", g.Len(), len(want))
	}
	for p := range g.All { // an early end is honoured
		_ = p
		break
	}
}

func TestGazetteer_ParseID(t *testing.T) {
	g, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}, geotest.Scheme{Code: "AA"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]geo.ID{"xx": "XX", "aa-no": "AA-NO", "Xx-01001": "XX-01001", "XX-99": "XX-99"} {
		t.Run("OK/"+text, func(t *testing.T) {
			if got, err := g.ParseID(text); err != nil || got != want {
				t.Errorf("ParseID(%q) = %q, %v, want %q", text, got, err, want)
			}
		})
	}
	for _, text := range []string{"", "QQ", "XX-0", "XX-01001 ", "ＸＸ", "xx\x00"} {
		t.Run("ErrInvalidID/"+text, func(t *testing.T) {
			if got, err := g.ParseID(text); !errors.Is(err, geo.ErrInvalidID) || got != "" {
				t.Errorf("ParseID(%q) = %q, %v, want ErrInvalidID", text, got, err)
			}
		})
	}
}

func TestGazetteer_CountriesAndScheme(t *testing.T) {
	g, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}, geotest.Scheme{Code: "AA"}}, geotest.Places())
	if err != nil {
		t.Fatal(err)
	}
	countries := g.Countries()
	if diff := cmp.Diff([]geo.ID{"AA", "XX"}, countries); diff != "" {
		t.Errorf("Countries (-want +got):\n%s", diff)
	}
	countries[0] = "scribble"
	if got := g.Countries()[0]; got != "AA" {
		t.Errorf("Countries() gave its own slice away: %q", got)
	}
	if s, ok := g.Scheme("AA"); !ok || s.Country() != "AA" {
		t.Errorf("Scheme(AA) = %v, %v", s, ok)
	}
	if s, ok := g.Scheme("QQ"); ok || s != nil {
		t.Errorf("Scheme(QQ) = %v, %v, want none", s, ok)
	}
}

func TestGazetteer_Zero(t *testing.T) {
	var g geo.Gazetteer
	if g.Len() != 0 || len(g.Countries()) != 0 || g.Within("XX", "XX") {
		t.Error("the zero Gazetteer holds something")
	}
	if _, err := g.Get("XX"); !errors.Is(err, geo.ErrNotFound) {
		t.Errorf("Get error = %v, want ErrNotFound", err)
	}
	if _, err := g.ParseID("XX"); !errors.Is(err, geo.ErrInvalidID) {
		t.Errorf("ParseID error = %v, want ErrInvalidID", err)
	}
}

// TestGazetteer_Snapshot changes the places a Gazetteer was made of.
func TestGazetteer_Snapshot(t *testing.T) {
	places := geotest.Places()
	g := mustNew(t, places)
	for i := range places {
		places[i].Name = "scribble"
		if tech := places[i].Tech; tech != nil && tech.AltitudeM != nil {
			*tech.AltitudeM = 1
			tech.Extra[0].Value = "scribble"
		}
		if len(places[i].Aliases) > 0 {
			places[i].Aliases[0] = "scribble"
		}
	}
	var got []geo.Place
	for p := range g.All {
		got = append(got, *p)
	}
	if diff := cmp.Diff(geotest.Places(), got); diff != "" {
		t.Errorf("the Gazetteer changed with the places it was made of (-want +got):\n%s", diff)
	}
}

func TestGazetteer_Concurrent(t *testing.T) {
	g := mustNew(t, geotest.Many(300))
	want, err := g.Search("san juan", nil)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				got, err := g.Search("san juan", nil)
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("Search = %q, %v", namesOf(got), err)
				}
			}
		})
	}
	wg.Wait()
}
