package join

import (
	"slices"

	"github.com/reglookup/regengine/geo"
)

// kept returns the places with what is stored of each and the plugin does not say:
// an operator may have read it from a newer file. What the plugin says holds.
func (j *joiner) kept(list []geo.Place) []geo.Place {
	if j.stored == nil {
		return list
	}
	stored := make(map[geo.ID]*geo.TechData)
	for i := range j.opts.Stored.Places {
		if p := &j.opts.Stored.Places[i]; p.ID.Country() == j.in.Country && p.Tech != nil {
			stored[p.ID] = p.Tech
		}
	}
	list = slices.Clone(list)
	for i := range list {
		if before := stored[list[i].ID]; before != nil && list[i].Level == geo.Municipality {
			list[i] = j.keep(list[i], before)
		}
	}
	return list
}

// keep fills in what a place does not state. A climate zone follows from the
// altitude: where that is an earlier one, the zone is the one at it.
func (j *joiner) keep(p geo.Place, before *geo.TechData) geo.Place {
	var tech geo.TechData
	if p.Tech != nil {
		tech = *p.Tech
	}
	if tech.AltitudeM == nil && before.AltitudeM != nil {
		tech.AltitudeM, tech.ClimateZone = before.AltitudeM, ""
		if at := j.in.Scheme.Derive(geo.Place{ID: p.ID, Level: p.Level, Tech: &geo.TechData{AltitudeM: before.AltitudeM}}); at.Tech != nil {
			tech.ClimateZone = at.Tech.ClimateZone
		}
		if tech.ClimateZone == "" && p.Tech != nil {
			tech.ClimateZone = p.Tech.ClimateZone
		}
	}
	if tech.ClimateZone == "" {
		tech.ClimateZone = before.ClimateZone
	}
	if tech.SeismicZone == "" {
		tech.SeismicZone = before.SeismicZone
	}
	if tech.RadonZone == nil {
		tech.RadonZone = before.RadonZone
	}
	if tech.Population == nil {
		tech.Population = before.Population
	}
	tech.Extra = slices.Clone(tech.Extra)
	for _, v := range before.Extra {
		if !slices.ContainsFunc(tech.Extra, func(have geo.TechValue) bool { return have.Key == v.Key }) {
			tech.Extra = append(tech.Extra, v)
		}
	}
	p.Tech = &tech
	return p
}
