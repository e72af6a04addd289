package quantity

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Errors of units.
var (
	// ErrUnknownUnit says that a text is no unit this package knows.
	ErrUnknownUnit = errors.New("quantity: unknown unit")

	// ErrIncompatible says that two units measure different things.
	ErrIncompatible = errors.New("quantity: units of different kinds")
)

// Kind says what a unit measures.
type Kind string

// dimension holds the exponents of the base units. Years and months are bases
// of their own: neither is a fixed number of hours, so nothing converts between
// "a year" and "a month" by accident.
type dimension [numBases]int8

const (
	baseMetre = iota
	baseKilogram
	baseSecond
	baseKelvin
	baseAmpere
	baseLumen
	baseBecquerel
	baseYear
	baseMonth
	baseCount
	baseDecibel
	baseDecibelA
	numBases
)

// Unit is a unit of measure. Values are immutable; the zero Unit is none.
type Unit struct {
	symbol string
	dim    dimension
	label  string // tells units without dimension apart: percent, ratio, angle ...
	noun   string // what a count counts; "" is anything
	factor Number // to base units
	offset Number // added after factor; only for temperatures on a scale
}

// String returns the unit as its text was given, spaces trimmed.
func (u Unit) String() string { return u.symbol }

// IsZero reports whether u is no unit.
func (u Unit) IsZero() bool { return u.symbol == "" }

// IsBoolean reports whether u is the unit of yes/no checks.
func (u Unit) IsBoolean() bool { return u.label == labelBoolean }

// IsRatio reports whether u is a pure number, such as a slope of 1/20 is in.
func (u Unit) IsRatio() bool { return u.label == labelRatio }

// Kind returns what u measures.
func (u Unit) Kind() Kind {
	if u.label != "" {
		return Kind(u.label)
	}
	return kinds[u.dim]
}

// Equal reports whether u and v are the same unit, however written.
func (u Unit) Equal(v Unit) bool {
	return u.compatible(v) && u.factor.Equal(v.factor) && u.offset.Equal(v.offset)
}

func (u Unit) compatible(v Unit) bool {
	sameNoun := u.noun == v.noun || u.noun == "" || v.noun == ""
	return u.dim == v.dim && u.label == v.label && sameNoun
}

const maxUnit = 80 // longest unit text read, in bytes

// ParseUnit reads a unit in the spellings people use: "W/m2K", "W/(m²·K)",
// "W·m-2·K-1", "m³/h·m²", "kWh/m²·año", "cm", "%", "peldaños", "boolean".
// Everything after a slash is divided by, as is usual in building codes.
// ErrUnknownUnit when it is none, or when what it would measure has no name.
func ParseUnit(text string) (Unit, error) {
	symbol := strings.TrimSpace(text)
	if len(symbol) > maxUnit || !utf8.ValidString(symbol) {
		return Unit{}, fmt.Errorf("%w: no unit is that long, or it is no text", ErrUnknownUnit)
	}
	plain := plainUnit(symbol)
	if canonical, ok := unitAliases[foldUnit(plain)]; ok {
		plain = canonical
	}
	u, ok := composeUnit(plain)
	if !ok {
		return Unit{}, fmt.Errorf("%w: %q", ErrUnknownUnit, symbol)
	}
	u.symbol = symbol
	return u, nil
}

// MustUnit is ParseUnit for constants in code; it panics on an error.
func MustUnit(text string) Unit {
	u, err := ParseUnit(text)
	if err != nil {
		panic(err)
	}
	return u
}

var plainReplacer = strings.NewReplacer(
	"⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁻", "-", "−", "-", "–", "-", "^", "",
	"º", "°", "·", " ", "•", " ", "⋅", " ", "∙", " ", "×", " ", "*", " ", "µ", "μ",
	"(", " ", ")", " ", "[", " ", "]", " ", "\u00a0", " ", "\u202f", " ",
)

