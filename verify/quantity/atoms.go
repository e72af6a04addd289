package quantity

import "strings"

// Labels of units without dimension. Each is a kind of its own.
const (
	labelPercent = "percent"
	labelRatio   = "ratio"
	labelAngle   = "angle"
	labelClass   = "class"
	labelSlip    = "slip resistance"
	labelBoolean = "boolean"
)

// kinds names what every known dimension measures. A combination that is not
// here is most likely a slip of the pen and is refused.
var kinds = map[dimension]Kind{
	dim(baseMetre, 1):                                                  "length",
	dim(baseMetre, 2):                                                  "area",
	dim(baseMetre, 3):                                                  "volume",
	dim(baseSecond, 1):                                                 "time",
	dim(baseSecond, -1):                                                "rate",
	dim(baseMetre, 1, baseSecond, -1):                                  "speed or air permeability", // m³/(h·m²) is m/h
	dim(baseMetre, 3, baseSecond, -1):                                  "flow",
	dim(baseMetre, 3, baseSecond, -1, baseCount, -1):                   "flow per person",
	dim(baseMetre, 3, baseCount, -1):                                   "volume per person",
	dim(baseMetre, 2, baseCount, -1):                                   "area per person",
	dim(baseKilogram, 1):                                               "mass",
	dim(baseKilogram, 1, baseMetre, -2):                                "mass per area",
	dim(baseKilogram, 1, baseMetre, -3):                                "density",
	dim(baseKilogram, 1, baseMetre, 1, baseSecond, -2):                 "force",
	dim(baseKilogram, 1, baseSecond, -2):                               "line load",
	dim(baseKilogram, 1, baseMetre, -1, baseSecond, -2):                "pressure",
	dim(baseKilogram, 1, baseMetre, 2, baseSecond, -2):                 "energy",
	dim(baseKilogram, 1, baseMetre, 2, baseSecond, -3):                 "power",
	dim(baseKilogram, 1, baseSecond, -3):                               "power per area",
	dim(baseKilogram, 1, baseSecond, -2, baseYear, -1):                 "energy per area and year",
	dim(baseKilogram, 1, baseSecond, -2, baseMonth, -1):                "energy per area and month",
	dim(baseKilogram, 1, baseMetre, -2, baseYear, -1):                  "emission per area and year",
	dim(baseKelvin, 1):                                                 "temperature",
	dim(baseKilogram, 1, baseSecond, -3, baseKelvin, -1):               "transmittance",
	dim(baseKilogram, -1, baseSecond, 3, baseKelvin, 1):                "thermal resistance",
	dim(baseKilogram, 1, baseMetre, 1, baseSecond, -3, baseKelvin, -1): "conductivity",
	dim(baseAmpere, 1):                                                 "electric current",
	dim(baseKilogram, 1, baseMetre, 2, baseSecond, -3, baseAmpere, -1): "voltage",
	dim(baseKilogram, 1, baseMetre, 2, baseSecond, -3, baseAmpere, -2): "electric resistance",
	dim(baseLumen, 1):                                                  "luminous flux",
	dim(baseLumen, 1, baseMetre, -2):                                   "illuminance",
	dim(baseBecquerel, 1, baseMetre, -3):                               "radioactivity",
	dim(baseYear, 1):                                                   "years",
	dim(baseMonth, 1):                                                  "months",
	dim(baseCount, 1):                                                  "count",
	dim(baseCount, 1, baseMetre, -2):                                   "occupants per area",
	dim(baseDecibel, 1):                                                "sound level",
	dim(baseDecibelA, 1):                                               "A-weighted sound level",
}

// dim builds a dimension from pairs of base and exponent.
func dim(pairs ...int) dimension {
	var d dimension
	for i := 0; i < len(pairs); i += 2 {
		d[pairs[i]] += int8(pairs[i+1])
	}
	return d
}

// atoms are the units others are made of, in their exact spelling.
var atoms = buildAtoms()

// foldedAtoms finds atoms whatever their letter case, where that is no
// confusion: "KW", "Cm", "PERSONAS".
var foldedAtoms = foldAtoms(atoms)

