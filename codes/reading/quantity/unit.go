package quantity

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Errors of units.
var (
	// ErrUnknownUnit says that a text is no unit this package knows.
	ErrUnknownUnit = errors.New("quantity: unknown unit")

	// ErrIncompatible says that two units measure different things.
	ErrIncompatible = errors.New("quantity: units of different kinds")
)

// Unit is a unit of measure. Values are immutable; the zero Unit is none.
type Unit struct {
	symbol string
	dim    dimension
	label  Kind   // of units that their dimension does not tell apart: percent, ratio, torque ...
	noun   string // what a count counts; "" is anything
	per    string // what it is counted per; "" is anything, or nothing
	marks  marks  // of fire classes
	factor Number // to base units
	offset Number // added after factor; only for temperatures on a scale
}

// String returns the unit as its text was given, spaces trimmed.
func (u Unit) String() string { return u.symbol }

// IsZero reports whether u is no unit.
func (u Unit) IsZero() bool { return u.symbol == "" }

// IsBoolean reports whether u is the unit of yes/no checks.
func (u Unit) IsBoolean() bool { return u.label == Bool }

// IsRatio reports whether u is a pure number, such as a slope of 1/20 is in.
func (u Unit) IsRatio() bool { return u.label == Ratio }

// IsFireClass reports whether u is a class of resistance to fire, such as EI,
// whose values are minutes.
func (u Unit) IsFireClass() bool { return u.label == FireClass }

// Noun returns what a count counts, or is counted per, such as "person", the
// same for every word of every language; "" where the unit does not say.
func (u Unit) Noun() string {
	if u.noun == "" {
		return u.per
	}
	return u.noun
}

// Kind returns what u measures.
func (u Unit) Kind() Kind {
	if u.label != "" {
		return u.label
	}
	kind := kinds()[u.dim]
	if u.per != "" {
		return Kind(strings.Replace(string(kind), "per count", "per "+u.per, 1))
	}
	return kind
}

// Equal reports whether u and v are the same unit, however written.
func (u Unit) Equal(v Unit) bool {
	return u.compatible(v) && u.factor.Equal(v.factor) && u.offset.Equal(v.offset)
}

func (u Unit) compatible(v Unit) bool {
	return u.dim == v.dim && u.label == v.label && u.marks == v.marks && sameNoun(u.noun, v.noun) && sameNoun(u.per, v.per)
}

func sameNoun(a, b string) bool { return a == b || a == "" || b == "" }

const maxUnit = 80 // longest unit text read, in bytes

// ParseUnit reads a unit in the spellings people use: "W/m2K", "W/(m²·K)",
// "W·m-2·K-1", "m³/h·m²", "kWh/m²·año", "l/s por persona", "cm", "%",
// "peldaños", "REI", "EI2-C5", "boolean". Everything after a slash is divided
// by, as is usual in building codes. ErrUnknownUnit when it is none, or when
// what it would measure has no name.
//
// The words of Spanish and English are known; see [ParseUnitIn] for others.
func ParseUnit(text string) (Unit, error) { return units().parse(text) }

// ParseUnitIn is ParseUnit with the words of a language, a BCP 47 tag. Of one that
// was added with [AddLanguage] its own words are known and those of English, of one
// nobody added those of English alone.
func ParseUnitIn(text, lang string) (Unit, error) { return languageOf(lang).catalogue().parse(text) }

func (c *catalogue) parse(text string) (Unit, error) {
	symbol := strings.TrimSpace(text)
	if len(symbol) > maxUnit || !utf8.ValidString(symbol) {
		return Unit{}, fmt.Errorf("%w: no unit is that long, or it is no text", ErrUnknownUnit)
	}
	u, ok := c.read.of(symbol, c.symbol)
	if !ok {
		return Unit{}, &unknownUnitError{symbol}
	}
	return u, nil
}

// unknownUnitError is an ErrUnknownUnit that is written only when somebody asks: most
// words behind a number in a text are none.
type unknownUnitError struct{ symbol string }

