package calculators

import (
	"fmt"

	"github.com/reglookup/regengine/projects"
)

// ClimateZone returns the calculator of the winter and summer climate zone of a
// site (CTE DB-HE, Annex B, table a). zone gives the zone of a province, by its two
// INE digits, at an altitude in metres; ok is false for a province it does not know.
// The table belongs to the country's own package, which the caller hands in.
func ClimateZone(zone func(province string, altitude int) (name string, ok bool)) projects.Calculator {
	return &calculator{
		id: "climate-zone", title: "Zona climática por provincia y altitud (DB-HE, anejo B)", country: "ES",
		input: Form{
			{Name: "province", Title: "Provincia (código INE)", Kind: Choice, Choices: provinceOptions(zone)},
			{Name: "altitude", Title: "Altitud del emplazamiento sobre el nivel del mar", Kind: Integer, Unit: "m", Min: Int(-100), Max: Int(3800)},
		},
		result: Form{
			{Name: "climate_zone", Title: "Zona climática", Kind: Text},
		},
		run: func(in Values) (outcome, error) {
			province, altitude := in.Text("province"), in.Number("altitude")
			name, ok := zone(province, altitude.integer())
			if !ok {
				return outcome{}, Invalid("province", "is not in the table of climate zones")
			}
			says := fmt.Sprintf("En la provincia %s, a %s m de altitud, la zona climática es %s.", province, altitude, name)
			return outcome{
				result: Values{"climate_zone": name}, summary: says,
				steps: []string{says}, sources: []string{"CTE DB-HE, anejo B, tabla a"},
			}, nil
		},
	}
}

// provinceOptions lists the provinces the table knows.
func provinceOptions(zone func(string, int) (string, bool)) []Option {
	const provinces = 52
	var list []Option
	for i := 1; i <= provinces; i++ {
		code := fmt.Sprintf("%02d", i)
		if _, ok := zone(code, 0); ok {
			list = append(list, Option{code, "Provincia " + code})
		}
	}
	return list
}
