package geotest

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/geo"
)

// TestStore runs the suite every [geo.Store] passes. open returns an empty
// store for one subtest and has t clean up after it.
func TestStore(t *testing.T, open func(t *testing.T) geo.Store) {
	cases := []struct {
		name string
		run  func(t *testing.T, s geo.Store)
	}{
		{"Empty", testEmpty},
		{"PutAndList", testPutAndList},
		{"Order", testOrder},
		{"CountryFilter", testCountryFilter},
		{"PutAgain", testPutAgain},
		{"PutAgainReordered", testPutAgainReordered},
		{"Replace", testReplace},
		{"CountsEveryField", testCountsEveryField},
		{"ListOrders", testListOrders},
		{"UnknownIsNotZero", testUnknownIsNotZero},
		{"NoTechIsNotEmptyTech", testNoTech},
		{"ExactText", testExactText},
		{"CallersOwnTheirValues", testOwnership},
		{"ErrInvalidPlace", testInvalid},
		{"ErrCanceled", testCanceled},
		{"ConcurrentSamePlaces", testConcurrentSame},
		{"ConcurrentOtherPlaces", testConcurrentOther},
		{"ReadersSeeWholePuts", testReadersSeeWholePuts},
		{"TenThousand", testTenThousand},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.run(t, open(t)) })
	}
}

// put stores places and checks how many it is told have changed.
func put(t *testing.T, s geo.Store, wantChanged int, places ...geo.Place) {
	t.Helper()
	changed, err := s.PutPlaces(t.Context(), places)
	if err != nil {
		t.Fatalf("PutPlaces of %d places: %v", len(places), err)
	}
	if changed != wantChanged {
		t.Errorf("PutPlaces said changed = %d, want %d", changed, wantChanged)
	}
}

func list(t *testing.T, s geo.Store, country geo.ID) []geo.Place {
	t.Helper()
	places, err := s.ListPlaces(t.Context(), country)
	if err != nil {
		t.Fatalf("ListPlaces(%q): %v", country, err)
	}
	return places
}

// wantList checks that the store lists exactly want, in that order. Whether an
// empty list is nil is left to the store.
func wantList(t *testing.T, s geo.Store, country geo.ID, want ...geo.Place) {
	t.Helper()
	if diff := cmp.Diff(want, list(t, s, country), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("ListPlaces(%q) (-want +got):\n%s", country, diff)
	}
}

func ids(places []geo.Place) []geo.ID {
	out := make([]geo.ID, len(places))
	for i, p := range places {
		out[i] = p.ID
	}
	return out
}

// bare returns a municipality about which nothing is known but its name.
func bare(id geo.ID, name string) geo.Place {
	return geo.Place{ID: id, Name: name, Level: geo.Municipality, Parent: "XX-01", Tech: &geo.TechData{}}
}

func testEmpty(t *testing.T, s geo.Store) {
	wantList(t, s, "")
	wantList(t, s, "XX")
	put(t, s, 0)
	wantList(t, s, "")
}

func testPutAndList(t *testing.T, s geo.Store) {
	put(t, s, len(Places()), Places()...)
	wantList(t, s, "XX", Places()...)
	wantList(t, s, "", Places()...)
}

func testInvalid(t *testing.T, s geo.Store) {
	put(t, s, len(Places()), Places()...)
	fresh := bare("XX-01900", "Buena")
	for _, c := range invalidPlaces() {
		t.Run(c.name, func(t *testing.T) {
			// The bad row comes last, so that a store that writes row by row
			// has something to leave behind; the rename must not stay either.
			renamed := Places()[6]
			renamed.Name = "Renombrada"
			changed, err := s.PutPlaces(t.Context(), []geo.Place{fresh, renamed, c.bad})
			if !errors.Is(err, geo.ErrInvalidPlace) {
				t.Errorf("PutPlaces error = %v, want ErrInvalidPlace", err)
			}
			if changed != 0 {
				t.Errorf("PutPlaces said changed = %d with an error, want 0", changed)
			}
			wantList(t, s, "", Places()...)
		})
	}
}

type invalidPlace struct {
	name string
	bad  geo.Place
}

// invalidPlaces returns one row for each reason a store refuses a put.
func invalidPlaces() []invalidPlace {
	with := func(change func(*geo.Place)) geo.Place {
		p := bare("XX-01901", "Mala")
		change(&p)
		return p
	}
	return []invalidPlace{
		{"Duplicate", bare("XX-01900", "Otra")},
		{"NoID", bare("", "Mala")},
		{"NoLevel", with(func(p *geo.Place) { p.Level = 0 })},
		{"UnknownLevel", with(func(p *geo.Place) { p.Level = 9 })},
		{"NULInID", bare("XX-\x00", "Mala")},
		{"NULInName", bare("XX-01901", "Ma\x00la")},
		{"NULInParent", with(func(p *geo.Place) { p.Parent = "XX\x00" })},
		{"NULInAlias", with(func(p *geo.Place) { p.Aliases = []string{"ok", "\x00"} })},
		{"NULInZone", with(func(p *geo.Place) { p.Tech.ClimateZone = "D3\x00" })},
		{"NULInExtra", with(func(p *geo.Place) { p.Tech.Extra = []geo.TechValue{{Key: "k", Value: "\x00"}} })},
		{"NameNotUTF8", bare("XX-01901", "Mal\xe1")},
		{"AliasNotUTF8", with(func(p *geo.Place) { p.Aliases = []string{"\xff"} })},
		{"SeismicNotUTF8", with(func(p *geo.Place) { p.Tech.SeismicZone = "\xc3" })},
	}
}

func testCanceled(t *testing.T, s geo.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.PutPlaces(ctx, Places()); !errors.Is(err, context.Canceled) {
		t.Errorf("PutPlaces error = %v, want context.Canceled", err)
	}
	if _, err := s.ListPlaces(ctx, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("ListPlaces error = %v, want context.Canceled", err)
	}
	wantList(t, s, "")
}
