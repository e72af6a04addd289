package ask

import (
	"math/big"
	"slices"
	"strings"
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
	{"length", "1/100", "cm centimetro centimetros centimetre centimetres"},
	{"length", "1/1000", "mm milimetro milimetros millimetre millimetres"},
	{"length", "1000", "km kilometro kilometros"},
	{"area", "1", "m2 metroscuadrados squaremetres sqm"},
	{"area", "1/10000", "cm2"},
	{"area", "1/1000000", "mm2"},
	{"area", "10000", "ha"},
	{"volume", "1", "m3"},
	{"volume", "1/1000", "l litros litro litres"},
	{"flow", "1", "l/s dm3/s"},
	{"flow", "5/18", "m3/h"},
	{"daily flow", "1", "l/dia l/d"},
	{"ratio", "1", "% porciento percent porcentaje"},
	{"ratio", "1/10", "‰"},
	{"angle", "1", "° grados degrees"},
	{"temperature", "1", "°c oc celsius gradoscentigrados"},
	{"transmittance", "1", "w/m2k wm-2k-1"},
	{"conductivity", "1", "w/mk"},
	{"resistance", "1", "m2k/w"},
	{"energy per area", "1", "kwh/m2ano kwh/m2.ano kwh/m2año kwh/m2year kwh/m2"},
	{"air permeability", "1", "m3/hm2"},
	{"changes", "1", "h-1 1/h"},
	{"power", "1", "w vatios watt watts"},
	{"power", "1000", "kw kilovatios"},
	{"power", "1000000", "mw"},
	{"energy", "1", "kwh"},
	{"force", "1", "n"},
	{"force", "1000", "kn"},
	{"line load", "1", "kn/m"},
	{"pressure", "1", "pa n/m2"},
	{"pressure", "1000", "kpa kn/m2"},
	{"pressure", "1000000", "mpa n/mm2"},
	{"mass", "1", "kg"},
	{"mass", "1000", "t toneladas"},
	{"sound", "1", "db dba"},
	{"light", "1", "lux lx"},
	{"voltage", "1", "v voltios"},
	{"current", "1", "a amperios"},
	{"activity", "1", "bq/m3"},
	{"time", "1", "s segundos seconds"},
	{"time", "60", "min minutos minutes"},
	{"time", "3600", "h hora horas hour hours"},
	{"days", "1", "dia dias day days"},
	{"months", "1", "mes meses month months"},
	{"months", "12", "ano anos year years"},
	{"money", "1", "€ euros eur"},
	{"people", "1", "personas persona people persons ocupantes occupants"},
}

type spelling struct {
	text string
	unit unit
}

// spellings holds every unit, the longest spelling first.
var spellings = func() []spelling {
	var list []spelling
	for _, row := range unitTable {
		factor, _ := new(big.Rat).SetString(row.factor)
		for s := range strings.FieldsSeq(row.spellings) {
			list = append(list, spelling{s, unit{row.dimension, factor}})
		}
	}
	slices.SortStableFunc(list, func(a, b spelling) int { return len(b.text) - len(a.text) })
	return list
}()

// unitAt reads the unit a folded text begins with; ok is false when it begins
// with none.
func unitAt(s string) (u unit, ok bool) {
	const longest = 40
	squeezed := squeezeUnit(s[:min(len(s), longest)])
	for _, candidate := range spellings {
		if rest, found := strings.CutPrefix(squeezed, candidate.text); found && endsUnit(rest, candidate.text) {
			return candidate.unit, true
		}
	}
	return unit{}, false
}

// squeezeUnit leaves out what people put between the parts of a unit, up to the
// first word that belongs to no unit.
func squeezeUnit(s string) string {
	s = strings.TrimLeft(s, " ")
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '·', '⋅', '*', '(', ')':
		case '²':
			b.WriteByte('2')
		case '³':
			b.WriteByte('3')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// endsUnit reports whether a unit may stop before rest.
func endsUnit(rest, unit string) bool {
	last, _ := utf8.DecodeLastRuneInString(unit)
	if !unicode.IsLetter(last) && !unicode.IsDigit(last) {
		return true
	}
	next, _ := utf8.DecodeRuneInString(rest)
	if next == '/' { // "5 m/s" is no length
		after, _ := utf8.DecodeRuneInString(rest[1:])
		return !unicode.IsLetter(after)
	}
	return rest == "" || !unicode.IsLetter(next) && !unicode.IsDigit(next)
}
