package official

import (
	"math"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/geo"
)

// Columns of IGN's file.
const (
	ignCode       = "COD_INE"
	ignProvince   = "COD_PROV"
	ignName       = "NOMBRE_ACTUAL"
	ignPopulation = "POBLACION_MUNI"
	ignAltitude   = "ALTITUD"
)

var ignFormat = format{
	required: []string{ignCode, ignName, ignPopulation, ignAltitude},
	optional: []string{ignProvince},
	what:     "MUNICIPIOS.csv of IGN",
	place:    ignPlace,
}

func ignPlace(cell func(string) string, fail func(string, ...any)) geo.Place {
	code := ignMunicipality(cell(ignCode), fail)
	if province := cell(ignProvince); province != "" && code != "" && padded(province, provinceDigits) != code[:provinceDigits] {
		fail("%s %q is not the province of %s %q", ignProvince, province, ignCode, code)
	}
	place := municipality(code, cell(ignName), ignName, fail)
	place.Tech = &geo.TechData{
		Population: parsePopulation(cell(ignPopulation), fail),
		AltitudeM:  parseAltitude(cell(ignAltitude), fail),
	}
	return place
}

// settlementZeros ends the eleven-digit code of a whole municipality.
const settlementZeros = "000000"

// ignMunicipality takes the municipality out of IGN's eleven digits; "" after a
// mistake.
func ignMunicipality(code string, fail func(string, ...any)) string {
	switch full := municipalityDigits + len(settlementZeros); {
	case !allDigits(code) || len(code) != full:
		fail("%s %q must have %d digits; a spreadsheet may have removed a leading zero", ignCode, code, full)
		return ""
	case code[municipalityDigits:] != settlementZeros:
		fail("%s %q is a settlement, not a municipality; give the file of municipalities", ignCode, code)
		return ""
	}
	return code[:municipalityDigits]
}

// parsePopulation returns nil for an empty cell: unknown.
func parsePopulation(text string, fail func(string, ...any)) *int {
	if text == "" {
		return nil
	}
	const mostDigits = 9
	n, err := strconv.Atoi(text)
	if err != nil || !allDigits(text) || len(text) > mostDigits {
		fail("%s %q is no number of inhabitants; write digits only", ignPopulation, text)
		return nil
	}
	return &n
}

// Lowest and highest ground of Spain in metres, rounded outwards: the sea, and
// the summit of the Teide.
const (
	lowestAltitude  = -10
	highestAltitude = 3720
)

// parseAltitude reads metres with a decimal comma and rounds them, halves up;
// nil for an empty cell: unknown.
func parseAltitude(text string, fail func(string, ...any)) *int {
	if text == "" {
		return nil
	}
	metres, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || strings.Trim(text, "-0123456789,") != "" {
		fail("%s %q is no altitude; write metres as digits with a decimal comma", ignAltitude, text)
		return nil
	}
	if metres < lowestAltitude || metres > highestAltitude {
		fail("%s %q lies outside %d to %d m, the ground of Spain", ignAltitude, text, lowestAltitude, highestAltitude)
		return nil
	}
	rounded := int(math.Floor(metres + 0.5))
	return &rounded
}
