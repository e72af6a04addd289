package es

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

const (
	rampScope   = "CTE DB-SUA 1, apartado 4.3"
	rampSlope   = "CTE DB-SUA 1, apartado 4.3.1"
	rampFlight  = "CTE DB-SUA 1, apartado 4.3.2"
	rampLanding = "CTE DB-SUA 1, apartado 4.3.3"
	rampRail    = "CTE DB-SUA 1, apartado 4.3.4"
	evacuation  = "CTE DB-SI 3, apartado 4.2, tabla 4.1"
)

// Ramp returns the calculator of a straight ramp (CTE DB-SUA 1, 4.3): slope, length and
// width of a flight, landings and handrails. Of what the input leaves out it gives no
// verdict.
func Ramp() projects.Calculator {
	return calculators.MustNew(calculators.Definition{
		ID: "ramp", Title: "Rampa recta: pendiente, longitud y ancho de los tramos, largo de las mesetas y lados con pasamanos (DB-SUA 1)", Country: country,
		Input: form{
			{Name: "kind", Title: "Clase de rampa", Kind: kindChoice, Choices: []option{
				opt("accesible", "De un itinerario accesible"),
				opt("general", "De otro itinerario de uso general"),
				opt("vehiculos", "De vehículos de un aparcamiento, también para personas y fuera de un itinerario accesible"),
			}},
			{Name: "length", Title: "Longitud de cada tramo en proyección horizontal", Kind: kindNumber, Unit: "m", Min: zero, Above: true, Max: whole(1000)},
			{Name: "rise", Title: "Desnivel que salva cada tramo", Kind: kindNumber, Unit: "m", Min: zero, Above: true, Max: whole(100)},
			{Name: "flights", Title: "Tramos iguales de la misma dirección", Kind: kindInteger, Unit: "tramos", Min: whole(1), Max: whole(100)},
			{Name: "use", Title: "Uso", Kind: kindChoice, Choices: widths().options, Optional: true, Help: "Para la anchura mínima."},
			{Name: "persons", Title: "Personas previstas por la rampa en una evacuación", Kind: kindInteger, Unit: "personas", Min: zero, Max: whole(100_000), Optional: true, Help: "Para la anchura mínima."},
			{Name: "width", Title: "Anchura útil", Kind: kindNumber, Unit: "m", Min: zero, Above: true, Max: whole(100), Optional: true},
			{Name: "cross_slope", Title: "Pendiente transversal", Kind: kindNumber, Unit: "%", Min: zero, Max: whole(100), Optional: true},
			{Name: "landing_length", Title: "Longitud de las mesetas entre tramos, en su eje", Kind: kindNumber, Unit: "m", Min: zero, Max: whole(100), Optional: true},
			{Name: "end_length", Title: "Superficie horizontal al principio y al final de los tramos", Kind: kindNumber, Unit: "m", Min: zero, Max: whole(100), Optional: true},
			{Name: "handrails", Title: "Lados con pasamanos continuo", Kind: kindInteger, Unit: "lados", Min: zero, Max: whole(2), Optional: true},
		},
		Result: form{
			{Name: "slope", Title: "Pendiente", Kind: kindNumber, Unit: "%"},
			{Name: "slope_max", Title: "Pendiente máxima", Kind: kindNumber, Unit: "%", Optional: true},
			{Name: "width_min", Title: "Anchura mínima", Kind: kindNumber, Unit: "m", Optional: true},
			{Name: "handrails_min", Title: "Lados con pasamanos, como mínimo", Kind: kindInteger, Unit: "lados", Optional: true},
			failedField, unknownField,
		},
		Calculate: ramp,
	})
}

func ramp(_ context.Context, in values) (finding, error) {
	r := &report{}
	length, rise := in.Number("length"), in.Number("rise")
	slope := rise.Mul(whole(100)).Div(length)
	result := values{"slope": slope}
	r.step(rampScope, "Pendiente = %s m / %s m = %s %%.", figure(rise), figure(length), slope.DecimalBeside(whole(4), fewDecimals, mark))
	if slope.Within(open, whole(4)) {
		r.step(rampScope, "Una pendiente que no pasa del 4 %% no es rampa para este documento.")
		r.unjudged(in, "No se juzgan")
		return r.finding(r.tally(result), fmt.Sprintf("La pendiente del %s %% no pasa del 4 %%: no es una rampa y no se le exige nada como tal.", comma(slope, 2)), ""), nil
	}
	most := rampMost(in.Text("kind"), length)
	result["slope_max"] = most
	r.rampSlope(in, slope, most)
	if in.Text("kind") == "vehiculos" {
		r.leave(rampScope, "las condiciones de la Sección SUA 7", "la rampa de vehículos tiene que cumplirlas, y no se comprueban aquí")
		r.unjudged(in, "No se limitan aquí en la rampa de vehículos")
	} else {
		r.rampParts(in, slope, result)
	}
	lead := fmt.Sprintf("La rampa tiene una pendiente del %s %% en %s m (máximo %s %%).", figure(slope, r.broken...), figure(length, rampLengths...), most)
	return r.finding(r.tally(result), lead, "La rampa cumple las condiciones comprobadas."), nil
}