func (e *unknownUnitError) Error() string { return fmt.Sprintf("%v: %q", ErrUnknownUnit, e.symbol) }
func (e *unknownUnitError) Unwrap() error { return ErrUnknownUnit }

// symbol reads any unit and gives it its text for a name.
func (c *catalogue) symbol(symbol string) (Unit, bool) {
	if u, ok := parseFireUnit(symbol); ok {
		return u, true
	}
	u, ok := c.unit(symbol)
	u.symbol = strings.Clone(symbol)
	return u, ok && symbol != ""
}

// MustUnit is ParseUnit for constants in code; it panics on an error.
func MustUnit(text string) Unit {
	u, err := ParseUnit(text)
	if err != nil {
		panic(err)
	}
	return u
}

// unit reads all units but fire classes.
func (c *catalogue) unit(text string) (Unit, bool) {
	plain := plainUnit(text)
	words := strings.Fields(withoutBrackets.Replace(plain))
	bare := strings.Join(words, " ")
	if symbols, ok := c.phrases[foldUnit(bare)]; ok && symbols != "/" {
		return c.readSymbols(plainUnit(symbols))
	}
	if a, ok := c.lookup(bare); ok {
		return a, true
	}
	if c.spells(words) {
		plain = c.symbols(plain)
	}
	return c.readSymbols(plain)
}

// readSymbols reads a unit in symbols: one alone, which a scale such as °C that
// carries an offset must be, or a product.
func (c *catalogue) readSymbols(plain string) (Unit, bool) {
	if a, ok := c.lookup(plain); ok {
		return a, true
	}
	return c.compose(plain)
}

// lookup finds a unit that is not composed.
func (c *catalogue) lookup(name string) (Unit, bool) {
	if a, ok := c.atoms[name]; ok {
		return a, true
	}
	a, ok := c.folded[foldUnit(name)]
	return a, ok
}

// spells reports whether any of words belongs to a phrase.
func (c *catalogue) spells(words []string) bool {
	for _, w := range words {
		if c.partial[foldUnit(w)] {
			return true
		}
	}
	return false
}

// symbols writes the phrases in a text as symbols, the longest first: "l/s por
// persona" is "l / s / persona".
func (c *catalogue) symbols(plain string) string {
	words := strings.Fields(apartBrackets.Replace(plain))
	var out []string
	for i := 0; i < len(words); {
		n := min(c.longest, len(words)-i)
		for ; n > 0; n-- {
			if symbols, ok := c.phrases[foldUnit(strings.Join(words[i:i+n], " "))]; ok {
				out = append(out, symbolsInside(symbols))
				break
			}
		}
		if n == 0 {
			out = append(out, words[i])
			n = 1
		}
		i += n
	}
	return strings.Join(out, " ")
}

// symbolsInside brackets what would not stay together within a product.
func symbolsInside(symbols string) string {
	if symbols != "/" && strings.Contains(symbols, "/") {
		return "( " + plainUnit(symbols) + " )"
	}
	return symbols
}

var plainReplacer = strings.NewReplacer(
	"⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁻", "-", "−", "-", "–", "-", "^", "", "₂", "2",
	"º", "°", "·", " ", "•", " ", "⋅", " ", "∙", " ", "×", " ", "*", " ", "µ", "μ", "Ω", "Ω",
	"[", "(", "]", ")", "\u00a0", " ", "\u202f", " ", "\u2009", " ", "/", " / ", "⁄", " / ", "∕", " / ",
)

var (
	withoutBrackets = strings.NewReplacer("(", " ", ")", " ")
	apartBrackets   = strings.NewReplacer("(", " ( ", ")", " ) ")
	apartParts      = strings.NewReplacer("(", " ( ", ")", " ) ", ".", " ")
)

// plainUnit brings signs that mean the same to one: exponents as digits,
// products as spaces.
func plainUnit(s string) string {
	return strings.Join(strings.Fields(plainReplacer.Replace(s)), " ")
}

// composition is a unit being multiplied up.
type composition struct {
	Unit
	units *catalogue
	parts map[dimension]bool // what stands above the slash, for special kinds
	count int
	ok    bool
}

