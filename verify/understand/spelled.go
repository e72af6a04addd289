package understand

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Digits writes numbers that stand in words as digits, and units of several words
// as their symbol, so that "una caída de siete metros" is read as "una caída de 7
// metros" and "250 metros cuadrados" as "250 m²". Words that are articles as well
// ("un", "a") stay: they mostly count nothing. lang "" lets the text tell its
// language; one that does not tell is read in each.
func (t *Languages) Digits(text, lang string) string {
	text = t.unhyphened(text)
	if lang != "" {
		return digitsIn(text, lang)
	}
	lang, sure := t.tell(strings.Fields(retrieval.Fold(text)))
	out := digitsIn(text, lang)
	for _, l := range t.languages {
		if !sure && l.Lang != lang {
			out = digitsIn(out, l.Lang)
		}
	}
	return out
}

// unhyphened parts a number from the unit that a hyphen joins to it: "5-metre drop",
// "two-hour door".
func (t *Languages) unhyphened(text string) string {
	if !strings.Contains(text, "-") {
		return text
	}
	out := []byte(text)
	for _, m := range hyphened.FindAllStringSubmatchIndex(text, -1) {
		number, unit := text[m[2]:m[3]], text[m[4]:m[5]]
		counted := number[0] >= '0' && number[0] <= '9'
		is := func(l *Language) bool {
			_, err := quantity.ParseUnitIn(unit, l.Lang)
			return err == nil && (counted || quantity.IsNumeral(number, l.Lang))
		}
		if slices.ContainsFunc(t.languages, is) {
			out[m[4]-1] = ' '
		}
	}
	return string(out)
}

// hyphened is a word or number joined to a word.
var hyphened = lazyregexp.New(`(?:^|[^\pL\pN.,-])(\pL+|[0-9]+(?:[.,][0-9]+)?)-(\pL+)\b`)

func digitsIn(text, lang string) string {
	var out strings.Builder
	last := 0
	for _, f := range quantity.Figures(text, lang, &quantity.FigureOptions{Words: true}) {
		if f.Form != quantity.Single || f.Start < last {
			continue
		}
		plain, end := plainFigure(text, lang, &f)
		if end <= f.Start {
			continue
		}
		out.WriteString(text[last:f.Start])
		out.WriteString(plain)
		last = end
		if strings.HasPrefix(text[last:], "-") { // "two-bedroom"
			out.WriteByte(' ')
			last++
		}
	}
	if last == 0 {
		return text
	}
	return out.String() + text[last:]
}

// plainFigure returns how a figure is written plainly, and where what it replaces
// ends in the text; 0 where it stands plainly already.
func plainFigure(text, lang string, f *quantity.Figure) (plain string, end int) {
	number := f.Value.String()
	if quantity.DecimalSign(lang) == "," {
		number = strings.Replace(number, ".", ",", 1)
	}
	if isMixed(text, f) {
		return number + " " + f.Unit.String(), f.End
	}
	spoken := strings.TrimSpace(text[f.Start:f.End])
	unit := strings.TrimSpace(strings.TrimLeft(spoken, "0123456789.,"))
	switch {
	case f.Written && !f.Article && f.Value.IsInt():
		return number, f.NumberEnd
	case !f.Written && strings.Contains(unit, " ") && f.Value.Finite():
		if symbol := symbolOf(f.Unit); symbol != "" {
			return number + " " + symbol, f.End
		}
	}
	return "", 0
}

// isMixed reports whether a figure with a unit is a whole and a part that are not written
// as one decimal: "metro y medio", "5½ m", "5 ft 6 in".
func isMixed(text string, f *quantity.Figure) bool {
	if f.Article || f.Unit.IsZero() || !f.Value.Finite() || f.Unit.IsFireClass() || f.NumberEnd < f.Start {
		return false
	}
	written := text[f.Start:f.NumberEnd]
	tail := strings.TrimSpace(text[f.NumberEnd:f.End]) // "" where it shares a unit: "2 x 400 m²"
	mixed := strings.ContainsAny(written, "½¼¾⅛⅜⅝⅞") || strings.Contains(written, "/") && strings.ContainsAny(written[1:], " -")
	return mixed || f.Written && !f.Value.IsInt() || tail != "" && tail != f.Unit.String()
}

// unitSymbols are how the units are written that people spell out in several words.
var unitSymbols = fields("m² cm² mm² m³ l/s l/min l/h l/d m³/h m³/s W/m² kW/m² kWh/m² kN/m² m/s")

// symbolOf returns the symbol of a unit that was spelled out; "" where it has none
// here.
func symbolOf(u quantity.Unit) string {
	for _, symbol := range unitSymbols {
		if known, err := quantity.ParseUnit(symbol); err == nil && known.Equal(u) {
			return symbol
		}
	}
	return ""
}
