package regengine

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/geo"
)

// atSite returns the question with the climate zone of its project worked out at
// the altitude of the site, where the project's memory gives one (DECISIONS 25):
// whoever answers, reads the project's context or holds an answer against its
// data then sees that zone. The question is the same where no altitude is given,
// or where the country cannot tell a zone by it; the municipality's altitude is
// left as it is in that case, by which it can be told. Nothing of q is changed.
func (s *Snapshot) atSite(q ask.Question) ask.Question {
	if q.Project == nil {
		return q
	}
	altitude, ok := q.Project.SiteAltitude()
	if !ok {
		return q
	}
	scheme, ok := s.Places.Scheme(q.Project.GeoID.Country())
	if !ok {
		return q
	}
	place := raised(scheme, q.Project.Place, altitude)
	if place.Tech.ClimateZone == "" {
		return q
	}
	info := *q.Project
	info.Place = place
	info.TechSummary = scheme.Summary(place) + "\n" + siteNote(scheme.Language(), q.Project.Place.Tech)
	q.Project = &info
	return q
}

// raised is a place as it would be at another altitude, without a climate zone
// where none follows from it.
func raised(scheme geo.Scheme, place geo.Place, altitude int) geo.Place {
	tech := geo.TechData{}
	if place.Tech != nil {
		tech = *place.Tech
	}
	tech.AltitudeM, tech.ClimateZone = &altitude, ""
	place.Tech = &tech
	return scheme.Derive(place)
}

// siteNote says where the zone comes from, and what the municipality's altitude
// is, a datum a line.
func siteNote(language string, municipality *geo.TechData) string {
	words := toolWordingFor(language)
	lines := []string{words.zoneOrigin}
	if municipality != nil && municipality.AltitudeM != nil {
		lines = append(lines, fmt.Sprintf(words.townAltitude, *municipality.AltitudeM))
	}
	return strings.Join(lines, "\n")
}
