package es

import (
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

const country geo.ID = "ES"

// All returns the calculators that need nothing from outside, by id. See also
// [ClimateZone].
func All() []projects.Calculator {
	return []projects.Calculator{
		Ventilation(), Charging(), Evacuation(), KLim(), Occupancy(), Rain(), Ramp(), Snow(), Noise(), Stairs(), Transmittance(),
	}
}

// The machinery's words, shorter.
type (
	exact   = calculators.Exact
	values  = calculators.Values
	form    = calculators.Form
	finding = calculators.Finding
	option  = calculators.Option
)

var zero = calculators.Int(0)

// open is the bound that is none.
var open exact

func whole(n int64) exact { return calculators.Int(n) }

func dec(digits string) exact { return calculators.Dec(digits) }

func invalid(member, reason string) error { return calculators.Invalid(member, "%s", reason) }

// mark is the decimal mark of Spanish.
const mark = ","

// comma shows a number with so many decimals at most.
func comma(n exact, decimals int) string { return n.Decimal(decimals, mark) }

// figure shows a number that was filled in or worked out; see [calculators.Exact.Figure].
func figure(n exact, limits ...exact) string { return n.Figure(mark, limits...) }

// Kinds of fields, shorter.
const (
	kindNumber  = calculators.Number
	kindInteger = calculators.Integer
	kindText    = calculators.Text
	kindSwitch  = calculators.Switch
	kindChoice  = calculators.Choice
	kindList    = calculators.List
)

// count is a result that says how many.
func count(n int) exact { return whole(int64(n)) }

// failedField and unknownField are in the result of every calculator that checks
// several conditions.
var (
	failedField  = calculators.Field{Name: "failed", Title: "Condiciones que no se cumplen", Kind: kindInteger, Unit: "condiciones"}
	unknownField = calculators.Field{Name: "undetermined", Title: "Condiciones sin determinar", Kind: kindInteger, Unit: "condiciones"}
)

// tally puts into a result how many conditions fail and are left open.
func (r *report) tally(result values) values {
	result["failed"], result["undetermined"] = count(len(r.failed)), count(len(r.unknown))
	return result
}

// howMany counts: "1 plaza", "2 plazas".
func howMany(n exact, one, many string) string {
	if n.Equal(whole(1)) {
		return "1 " + one
	}
	return figure(n) + " " + many
}
