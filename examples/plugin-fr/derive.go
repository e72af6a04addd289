package main

import "github.com/reglookup/regengine/geo"

// Derive implements [geo.Scheme]: the climate zone of the thermal regulations,
// which every department of the mainland and of Corsica has one of (arrêté du 26
// octobre 2010, annexe I), and the seismic and radon zones where the whole
// department lies in one. The lists of communes that decide elsewhere are not part
// of this plugin, so those zones stay unknown there.
func (scheme) Derive(p geo.Place) geo.Place {
	if p.Level != geo.Municipality {
		return p
	}
	code, ok := departmentOf(p.ID)
	if !ok {
		return p
	}
	d := territory().byCode[code]
	if p.Tech == nil && d.climate == "" && d.seismic == "" && d.radon == nil {
		return p
	}
	tech := geo.TechData{}
	if p.Tech != nil {
		tech = *p.Tech
	}
	d.fill(&tech)
	p.Tech = &tech
	return p
}

// fill puts in what is not stated and holds for the whole department.
func (d *department) fill(tech *geo.TechData) {
	if tech.ClimateZone == "" {
		tech.ClimateZone = d.climate
	}
	if tech.SeismicZone == "" {
		tech.SeismicZone = d.seismic
	}
	if tech.RadonZone == nil {
		tech.RadonZone = d.radon
	}
}
