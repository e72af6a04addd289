package es

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/reglookup/regengine/geo"
)

//go:embed data/climate.csv
var climateCSV string

// Band is one band of altitudes of a province with its climate zone, in metres
// above sea level: above Above, up to and including UpTo. A nil bound is open.
type Band struct {
	Zone  string // "D3"; the Canaries have "α3"
	Above *int
	UpTo  *int
}

// climate holds the bands of each province, lowest first (CTE DB-HE Annex B,
// table a).
var climate = sync.OnceValue(func() map[string][]Band {
	bands := make(map[string][]Band)
	for _, row := range embeddedRows("climate.csv", climateCSV) {
		province, band := row[0], Band{Zone: row[2]}
		if below := bands[province]; len(below) > 0 {
			band.Above = below[len(below)-1].UpTo
		}
		if row[1] != "" {
			upTo, err := strconv.Atoi(row[1])
			if err != nil {
				panic(fmt.Sprintf("geo/es: embedded climate.csv: %v", err))
			}
			band.UpTo = &upTo
		}
		bands[province] = append(bands[province], band)
	}
	return bands
})

// ClimateBands returns the bands of a province by its two INE digits, lowest
// first; nil for an unknown province.
func ClimateBands(province string) []Band { return slices.Clone(climate()[province]) }

// ClimateBand returns the band an altitude in metres lies in; ok is false for an
// unknown province.
func ClimateBand(province string, altitude int) (band Band, ok bool) {
	for _, band := range climate()[province] {
		if band.UpTo == nil || altitude <= *band.UpTo {
			return band, true
		}
	}
	return Band{}, false
}

// ClimateZone returns the climate zone of CTE DB-HE Annex B, table a, for a
// province (two INE digits) and an altitude in metres above sea level; ok is
// false for an unknown province.
func ClimateZone(province string, altitude int) (zone string, ok bool) {
	band, ok := ClimateBand(province, altitude)
	return band.Zone, ok
}

// ClimateReach is how far, in metres of altitude, a building may plausibly lie
// above or below the capital of its municipality. No official list gives the
// highest and lowest ground built on in each municipality; this figure decides
// only whether a warning is given.
const ClimateReach = 100

// ClimateNote says, in Spanish, that a zone boundary lies within [ClimateReach]
// of the altitude, so that a site of the municipality may be in another zone
// than its capital (DECISIONS 25). It is "" when none does or the province is
// unknown.
func ClimateNote(province string, altitude int) string {
	band, ok := ClimateBand(province, altitude)
	if !ok {
		return ""
	}
	if band.UpTo != nil && *band.UpTo-altitude < ClimateReach {
		above, _ := ClimateBand(province, *band.UpTo+1)
		return fmt.Sprintf("La zona climática %s corresponde a la altitud de la capital del municipio (%d m); "+
			"por encima de %d m es %s: conviene indicar la altitud del emplazamiento.", band.Zone, altitude, *band.UpTo, above.Zone)
	}
	if band.Above != nil && altitude-*band.Above <= ClimateReach {
		below, _ := ClimateBand(province, *band.Above)
		return fmt.Sprintf("La zona climática %s corresponde a la altitud de la capital del municipio (%d m); "+
			"hasta %d m es %s: conviene indicar la altitud del emplazamiento.", band.Zone, altitude, *band.Above, below.Zone)
	}
	return ""
}

// derivedZone returns the zone that follows from the province and the altitude
// of tech, "" when it cannot be told. Where a whole province is one zone the
// altitude is not needed.
func derivedZone(id geo.ID, tech *geo.TechData) string {
	province, ok := ProvinceOf(id)
	if !ok {
		return ""
	}
	if bands := climate()[province]; len(bands) == 1 {
		return bands[0].Zone
	}
	if tech == nil || tech.AltitudeM == nil {
		return ""
	}
	zone, _ := ClimateZone(province, *tech.AltitudeM)
	return zone
}

// Derive implements [geo.Scheme]: the climate zone of a municipality follows
// from its province and its altitude, by CTE DB-HE Annex B.
func (Scheme) Derive(p geo.Place) geo.Place {
	if p.Level != geo.Municipality || (p.Tech != nil && p.Tech.ClimateZone != "") {
		return p
	}
	zone := derivedZone(p.ID, p.Tech)
	if zone == "" {
		return p
	}
	tech := geo.TechData{}
	if p.Tech != nil {
		tech = *p.Tech
	}
	tech.ClimateZone = zone
	p.Tech = &tech
	return p
}
