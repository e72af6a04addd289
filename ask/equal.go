package ask

import (
	"math/big"
	"slices"
	"strings"
)

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

// equals reports whether a claimed amount is that of a text, each read by its own
// language: exactly, or, where the units are not decimal multiples of each other,
// within the last digit shown (CITATIONS N3, N7).
func (q Quantity) equals(have Quantity, named []unit, lang, haveLang string) bool {
	if len(q.values) == 0 || len(have.values) == 0 {
		return q.Text == have.Text && q.unit.dimension == have.unit.dimension
	}
	units := []unit{have.unit}
	switch {
	case have.unit.dimension == q.unit.dimension:
	case q.unit.dimension == "days" && strings.HasSuffix(have.unit.dimension, " days"): // it leaves open which
		q.unit.dimension = have.unit.dimension
	case q.unit.dimension == "" || have.unit.dimension != "":
		return false
	default:
		units = named
	}
	return slices.ContainsFunc(units, func(u unit) bool {
		perHeader := have.unit.dimension == "" && strings.HasPrefix(q.unit.dimension, u.dimension+" per ") // a header may say per what
		if u.dimension != q.unit.dimension && !perHeader {
			return false
		}
		if q.Text == have.Text && !q.derived && sameFactor(q.unit, u) {
			return true
		}
		a, b := q.reading(lang), have.reading(haveLang)
		if sameFactor(q.unit, u) {
			return a.Cmp(b) == 0
		}
		converted := new(big.Rat).Quo(new(big.Rat).Mul(b, u.factor), q.unit.factor)
		return a.Cmp(converted) == 0 || !decimalMultiple(q.unit.factor, u.factor) && q.shows(have) && q.near(a, converted)
	})
}

// reading is the value of a number as a language writes it: "1.250" is 1250 in
// Spanish and 1.25 in English.
func (q Quantity) reading(lang string) *big.Rat {
	if q.derived || len(q.values) < 2 {
		return q.values[0]
	}
	thousands := "."
	if lang == "en" {
		thousands = ","
	}
	whole, fraction := q.values[0], q.values[0]
	for _, v := range q.values {
		if v.Cmp(whole) > 0 {
			whole = v
		}
		if v.Cmp(fraction) < 0 {
			fraction = v
		}
	}
	if strings.Contains(q.Text, thousands) {
		return whole
	}
	return fraction
}

func sameFactor(a, b unit) bool {
	return a.factor == nil || b.factor == nil || a.factor.Cmp(b.factor) == 0
}

// decimalMultiple reports whether two factors differ by a power of ten only.
func decimalMultiple(a, b *big.Rat) bool {
	ratio := new(big.Rat).Quo(a, b)
	num, den := ratio.Num().String(), ratio.Denom().String()
	return strings.Trim(num[1:], "0") == "" && num[0] == '1' && strings.Trim(den[1:], "0") == "" && den[0] == '1'
}

// shows reports whether q has as many digits that count as have, and three at
// least: fewer would be rounding.
func (q Quantity) shows(have Quantity) bool {
	const enough = 3
	n := significant(q.Text)
	return n >= enough || n >= significant(have.Text)
}

func significant(digits string) int {
	digits = strings.TrimLeft(strings.NewReplacer(".", "", ",", "", " ", "", "-", "").Replace(digits), "0")
	return len(digits)
}

// near reports whether two values agree within half of q's last digit.
func (q Quantity) near(a, b *big.Rat) bool {
	decimals := 0
	if i := strings.LastIndexAny(q.Text, ".,"); i >= 0 {
		decimals = len(q.Text) - i - 1
	}
	half := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Mul(big.NewInt(2), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)))
	diff := new(big.Rat).Sub(a, b)
	return diff.Abs(diff).Cmp(half) <= 0
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
