package calculators

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
)

// Exact is an exact rational number. Values are immutable; the zero value is no
// number: an open bound.
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

func (n Exact) known() bool { return n.r != nil }

// Add returns n + m.
func (n Exact) Add(m Exact) Exact { return Exact{new(big.Rat).Add(n.r, m.r)} }

// Sub returns n - m.
func (n Exact) Sub(m Exact) Exact { return Exact{new(big.Rat).Sub(n.r, m.r)} }

// Mul returns n times m.
func (n Exact) Mul(m Exact) Exact { return Exact{new(big.Rat).Mul(n.r, m.r)} }

// Div returns n / m; m must not be 0.
func (n Exact) Div(m Exact) Exact { return Exact{new(big.Rat).Quo(n.r, m.r)} }

// Less reports whether n < m.
func (n Exact) Less(m Exact) bool { return n.r.Cmp(m.r) < 0 }

// Equal reports whether n = m.
func (n Exact) Equal(m Exact) bool { return n.r.Cmp(m.r) == 0 }

// Within reports whether low <= n <= high; a bound that is no number is open.
func (n Exact) Within(low, high Exact) bool {
	return (!low.known() || !n.Less(low)) && (!high.known() || !high.Less(n))
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

func (n Exact) isInteger() bool { return n.r.IsInt() }

// integer returns a small whole number.
func (n Exact) integer() int { return int(n.r.Num().Int64()) }

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

// Spanish returns n with so many decimals at most and a comma: "0,35".
func (n Exact) Spanish(decimals int) string {
	return strings.Replace(trimZeros(n.r.FloatString(decimals)), ".", ",", 1)
}

// SpanishBeside is Spanish with as many more decimals as it takes to show that n is
// not m, where it is not.
func (n Exact) SpanishBeside(m Exact, decimals int) string {
	for !n.Equal(m) && decimals < mostDecimals && n.Spanish(decimals) == m.Spanish(decimals) {
		decimals++
	}
	return n.Spanish(decimals)
}

func trimZeros(digits string) string {
	if !strings.Contains(digits, ".") {
		return digits
	}
	return strings.TrimRight(strings.TrimRight(digits, "0"), ".")
}
