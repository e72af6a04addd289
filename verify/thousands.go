package verify

import (
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// farBelow is how many times a value has to fit into the limit it keeps before it is
// asked whether a sign of thousands was meant.
var farBelow = quantity.NewNumber(100, 1)

// grouped is a result that leaves open what passes only because "2.800" was read as
// 2.8: where thousands are written with a point, a value a hundred times below the most
// that is allowed, which would be too much with it, may be 2,800.
func (d *decision) grouped(out *Result) *Result {
	if !out.passes() || out.Direction != rules.Maximum || quantity.DecimalSign(d.lang) != "," || !hasThousands(d.check.Value) {
		return out
	}
	limit, err := quantity.ParseNumber(out.Limit)
	value := d.question.value
	if err != nil || value.Mul(farBelow).Cmp(limit) > 0 || value.Mul(quantity.NewNumber(1000, 1)).Cmp(limit) <= 0 {
		return out
	}
	whole := strings.Replace(d.check.Value, ".", "", 1)
	d.warnings = out.Warnings
	d.warn(msgThousands, d.check.Value, whole, value.String())
	return &Result{Status: Undetermined, Place: d.place, Warnings: d.warnings, Considered: out.Considered, Trace: d.trace}
}

// hasThousands reports whether the only point of a number stands before exactly three
// digits and behind one to three, the first of them no zero.
func hasThousands(number string) bool {
	whole, rest, found := strings.Cut(number, ".")
	return found && len(rest) == 3 && len(whole) >= 1 && len(whole) <= 3 && whole[0] != '0' && strings.Trim(whole+rest, "0123456789") == ""
}
