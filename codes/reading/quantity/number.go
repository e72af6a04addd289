package quantity

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// ErrNumber says that a text is not a number this package takes.
var ErrNumber = errors.New("quantity: not a number")

const (
	maxDigits   = 400 // longest number text read
	maxExponent = 400 // largest power of ten, either way
	roundDigits = 12  // significant digits shown of a number that has no finite decimal form
)

// Number is an exact rational number. Values are immutable; the zero value is 0.
type Number struct{ r *big.Rat }

// NewNumber returns numerator/denominator; the denominator must not be zero.
func NewNumber(numerator, denominator int64) Number {
	return Number{big.NewRat(numerator, denominator)}
}

// ParseNumber reads a JSON number exactly ("1.20", "3e-1"), and nothing else:
// no sign +, no NaN, no hexadecimal. ErrNumber otherwise, also when it is longer
// than 400 characters or its exponent is beyond ±400.
func ParseNumber(text string) (Number, error) {
	if !isJSONNumber(text) {
		return Number{}, fmt.Errorf("%w: write digits such as 1.20 or 3e-1", ErrNumber)
	}
	if len(text) > maxDigits {
		return Number{}, fmt.Errorf("%w: longer than %d characters", ErrNumber, maxDigits)
	}
	if _, exponent, ok := strings.Cut(strings.ToLower(text), "e"); ok {
		if e, err := strconv.Atoi(exponent); err != nil || e > maxExponent || e < -maxExponent {
			return Number{}, fmt.Errorf("%w: exponent beyond ±%d", ErrNumber, maxExponent)
		}
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return Number{}, ErrNumber
	}
	return Number{r}, nil
}

// MustNumber is ParseNumber for constants in code; it panics on an error.
func MustNumber(text string) Number {
	n, err := ParseNumber(text)
	if err != nil {
		panic(err)
	}
	return n
}

