package quantity

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quantity is a number with its unit; the zero Unit when it has none.
type Quantity struct {
	Value Number
	Unit  Unit
}

// Found is a quantity in running text, at text[Start:End].
type Found struct {
	Quantity
	Start, End int
}

// ParseDecimal reads a number as people write it in a language ("es", "en" ...):
// "2,5", "1.500", "1.20", "1/20". Where a point or comma could separate
// thousands or decimals, the language decides: "1.500" is 1500 in Spanish and
// 1.5 in English. ok is false when text is anything else.
func ParseDecimal(text, lang string) (n Number, ok bool) { return languageOf(lang).parseDecimal(text) }

func (l *language) parseDecimal(text string) (n Number, ok bool) {
	if above, below, fraction := strings.Cut(text, "/"); fraction {
		a, okA := l.parseDecimal(above)
		b, okB := l.parseDecimal(below)
		if !okA || !okB || strings.Contains(below, "/") {
			return Number{}, false
		}
		return a.Quo(b)
	}
	if len(text) > maxDigits {
		return Number{}, false
	}
	sign := ""
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "−") {
		sign, text = "-", strings.TrimLeft(text, "-−")
	}
	digits, ok := l.decimalPoint(text)
	if !ok {
		return Number{}, false
	}
	if len(digits) > 1 && strings.Trim(digits, "0") == "" {
		digits = "0"
	}
	n, err := ParseNumber(sign + canonicalZeros(digits))
	return n, err == nil
}

// canonicalZeros drops leading zeros, which JSON does not allow.
func canonicalZeros(digits string) string {
	whole, fraction, cut := strings.Cut(digits, ".")
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if !cut {
		return whole
	}
	return whole + "." + fraction
}

// decimalPoint writes text with a point for decimals and nothing for thousands.
func (l *language) decimalPoint(text string) (string, bool) {
	points, commas := strings.Count(text, "."), strings.Count(text, ",")
	for _, r := range text {
		if r != '.' && r != ',' && (r < '0' || r > '9') {
			return "", false
		}
	}
	thousands, decimal := ".", ","
	if l.decimal == "." {
		thousands, decimal = ",", "."
	}
	switch {
	case points+commas > 0 && l.unclear(text, thousands, decimal):
		return "", false
	case points > 0 && commas > 0: // the last sign is the decimal one
		if strings.LastIndex(text, ".") > strings.LastIndex(text, ",") {
			thousands, decimal = ",", "."
		} else {
			thousands, decimal = ".", ","
		}
	case points+commas == 1 && strings.Contains(text, thousands) && !grouped(text, thousands):
		thousands, decimal = decimal, thousands
	}
	if !grouped(text, thousands) || strings.Count(text, decimal) > 1 {
		return "", false
	}
	text = strings.Replace(strings.ReplaceAll(text, thousands, ""), decimal, ".", 1)
	valid := text != "" && text[0] != '.' && text[len(text)-1] != '.'
	return text, valid
}

// unclear reports whether a sign in text may separate thousands or decimals and
// nothing tells which: where thousands are set apart by spaces the sign that is not
// the decimal one, where the language is unknown either.
func (l *language) unclear(text, thousands, decimal string) bool {
	if strings.Contains(text, thousands) && strings.Contains(text, decimal) {
		return false // the last sign is the decimal one
	}
	return l.spaced && strings.Contains(text, thousands) && grouped(text, thousands) ||
		l.unknown && strings.Contains(text, decimal) && grouped(text, decimal)
}

// grouped reports whether every thousands sign in text stands before exactly
// three digits, with one to three digits, not led by a zero, before the first.
func grouped(text, thousands string) bool {
	if i := strings.LastIndexAny(text, ".,"); i >= 0 && string(text[i]) != thousands {
		text = text[:i]
	}
	groups := strings.Split(text, thousands)
	if len(groups) == 1 {
		return true
	}
	first := groups[0]
	if first == "" || len(first) > 3 || first[0] == '0' {
		return false
	}
	for _, g := range groups[1:] {
		if len(g) != 3 {
			return false
		}
	}
	return true
}

// Parse reads one quantity, such as "1,20 m", "12 %", "1/20", "2 1/2 m",
// "10 000", "Ø 1,50 m" or "EI2 60-C5". A quantity without a unit has the zero
// Unit. ok is false when text is anything else; see [ParseFigure] for ranges.
func Parse(text, lang string) (q Quantity, ok bool) {
	f, ok := ParseFigure(text, lang, nil)
	if !ok || f.Form != Single || f.Sign != "" {
		return Quantity{}, false
	}
	return Quantity{Value: f.Value, Unit: f.Unit}, true
}

// ParseFigure reads a text that is one figure and nothing else: "≥ 1,20 m",
// "entre 90 y 110 cm", "25 ± 1". The spans of the figure are those of text.
func ParseFigure(text, lang string, opts *FigureOptions) (f Figure, ok bool) {
	list := Figures(text, lang, opts)
	if len(list) != 1 || strings.TrimSpace(text[:list[0].Lead]) != "" || !list[0].ends(strings.TrimSpace(text[list[0].End:])) {
		return Figure{}, false
	}
	return list[0], true
}

