package plugintest

import (
	"context"
	"errors"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
)

// checkPlaces looks at the places as an import does.
func (s *subject) checkPlaces(ctx context.Context, fail failer) {
	if s.placesErr != nil {
		fail("the places cannot be fetched: %v", s.placesErr)
	}
	if len(s.places) == 0 {
		return // they come from a file
	}
	if first := s.places[0]; first.ID != s.country.Country() {
		fail("the first place is %q, want the country %q", first.ID, s.country.Country())
	}
	if _, err := geo.NewGazetteer([]geo.Scheme{s.country}, s.places); err != nil {
		fail("the places are no tree: %v", err)
	}
	for _, p := range s.places {
		s.checkTech(p, fail)
	}
	if s.placesErr == nil {
		s.checkAgain(ctx, fail)
	}
	s.checkYield(ctx, fail)
}

func (s *subject) checkAgain(ctx context.Context, fail failer) {
	again, _, err := s.fetchPlaces(ctx, "", "", nil)
	fail.err("the places, fetched again", err)
	if diff := cmp.Diff(s.places, again); err == nil && diff != "" {
		fail("Places yields other places each time (-first +second):\n%s", short(diff))
	}
}

// maxPopulation is more than any municipality has.
const maxPopulation = 100_000_000

// checkTech looks at what the tree leaves open.
func (s *subject) checkTech(p geo.Place, fail failer) {
	if p.Tech == nil {
		return
	}
	if n := p.Tech.Population; n != nil && *n > maxPopulation {
		fail("%q has a population of %d: no municipality has so many", p.ID, *n)
	}
	for _, v := range p.Tech.Extra {
		if v.Label == "" || v.Value == "" {
			fail("technical datum %q of %q has no label or no value: leave out what is unknown", v.Key, p.ID)
		}
	}
}

var errEnough = errors.New("plugintest: enough")

// checkYield ends the places early, as a host does that gives up.
func (s *subject) checkYield(ctx context.Context, fail failer) {
	calls := 0
	err := s.country.Places(ctx, func(geo.Place) error { calls++; return errEnough })
	if !errors.Is(err, errEnough) {
		fail("Places returned %v when yield returned an error, want that error", err)
	}
	if calls > 1 {
		fail("Places called yield %d times after it had returned an error, want it to end", calls-1)
	}
}
