package ask

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Direction is how a quantity bounds, where its sentence says so.
type Direction uint8

// The directions. A bare number, and one of a table, is Unsaid.
const (
	Unsaid Direction = iota
	Minimum
	Maximum
)

// Quantity is a number as a text gives it.
type Quantity struct {
	Text       string    // the number as written, folded
	Dir        Direction // read from the words around it, through negation too
	Strict     bool      // the bound itself is outside: "less than", not "at most"
	Reference  bool      // it names an article, section, table or standard (CITATIONS N2)
	Start, End int       // byte offsets of the number in retrieval.Fold of the text

	Of        *Property // what it is an amount of, as its own clause says; nil where it does not
	Composite bool      // it is set for a sum or a formula of several properties
	Place     bool      // it says where, not how much: "50 cm from the edge"

	values  []*big.Rat // "1.100" may be read two ways; none for a reference such as 4.2.1
	denied  bool       // "no tendrá 5 m"
	derived bool       // values are not just the digits of Text: a power, a ratio, a sign
	unit    unit       // dimension "" when it has none
}

// Dimension names what the quantity measures, "length" or "transmittance";
// "" for a number without unit.
func (q Quantity) Dimension() string { return q.unit.dimension }

// Compare compares two quantities of one dimension by their first reading; ok
// is false when that cannot be done.
func (q Quantity) Compare(other Quantity) (sign int, ok bool) {
	if q.unit.dimension != other.unit.dimension || len(q.values) == 0 || len(other.values) == 0 {
		return 0, false
	}
	a, b := q.values[0], other.values[0]
	if q.unit.factor != nil {
		a, b = new(big.Rat).Mul(a, q.unit.factor), new(big.Rat).Mul(b, other.unit.factor)
	}
	return a.Cmp(b), true
}

// In returns a bare number as an amount in the unit of other: a column headed
// "up to 50" counts what its table counts.
func (q Quantity) In(other Quantity) Quantity {
	if q.unit.dimension == "" {
		q.unit = other.unit
	}
	return q
}

var (
	numberShape = newPattern(`[0-9]+(?:[.,][0-9]+)+|[0-9]{1,3}(?: [0-9]{3})+|[0-9]+`)
	codeShape   = lazyregexp.New(`[a-z]{1,4}-?[0-9]+[a-z0-9]*`)
)

// Quantities finds the numbers of a text, with their units and directions.
// Numbers that are part of a word ("D3", "m2") are not among them; see codesIn.
func Quantities(text string) []Quantity {
	folded := retrieval.Fold(text)
	return quantitiesOf(folded, retrieval.Words(folded, ""))
}

// quantitiesOf is Quantities of a text that was read already.
func quantitiesOf(folded string, words []retrieval.Word, more ...Quantity) []Quantity {
	list := slices.Concat(more, digitFractions(folded), digitQuantities(folded), wordFractions(folded, words), wordQuantities(folded, words))
	slices.SortStableFunc(list, func(a, b Quantity) int { return a.Start - b.Start })
	list = withoutOverlap(list)
	for i := len(list) - 2; i >= 0; i-- {
		list[i].inherit(list[i+1], folded)
	}
	setDirections(folded, list)
	setProperties(folded, words, list)
	return list
}

func digitQuantities(folded string) []Quantity {
	var list []Quantity
	end := 0 // of the quantity before, with its power or second term
	for _, m := range numberShape.all(folded) {
		if before, _ := utf8.DecodeLastRuneInString(folded[:m[0]]); unicode.IsLetter(before) || m[0] < end {
			continue
		}
		q := quantityAt(folded, m[0], m[1], folded[m[0]:m[1]])
		q.readPower(folded)
		q.readRatio(folded)
		q.readSign(folded)
		list = append(list, q)
		end = q.End
	}
	return list
}

// wordQuantities reads numbers in words before a unit: "cinco por ciento", "two
// metres". "Un" is a number only before a unit that is written out.
func wordQuantities(folded string, words []retrieval.Word) []Quantity {
	const writtenOut = 3 // letters
	var list []Quantity
	for i := 0; i < len(words); i++ {
		value, n := numeralAt(folded, words, i)
		digits := strconv.Itoa(value)
		if half := halves[words[i].Fold]; half && n == 0 {
			value, n, digits = 1, 1, "0.5"
			if words[i].Fold == "half" && i+1 < len(words) && (words[i+1].Fold == "a" || words[i+1].Fold == "an") {
				n = 2
			}
		}
		if n == 0 {
			continue
		}
		end := words[i+n-1].End
		q := quantityAt(folded, words[i].Start, end, digits)
		if q.unit.dimension != "" && (value > 1 || i+n < len(words) && len(words[i+n].Fold) >= writtenOut) {
			list = append(list, q)
		}
		i += n - 1
	}
	return list
}

