package es

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

// What CTE DB-SUA 1 says of stairs.
const (
	steps421 = "CTE DB-SUA 1, apartado 4.2.1"
	steps422 = "CTE DB-SUA 1, apartado 4.2.2"
	steps41  = "CTE DB-SUA 1, apartado 4.1"
)

// Stairs returns the calculator of stair geometry: risers and treads of straight
// flights, and the height of a flight (CTE DB-SUA 1, 4.1, 4.2.1 and 4.2.2).
func Stairs() projects.Calculator {
	return calculators.MustNew(calculators.Definition{
		ID: "stair-geometry", Title: "Peldaños y altura de un tramo recto de escalera (DB-SUA 1)", Country: country,
		Input: form{
			{Name: "use", Title: "Uso de la escalera", Kind: calculators.Choice, Choices: []option{
				opt("general", "Uso general"), opt("restringido", "Uso restringido: interior de una vivienda, o hasta 10 usuarios habituales"),
			}},
			{Name: "riser", Title: "Contrahuella C", Kind: calculators.Number, Unit: "cm", Min: zero, Above: true, Max: whole(100)},
			{Name: "tread", Title: "Huella H", Kind: calculators.Number, Unit: "cm", Min: zero, Above: true, Max: whole(300)},
			{Name: "public_use", Title: "Está en una zona de uso público", Kind: calculators.Switch},
			{Name: "lift", Title: "Hay un ascensor como alternativa", Kind: calculators.Switch},
			{Name: "flight_steps", Title: "Peldaños del tramo que se comprueba", Kind: calculators.Integer, Unit: "peldaños", Help: "Sin ellos no se determina si el tramo cumple; en uso restringido no hacen falta.", Min: whole(1), Max: whole(100), Optional: true},
		},
		Result: form{
			{Name: "riser", Title: "Contrahuella C", Kind: calculators.Number, Unit: "cm"},
			{Name: "tread", Title: "Huella H", Kind: calculators.Number, Unit: "cm"},
			{Name: "step_sum", Title: "2C + H", Kind: calculators.Number, Unit: "cm"},
			{Name: "flight_height", Title: "Altura que salva el tramo", Kind: calculators.Number, Unit: "m", Optional: true},
			failedField, unknownField,
		},
		Calculate: stairs,
	})
}

func stairs(_ context.Context, in values) (finding, error) {
	riser, tread := in.Number("riser"), in.Number("tread")
	sum := riser.Add(riser).Add(tread)
	r := &report{}
	if in.Text("use") == "restringido" && in.On("public_use") {
		return finding{}, invalid("public_use", "must be false for a stair of restricted use, which the public does not use")
	}
	result := values{"riser": riser, "tread": tread, "step_sum": sum}
	if in.Text("use") == "restringido" {
		r.check(bound{"la contrahuella C", riser, open, whole(20), "cm", steps41})
		r.check(bound{"la huella H", tread, whole(22), open, "cm", steps41})
	} else {
		highest, tallest := dec("17.5"), dec("2.25")
		if in.On("lift") && !in.On("public_use") {
			highest, tallest = dec("18.5"), dec("3.20")
		}
		r.check(bound{"la huella H", tread, whole(28), open, "cm", steps421})
		r.check(bound{"la contrahuella C", riser, whole(13), highest, "cm", steps421})
		r.check(bound{"la suma 2C + H", sum, whole(54), whole(70), "cm", steps421})
		r.flight(in, tallest)
	}
	if in.Has("flight_steps") {
		result["flight_height"] = flightHeight(in)
	}
	r.step("", "No se comprueban los demás tramos, la anchura, los peldaños curvos, las mesetas ni los pasamanos.")
	lead := fmt.Sprintf("Con C = %s cm y H = %s cm, 2C + H = %s cm.",
		figure(riser, r.broken...), figure(tread, r.broken...), figure(sum, r.broken...))
	return r.finding(r.tally(result), lead, "El tramo cumple las condiciones comprobadas."), nil
}

// flight holds the number of steps of a flight and what it climbs.
func (r *report) flight(in values, tallest exact) {
	if !in.Has("flight_steps") {
		r.leave(steps422, "el número de peldaños y la altura del tramo", "no se indican sus peldaños")
		return
	}
	r.check(bound{"el número de peldaños del tramo", in.Number("flight_steps"), whole(3), open, "", steps422})
	r.check(bound{"la altura del tramo", flightHeight(in), open, tallest, "m", steps422})
}

// flightHeight is what a flight climbs, in metres: a riser for each of its steps.
func flightHeight(in values) exact {
	return in.Number("riser").Mul(in.Number("flight_steps")).Div(whole(100))
}