// rampSlope holds the slope. Whether the length that allows a steeper accessible ramp is
// that of a flight or of all of them, 4.3.1 does not say: between both there is no telling.
func (r *report) rampSlope(in values, slope, most exact) {
	total := rampMost(in.Text("kind"), in.Number("length").Mul(in.Number("flights")))
	if slope.Within(open, most) && total.Less(slope) {
		r.leave(rampSlope, "la pendiente", fmt.Sprintf("del %s %%; se admite hasta el %s %% si cuenta la longitud de cada tramo y hasta el %s %% si cuenta la de todos, y el apartado no lo dice", slope.DecimalBeside(total, 2, mark), most, total))
		return
	}
	r.check(bound{"la pendiente", slope, open, most, "%", rampSlope})
}

// rampLengths are those at which something else is asked of a flight, in metres.
var rampLengths = []exact{whole(3), whole(6), whole(9), whole(15)}

// rampMembers are what the input may tell of a ramp beside its slope.
var rampMembers = []option{
	opt("width", "la anchura"), opt("cross_slope", "la pendiente transversal"), opt("landing_length", "la longitud de las mesetas"),
	opt("end_length", "la superficie horizontal en los extremos"), opt("handrails", "los pasamanos"),
}

// unjudged names in a step what the input tells and no verdict is on: all but those that
// are judged.
func (r *report) unjudged(in values, lead string, judged ...string) {
	var told []string
	for _, m := range rampMembers {
		if in.Has(m.Value) && !slices.Contains(judged, m.Value) {
			told = append(told, m.Title)
		}
	}
	if len(told) > 0 {
		r.step(rampScope, "%s, aunque se indican: %s.", lead, strings.Join(told, ", "))
	}
}

// rampMost is the greatest slope, in %.
func rampMost(kind string, length exact) exact {
	switch kind {
	case "general":
		return whole(12)
	case "vehiculos":
		return whole(16)
	}
	most := open
	for _, cells := range rowsOf("ramp-slopes", 2) {
		if most = dec(cells[1]); cells[0] != "" && length.Less(dec(cells[0])) {
			break
		}
	}
	return most
}

// rampParts checks all but the slope along the ramp.
func (r *report) rampParts(in values, slope exact, result values) {
	accessible := in.Text("kind") == "accesible"
	longest := whole(15)
	if accessible {
		longest = whole(9)
	}
	r.check(bound{"la longitud del tramo", in.Number("length"), open, longest, "m", rampFlight})
	least := r.rampWidth(in, accessible)
	put(result, "width_min", least)
	if least.Known() {
		r.given(in, "width", bound{"la anchura", open, least, open, "m", rampFlight})
	}
	judged := []string{"width"}
	if accessible {
		judged = append(judged, "cross_slope", "end_length")
		r.given(in, "cross_slope", bound{"la pendiente transversal", open, open, whole(2), "%", rampSlope})
		r.given(in, "end_length", bound{"la superficie horizontal en los extremos", open, dec("1.20"), open, "m", rampFlight})
	}
	if whole(1).Less(in.Number("flights")) {
		judged = append(judged, "landing_length")
		r.given(in, "landing_length", bound{"la longitud de las mesetas", open, dec("1.50"), open, "m", rampLanding})
	}
	rails := r.rampRails(in, slope, accessible)
	result["handrails_min"] = rails
	if !rails.Equal(zero) {
		judged = append(judged, "handrails")
		r.given(in, "handrails", bound{"el número de lados con pasamanos", open, rails, open, "", rampRail})
	}
	r.unjudged(in, "No se limitan en esta rampa", judged...)
	r.step(rampLanding, "No se comprueban el ancho de las mesetas, las puertas ni los pasillos junto a los arranques, la altura de los pasamanos y sus prolongaciones, ni los zócalos.")
}

// given checks a member of the input, or leaves open what is not there.
func (r *report) given(in values, member string, b bound) {
	if !in.Has(member) {
		r.leave(b.clause, b.what, "no se indica")
		return
	}
	b.value = in.Number(member)
	r.check(b)
}

// rampWidth returns the least width; no number where it cannot be told.
func (r *report) rampWidth(in values, accessible bool) exact {
	if !in.Has("use") || !in.Has("persons") {
		r.leave(rampFlight, "la anchura", "depende del uso y de las personas previstas, y no se indican los dos")
		return open
	}
	persons, use := in.Number("persons"), in.Text("use")
	flow := persons.Div(whole(200)).Max(whole(1)).Max(widths().of[use].corridor)
	r.step(evacuation, "A ≥ P / 200 = %s / 200 = %s, con el mínimo del uso: %s.", persons, metres(persons.Div(whole(200))), metres(flow))
	least := flow.Max(r.stairWidth(use, persons, accessible))
	if accessible {
		least = least.Max(dec("1.20"))
		r.step(rampFlight, "En un itinerario accesible la anchura es de 1,20 m como mínimo.")
	}
	return least
}

// rampRails returns on how many sides there is a handrail. The height is that of the
// whole ramp.
func (r *report) rampRails(in values, slope exact, accessible bool) exact {
	height := in.Number("rise").Mul(in.Number("flights"))
	steep := slope.Within(whole(6), open)
	switch {
	case accessible && steep && dec("0.185").Less(height):
		r.step(rampRail, "Itinerario accesible, pendiente del 6 %% o más y desnivel de %s, más de 18,5 cm: pasamanos en los dos lados.", metres(height))
		return whole(2)
	case steep && dec("0.55").Less(height):
		r.step(rampRail, "Pendiente del 6 %% o más y desnivel de %s, más de 55 cm: pasamanos al menos en un lado.", metres(height))
		return whole(1)
	}
	r.step(rampRail, "Por la pendiente y el desnivel no se exige pasamanos.")
	return zero
}
