package plugintest

import (
	"cmp"
	"context"
	"slices"
	"strings"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
)

// altitudes are tried on every place: seas, shores, passes and peaks.
var altitudes = []int{-400, -1, 0, 1, 199, 200, 201, 399, 400, 401, 600, 800, 801, 1000, 1500, 2500, 4000, 8999}

// checkDerive tries Derive on places as they are, without what was derived, and at
// other altitudes.
func (s *subject) checkDerive(_ context.Context, fail failer) {
	bare := geo.Place{ID: s.country.Country(), Name: "?", Level: geo.Country}
	if diff := gocmp.Diff(bare, s.country.Derive(bare)); diff != "" {
		fail("Derive gave the country technical data (-want +got):\n%s", diff)
	}
	for _, p := range s.sample() {
		s.derive(p, fail)
		if p.Level != geo.Municipality {
			continue
		}
		for _, m := range altitudes {
			p.Tech = &geo.TechData{AltitudeM: &m}
			s.derive(p, fail)
		}
	}
}

func (s *subject) derive(p geo.Place, fail failer) {
	given, untouched := clone(p), clone(p)
	once := s.country.Derive(given)
	if diff := gocmp.Diff(untouched, given); diff != "" {
		fail("Derive changed the place it was given, %q (-before +after):\n%s", p.ID, diff)
	}
	if diff := gocmp.Diff(once, s.country.Derive(clone(once))); diff != "" {
		fail("Derive of what it derived of %q differs (-once +twice):\n%s", p.ID, diff)
	}
	if diff := gocmp.Diff(once, s.country.Derive(untouched)); diff != "" {
		fail("Derive of %q differs each time (-first +second):\n%s", p.ID, diff)
	}
	if lost := overwritten(p, once); lost != "" {
		fail("Derive changed the %s that %q states: what is stated is kept", lost, p.ID)
	}
}

func clone(p geo.Place) geo.Place {
	p.Aliases = slices.Clone(p.Aliases)
	if p.Tech == nil {
		return p
	}
	tech := *p.Tech
	tech.AltitudeM, tech.RadonZone, tech.Population = copied(tech.AltitudeM), copied(tech.RadonZone), copied(tech.Population)
	tech.Extra = slices.Clone(tech.Extra)
	p.Tech = &tech
	return p
}

func copied(n *int) *int {
	if n == nil {
		return nil
	}
	v := *n
	return &v
}

// overwritten names what before states and after does not, or "".
func overwritten(before, after geo.Place) string {
	if before.Tech == nil {
		before.Tech = &geo.TechData{}
	}
	if after.Tech == nil {
		after.Tech = &geo.TechData{}
	}
	b, a := before.Tech, after.Tech
	for _, x := range []struct {
		what string
		lost bool
	}{
		{"identifier", before.ID != after.ID},
		{"name", before.Name != after.Name || !slices.Equal(before.Aliases, after.Aliases)},
		{"level or parent", before.Level != after.Level || before.Parent != after.Parent},
		{"climate zone", b.ClimateZone != "" && b.ClimateZone != a.ClimateZone},
		{"seismic zone", b.SeismicZone != "" && b.SeismicZone != a.SeismicZone},
		{"altitude", b.AltitudeM != nil && (a.AltitudeM == nil || *a.AltitudeM != *b.AltitudeM)},
		{"radon zone", b.RadonZone != nil && (a.RadonZone == nil || *a.RadonZone != *b.RadonZone)},
		{"population", b.Population != nil && (a.Population == nil || *a.Population != *b.Population)},
		{"further data", slices.ContainsFunc(b.Extra, func(v geo.TechValue) bool { return !slices.Contains(a.Extra, v) })},
	} {
		if x.lost {
			return x.what
		}
	}
	return ""
}

// checkSummary looks at what is said of places.
func (s *subject) checkSummary(_ context.Context, fail failer) {
	if got := s.country.Summary(geo.Place{ID: s.country.Country(), Level: geo.Country}); got != "" {
		fail("Summary of a place without technical data = %q, want nothing", got)
	}
	speaks := false
	for _, p := range s.sample() {
		text := s.country.Summary(p)
		speaks = speaks || text != ""
		if strings.HasSuffix(text, "\n") || strings.HasPrefix(text, "\n") || strings.Contains(text, "\n\n") {
			fail("Summary of %q has an empty line:\n%s", p.ID, text)
		}
		if again := s.country.Summary(clone(p)); again != text {
			fail("Summary of %q differs each time", p.ID)
		}
		if p.Tech != nil && text != "" && !strings.Contains(text, p.Tech.ClimateZone) {
			fail("Summary of %q does not name its climate zone %q:\n%s", p.ID, p.Tech.ClimateZone, text)
		}
	}
	if _, ok := s.country.(*shipped); ok || !speaks {
		return // what is written down is of places as they are; to say nothing is allowed
	}
	for _, p := range s.sample() {
		if p.Level == geo.Municipality {
			p.Tech = &geo.TechData{}
			if s.country.Summary(p) == "" {
				fail("Summary of %q with nothing known = nothing: name what is unknown, where that matters", p.ID)
			}
			return
		}
	}
}

// checkTable holds the scheme as it was written down against the scheme itself: what
// the host serves is the former.
func (s *subject) checkTable(_ context.Context, fail failer) {
	if s.placesErr != nil {
		return // said already
	}
	var table geo.Scheme = &s.table
	for _, scope := range scopes {
		word, label := s.country.ScopeWord(scope)
		if gotWord, gotLabel := table.ScopeWord(scope); gotWord != word || gotLabel != label {
			fail("ScopeWord(%q) is written down as %q, %q, want %q, %q", scope, gotWord, gotLabel, word, label)
		}
	}
	for _, p := range s.sample() {
		if id, level, err := table.ParseID(strings.ToLower(string(p.ID))); id != p.ID || level != p.Level {
			fail("ParseID(%q) is written down as %q, %v, %v", p.ID, id, level, err)
		}
		if got, want := table.LevelWord(p.Level), s.country.LevelWord(p.Level); got != want {
			fail("LevelWord(%v) is written down as %q, want %q", p.Level, got, want)
		}
		if got, want := table.Summary(p), s.country.Summary(p); got != want {
			fail("the summary of %q is written down as %q, want %q", p.ID, got, want)
		}
		s.checkDerived(table, p, fail)
	}
}

func (s *subject) checkDerived(table geo.Scheme, p geo.Place, fail failer) {
	if p.Level != geo.Municipality {
		return
	}
	for _, m := range altitudes {
		p = raised(p, m)
		want := cmp.Or(s.country.Derive(p).Tech, p.Tech)
		if diff := gocmp.Diff(want, table.Derive(p).Tech); diff != "" {
			fail("what Derive gives %q at %d m is written down otherwise: it must follow from what the place states and an altitude, and from nothing else (-want +got):\n%s", p.ID, m, diff)
		}
	}
}

// raised returns a place as it is asked about at the altitude of a site: with all
// that is known of it but the climate zone, which may be another there.
func raised(p geo.Place, altitude int) geo.Place {
	tech := geo.TechData{}
	if p.Tech != nil {
		tech = *p.Tech
	}
	tech.AltitudeM, tech.ClimateZone = &altitude, ""
	p.Tech = &tech
	return p
}
