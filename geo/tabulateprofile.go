package geo

import (
	"encoding/json"
	"fmt"
	"slices"
)

// gridM is the distance of two altitudes a scheme is asked about, in metres.
const gridM = 25

// altitudeBreaker is a [Scheme] that knows where its bands end.
type altitudeBreaker interface {
	// AltitudeBreaks returns the altitudes, in metres, at and above which something
	// else may follow of p.
	AltitudeBreaks(p Place) []int
}

// sampler asks what a scheme derives of one place.
type sampler struct {
	scheme Scheme
	place  *Place

	// stated is set where the climate zone follows from other data of the place,
	// too: then it is asked for with them.
	stated bool

	asked    TechData // what a scheme is asked with, each time anew: it keeps nothing of it
	altitude int
}

func (s *sampler) profile() TechProfile {
	s.stated = s.dependsOnStated()
	var profile TechProfile
	if unstated := s.at(nil); !isZeroTech(&unstated) {
		profile.Unstated = &unstated
	}
	grid := s.grid()
	from, last := grid[0], s.at(&grid[0])
	for _, altitude := range grid[1:] {
		next := s.at(&altitude)
		for from < altitude && !sameTech(&last, &next) {
			end, above := s.lastLike(from, altitude, &last)
			profile.Bands = append(profile.Bands, TechBand{UpTo: &end, Tech: last})
			from, last = end+1, above
		}
		from = altitude
	}
	profile.Bands = append(profile.Bands, TechBand{Tech: last})
	if len(profile.Bands) == 1 && isZeroTech(&last) {
		profile.Bands = nil
	}
	return profile
}

// grid returns the altitudes to ask about, lowest first.
func (s *sampler) grid() []int {
	var list []int
	for m := minAltitudeM; m <= maxAltitudeM; m += gridM {
		list = append(list, m)
	}
	breaker, ok := s.scheme.(altitudeBreaker)
	if !ok {
		return list
	}
	for _, m := range breaker.AltitudeBreaks(*s.place) {
		for _, near := range []int{m - 1, m, m + 1} {
			if near >= minAltitudeM && near <= maxAltitudeM {
				list = append(list, near)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// lastLike returns the highest altitude from low up to below high at which the same
// follows as at low, and what follows above it.
func (s *sampler) lastLike(low, high int, like *TechData) (end int, above TechData) {
	above = s.at(&high)
	for high-low > 1 {
		middle := (low + high) / 2
		if mid := s.at(&middle); sameTech(like, &mid) {
			low = middle
		} else {
			high, above = middle, mid
		}
	}
	return low, above
}

// dependsOnStated compares a few answers with and without the place's own data.
func (s *sampler) dependsOnStated() bool {
	if s.place.Tech == nil {
		return false
	}
	for _, m := range []*int{nil, s.place.Tech.AltitudeM, new(0), new(500), new(1000), new(2000)} {
		if s.bare(m).ClimateZone != s.zoneWithStated(m) {
			return true
		}
	}
	return false
}

// at returns what follows of the place at an altitude; nil for an unknown one.
func (s *sampler) at(altitude *int) TechData {
	tech := s.bare(altitude)
	if s.stated {
		tech.ClimateZone = s.zoneWithStated(altitude)
	}
	return tech
}

// bare returns what follows from the place and an altitude alone.
func (s *sampler) bare(altitude *int) TechData {
	p := *s.place
	s.asked = TechData{}
	if altitude != nil {
		s.altitude = *altitude
		s.asked.AltitudeM = &s.altitude
	}
	p.Tech = &s.asked
	var out TechData
	if derived := s.scheme.Derive(p).Tech; derived != nil {
		out = *derived
	}
	if altitude != nil {
		out.AltitudeM = nil
	}
	return out
}

// zoneWithStated returns the climate zone that follows from all the place states.
func (s *sampler) zoneWithStated(altitude *int) string {
	p := *s.place
	tech := *s.place.Tech
	tech.AltitudeM, tech.ClimateZone = altitude, ""
	p.Tech = &tech
	if derived := s.scheme.Derive(p).Tech; derived != nil {
		return derived.ClimateZone
	}
	return ""
}

func isZeroTech(t *TechData) bool { return sameTech(t, &TechData{}) }

func sameTech(a, b *TechData) bool {
	return a.ClimateZone == b.ClimateZone && a.SeismicZone == b.SeismicZone && sameInt(a.AltitudeM, b.AltitudeM) &&
		sameInt(a.RadonZone, b.RadonZone) && sameInt(a.Population, b.Population) && slices.Equal(a.Extra, b.Extra)
}

func sameInt(a, b *int) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// profiles puts equal profiles of a table into one place.
type profiles struct {
	table *SchemeTable
	index map[string]int
}

func newProfiles(t *SchemeTable) *profiles { return &profiles{t, make(map[string]int)} }

func (s *profiles) put(id ID, p TechProfile) {
	if p.Unstated == nil && len(p.Bands) == 0 {
		return
	}
	key, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprintf("geo: a profile that JSON cannot say: %v", err)) // plain structs always can
	}
	i, ok := s.index[string(key)]
	if !ok {
		i = len(s.table.Profiles)
		s.index[string(key)] = i
		s.table.Profiles = append(s.table.Profiles, p)
	}
	s.table.ProfileOf[id] = i
}