// compose multiplies the atoms of a unit, dividing by those after a slash,
// until the bracket that holds both closes.
func (c *catalogue) compose(plain string) (Unit, bool) {
	product := composition{units: c, Unit: Unit{factor: NewNumber(1, 1)}, parts: make(map[dimension]bool), ok: true}
	divide, open := false, false // open: a slash with nothing behind it yet
	var outer []bool
	for i, part := range unitParts(plain) {
		switch part {
		case "/":
			divide, open = len(outer) == 0 || !outer[len(outer)-1], true
		case "(":
			outer = append(outer, divide)
		case ")":
			if len(outer) == 0 {
				return Unit{}, false
			}
			divide, outer = outer[len(outer)-1], outer[:len(outer)-1]
		case "1":
			product.ok = product.ok && i == 0 && strings.HasPrefix(plain, "1 /")
		default:
			open = false
			product.times(part, divide)
		}
		if !product.ok {
			return Unit{}, false
		}
	}
	return product.named(open)
}

func unitParts(plain string) []string {
	return strings.Fields(apartParts.Replace(plain))
}

// named gives what was composed its kind, if there is one.
func (c *composition) named(open bool) (Unit, bool) {
	if open || c.count == 0 {
		return Unit{}, false
	}
	if c.dim == (dimension{}) {
		c.label = Ratio
		if c.noun != c.per {
			c.label = CountPerCount
		}
	}
	for _, s := range special {
		if c.dim == s.whole && c.parts[s.part] {
			c.label = s.kind
		}
	}
	if c.label == Ratio {
		c.noun, c.per = "", ""
	}
	_, known := kinds()[c.dim]
	return c.Unit, known || c.label != ""
}

// times multiplies by a run such as "m2K".
func (c *composition) times(run string, divide bool) {
	for run != "" && c.ok {
		letters := letterPrefix(run)
		rest, exponent := readExponent(run[letters:])
		parts, ok := c.units.split(run[:letters])
		if letters == 0 || !ok {
			c.ok = false
			return
		}
		for i, a := range parts {
			power := 1
			if i == len(parts)-1 {
				power = exponent
			}
			if divide {
				power = -power
			}
			c.apply(a, power)
		}
		c.count += len(parts)
		run = rest
	}
}

// maxPower bounds the exponents of the base units.
const maxPower = 9

// apply multiplies by a to a power. Units without dimension, such as per cent,
// have no meaning inside a product and are refused there.
func (c *composition) apply(a Unit, power int) {
	var part dimension
	for i := range c.dim {
		sum := int(c.dim[i]) + int(a.dim[i])*power
		c.ok = c.ok && abs(sum) <= maxPower
		c.dim[i] = int8(sum)
		part[i] = a.dim[i] * int8(power)
	}
	if !c.ok || a.label != "" {
		c.ok = false
		return
	}
	if power > 0 {
		c.parts[part] = true
	}
	c.counted(a.noun, power)
	for range abs(power) {
		if power > 0 {
			c.factor = c.factor.Mul(a.factor)
			continue
		}
		c.factor, _ = c.factor.Quo(a.factor)
	}
}

// counted keeps what a count within a product counts.
func (c *composition) counted(noun string, power int) {
	switch {
	case noun == "":
	case power > 0:
		c.noun = noun
	default:
		c.per = noun
	}
}

// split takes a run of letters apart into known atoms, the whole first and
// then the longest beginning: "mK" is metre kelvin, "kWh" one atom.
func (c *catalogue) split(run string) ([]Unit, bool) {
	if a, ok := c.lookup(run); ok {
		return []Unit{withoutOffset(a)}, true
	}
	for cut := len(run) - 1; cut > 0; cut-- {
		head, ok := c.atoms[run[:cut]]
		if !ok {
			continue
		}
		if tail, ok := c.split(run[cut:]); ok {
			return append([]Unit{withoutOffset(head)}, tail...), true
		}
	}
	return nil, false
}

// withoutOffset makes a temperature a difference of temperatures, which is what
// it means within a product.
func withoutOffset(u Unit) Unit {
	if u.offset.Sign() != 0 {
		u.offset = Number{}
	}
	return u
}