var halves = wordSet("medio media half")

func withoutOverlap(sorted []Quantity) []Quantity {
	end := 0
	return slices.DeleteFunc(sorted, func(q Quantity) bool {
		if q.Start < end {
			return true
		}
		end = q.End
		return false
	})
}

var (
	powerBehind = lazyregexp.New(`^ ?(?:[·⋅] ?10\^?|[x×*] ?10\^)\(?([-−]?[0-9]{1,2})\)?`)
	ratioBehind = lazyregexp.New(`^(?: ?: ?| (?:in|en) )([0-9]{1,4})\b`)
	signBefore  = lazyregexp.New(`(?:^|[ (|])[-−]$`)
	rangeBefore = lazyregexp.New(`[0-9][^ ]{0,3} $`)
)

// readPower takes in a power of ten behind a number: "1,5·10^3".
func (q *Quantity) readPower(folded string) {
	m := powerBehind.FindStringSubmatch(folded[q.End:])
	if m == nil {
		return
	}
	exponent, err := strconv.Atoi(strings.Replace(m[1], "−", "-", 1))
	if err != nil {
		return
	}
	power := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exponent, -exponent))), nil))
	if exponent < 0 {
		power.Inv(power)
	}
	q.change(folded, q.End+len(m[0]), func(v *big.Rat) *big.Rat { return v.Mul(v, power) })
}

// readRatio reads "1:20" and "1 in 20" as the percentage they are.
func (q *Quantity) readRatio(folded string) {
	m := ratioBehind.FindStringSubmatch(folded[q.End:])
	if m == nil || q.Text != "1" || q.unit.dimension != "" || m[1] == "0" || m[1] == "1" {
		return
	}
	of, ok := new(big.Rat).SetString(m[1])
	if !ok || of.Sign() == 0 {
		return
	}
	end := q.End + len(m[0])
	if u, named := unitAt(folded[end:]); named && u.dimension != "" {
		return
	}
	q.change(folded, end, func(*big.Rat) *big.Rat { return new(big.Rat).Quo(big.NewRat(100, 1), of) })
	q.unit = unit{"ratio", one}
}

// readSign reads a minus sign that is no dash of a range: "-5 °C".
func (q *Quantity) readSign(folded string) {
	before := folded[max(0, q.Start-8):q.Start]
	if q.unit.dimension == "" || !signBefore.MatchString(before) || rangeBefore.MatchString(strings.TrimRight(before, "-−")) {
		return
	}
	q.change(folded, q.End, func(v *big.Rat) *big.Rat { return v.Neg(v) })
	q.Text = "-" + q.Text
}

// change makes q a number that is not just its digits and reads the unit anew.
func (q *Quantity) change(folded string, end int, value func(*big.Rat) *big.Rat) {
	for i, v := range q.values {
		q.values[i] = value(new(big.Rat).Set(v))
	}
	q.Text, q.End, q.derived = folded[q.Start:end], end, true
	q.unit = unitBehind(folded, q.Start, end)
}

var (
	rangeGap  = lazyregexp.New(`^\s*(?:y|e|a|o|u|and|to|or|-|–|x|×)\s*$`)
	reference = newPattern(`(?:\b(?:arts?|articulos?|articles?|apartados?|apdos?|ap|secc?(?:ion|iones|tions?)?|tablas?|tables?|figuras?|figures?|` +
		`anejos?|anexos?|annex|appendix|notas?|notes?|parte?|parts?|capitulos?|chapters?|paragraphs?|db-?[a-z]{1,3}|s[ui]a?|h[esr]|num|no|n\.?[oº]|ley|rd|decreto|orden)\.? ?)$`)
)

// inherit gives the first number of a range ("13 y 18,5 cm") the unit of the
// second.
func (q *Quantity) inherit(next Quantity, folded string) {
	if q.unit.dimension == "" && !q.Reference && rangeGap.MatchString(folded[q.End:next.Start]) {
		q.unit = next.unit
	}
}

func quantityAt(folded string, start, end int, digits string) Quantity {
	q := Quantity{Text: digits, Start: start, End: end, values: readings(digits)}
	q.unit = unitBehind(folded, start, end)
	q.Reference = q.unit.dimension == "" && reference.in(folded[max(0, start-20):start])
	return q
}