// unitAliases are whole texts that stand for another spelling, folded.
var unitAliases = map[string]string{
	"db a": "dBA", "dba": "dBA", "por ciento": "%", "percent": "%", "porcentaje": "%", "tanto por ciento": "%", "per cent": "%",
	"tanto por uno": "ratio", "adimensional": "ratio", "-": "ratio", "sin unidad": "ratio", "sin unidades": "ratio", "m / m": "ratio",
	"dimensionless": "ratio", "metros cuadrados": "m2", "metro cuadrado": "m2", "metros cubicos": "m3", "square metres": "m2",
	"litros / s": "l/s", "ren / h": "h-1", "renovaciones / h": "h-1", "renovaciones / hora": "h-1", "ach": "h-1", "1 / h": "h-1", "1 / hora": "h-1",
	"n°": "ud", "no.": "ud", "booleano": "boolean", "bool": "boolean", "si / no": "boolean", "true / false": "boolean",
	"w / m2 100 lux": "W/m2", "clase rd": "clase",
}

type atomSpec struct {
	names  string // separated by spaces
	factor string // to base units, a JSON number or "a/b"
	dim    dimension
	label  string
	noun   string
	offset string
}

var atomSpecs = []atomSpec{
	{names: "m metro metros metre metres meter meters", factor: "1", dim: dim(baseMetre, 1)},
	{names: "cm centímetro centímetros centimetre centimetres", factor: "0.01", dim: dim(baseMetre, 1)},
	{names: "mm milímetro milímetros millimetre millimetres", factor: "0.001", dim: dim(baseMetre, 1)},
	{names: "dm", factor: "0.1", dim: dim(baseMetre, 1)},
	{names: "km kilómetro kilómetros", factor: "1000", dim: dim(baseMetre, 1)},
	{names: "ha", factor: "10000", dim: dim(baseMetre, 2)},
	{names: "l L litro litros litre litres", factor: "0.001", dim: dim(baseMetre, 3)},
	{names: "ml mL", factor: "0.000001", dim: dim(baseMetre, 3)},
	{names: "s seg segundo segundos", factor: "1", dim: dim(baseSecond, 1)},
	{names: "min minuto minutos minutes", factor: "60", dim: dim(baseSecond, 1)},
	{names: "h hora horas hour hours", factor: "3600", dim: dim(baseSecond, 1)},
	{names: "d día días day days", factor: "86400", dim: dim(baseSecond, 1)},
	{names: "año años year years a yr", factor: "1", dim: dim(baseYear, 1)},
	{names: "mes meses month months", factor: "1", dim: dim(baseMonth, 1)},
	{names: "kg", factor: "1", dim: dim(baseKilogram, 1)},
	{names: "g", factor: "0.001", dim: dim(baseKilogram, 1)},
	{names: "t tonelada toneladas tonne tonnes", factor: "1000", dim: dim(baseKilogram, 1)},
	{names: "kgCO kgCO2", factor: "1", dim: dim(baseKilogram, 1)},
	{names: "N", factor: "1", dim: dim(baseKilogram, 1, baseMetre, 1, baseSecond, -2)},
	{names: "kN", factor: "1000", dim: dim(baseKilogram, 1, baseMetre, 1, baseSecond, -2)},
	{names: "MN", factor: "1000000", dim: dim(baseKilogram, 1, baseMetre, 1, baseSecond, -2)},
	{names: "Pa", factor: "1", dim: dim(baseKilogram, 1, baseMetre, -1, baseSecond, -2)},
	{names: "kPa", factor: "1000", dim: dim(baseKilogram, 1, baseMetre, -1, baseSecond, -2)},
	{names: "MPa", factor: "1000000", dim: dim(baseKilogram, 1, baseMetre, -1, baseSecond, -2)},
	{names: "bar", factor: "100000", dim: dim(baseKilogram, 1, baseMetre, -1, baseSecond, -2)},
	{names: "mbar", factor: "100", dim: dim(baseKilogram, 1, baseMetre, -1, baseSecond, -2)},
	{names: "J", factor: "1", dim: dim(baseKilogram, 1, baseMetre, 2, baseSecond, -2)},
	{names: "kJ", factor: "1000", dim: dim(baseKilogram, 1, baseMetre, 2, baseSecond, -2)},
	{names: "MJ", factor: "1000000", dim: dim(baseKilogram, 1, baseMetre, 2, baseSecond, -2)},
	{names: "Wh", factor: "3600", dim: dim(baseKilogram, 1, baseMetre, 2, baseSecond, -2)},
	{names: "kWh", factor: "3600000", dim: dim(baseKilogram, 1, baseMetre, 2, baseSecond, -2)},
	{names: "MWh", factor: "3600000000", dim: dim(baseKilogram, 1, baseMetre, 2, baseSecond, -2)},
	{names: "W", factor: "1", dim: dim(baseKilogram, 1, baseMetre, 2, baseSecond, -3)},
	{names: "kW", factor: "1000", dim: dim(baseKilogram, 1, baseMetre, 2, baseSecond, -3)},
	{names: "MW", factor: "1000000", dim: dim(baseKilogram, 1, baseMetre, 2, baseSecond, -3)},
	{names: "K", factor: "1", dim: dim(baseKelvin, 1)},
	{names: "°C", factor: "1", dim: dim(baseKelvin, 1), offset: "273.15"},
	{names: "A", factor: "1", dim: dim(baseAmpere, 1)},
	{names: "mA", factor: "0.001", dim: dim(baseAmpere, 1)},
	{names: "V", factor: "1", dim: dim(baseKilogram, 1, baseMetre, 2, baseSecond, -3, baseAmpere, -1)},
	{names: "kV", factor: "1000", dim: dim(baseKilogram, 1, baseMetre, 2, baseSecond, -3, baseAmpere, -1)},
	{names: "Ω ohm ohmios", factor: "1", dim: dim(baseKilogram, 1, baseMetre, 2, baseSecond, -3, baseAmpere, -2)},
	{names: "MΩ", factor: "1000000", dim: dim(baseKilogram, 1, baseMetre, 2, baseSecond, -3, baseAmpere, -2)},
	{names: "lm", factor: "1", dim: dim(baseLumen, 1)},
	{names: "lx lux luxes", factor: "1", dim: dim(baseLumen, 1, baseMetre, -2)},
	{names: "Bq", factor: "1", dim: dim(baseBecquerel, 1)},
	{names: "kBq", factor: "1000", dim: dim(baseBecquerel, 1)},
	{names: "dB", factor: "1", dim: dim(baseDecibel, 1)},
	{names: "dBA", factor: "1", dim: dim(baseDecibelA, 1)},
	{names: "ud uds u unidad unidades unit units uno", factor: "1", dim: dim(baseCount, 1)},
	{names: "persona personas pers ocupante ocupantes person persons people occupants p", factor: "1", dim: dim(baseCount, 1), noun: "person"},
	{names: "peldaño peldaños escalón escalones step steps", factor: "1", dim: dim(baseCount, 1), noun: "step"},
	{names: "vivienda viviendas dwelling dwellings", factor: "1", dim: dim(baseCount, 1), noun: "dwelling"},
	{names: "planta plantas storey storeys floors", factor: "1", dim: dim(baseCount, 1), noun: "storey"},
	{names: "plaza plazas space spaces", factor: "1", dim: dim(baseCount, 1), noun: "space"},
	{names: "%", factor: "0.01", label: labelPercent},
	{names: "‰", factor: "0.001", label: labelPercent},
	{names: "ratio", factor: "1", label: labelRatio},
	{names: "° grado grados deg degree degrees", factor: "1", label: labelAngle},
	{names: "clase class", factor: "1", label: labelClass},
	{names: "Rd", factor: "1", label: labelSlip},
	{names: "boolean", factor: "1", label: labelBoolean},
}

