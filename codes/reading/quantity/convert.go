package quantity

import (
	"fmt"
	"math"
)

// Relation says which kinds of units mean the same of one thing, though they
// are of different kinds.
type Relation int

// The relations. A parameter declares its own; nothing is converted otherwise.
const (
	SameKind Relation = iota // only units of one kind
	Fraction                 // a share: per cent and ratio
	Slope                    // rise over run: per cent, ratio and degrees
	Fire                     // resistance to fire: minutes alone and a class of that many minutes
)

// Convert returns value, given in from, expressed in to. The result is exact,
// with one exception: degrees against per cent or ratio, by a [Slope], go
// through the tangent in binary floating point (about 15 significant digits).
// What is of a fire class is also of every class that vouches for less: REI 60
// is EI 60, not the other way round; see [ConvertLimit].
// A year is twelve months. ErrIncompatible when the units measure different things under
// rel; it says which.
func Convert(value Number, from, to Unit, rel Relation) (Number, error) {
	if from.symbol == to.symbol && !from.IsZero() {
		return value, nil // the same text is the same unit
	}
	if from.compatible(to) {
		base := value.Mul(from.factor).Add(from.offset)
		out, _ := base.Sub(to.offset).Quo(to.factor)
		return out, nil
	}
	if out, ok := convertCalendar(value, from, to); ok {
		return out, nil
	}
	if from.IsFireClass() || to.IsFireClass() {
		return convertFire(value, from, to, rel)
	}
	ratio, ok := toRatio(value, from, rel)
	if !ok {
		return Number{}, incompatible(from, to)
	}
	switch {
	case to.label == Ratio, to.label == Percent: // of ratios also cm/m and mm/m
		out, _ := ratio.Quo(to.factor)
		return out, nil
	case to.label == Angle && rel == Slope:
		return fromFloat(math.Atan(ratio.Float()) * 180 / math.Pi), nil
	}
	return Number{}, incompatible(from, to)
}

// ConvertLimit returns a limit, given in from, in the unit of the values it is
// held against. It is [Convert], but for fire classes: the limit EI 60 is 60 for
// values of class REI, which vouch for EI and more, while the limit REI 60
// cannot be held against values of class EI.
func ConvertLimit(limit Number, from, to Unit, rel Relation) (Number, error) {
	if from.IsFireClass() && to.IsFireClass() {
		return Convert(limit, to, from, rel) // both count minutes
	}
	return Convert(limit, from, to, rel)
}

// convertCalendar converts between years and months as spans of time, twelve to one. What
// happens per year says nothing of what happens per month.
func convertCalendar(value Number, from, to Unit) (out Number, ok bool) {
	twelve := NewNumber(12, 1)
	switch year, month := (dimension{baseYear: 1}), (dimension{baseMonth: 1}); {
	case from.dim == year && to.dim == month:
		return value.Mul(twelve), true
	case from.dim == month && to.dim == year:
		out, _ = value.Quo(twelve)
		return out, true
	}
	return Number{}, false
}

func convertFire(value Number, from, to Unit, rel Relation) (Number, error) {
	if from.IsFireClass() && to.IsFireClass() {
		if len(from.marks.covers(to.marks)) > 0 {
			return Number{}, missingMarks(from, to)
		}
		return value, nil
	}
	minutes := MustUnit("min")
	switch {
	case rel != Fire:
	case from.IsFireClass() && to.Kind() == Time:
		return Convert(value, minutes, to, SameKind)
	case to.IsFireClass() && from.Kind() == Time:
		return Convert(value, from, minutes, SameKind)
	}
	return Number{}, incompatible(from, to)
}

func incompatible(from, to Unit) error {
	return fmt.Errorf("%w: %s (%s) and %s (%s)", ErrIncompatible, shownUnit(from), from.kindName(), shownUnit(to), to.kindName())
}

func shownUnit(u Unit) string {
	if u.IsZero() {
		return "no unit"
	}
	return u.symbol
}

// kindName returns the kind with what is counted.
func (u Unit) kindName() string {
	switch {
	case u.IsZero():
		return "a bare number"
	case u.noun != "" && u.per != "":
		return u.noun + " per " + u.per
	case u.noun != "":
		return string(u.Kind()) + " of " + u.noun
	}
	return string(u.Kind())
}

func toRatio(value Number, from Unit, rel Relation) (Number, bool) {
	switch {
	case rel != Fraction && rel != Slope:
		return Number{}, false
	case from.label == Ratio, from.label == Percent:
		return value.Mul(from.factor), true
	case from.label == Angle && rel == Slope:
		degrees := value.Float()
		if math.Abs(degrees) >= 90 {
			return Number{}, false
		}
		return fromFloat(math.Tan(degrees * math.Pi / 180)), true
	}
	return Number{}, false
}

// Float returns the float64 nearest to n.
func (n Number) Float() float64 {
	f, _ := n.rat().Float64()
	return f
}

// fromFloat takes the 15 significant digits a float64 is sure of.
func fromFloat(f float64) Number {
	n, err := ParseNumber(fmt.Sprintf("%.14e", f))
	if err != nil {
		return Number{}
	}
	return n
}
