package join

import (
	"slices"

	"github.com/reglookup/regengine/geo"
)

// kept returns the places with what is stored of each from elsewhere and the plugin
// does not say: an operator may have read it from a newer file. What the plugin says
// holds, and what it alone said before and says no more is gone. A file of places that
// has no further names of one leaves those there are.
func (j *joiner) kept(list []geo.Place) []geo.Place {
	if j.stored == nil {
		return list
	}
	stored := j.storedPlaces()
	list = slices.Clone(list)
	for i := range list {
		before := stored[list[i].ID]
		if before == nil {
			continue
		}
		if j.in.PlacesOnly && len(list[i].Aliases) == 0 {
			list[i].Aliases = before.Aliases
		}
		if before.Tech == nil || list[i].Level != geo.Municipality {
			continue
		}
		tech := before.Tech
		if !j.in.PlacesOnly {
			tech = fromElsewhere(tech, j.stored.Brought[list[i].ID])
		}
		list[i] = j.keep(list[i], tech)
	}
	return list
}

func (j *joiner) storedPlaces() map[geo.ID]*geo.Place {
	stored := make(map[geo.ID]*geo.Place)
	for i := range j.opts.Stored.Places {
		if p := &j.opts.Stored.Places[i]; p.ID.Country() == j.in.Country {
			stored[p.ID] = p
		}
	}
	return stored
}

// fromElsewhere returns what is stored of a place without what the plugin brought.
func fromElsewhere(stored, brought *geo.TechData) *geo.TechData {
	if brought == nil {
		return stored
	}
	out := *stored
	if out.ClimateZone == brought.ClimateZone {
		out.ClimateZone = ""
	}
	if out.SeismicZone == brought.SeismicZone {
		out.SeismicZone = ""
	}
	out.AltitudeM = unless(out.AltitudeM, brought.AltitudeM)
	out.RadonZone = unless(out.RadonZone, brought.RadonZone)
	out.Population = unless(out.Population, brought.Population)
	out.Extra = slices.DeleteFunc(slices.Clone(out.Extra), func(v geo.TechValue) bool {
		return slices.ContainsFunc(brought.Extra, func(b geo.TechValue) bool { return b.Key == v.Key && b.Value == v.Value })
	})
	return &out
}

// unless returns n where it is not the same number.
func unless(n, same *int) *int {
	if n != nil && same != nil && *n == *same {
		return nil
	}
	return n
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
	if tech.ClimateZone == "" && !j.followed(&p, &tech, before) {
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
	if p.Tech == nil && isBare(&tech) {
		return p
	}
	p.Tech = &tech
	return p
}

// followed reports whether the climate zone that is stored followed from an altitude
// that is another one now.
func (j *joiner) followed(p *geo.Place, now, before *geo.TechData) bool {
	if now.AltitudeM == nil || before.AltitudeM == nil || *now.AltitudeM == *before.AltitudeM {
		return false
	}
	for _, table := range []*geo.SchemeTable{&j.in.Scheme, &j.stored.Scheme} {
		at := table.Derive(geo.Place{ID: p.ID, Level: p.Level, Tech: &geo.TechData{AltitudeM: before.AltitudeM}})
		if at.Tech != nil && at.Tech.ClimateZone == before.ClimateZone {
			return true
		}
	}
	return false
}

// isBare reports whether technical data say nothing.
func isBare(t *geo.TechData) bool {
	return t.ClimateZone == "" && t.AltitudeM == nil && t.SeismicZone == "" && t.RadonZone == nil && t.Population == nil && len(t.Extra) == 0
}
