package ask

import (
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// unit is a dimension and how many base units of it one is.
type unit struct {
	dimension string
	factor    *big.Rat
}

// unitTable lists spellings as retrieval.Fold leaves them ("m²" is "m2"),
// without spaces, points of multiplication and brackets.
var unitTable = []struct {
	dimension string
	factor    string
	spellings string
}{
	{"length", "1", "m metro metros metre metres meter meters"},
	{"length", "1/10", "dm decimetro decimetros"},
	{"length", "1/100", "cm centimetro centimetros centimetre centimetres centimeter centimeters"},
	{"length", "1/1000", "mm milimetro milimetros millimetre millimetres millimeter millimeters"},
	{"length", "1/1000000", "um µm μm micras micra micron microns"},
	{"length", "1000", "km kilometro kilometros kilometre kilometres kilometer kilometers"},
	{"length", "127/5000", "in inch inches pulgada pulgadas"},
	{"length", "381/1250", "ft foot feet pie pies"},
	{"length", "1143/1250", "yd yard yards yarda yardas"},
	{"area", "1", "m2 m^2 metroscuadrados metrocuadrado squaremetres squaremetre squaremeters squaremeter sqm"},
	{"area", "1/100", "dm2 dm^2"},
	{"area", "1/10000", "cm2 cm^2 centimetroscuadrados"},
	{"area", "1/1000000", "mm2 mm^2 milimetroscuadrados"},
	{"area", "10000", "ha hectarea hectareas hectare hectares"},
	{"area", "1000000", "km2"},
	{"area", "145161/1562500", "ft2 sqft squarefeet"},
	{"volume", "1", "m3 m^3 metroscubicos cubicmetres cubicmeters"},
	{"volume", "1/1000", "l litros litro litres liter liters dm3"},
	{"volume", "1/1000000", "cm3 ml"},
	{"flow", "1", "l/s dm3/s litrosporsegundo litrespersecond ls-1"},
	{"flow", "1/60", "l/min"},
	{"flow", "1/3600", "l/h litrosporhora litresperhour"},
	{"flow", "5/18", "m3/h metroscubicosporhora"},
	{"flow", "1000", "m3/s"},
	{"flow per person", "1", "l/sporpersona l/spersona l/sporocupante l/sperperson l/sperocupant dm3/sporpersona dm3/spersona"},
	{"flow per area", "1", "l/sm2 l/sporm2 l/sperm2 dm3/sm2"},
	{"daily flow", "1", "l/dia l/d litrospordia litrosaldia litresperday l/day"},
	{"ratio", "1", "% porciento percent porcentaje"},
	{"ratio", "1/10", "‰ pormil"},
	{"ratio", "100", "m/m"},
	{"angle", "1", "° grados grado degrees degree"},
	{"temperature", "1", "°c oc ºc celsius gradoscentigrados gradoscelsius degreescelsius gradosc"},
	{"fahrenheit", "1", "°f"},
	{"kelvin", "1", "k kelvin"},
	{"transmittance", "1", "w/m2k w/m2.k w/m2°c w/m2oc wm-2k-1"},
	{"conductivity", "1", "w/mk w/m.k"},
	{"resistance", "1", "m2k/w m2.k/w"},
	{"power per area", "1", "w/m2"},
	{"power per area", "1000", "kw/m2"},
	{"efficacy", "1", "lm/w"},
	{"energy per area", "1", "kwh/m2ano kwh/m2.ano kwh/m2año kwh/m2.año kwh/m2year kwh/m2peryear kwh/m2 kwh/m2yr kwh/m2a"},
	{"emission per area", "1", "kgco2/m2ano kgco2/m2.ano kgco2/m2"},
	{"air permeability", "1", "m3/hm2 m3/h.m2"},
	{"changes", "1", "h-1 1/h renovaciones/hora renovaciones/h renovacionesporhora ren/h airchangesperhour ach"},
	{"power", "1", "w vatios vatio watt watts"},
	{"power", "1000", "kw kilovatios kilovatio kilowatts kilowatt"},
	{"power", "1000000", "mw megavatios"},
	{"apparent power", "1", "va"},
	{"apparent power", "1000", "kva"},
	{"energy", "1", "kwh"},
	{"energy", "1/1000", "wh"},
	{"energy", "1000", "mwh"},
	{"energy", "5/18", "mj"},
	{"fire load", "1", "mj/m2"},
	{"force", "1", "n newton newtons"},
	{"force", "1000", "kn"},
	{"line load", "1", "kn/m"},
	{"line load", "1/1000", "n/m"},
	{"pressure", "1", "pa n/m2 pascales pascal"},
	{"pressure", "1000", "kpa kn/m2"},
	{"pressure", "1000000", "mpa n/mm2"},
	{"pressure", "100000", "bar bares"},
	{"mass", "1", "kg kilogramos kilogramo kilograms"},
	{"mass", "1/1000", "g gramos grams"},
	{"mass", "1000", "t toneladas tonelada tonnes"},
	{"density", "1", "kg/m3"},
	{"surface mass", "1", "kg/m2"},
	{"sound", "1", "db dba db(a) decibelios decibels"},
	{"light", "1", "lux lx"},
	{"luminous flux", "1", "lm lumenes lumens"},
	{"voltage", "1", "v voltios voltio volts volt"},
	{"voltage", "1000", "kv kilovoltios"},
	{"current", "1", "a amperios amperio amps amperes"},
	{"current", "1/1000", "ma miliamperios milliamps"},
	{"electrical resistance", "1", "ω ohm ohmios ohms"},
	{"frequency", "1", "hz hercios hertz"},
	{"frequency", "1000", "khz"},
	{"speed", "1", "m/s metrosporsegundo metrespersecond"},
	{"speed", "5/18", "km/h kilometrosporhora"},
	{"activity", "1", "bq/m3 becquereliosporm3 bqm-3"},
	{"concentration", "1", "ppm"},
	{"time", "1", "s segundos segundo seconds second"},
	{"time", "60", "min minutos minuto minutes minute"},
	{"time", "3600", "h hora horas hour hours"},
	{"days", "1", "dia dias day days"},
	{"working days", "1", "diahabil diashabiles dialaborable diaslaborables workingday workingdays businessday businessdays"},
	{"calendar days", "1", "dianatural diasnaturales calendarday calendardays"},
	{"days", "7", "semana semanas week weeks"},
	{"months", "1", "mes meses month months"},
	{"months", "12", "ano anos año años year years"},
	{"money", "1", "€ euros euro eur"},
	{"dollars", "1", "$ dollars dollar usd dolares dolar"},
	{"pounds", "1", "£ pounds gbp"},
	{"people", "1", "personas persona people persons person ocupantes ocupante occupants"},
	{"area per person", "1", "m2/persona m2/pers m2/ocupante m2/person m2porpersona m2perperson"},
}

type spelling struct {
	text string
	unit unit
}

// spellings holds every unit by its first byte, the longest spelling first.
var spellings = sync.OnceValue(func() *[256][]spelling {
	table := &[256][]spelling{}
	var list []spelling
	for _, row := range unitTable {
		factor, _ := new(big.Rat).SetString(row.factor)
		for s := range strings.FieldsSeq(row.spellings) {
			list = append(list, spelling{s, unit{row.dimension, factor}})
		}
	}
	slices.SortStableFunc(list, func(a, b spelling) int { return len(b.text) - len(a.text) })
	for _, s := range list {
		table[s.text[0]] = append(table[s.text[0]], s)
	}
	return table
})

// longestUnit is how much of a text is searched for a unit, in bytes: fewer than
// places has room for.
const longestUnit = 48

// unitAt reads the unit a folded text begins with; ok is false when it begins
// with none.
func unitAt(s string) (u unit, ok bool) {
	squeezed, bounds := squeezeUnit(s[:min(len(s), longestUnit)])
	if squeezed == "" {
		return unit{}, false
	}
	for _, candidate := range spellings()[squeezed[0]] {
		if rest, found := strings.CutPrefix(squeezed, candidate.text); found && endsUnit(rest, candidate.text, bounds.has(len(candidate.text))) && !bounds.parts(candidate.text) {
			return candidate.unit, true
		}
	}
	return unit{}, false
}

// squeezeUnit leaves out what people put between the parts of a unit: points of
// multiplication, brackets, spaces. bounds tells which places of the result
// begin a word of s.
func squeezeUnit(s string) (squeezed string, bounds places) {
	const mostSpaces = 5 // "metros cúbicos por hora y persona"
	s = strings.TrimLeft(s, " ")
	var b strings.Builder
	b.Grow(longestUnit)
	for _, r := range s {
		switch r {
		case '·', '⋅', '*', '(', ')':
			bounds.add(b.Len())
		case ' ', '\u00a0':
			if bounds.add(b.Len()); bits.OnesCount64(uint64(bounds)) > mostSpaces {
				return b.String(), bounds
			}
		case '²':
			b.WriteByte('2')
		case '³':
			b.WriteByte('3')
		case 'º', '˚':
			b.WriteRune('°')
		case '⁻', '−':
			b.WriteByte('-')
		default:
			b.WriteRune(r)
		}
	}
	bounds.add(b.Len())
	return b.String(), bounds
}

// places is a set of places in a short text.
type places uint64

func (p *places) add(i int) { *p |= 1 << i }

// parts reports whether an abbreviation is made of several words: "7,5 m a cornisa"
// is not in milliamperes.
func (p *places) parts(unit string) bool {
	const abbreviation = 4 // letters
	return len(unit) <= abbreviation && uint64(*p)&(1<<len(unit)-1)&^1 != 0 && strings.Trim(unit, "abcdefghijklmnopqrstuvwxyz") == ""
}

func (p *places) has(i int) bool { return *p>>i&1 == 1 }

// endsUnit reports whether a unit may stop before rest, where a word of the text
// ends or not.
func endsUnit(rest, unit string, wordEnds bool) bool {
	last, _ := utf8.DecodeLastRuneInString(unit)
	next, _ := utf8.DecodeRuneInString(rest)
	switch {
	case unit == "a" && (unicode.IsDigit(next) || strings.HasPrefix(rest, "menos") || strings.HasPrefix(rest, "mas")): // "de 5 a 9 cm"
		return false
	case unit == "in" && rest != "" && !strings.ContainsRune(".,;)|", next): // "5 in the stair"
		return false
	case next == '/' || next == '^': // "5 m/s" is no length
		after, _ := utf8.DecodeRuneInString(rest[1:])
		return !unicode.IsLetter(after) && !unicode.IsDigit(after)
	case wordEnds || !unicode.IsLetter(last) && !unicode.IsDigit(last):
		return true
	}
	return rest == "" || !unicode.IsLetter(next) && !unicode.IsDigit(next)
}
