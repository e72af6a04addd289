package extractive

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/projects"
)

// zoneNote says which climate zone chose what is quoted, and that it is the
// municipality's where the altitude of the site is known and no zone could be told
// by it (DECISIONS 25).
func (a *query) zoneNote(p *projects.Info) string {
	note := fmt.Sprintf(a.wording().zoneUsed, a.zone)
	if zoneOfTown(p, a.zone) {
		note = strings.TrimSuffix(note, ".") + a.saying().ofTown
	}
	return "\n" + note + "\n"
}

// zoneOfTown reports whether a zone is that of the municipality's altitude though
// the project gives another for its site: the technical data are those of the
// site's altitude wherever a zone follows from it.
func zoneOfTown(p *projects.Info, zone string) bool {
	altitude, known := p.SiteAltitude()
	tech := p.Place.Tech
	return known && tech != nil && tech.ClimateZone == zone && (tech.AltitudeM == nil || *tech.AltitudeM != altitude)
}