// ends reports whether nothing is left behind a figure but the point of its abbreviation:
// "20 mm.".
func (f *Figure) ends(rest string) bool {
	return rest == "" || rest == "." && !f.Unit.IsZero() && !f.Written
}

// Find returns the quantities in text, in order. Digits that are part of a word
// ("n50", "m2", "4.2.1") are not quantities.
func Find(text, lang string) []Found {
	var list []Found
	l := languageOf(lang)
	units := l.catalogue()
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !isDigit(r) {
			at += size
			if unicode.IsLetter(r) {
				at += wordEnd(text[at:])
			}
			continue
		}
		end := at + numberEnd(text[at:])
		if l.spaced {
			end = thousands(text, at, end)
		}
		if value, stop := feet(text, at); stop > at {
			list = append(list, Found{Quantity: Quantity{Value: value, Unit: inch()}, Start: at, End: stop})
			at = stop
			continue
		}
		value, ok := l.parseDecimal(plainSpaces(text[at:end]))
		if times, stop := power(text, at, end, func(at int) (Unit, int) { return units.find(text, at) }); ok && times.Sign() > 0 && stop > end {
			value, end = value.Mul(times), stop
		}
		if ok && !units.follow(text[end:]) {
			f := Found{Quantity: Quantity{Value: value}, Start: at, End: end}
			f.Unit, f.End = units.find(text, end)
			list = append(list, f)
			at = f.End
			continue
		}
		at = end + wordEnd(text[end:])
	}
	return list
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// wordEnd returns the length of the letters and digits s begins with.
func wordEnd(s string) int {
	for i, r := range s {
		if !unicode.IsLetter(r) && !isDigit(r) {
			return i
		}
	}
	return len(s)
}

// numberEnd returns the length of the number s begins with; a sign belongs to
// it only when a digit follows.
func numberEnd(s string) int {
	for i := range len(s) {
		inner := strings.IndexByte(".,/", s[i]) >= 0 && i+1 < len(s) && isDigit(rune(s[i+1]))
		if !isDigit(rune(s[i])) && !inner {
			return i
		}
	}
	return len(s)
}

// follow reports letters glued to a number that are no unit: "3D" and
// "2C" are names, "60cm" is a quantity.
func (c *catalogue) follow(s string) bool {
	n := wordEnd(s)
	if n == 0 {
		return false
	}
	if n == 1 { // "3D" is no three days
		_, exact := c.atoms[s[:1]]
		return !exact
	}
	u, err := c.parse(s[:unitEnd(s)])
	return err != nil || u.IsFireClass()
}

// find reads the unit behind a number that ends at end, if there is one,
// and returns where the quantity ends.
func (c *catalogue) find(text string, end int) (Unit, int) {
	if n := inches(text, end); n > 0 {
		return inch(), end + n
	}
	rest := text[end:]
	start := end + len(rest) - len(strings.TrimLeft(rest, " \u00a0\u202f"))
	if start-end > 3 {
		return Unit{}, end
	}
	n := unitEnd(text[start:])
	for n > 0 {
		if u, err := c.parse(text[start : start+n]); err == nil && unitBehind(u, text[start+n:]) {
			return u, start + n
		}
		n = strings.LastIndexAny(text[start:start+n], "./·*,;:)(")
	}
	return Unit{}, end
}

// unitBehind reports whether u stands behind numbers in running text. Some words
// are far more often prepositions or names, and fire classes stand before; "in" is a
// unit where no word or number follows.
func unitBehind(u Unit, rest string) bool {
	if behind, ok := strings.CutPrefix(u.symbol+rest, "in"); ok && (behind == "" || wordEnd(behind) == 0) {
		next, _ := utf8.DecodeRuneInString(behind[spaces(behind):])
		return !unicode.IsLetter(next) && !isDigit(next) && next != '-'
	}
	return !u.IsBoolean() && !u.IsFireClass() && u.symbol != "a" && u.symbol != "p" && u.symbol != "u"
}

// unitEnd returns how far a unit could reach: to the next space or sign that
// no unit holds. Brackets count only when they are closed.
func unitEnd(s string) int {
	depth := 0
	if len(s) > maxUnit+utf8.UTFMax { // or a text without spaces takes quadratic time
		s = s[:maxUnit]
		for !utf8.ValidString(s) && len(s) > maxUnit-utf8.UTFMax {
			s = s[:len(s)-1]
		}
	}
	for i, r := range s {
		switch {
		case r == '(':
			if i == 0 || !strings.Contains(s[i:], ")") {
				return i
			}
			depth++
		case r == ')':
			if depth == 0 {
				return i
			}
			depth--
		case unicode.IsSpace(r) || strings.ContainsRune(",;:=<>≤≥!?\"'+", r):
			return i
		}
	}
	return len(s)
}
