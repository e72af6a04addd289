package calculators

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/projects"
)

// rule is one bound of a stair and where it stands.
type rule struct {
	what      string
	low, high Exact // open where no number
	clause    string
}

// general and restricted hold what CTE DB-SUA 1 says of stairs; lengths in cm.
const (
	steps421 = "CTE DB-SUA 1, apartado 4.2.1"
	steps422 = "CTE DB-SUA 1, apartado 4.2.2"
	steps41  = "CTE DB-SUA 1, apartado 4.1"
)

// Stairs returns the calculator of stair geometry: risers and treads of straight
// flights, and the height of a flight (CTE DB-SUA 1, 4.1, 4.2.1 and 4.2.2).
func Stairs() projects.Calculator {
	return &calculator{
		id: "stair-geometry", title: "Peldaños y tramos rectos de una escalera (DB-SUA 1)", country: "ES",
		input: Form{
			{Name: "use", Title: "Uso de la escalera", Kind: Choice, Choices: []Option{
				{"general", "Uso general"}, {"restringido", "Uso restringido: interior de una vivienda, o hasta 10 usuarios habituales"},
			}},
			{Name: "riser", Title: "Contrahuella C", Kind: Number, Unit: "cm", Min: Int(0), Above: true, Max: Int(100)},
			{Name: "tread", Title: "Huella H", Kind: Number, Unit: "cm", Min: Int(0), Above: true, Max: Int(300)},
			{Name: "public_use", Title: "Está en una zona de uso público", Kind: Switch},
			{Name: "lift", Title: "Hay un ascensor como alternativa", Kind: Switch},
			{Name: "flight_steps", Title: "Peldaños del tramo más alto", Kind: Integer, Min: Int(1), Max: Int(100), Optional: true},
		},
		result: Form{
			{Name: "riser", Title: "Contrahuella C", Kind: Number, Unit: "cm"},
			{Name: "tread", Title: "Huella H", Kind: Number, Unit: "cm"},
			{Name: "step_sum", Title: "2C + H", Kind: Number, Unit: "cm"},
			{Name: "flight_height", Title: "Altura que salva el tramo", Kind: Number, Unit: "m", Optional: true},
			{Name: "failed", Title: "Condiciones que no se cumplen", Kind: Integer},
		},
		run: stairs,
	}
}

func stairs(in Values) (outcome, error) {
	riser, tread := in.Number("riser"), in.Number("tread")
	sum := riser.Add(riser).Add(tread)
	check := &checker{}
	result := Values{"riser": riser, "tread": tread, "step_sum": sum}
	if in.Text("use") == "restringido" {
		check.rule(riser, "cm", rule{"contrahuella C", Exact{}, Int(20), steps41})
		check.rule(tread, "cm", rule{"huella H", Int(22), Exact{}, steps41})
	} else {
		highest, tallest := Dec("17.5"), Dec("2.25")
		if in.On("lift") && !in.On("public_use") {
			highest, tallest = Dec("18.5"), Dec("3.20")
		}
		check.rule(tread, "cm", rule{"huella H", Int(28), Exact{}, steps421})
		check.rule(riser, "cm", rule{"contrahuella C", Int(13), highest, steps421})
		check.rule(sum, "cm", rule{"suma 2C + H", Int(54), Int(70), steps421})
		if in.Has("flight_steps") {
			check.rule(in.Number("flight_steps"), "peldaños", rule{"número de peldaños del tramo", Int(3), Exact{}, steps422})
			check.rule(flightHeight(in), "m", rule{"altura del tramo", Exact{}, tallest, steps422})
		}
	}
	if in.Has("flight_steps") {
		result["flight_height"] = flightHeight(in)
	}
	result["failed"] = Int(int64(len(check.failed)))
	return check.outcome(fmt.Sprintf("Con C = %s cm y H = %s cm, 2C + H = %s cm.", riser.Spanish(mostDecimals), tread.Spanish(mostDecimals), sum.Spanish(mostDecimals)), result), nil
}

// flightHeight is what a flight climbs, in metres: a riser for each of its steps.
func flightHeight(in Values) Exact {
	return in.Number("riser").Mul(in.Number("flight_steps")).Div(Int(100))
}

// checker holds values against rules and tells how each came out.
type checker struct {
	steps, failed, sources []string
}

func (c *checker) rule(value Exact, unit string, r rule) {
	ok := value.Within(r.low, r.high)
	says := fmt.Sprintf("la %s de %s %s %s", r.what, value.Spanish(mostDecimals), unit, r.bound(unit))
	if strings.HasPrefix(r.what, "número") {
		says = "el" + strings.TrimPrefix(says, "la")
	}
	if ok {
		c.steps = append(c.steps, fmt.Sprintf("Cumple: %s (%s).", says, r.clause))
	} else {
		c.failed = append(c.failed, says)
		c.steps = append(c.steps, fmt.Sprintf("No cumple: %s (%s).", says, r.clause))
	}
	for _, s := range c.sources {
		if s == r.clause {
			return
		}
	}
	c.sources = append(c.sources, r.clause)
}

// bound says a rule: "(entre 13 y 17,5 cm)".
func (r *rule) bound(unit string) string {
	switch {
	case !r.low.known():
		return fmt.Sprintf("(máximo %s %s)", r.high.Spanish(mostDecimals), unit)
	case !r.high.known():
		return fmt.Sprintf("(mínimo %s %s)", r.low.Spanish(mostDecimals), unit)
	}
	return fmt.Sprintf("(entre %s y %s %s)", r.low.Spanish(mostDecimals), r.high.Spanish(mostDecimals), unit)
}

// outcome returns the verdict over all rules.
func (c *checker) outcome(lead string, result Values) outcome {
	summary := lead + " La escalera cumple las condiciones comprobadas."
	if len(c.failed) > 0 {
		summary = lead + " No cumple: " + strings.Join(c.failed, "; ") + "."
	}
	return outcome{result: result, summary: summary, compliant: verdict(len(c.failed) == 0), steps: c.steps, sources: c.sources}
}
