package verify

import (
	"slices"
	"strconv"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

// placeDatum returns one technical datum as text; "" when it is unknown.
func placeDatum(tech *geo.TechData, key string) string {
	if tech == nil {
		return ""
	}
	number := func(n *int) string {
		if n == nil {
			return ""
		}
		return strconv.Itoa(*n)
	}
	switch key {
	case rules.PlaceClimate:
		return tech.ClimateZone
	case rules.PlaceAltitude:
		return number(tech.AltitudeM)
	case rules.PlaceSeismic:
		return tech.SeismicZone
	case rules.PlaceRadon:
		return number(tech.RadonZone)
	case rules.PlacePeople:
		return number(tech.Population)
	}
	for _, extra := range tech.Extra {
		if extra.Key == key {
			return extra.Value
		}
	}
	return ""
}

// takePlace adds the technical data of the place to what is known; where it may
// be one of several, all their values stay possible.
func (v *rulebook) takePlace(techs []*geo.TechData, world []knowledge) {
	for _, f := range v.facts {
		if f.Place == "" {
			continue
		}
		var all knowledge
		for _, tech := range techs {
			if k := f.datumOf(tech); !k.unknown() {
				all = all.with(k)
			}
		}
		if !all.unknown() {
			world[f.index] = world[f.index].with(all)
		}
	}
}

// datumOf is what the technical data of a place tell of f.
func (f *fact) datumOf(tech *geo.TechData) knowledge {
	datum := placeDatum(tech, f.Place)
	if datum == "" {
		return knowledge{}
	}
	if f.Kind != rules.QuantityFact {
		return knowledge{origin: byPlace, texts: []string{datum}}
	}
	n, ok := quantity.ParseDecimal(datum, "en")
	if !ok {
		return knowledge{}
	}
	return knowledge{origin: byPlace, span: quantity.Interval{Lo: &n, Hi: &n}}
}

// siteTechs returns the technical data of the place at the altitude the check
// states, with what the country derives from it: one for each climate zone when
// the altitude is a range. It returns nil when no altitude is stated.
func (v *rulebook) siteTechs(place *geo.Place, world []knowledge) []*geo.TechData {
	scheme, ok := v.places.Scheme(place.ID.Country())
	if !ok {
		return nil
	}
	if place.Tech == nil { // nothing is known of it but where it lies
		bare := *place
		bare.Tech = &geo.TechData{}
		place = &bare
	}
	var techs []*geo.TechData
	for _, f := range v.facts {
		if f.Place != rules.PlaceAltitude || world[f.index].origin < byProject {
			continue
		}
		for _, altitude := range altitudesOf(world[f.index].span) {
			tech := derivedAt(scheme, place, altitude).Tech
			same := func(have *geo.TechData) bool { return sameAtSite(have, tech) }
			if !slices.ContainsFunc(techs, same) {
				techs = append(techs, tech)
			}
		}
	}
	return techs
}

const (
	maxAltitude  = 9000 // metres; nobody builds higher
	altitudeStep = 10   // metres; climate zones turn at multiples of 50
)

// altitudesOf returns heights, in metres, among which every climate zone of the
// span occurs; none when the span is no height at all.
func altitudesOf(s quantity.Interval) []int {
	lo, hi := 0, maxAltitude
	if s.Lo != nil && s.Lo.Abs().Cmp(quantity.NewNumber(maxAltitude, 1)) > 0 || s.Hi != nil && s.Hi.Abs().Cmp(quantity.NewNumber(maxAltitude, 1)) > 0 {
		return nil
	}
	if s.Lo != nil {
		lo = int(s.Lo.Float())
		if s.LoOpen {
			lo++
		}
	}
	if s.Hi != nil {
		hi = int(s.Hi.Float())
		if s.HiOpen {
			hi--
		}
	}
	out := []int{lo}
	for at := lo - lo%altitudeStep + altitudeStep; at < hi; at += altitudeStep {
		out = append(out, at)
	}
	if hi > lo {
		out = append(out, hi)
	}
	return out
}

// zoneReach is the difference of height, in metres, within which a municipality
// is taken to have buildings above or below its capital (DECISIONS 25).
const zoneReach = 100

// nearZoneBoundary reports whether another climate zone begins within zoneReach
// of the capital's altitude.
func (v *rulebook) nearZoneBoundary(place *geo.Place) bool {
	scheme, ok := v.places.Scheme(place.ID.Country())
	if !ok || place.Tech == nil || place.Tech.AltitudeM == nil || place.Tech.ClimateZone == "" {
		return false
	}
	at := func(altitude int) string { return derivedAt(scheme, place, altitude).Tech.ClimateZone }
	altitude := *place.Tech.AltitudeM
	here := at(altitude)
	return here != "" && (at(altitude+zoneReach) != here || at(max(0, altitude-zoneReach)) != here)
}