// plainUnit brings signs that mean the same to one: exponents as digits,
// products as spaces.
func plainUnit(s string) string {
	s = plainReplacer.Replace(s)
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "/", " / ")), " ")
}

// composeUnit multiplies the atoms of a unit, dividing by those after a slash.
func composeUnit(plain string) (Unit, bool) {
	if a, ok := atoms[plain]; ok { // words, and scales such as °C that carry an offset
		return a, true
	}
	if a, ok := foldedAtoms[foldUnit(plain)]; ok {
		return a, true
	}
	u := Unit{factor: NewNumber(1, 1)}
	divide, count, open := false, 0, false
	for _, part := range strings.FieldsFunc(plain, func(r rune) bool { return r == ' ' || r == '.' }) {
		if part == "/" {
			divide, open = true, true
			continue
		}
		open = false
		n, ok := u.times(part, divide)
		if !ok {
			return Unit{}, false
		}
		count += n
	}
	_, named := kinds[u.dim]
	return u, count > 0 && named && !open
}

// times multiplies u by a run such as "m2K" and returns how many atoms it had.
func (u *Unit) times(run string, divide bool) (count int, ok bool) {
	for run != "" {
		letters := letterPrefix(run)
		if letters == 0 {
			return 0, false
		}
		rest, exponent := readExponent(run[letters:])
		parts, ok := splitAtoms(run[:letters])
		if !ok {
			return 0, false
		}
		for i, a := range parts {
			power := 1
			if i == len(parts)-1 {
				power = exponent
			}
			if divide {
				power = -power
			}
			if !u.apply(a, power) {
				return 0, false
			}
		}
		count += len(parts)
		run = rest
	}
	return count, true
}

// apply multiplies u by a to a power. Units without dimension, such as per
// cent, have no meaning inside a product and are refused there.
func (u *Unit) apply(a Unit, power int) bool {
	if a.label != "" {
		return false
	}
	for i := range u.dim {
		u.dim[i] += a.dim[i] * int8(power)
	}
	for range abs(power) {
		if power > 0 {
			u.factor = u.factor.Mul(a.factor)
			continue
		}
		u.factor, _ = u.factor.Quo(a.factor)
	}
	return true
}

// letterPrefix returns the length of the leading letters and signs of s.
func letterPrefix(s string) int {
	for i, r := range s {
		if !unicode.IsLetter(r) && r != '°' && r != '%' && r != '‰' {
			return i
		}
	}
	return len(s)
}

// readExponent reads an optional exponent of one digit and returns what follows.
func readExponent(s string) (rest string, exponent int) {
	sign := 1
	digits := s
	if strings.HasPrefix(s, "-") {
		sign, digits = -1, s[1:]
	}
	if digits == "" || digits[0] < '1' || digits[0] > '9' {
		return s, 1
	}
	return digits[1:], sign * int(digits[0]-'0')
}

// splitAtoms takes a run of letters apart into known atoms, the whole first and
// then the longest beginning: "mK" is metre kelvin, "kWh" one atom.
func splitAtoms(run string) ([]Unit, bool) {
	if a, ok := lookupAtom(run); ok {
		return []Unit{a}, true
	}
	for cut := len(run) - 1; cut > 0; cut-- {
		head, ok := atoms[run[:cut]]
		if !ok {
			continue
		}
		if tail, ok := splitAtoms(run[cut:]); ok {
			return append([]Unit{withoutOffset(head)}, tail...), true
		}
	}
	return nil, false
}

func lookupAtom(name string) (Unit, bool) {
	a, ok := atoms[name]
	if !ok {
		a, ok = foldedAtoms[foldUnit(name)]
	}
	return withoutOffset(a), ok
}

// withoutOffset makes a temperature a difference of temperatures, which is what
// it means within a product.
func withoutOffset(u Unit) Unit {
	if u.offset.Sign() != 0 {
		u.offset = Number{}
	}
	return u
}
