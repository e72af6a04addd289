package ask

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
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

	values []*big.Rat // "1.100" may be read two ways; none for a reference such as 4.2.1
	unit   unit       // dimension "" when it has none
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
	numberShape = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)+|[0-9]{1,3}(?: [0-9]{3})+|[0-9]+`)
	codeShape   = regexp.MustCompile(`[a-z]{1,4}-?[0-9]+[a-z0-9]*`)
)

// numberWords are read as quantities when a unit follows.
var numberWords = map[string]string{
	"dos": "2", "tres": "3", "cuatro": "4", "cinco": "5", "seis": "6", "siete": "7", "ocho": "8", "nueve": "9",
	"diez": "10", "once": "11", "doce": "12", "quince": "15", "veinte": "20", "treinta": "30", "sesenta": "60",
	"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
	"ten": "10", "twelve": "12", "fifteen": "15", "twenty": "20", "thirty": "30", "sixty": "60",
}

// Quantities finds the numbers of a text, with their units and directions.
// Numbers that are part of a word ("D3", "m2") are not among them; see codesIn.
func Quantities(text string) []Quantity {
	folded := retrieval.Fold(text)
	var list []Quantity
	for _, m := range numberShape.FindAllStringIndex(folded, -1) {
		if before, _ := utf8.DecodeLastRuneInString(folded[:m[0]]); unicode.IsLetter(before) {
			continue
		}
		list = append(list, quantityAt(folded, m[0], m[1], folded[m[0]:m[1]]))
	}
	words := retrieval.Words(folded, "")
	for _, w := range words {
		if digits := numberWords[w.Fold]; digits != "" {
			if q := quantityAt(folded, w.Start, w.End, digits); q.unit.dimension != "" {
				list = append(list, q)
			}
		}
	}
	slices.SortFunc(list, func(a, b Quantity) int { return a.Start - b.Start })
	for i := len(list) - 2; i >= 0; i-- {
		list[i].inherit(list[i+1], folded)
	}
	setDirections(folded, list)
	setProperties(folded, words, list)
	return list
}

var (
	rangeGap  = regexp.MustCompile(`^\s*(?:y|e|a|o|u|and|to|or|-|–|x|×)\s*$`)
	reference = regexp.MustCompile(`(?:\b(?:arts?|articulos?|articles?|apartados?|apdos?|ap|secc?(?:ion|iones|tions?)?|tablas?|tables?|figuras?|figures?|` +
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
	q.unit, _ = unitAt(folded[end:])
	q.Reference = q.unit.dimension == "" && reference.MatchString(folded[max(0, start-20):start])
	return q
}

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

// sameValue reports whether q stands for the same amount as other. A number
// without unit (a cell of a table) takes any of the units named with it.
func (q Quantity) sameValue(other Quantity, named []unit) bool {
	if len(q.values) == 0 || len(other.values) == 0 {
		return q.Text == other.Text
	}
	switch {
	case q.unit.dimension == "":
		return anyEqual(q.values, one, other.values, one)
	case other.unit.dimension == q.unit.dimension:
		return anyEqual(q.values, q.unit.factor, other.values, other.unit.factor)
	case other.unit.dimension != "" || other.Reference:
		return false
	}
	return slices.ContainsFunc(named, func(u unit) bool {
		return u.dimension == q.unit.dimension && anyEqual(q.values, q.unit.factor, other.values, u.factor)
	})
}

var one = big.NewRat(1, 1)

func anyEqual(a []*big.Rat, factorA *big.Rat, b []*big.Rat, factorB *big.Rat) bool {
	for _, x := range a {
		for _, y := range b {
			if new(big.Rat).Mul(x, factorA).Cmp(new(big.Rat).Mul(y, factorB)) == 0 {
				return true
			}
		}
	}
	return false
}

// unitsNamed lists the units a text names on their own or behind numbers.
func unitsNamed(text string) []unit {
	folded := retrieval.Fold(text)
	var list []unit
	for i, r := range folded {
		before, _ := utf8.DecodeLastRuneInString(folded[:i])
		if unicode.IsLetter(before) || unicode.IsSpace(r) {
			continue
		}
		if u, ok := unitAt(folded[i:]); ok {
			list = append(list, u)
		}
	}
	return list
}

// codesIn lists the designations of a text that mix letters and digits, such
// as climate zones and exposure classes, folded and without hyphens. Units are
// not among them.
func codesIn(text string) []string {
	var list []string
	folded := retrieval.Fold(text)
	for _, m := range codeShape.FindAllStringIndex(folded, -1) {
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
