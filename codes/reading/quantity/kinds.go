package quantity

import (
	"strings"
	"sync"
)

// Kind says what a unit measures. Two units of different kinds never convert
// into each other, except as a [Relation] declares.
type Kind string

// Kinds that callers ask for by name..
const (
	Count          Kind = "count"
	Percent        Kind = "percent"
	Ratio          Kind = "ratio"
	Angle          Kind = "angle"
	Class          Kind = "class"
	FireClass      Kind = "fire resistance"
	SlipResistance Kind = "slip resistance"
	Bool           Kind = "boolean"
	Time           Kind = "time"
	Torque         Kind = "torque"
	FlowPerArea    Kind = "flow per area"
	EnergyPerArea  Kind = "energy per area"
	CountPerCount  Kind = "count per count"
)

// dimension holds the exponents of the base units. Years and months are bases
// of their own: neither is a fixed number of hours, and nothing converts between
// "per year" and "per month" by accident.
type dimension [numBases]int8

const (
	baseMetre = iota
	baseKilogram
	baseSecond
	baseKelvin
	baseAmpere
	baseLumen
	baseCandela
	baseBecquerel
	baseYear
	baseMonth
	baseCount
	baseDecibel
	baseDecibelA
	numBases
)

// bases names the base units as units.txt does.
var bases = map[string]int{
	"m": baseMetre, "kg": baseKilogram, "s": baseSecond, "K": baseKelvin, "A": baseAmpere, "lm": baseLumen, "cd": baseCandela,
	"Bq": baseBecquerel, "year": baseYear, "month": baseMonth, "count": baseCount, "dB": baseDecibel, "dBA": baseDecibelA,
}

// kinds names what every known dimension measures. A combination that is not
// here is most likely a slip of the pen and is refused. Kinds "per count" take
// the name of what is counted, where it has one.
var kinds = sync.OnceValue(func() map[dimension]Kind {
	return map[dimension]Kind{
		mustDim("m"):                 "length",
		mustDim("m2"):                "area",
		mustDim("m3"):                "volume",
		mustDim("s"):                 "time",
		mustDim("s-1"):               "rate", // air changes, flow per volume
		mustDim("m s-1"):             "speed",
		mustDim("m3 s-1"):            "flow",
		mustDim("m2 s-1"):            "flow per length",
		mustDim("m3 s-1 count-1"):    "flow per count",
		mustDim("m3 count-1"):        "volume per count",
		mustDim("m2 count-1"):        "area per count",
		mustDim("m count-1"):         "length per count",
		mustDim("kg m2 s-3 count-1"): "power per count",
		mustDim("m3 s-1 kg-1"):       "flow per mass",
		mustDim("kg"):                "mass",
		mustDim("kg m-1"):            "mass per length",
		mustDim("kg m-2"):            "mass per area",
		mustDim("kg m-3"):            "density",
		mustDim("kg m s-2"):          "force",
		mustDim("kg s-2"):            "line load",
		mustDim("kg m-1 s-2"):        "pressure", // and load per area
		mustDim("kg m-2 s-2"):        "pressure per length",
		mustDim("kg m2 s-2"):         "energy",
		mustDim("kg m2 s-3"):         "power",
		mustDim("kg s-3"):            "power per area",
		mustDim("kg m-1 s-3"):        "power per volume",
		mustDim("kg m2 s-2 year-1"):  "energy per year",
		mustDim("kg s-2 year-1"):     "energy per area and year",
		mustDim("kg s-2 month-1"):    "energy per area and month",
		mustDim("kg m-2 year-1"):     "emission per area and year",
		mustDim("kg year-1"):         "emission per year",
		mustDim("K"):                 "temperature",
		mustDim("kg s-3 K-1"):        "transmittance",
		mustDim("kg-1 s3 K"):         "thermal resistance",
		mustDim("kg m s-3 K-1"):      "linear transmittance", // and conductivity
		mustDim("kg m2 s-3 K-1"):     "heat loss rate",
		mustDim("m2 s-2 K-1"):        "specific heat",
		mustDim("A"):                 "electric current",
		mustDim("kg m2 s-3 A-1"):     "voltage",
		mustDim("kg m2 s-3 A-2"):     "electric resistance",
		mustDim("kg m3 s-3 A-2"):     "resistivity",
		mustDim("lm"):                "luminous flux",
		mustDim("lm m-2"):            "illuminance",
		mustDim("lm kg-1 m-2 s3"):    "luminous efficacy",
		mustDim("cd"):                "luminous intensity",
		mustDim("cd m-2"):            "luminance",
		mustDim("Bq"):                "activity",
		mustDim("Bq m-3"):            "radioactivity",
		mustDim("year"):              "years",
		mustDim("month"):             "months",
		mustDim("count"):             Count,
		mustDim("count m-2"):         "count per area",
		mustDim("count m-1"):         "count per length",
		mustDim("dB"):                "sound level",
		mustDim("dBA"):               "A-weighted sound level",
	}
})

// special tells kinds apart that share a dimension, by what the unit is made of:
// a kWh/m² is no N/m, a newton metre no joule, an air permeability no speed.
var special = []struct {
	whole, part dimension
	kind        Kind
}{
	{mustDim("kg s-2"), mustDim("kg m2 s-2"), EnergyPerArea},
	{mustDim("kg m2 s-2"), mustDim("kg m s-2"), Torque},
	{mustDim("m s-1"), mustDim("m3"), FlowPerArea},
	{mustDim("kg m-1 s-2"), mustDim("kg m2 s-3"), "power per flow"},
}

// mustDim reads "kg m2 s-3"; it panics on anything else, as its texts are ours.
func mustDim(text string) dimension {
	d, err := parseDim(text)
	if err != nil {
		panic(err)
	}
	return d
}

func parseDim(text string) (dimension, error) {
	var d dimension
	for _, part := range strings.Fields(text) {
		letters := letterPrefix(part)
		base, ok := bases[part[:letters]]
		rest, exponent := readExponent(part[letters:])
		if !ok || rest != "" {
			return d, errBadUnit(text)
		}
		d[base] += int8(exponent)
	}
	return d, nil
}