func buildAtoms() map[string]Unit {
	out := make(map[string]Unit)
	for _, spec := range atomSpecs {
		u := Unit{dim: spec.dim, label: spec.label, noun: spec.noun, factor: MustNumber(spec.factor)}
		if spec.offset != "" {
			u.offset = MustNumber(spec.offset)
		}
		for _, name := range strings.Fields(spec.names) {
			u.symbol = name
			out[name] = u
		}
	}
	return out
}

// foldAtoms indexes atoms by folded name and leaves out names that would stand
// for two different units, such as "mw" for MW, and single capital letters with
// a small twin.
func foldAtoms(exact map[string]Unit) map[string]Unit {
	out := make(map[string]Unit)
	clash := make(map[string]bool)
	for name, u := range exact {
		key := foldUnit(name)
		if old, ok := out[key]; ok && !old.Equal(u) {
			clash[key] = true
		}
		out[key] = u
	}
	for key := range clash {
		delete(out, key)
	}
	for _, key := range []string{"mw", "mn", "mj", "mwh", "mω", "t"} { // a small m is milli, a capital T no tonne
		delete(out, key)
	}
	return out
}

var accents = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ü", "u")

// foldUnit drops letter case and accents; ñ stays a letter of its own.
func foldUnit(s string) string { return accents.Replace(strings.ToLower(s)) }
