package calculators

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
)

// Exact is an exact rational number. Values are immutable; the zero value is no
// number: an open bound. Bounds of [Exact.Within] may be open; all else that is done
// with no number but [Exact.Known] panics.
type Exact struct{ r *big.Rat }

// The longest number read: characters, and the power of ten either way.
const (
	maxDigits   = 60
	maxExponent = 60
)

// Int returns a whole number.
func Int(n int64) Exact { return Exact{big.NewRat(n, 1)} }

// Dec returns the number that digits such as "0.13" say. It panics on others: it is
// for constants.
func Dec(digits string) Exact {
	n, ok := ParseExact(digits)
	if !ok {
		panic("calculators: " + digits + " is no number")
	}
	return n
}

// ParseExact reads a JSON number exactly; ok is false where it is none, or longer
// than any quantity of a building.
func ParseExact(digits string) (n Exact, ok bool) {
	if len(digits) > maxDigits || !json.Valid([]byte(digits)) || strings.Trim(digits, "0123456789+-.eE") != "" {
		return Exact{}, false
	}
	if _, power, found := strings.Cut(strings.ToLower(digits), "e"); found {
		if p, err := strconv.Atoi(power); err != nil || p > maxExponent || p < -maxExponent {
			return Exact{}, false
		}
	}
	r, ok := new(big.Rat).SetString(digits)
	return Exact{r}, ok
}

// Known reports whether n is a number, not an open bound.
func (n Exact) Known() bool { return n.r != nil }

// Add returns n + m.
func (n Exact) Add(m Exact) Exact { return Exact{new(big.Rat).Add(n.r, m.r)} }

// Sub returns n - m.
func (n Exact) Sub(m Exact) Exact { return Exact{new(big.Rat).Sub(n.r, m.r)} }

// Mul returns n times m.
func (n Exact) Mul(m Exact) Exact { return Exact{new(big.Rat).Mul(n.r, m.r)} }

// Div returns n / m; it panics where m is 0.
func (n Exact) Div(m Exact) Exact { return Exact{new(big.Rat).Quo(n.r, m.r)} }

// Less reports whether n < m.
func (n Exact) Less(m Exact) bool { return n.r.Cmp(m.r) < 0 }

// Equal reports whether n = m.
func (n Exact) Equal(m Exact) bool { return n.r.Cmp(m.r) == 0 }

// Within reports whether low <= n <= high; a bound that is no number is open.
func (n Exact) Within(low, high Exact) bool {
	return (!low.Known() || !n.Less(low)) && (!high.Known() || !high.Less(n))
}

// Ceil returns the least whole number that is not less than n.
func (n Exact) Ceil() Exact {
	quotient, rest := new(big.Int).QuoRem(n.r.Num(), n.r.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		quotient.Add(quotient, big.NewInt(1))
	}
	return Exact{new(big.Rat).SetInt(quotient)}
}

// Round returns n with so many decimals, halves away from zero.
func (n Exact) Round(decimals int) Exact {
	r, _ := new(big.Rat).SetString(n.r.FloatString(decimals))
	return Exact{r}
}

// Floor returns the greatest whole number that is not more than n.
func (n Exact) Floor() Exact { return Int(0).Sub(Int(0).Sub(n).Ceil()) }

// Max returns the greater of n and m.
func (n Exact) Max(m Exact) Exact {
	if n.Less(m) {
		return m
	}
	return n
}

// Min returns the lesser of n and m.
func (n Exact) Min(m Exact) Exact {
	if m.Less(n) {
		return m
	}
	return n
}

// IsInteger reports whether n is whole.
func (n Exact) IsInteger() bool { return n.r.IsInt() }

// Integer returns a whole number that fits; of others what is before the decimal
// mark. A field with bounds holds only numbers that fit.
func (n Exact) Integer() int {
	whole := new(big.Int).Quo(n.r.Num(), n.r.Denom())
	return int(whole.Int64())
}

// mostDecimals is how many decimals are shown of a number without an end.
const mostDecimals = 12

// String returns the digits of n, without zeros that say nothing.
func (n Exact) String() string {
	if decimals, finite := n.r.FloatPrec(); finite {
		return n.r.FloatString(decimals)
	}
	return trimZeros(n.r.FloatString(mostDecimals))
}

func (n Exact) json() json.RawMessage { return json.RawMessage(n.String()) }

// Decimal returns n with so many decimals at most, without zeros that say nothing,
// and the decimal mark of a language: "0,35".
func (n Exact) Decimal(decimals int, mark string) string {
	return n.decimal(min(decimals, mostDecimals), mark)
}

func (n Exact) decimal(decimals int, mark string) string {
	return strings.Replace(trimZeros(n.r.FloatString(decimals)), ".", mark, 1)
}

// closest is how many decimals at most tell two numbers apart.
const closest = 4 * maxDigits

// DecimalBeside is Decimal with as many more decimals as it takes to show that n is
// not m, where it is not: a limit of 0,4 is never shown as exceeded by 0,4.
func (n Exact) DecimalBeside(m Exact, decimals int, mark string) string {
	for !n.Equal(m) && decimals < closest && n.decimal(decimals, mark) == m.decimal(decimals, mark) {
		decimals++
	}
	return n.decimal(decimals, mark)
}

// What a figure shows to people: decimals, and more of a small number until it has so
// many digits that say something.
const (
	figureDecimals = 4
	figureDigits   = 3
)

// Figure returns n as people are shown it, with the decimal mark of a language: rounded
// to four decimals, or to three digits where it is small, and never to one of the limits
// it is told beside, which it is not. The result of a calculator has the whole number.
func (n Exact) Figure(mark string, limits ...Exact) string {
	decimals := figureDecimals
	for decimals < mostDecimals && digitsOf(n.r.FloatString(decimals)) < figureDigits && !n.Round(decimals).Equal(n) {
		decimals++
	}
	shown := n.decimal(decimals, mark)
	for _, limit := range limits {
		if text := n.DecimalBeside(limit, decimals, mark); len(text) > len(shown) {
			shown = text
		}
	}
	return shown
}

// digitsOf counts the digits of a number from the first that is not 0.
func digitsOf(digits string) int {
	return len(strings.TrimLeft(strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, digits), "0"))
}

func trimZeros(digits string) string {
	if !strings.Contains(digits, ".") {
		return digits
	}
	return strings.TrimRight(strings.TrimRight(digits, "0"), ".")
}
