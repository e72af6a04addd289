package quantity

import (
	"fmt"
	"math"
)

// Relation says which kinds of dimensionless units mean the same of one thing.
type Relation int

// The relations. A parameter declares its own; nothing is converted otherwise.
const (
	SameKind Relation = iota // only units of one kind
	Fraction                 // a share: per cent and ratio
	Slope                    // rise over run: per cent, ratio and degrees
)

// Convert returns value, given in from, expressed in to. The result is exact,
// with one exception: degrees against per cent or ratio, by a [Slope], go
// through the tangent in binary floating point (about 15 significant digits).
// ErrIncompatible when the units measure different things under rel.
func Convert(value Number, from, to Unit, rel Relation) (Number, error) {
	if from.compatible(to) {
		base := value.Mul(from.factor).Add(from.offset)
		out, _ := base.Sub(to.offset).Quo(to.factor)
		return out, nil
	}
	ratio, ok := toRatio(value, from, rel)
	if !ok {
		return Number{}, incompatible(from, to)
	}
	switch {
	case to.label == labelRatio:
		return ratio, nil
	case to.label == labelPercent:
		out, _ := ratio.Quo(to.factor)
		return out, nil
	case to.label == labelAngle && rel == Slope:
		return fromFloat(math.Atan(ratio.Float()) * 180 / math.Pi), nil
	}
	return Number{}, incompatible(from, to)
}

func incompatible(from, to Unit) error {
	return fmt.Errorf("%w: %s (%s) and %s (%s)", ErrIncompatible, from, from.Kind(), to, to.Kind())
}

func toRatio(value Number, from Unit, rel Relation) (Number, bool) {
	switch {
	case rel == SameKind:
		return Number{}, false
	case from.label == labelRatio, from.label == labelPercent:
		return value.Mul(from.factor), true
	case from.label == labelAngle && rel == Slope:
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