// isJSONNumber follows the grammar of RFC 8259 section 6.
func isJSONNumber(text string) bool {
	s := strings.TrimPrefix(text, "-")
	whole := leadingDigits(s)
	if whole == 0 || whole > 1 && s[0] == '0' {
		return false
	}
	s = s[whole:]
	if strings.HasPrefix(s, ".") {
		fraction := leadingDigits(s[1:])
		if fraction == 0 {
			return false
		}
		s = s[1+fraction:]
	}
	if s == "" {
		return true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	s = s[1:]
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	return s != "" && leadingDigits(s) == len(s)
}

func leadingDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

var zero = new(big.Rat)

func (n Number) rat() *big.Rat {
	if n.r == nil {
		return zero
	}
	return n.r
}

// Add returns n + m.
func (n Number) Add(m Number) Number { return Number{new(big.Rat).Add(n.rat(), m.rat())} }

// Sub returns n - m.
func (n Number) Sub(m Number) Number { return Number{new(big.Rat).Sub(n.rat(), m.rat())} }

// Mul returns n × m.
func (n Number) Mul(m Number) Number { return Number{new(big.Rat).Mul(n.rat(), m.rat())} }

// Quo returns n ÷ m; ok is false when m is zero.
func (n Number) Quo(m Number) (quotient Number, ok bool) {
	if m.Sign() == 0 {
		return Number{}, false
	}
	return Number{new(big.Rat).Quo(n.rat(), m.rat())}, true
}

// Abs returns the magnitude of n.
func (n Number) Abs() Number { return Number{new(big.Rat).Abs(n.rat())} }

// Neg returns -n.
func (n Number) Neg() Number { return Number{new(big.Rat).Neg(n.rat())} }

// Cmp returns -1, 0 or 1 as n is less than, equal to or greater than m.
func (n Number) Cmp(m Number) int {
	if n.r == m.r {
		return 0
	}
	a, b := n.rat(), m.rat()
	if isSmall(a) && isSmall(b) { // no product overflows, and none need be allocated
		return cmp.Compare(a.Num().Int64()*b.Denom().Int64(), b.Num().Int64()*a.Denom().Int64())
	}
	return a.Cmp(b)
}

// smallBits is how long numbers are whose products fit an int64.
const smallBits = 31

func isSmall(r *big.Rat) bool {
	return r.Num().BitLen() <= smallBits && r.Denom().BitLen() <= smallBits
}

// Equal reports whether n and m are the same number.
func (n Number) Equal(m Number) bool { return n.Cmp(m) == 0 }

// Sign returns -1, 0 or 1.
func (n Number) Sign() int { return n.rat().Sign() }

// Floor returns the largest whole number that is not above n.
func (n Number) Floor() Number {
	r := n.rat()
	return Number{new(big.Rat).SetInt(new(big.Int).Div(r.Num(), r.Denom()))} // Euclidean: down, for the divisor is positive
}

// IsInt reports whether n is a whole number.
func (n Number) IsInt() bool { return n.rat().IsInt() }

// String returns n as a plain decimal without superfluous zeros. It is exact
// whenever n has a finite decimal form; otherwise it is n rounded half to even
// at 12 significant digits (see [Number.Finite], [Number.Round]).
func (n Number) String() string {
	if places, exact := n.rat().FloatPrec(); exact {
		return n.rat().FloatString(places)
	}
	return n.rounded(big.ToNearestEven)
}

// Finite reports whether String gives n exactly.
func (n Number) Finite() bool {
	_, exact := n.rat().FloatPrec()
	return exact
}

// Rounding says which way Round goes.
type Rounding int

// The ways to round.
const (
	Down Rounding = iota // towards minus infinity: never past a maximum
	Up                   // towards plus infinity: never past a minimum
)

// Round returns n itself when it has a finite decimal form, and otherwise the
// nearest number of 12 significant digits that lies on the named side of n.
func (n Number) Round(way Rounding) Number {
	if n.Finite() {
		return n
	}
	mode := big.ToNegativeInf
	if way == Up {
		mode = big.ToPositiveInf
	}
	r, _ := new(big.Rat).SetString(n.rounded(mode))
	return Number{r}
}

// rounded writes n with roundDigits significant digits. The integer arithmetic
// keeps every mode honest: a binary float in between would round twice.
func (n Number) rounded(mode big.RoundingMode) string {
	r := n.rat()
	places := roundDigits - magnitude(r)
	scale := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(abs(places))), nil))
	if places < 0 {
		scale.Inv(scale)
	}
	whole := roundInt(new(big.Rat).Mul(r, scale), mode)
	out := new(big.Rat).Quo(new(big.Rat).SetInt(whole), scale)
	digits, _ := out.FloatPrec()
	return out.FloatString(digits)
}

// magnitude returns the number of digits before the decimal point of |r|, or
// minus the number of zeros after it.
func magnitude(r *big.Rat) int {
	f, _ := new(big.Float).SetPrec(64).SetRat(new(big.Rat).Abs(r)).Float64()
	text := strconv.FormatFloat(f, 'e', -1, 64)
	_, exponent, _ := strings.Cut(text, "e")
	e, err := strconv.Atoi(exponent)
	if err != nil {
		return 0 // beyond float64: show from the decimal point
	}
	return e + 1
}

func roundInt(r *big.Rat, mode big.RoundingMode) *big.Int {
	floor := new(big.Int).Div(r.Num(), r.Denom()) // Euclidean: the denominator is positive
	rest := new(big.Rat).Sub(r, new(big.Rat).SetInt(floor))
	up := mode == big.ToPositiveInf && rest.Sign() > 0
	if mode == big.ToNearestEven {
		half := rest.Cmp(big.NewRat(1, 2))
		up = half > 0 || half == 0 && floor.Bit(0) == 1
	}
	if up {
		floor.Add(floor, big.NewInt(1))
	}
	return floor
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
