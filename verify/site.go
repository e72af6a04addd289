package verify

import (
	"strconv"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/quantity"
)

// The technical data of a place a fact may name under "place".
const (
	placeClimate  = "climate_zone"
	placeAltitude = "altitude_m"
	placeSeismic  = "seismic_zone"
	placeRadon    = "radon_zone"
	placePeople   = "population"
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
	case placeClimate:
		return tech.ClimateZone
	case placeAltitude:
		return number(tech.AltitudeM)
	case placeSeismic:
		return tech.SeismicZone
	case placeRadon:
		return number(tech.RadonZone)
	case placePeople:
		return number(tech.Population)
	}
	for _, extra := range tech.Extra {
		if extra.Key == key {
			return extra.Value
		}
	}
	return ""
}

// takePlace adds the technical data of the place to what is known.
func (v *Verifier) takePlace(tech *geo.TechData, world []knowledge) {
	for _, f := range v.facts {
		if f.Place == "" {
			continue
		}
		datum := placeDatum(tech, f.Place)
		if datum == "" {
			continue
		}
		k := knowledge{origin: byPlace, texts: []string{datum}}
		if f.Kind == QuantityFact {
			n, ok := quantity.ParseDecimal(datum, "en")
			if !ok {
				continue
			}
			k = knowledge{origin: byPlace, span: span{lo: &n, hi: &n}}
		}
		world[f.index] = world[f.index].with(k)
	}
}

// siteTech returns the technical data of the place at the altitude the check
// states, with what the country derives from it; nil when none is stated.
func (v *Verifier) siteTech(place *geo.Place, world []knowledge) *geo.TechData {
	scheme, ok := v.places.Scheme(place.ID.Country())
	if !ok || place.Tech == nil {
		return nil
	}
	for _, f := range v.facts {
		if f.Place != placeAltitude || world[f.index].origin != byText {
			continue
		}
		if altitude, ok := world[f.index].span.exact(); ok && altitude.Abs().Cmp(quantity.NewNumber(9000, 1)) < 0 {
			return derivedAt(scheme, place, int(altitude.Float())).Tech
		}
	}
	return nil
}

// derivedAt returns the place as it would be at another altitude.
func derivedAt(scheme geo.Scheme, place *geo.Place, altitude int) geo.Place {
	p := *place
	tech := *place.Tech
	tech.AltitudeM, tech.ClimateZone = &altitude, ""
	p.Tech = &tech
	return scheme.Derive(p)
}

// zoneReach is the difference of height, in metres, within which a municipality
// is taken to have buildings above or below its capital (DECISIONS 25).
const zoneReach = 100

// nearZoneBoundary reports whether another climate zone begins within zoneReach
// of the capital's altitude.
func (v *Verifier) nearZoneBoundary(place *geo.Place) bool {
	scheme, ok := v.places.Scheme(place.ID.Country())
	if !ok || place.Tech == nil || place.Tech.AltitudeM == nil || place.Tech.ClimateZone == "" {
		return false
	}
	at := func(altitude int) string { return derivedAt(scheme, place, altitude).Tech.ClimateZone }
	altitude := *place.Tech.AltitudeM
	here := at(altitude)
	return here != "" && (at(altitude+zoneReach) != here || at(max(0, altitude-zoneReach)) != here)
}
