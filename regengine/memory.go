package regengine

import (
	"strconv"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/verify"
)

// ProjectData is what the memory of a project tells checks made within it. The altitude
// of the site is told under the id it has in every country, however it is named there.
func ProjectData(p *projects.Info) []verify.Datum {
	out := make([]verify.Datum, 0, len(p.Memory))
	item, high := p.AltitudeItem()
	for _, m := range p.Memory {
		if high && m == item {
			if metres, ok := p.SiteAltitude(); ok {
				m.Key, m.Value, m.Unit = verify.SiteAltitudeID, strconv.Itoa(metres), "m"
			}
		}
		out = append(out, verify.Datum{Key: m.Key, Label: m.Label, Value: m.Value, Unit: m.Unit})
	}
	return out
}

// CheckMemory says what is wrong with a datum that is to be stored for a project of a
// country: a key that is the id of a circumstance takes a value of it. The error is a
// *verify.CircumstanceError.
func CheckMemory(v *verify.Verifier, country geo.ID, m projects.MemoryItem) error {
	var info projects.Info
	info.Memory = []projects.MemoryItem{m}
	if wrong := v.CheckDatum(country, ProjectData(&info)[0]); wrong != nil {
		return wrong
	}
	return nil
}