// unitBehind is the unit of a number: behind it, or a currency's sign before it.
// One that is not in the table is a dimension of its own: it may not pass for a
// number without unit.
func unitBehind(folded string, start, end int) unit {
	if u, ok := unitAt(folded[end:]); ok {
		return u
	}
	if m := hyphenUnit.FindStringSubmatch(folded[end:]); m != nil { // "a 4-inch sphere"
		if u, ok := unitAt(m[1]); ok {
			return u
		}
	}
	if sign, size := utf8.DecodeLastRuneInString(strings.TrimSuffix(folded[:start], " ")); size > 0 && unicode.Is(unicode.Sc, sign) {
		u, _ := unitAt(string(sign))
		return u
	}
	if m := strangeUnit.FindString(folded[end:]); m != "" {
		return unit{dimension: strings.TrimLeft(m, " "), factor: one}
	}
	return unit{}
}

var hyphenUnit = lazyregexp.New(`^-([a-z]{2,12})\b`)

// strangeUnit is a unit divided by another.
var strangeUnit = lazyregexp.New(`^ ?[a-z°%$€£]{1,4}/[a-z]{1,4}[23]?\b`)

// readings returns what a number may mean: points and commas are decimal signs
// in one language and thousands in the other.
func readings(digits string) []*big.Rat {
	const longest = 18 // digits; what is longer is compared as text
	if len(digits) > longest {
		return nil
	}
	point := strings.ReplaceAll(strings.ReplaceAll(digits, " ", ""), ",", ".")
	var list []*big.Rat
	add := func(s string) {
		if v, ok := new(big.Rat).SetString(s); ok {
			list = append(list, v)
		}
	}
	groups := strings.Split(point, ".")
	thousands := len(groups) >= 2 && groups[0] != "0" && len(groups[0]) <= 3 &&
		!slices.ContainsFunc(groups[1:], func(g string) bool { return len(g) != 3 })
	if thousands {
		add(strings.Join(groups, ""))
	}
	if len(groups) <= 2 {
		add(point)
	}
	if thousands && strings.Contains(digits, ",") {
		slices.Reverse(list) // "1,250": a decimal comma is the likelier there
	}
	if last := strings.LastIndexAny(digits, ".,"); last > 0 && len(groups) > 2 {
		if whole := strings.NewReplacer(".", "", ",", "").Replace(digits[:last]); digits[last] != digits[strings.IndexAny(digits, ".,")] {
			add(whole + "." + digits[last+1:]) // "1.234,5"
		}
	}
	return list
}

// unitsNamed lists the units a text names on their own or behind numbers.
func unitsNamed(text string) []unit {
	folded := retrieval.Fold(text)
	var list []unit
	for i, r := range folded {
		before, _ := utf8.DecodeLastRuneInString(folded[:i])
		if unicode.IsLetter(before) || unicode.IsSpace(r) || denominator(folded, i) {
			continue
		}
		if u, ok := unitAt(folded[i:]); ok {
			list = append(list, u)
		}
	}
	return list
}

// denominator reports whether what a unit at that place counts is what something
// else is divided by: "por m²", "m²/persona".
func denominator(folded string, at int) bool {
	before := folded[:at]
	for _, word := range []string{"/", "por ", "per ", "cada "} {
		if strings.HasSuffix(before, word) {
			return true
		}
	}
	return false
}

// codePlaces finds letters with digits behind them.
func codePlaces(folded string) [][]int {
	for i := 1; i < len(folded); i++ {
		if !isDigit(folded[i]) {
			continue
		}
		if before := folded[i-1]; 'a' <= before && before <= 'z' || before == '-' {
			return codeShape.FindAllStringIndex(folded, -1)
		}
	}
	return nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// codesIn lists the designations of a text that mix letters and digits, such
// as climate zones and exposure classes, folded and without hyphens. Units are
// not among them.
func codesIn(text string) []string { return codesOf(retrieval.Fold(text)) }

func codesOf(folded string) []string {
	var list []string
	for _, m := range codePlaces(folded) {
		before, _ := utf8.DecodeLastRuneInString(folded[:m[0]])
		if unicode.IsLetter(before) || unicode.IsDigit(before) || strings.ContainsRune("/·.", before) && m[0] > 0 {
			continue
		}
		if _, isUnit := unitAt(folded[m[0]:]); isUnit {
			continue
		}
		list = append(list, strings.ReplaceAll(folded[m[0]:m[1]], "-", ""))
	}
	return list
}
