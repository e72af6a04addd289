package geotest

import "github.com/reglookup/regengine/geo"

// Places returns the little territory of country XX that [Scheme] serves: two
// regions, three provinces, seven municipalities, with names that are awkward
// in the ways real names are. Every call returns fresh values.
func Places() []geo.Place {
	return []geo.Place{
		{ID: "XX", Name: "Exlandia", Level: geo.Country, Aliases: []string{"República de Exlandia"}},

		{ID: "XX-NO", Name: "Norte", Level: geo.Region, Parent: "XX"},
		{ID: "XX-SU", Name: "Sur, El", Level: geo.Region, Parent: "XX"},

		{ID: "XX-01", Name: "Áurea", Level: geo.Province, Parent: "XX-NO"},
		{ID: "XX-02", Name: "Brañas, Las", Level: geo.Province, Parent: "XX-NO"},
		{ID: "XX-03", Name: "Costa/Kosta", Level: geo.Province, Parent: "XX-SU"},

		town("XX-01001", "Áurea", "XX-01", "low", 35, 250_000),
		town("XX-01002", "Vall·llosa, La", "XX-01", "high", 1210, 812),
		town("XX-02001", "Brañas de Arriba", "XX-02", "high", 940, 3_400),
		town("XX-02002", "San Martín-Donibane", "XX-02", "low", 310, 18_000),
		town("XX-03001", "Puerto Nuevo/Porto Berria", "XX-03", "low", 0, 96_000),
		town("XX-03002", "Hondonada, L'", "XX-03", "low", -4, 0),
		{ID: "XX-03003", Name: "Isla Chica", Level: geo.Municipality, Parent: "XX-03",
			Aliases: []string{"Illa Xica", "Uharte"}, Tech: &geo.TechData{}},
	}
}

func town(id geo.ID, name string, province geo.ID, zone string, altitude, population int) geo.Place {
	return geo.Place{ID: id, Name: name, Level: geo.Municipality, Parent: province, Tech: &geo.TechData{
		ClimateZone: zone,
		AltitudeM:   &altitude,
		SeismicZone: "calm",
		RadonZone:   new(radonOf(altitude)),
		Population:  &population,
		Extra: []geo.TechValue{
			{Key: "wind_zone", Label: "Zona de viento", Value: "A"},
			{Key: "snow_load", Label: "Carga de nieve", Value: "0.4", Unit: "kN/m²"},
		},
	}}
}

// radonOf spreads the radon zones over the towns: high ground is zone 2, low
// ground in no zone of the list.
func radonOf(altitude int) int {
	if altitude > 500 {
		return 2
	}
	return 0
}
