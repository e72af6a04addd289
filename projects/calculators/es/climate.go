package es

import (
	"context"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

// ClimateZone returns the calculator of the winter and summer climate zone of a
// site (CTE DB-HE, Annex B, table a). zone gives the zone of a province, by its two
// INE digits, at an altitude in metres; ok is false for a province it does not know.
// Of places those are offered that it knows, by name. Table and names belong to the
// country's own package, which the caller hands in.
func ClimateZone(zone func(province string, altitude int) (name string, ok bool), places []geo.Place) projects.Calculator {
	provinces := provinceOptions(zone, places)
	return calculators.MustNew(calculators.Definition{
		ID: "climate-zone", Title: "Zona climática por provincia y altitud (DB-HE, anejo B)", Country: country,
		Input: form{
			{Name: "province", Title: "Provincia", Kind: calculators.Choice, Choices: provinces},
			{Name: "altitude", Title: "Altitud del emplazamiento sobre el nivel del mar", Kind: calculators.Integer, Unit: "m", Min: whole(-100), Max: whole(3800)},
		},
		Result: form{
			{Name: "climate_zone", Title: "Zona climática", Kind: calculators.Text},
		},
		Calculate: func(_ context.Context, in values) (finding, error) {
			province, altitude := in.Text("province"), in.Number("altitude")
			name, ok := zone(province, altitude.Integer())
			if !ok {
				return finding{}, invalid("province", "is not in the table of climate zones")
			}
			says := fmt.Sprintf("En la provincia de %s, a %s m de altitud, la zona climática es %s.", titleOf(provinces, province), altitude, name)
			return finding{
				Result: values{"climate_zone": name}, Summary: says,
				Steps: []string{says}, Sources: []string{"CTE DB-HE, anejo B, tabla a"},
			}, nil
		},
	})
}

// provinceOptions lists the provinces among places that the table knows.
func provinceOptions(zone func(string, int) (string, bool), places []geo.Place) []option {
	var list []option
	for i := range places {
		code, found := strings.CutPrefix(string(places[i].ID), string(country)+"-")
		if _, ok := zone(code, 0); found && ok && places[i].Level == geo.Province {
			list = append(list, option{Value: code, Title: places[i].Name})
		}
	}
	return list
}

// titleOf returns what a choice stands for.
func titleOf(options []option, value string) string {
	for _, o := range options {
		if o.Value == value {
			return o.Title
		}
	}
	return value
}
