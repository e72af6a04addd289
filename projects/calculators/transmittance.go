package calculators

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/projects"
)

// Surface resistances, in m²·K/W (ISO 6946:2017, table 7).
var (
	insideResistance = map[string]Exact{"horizontal": Dec("0.13"), "ascendente": Dec("0.10"), "descendente": Dec("0.17")}
	outsideResist    = Dec("0.04")
)

const (
	resistanceUnit    = "m²·K/W"
	conductivityUnit  = "W/(m·K)"
	transmittanceUnit = "W/(m²·K)"
)

// Transmittance returns the calculator of the thermal transmittance of an element
// of homogeneous layers (ISO 6946:2017, 6.7): U = 1 / (Rsi + ΣR + Rse). Thermal
// bridges and layers of several materials are beyond it.
func Transmittance() projects.Calculator {
	return &calculator{
		id: "thermal-transmittance", title: "Transmitancia térmica de un cerramiento por capas", country: "ES",
		input: Form{
			{Name: "heat_flow", Title: "Sentido del flujo de calor", Kind: Choice, Choices: []Option{
				{"horizontal", "Horizontal: muro, o elemento inclinado más de 60°"},
				{"ascendente", "Ascendente: cubierta o techo"},
				{"descendente", "Descendente: suelo"},
			}},
			{Name: "other_side", Title: "Qué hay al otro lado", Kind: Choice, Choices: []Option{
				{"exterior", "Aire exterior"},
				{"interior", "Otro espacio interior, también no habitable"},
			}},
			{Name: "layers", Title: "Capas, de dentro a fuera", Kind: List, Items: Form{
				{Name: "name", Title: "Material", Kind: Text, Optional: true},
				{Name: "thickness", Title: "Espesor", Kind: Number, Unit: "m", Min: Int(0), Above: true, Max: Int(10), Optional: true},
				{Name: "conductivity", Title: "Conductividad térmica", Kind: Number, Unit: conductivityUnit, Min: Int(0), Above: true, Max: Int(500), Optional: true},
				{Name: "resistance", Title: "Resistencia térmica, en lugar de espesor y conductividad", Kind: Number, Unit: resistanceUnit, Min: Int(0), Above: true, Max: Int(100), Optional: true},
			}},
			{Name: "limit", Title: "Transmitancia máxima con la que se compara", Kind: Number, Unit: transmittanceUnit, Min: Int(0), Above: true, Max: Int(20), Optional: true},
		},
		result: Form{
			{Name: "transmittance", Title: "Transmitancia térmica U", Kind: Number, Unit: transmittanceUnit},
			{Name: "total_resistance", Title: "Resistencia térmica total", Kind: Number, Unit: resistanceUnit},
			{Name: "inside_surface_resistance", Title: "Resistencia superficial interior Rsi", Kind: Number, Unit: resistanceUnit},
			{Name: "outside_surface_resistance", Title: "Resistencia superficial del otro lado Rse", Kind: Number, Unit: resistanceUnit},
			{Name: "limit", Title: "Transmitancia máxima con la que se compara", Kind: Number, Unit: transmittanceUnit, Optional: true},
		},
		run: transmittance,
	}
}

func transmittance(in Values) (outcome, error) {
	inside := insideResistance[in.Text("heat_flow")]
	outside := outsideResist
	if in.Text("other_side") == "interior" {
		outside = inside
	}
	total := inside.Add(outside)
	steps := []string{fmt.Sprintf("Flujo %s: Rsi = %s %s y Rse = %s %s.", in.Text("heat_flow"), inside.Spanish(2), resistanceUnit, outside.Spanish(2), resistanceUnit)}
	for i, layer := range in.List("layers") {
		r, how, err := resistanceOf(i, layer)
		if err != nil {
			return outcome{}, err
		}
		total = total.Add(r)
		steps = append(steps, how)
	}
	u := Int(1).Div(total)
	steps = append(steps, fmt.Sprintf("U = 1 / (Rsi + ΣR + Rse) = 1 / %s = %s %s.", total.Spanish(3), u.Spanish(3), transmittanceUnit))
	out := outcome{
		result: Values{
			"transmittance": u.Round(4), "total_resistance": total.Round(4),
			"inside_surface_resistance": inside, "outside_surface_resistance": outside,
		},
		summary: fmt.Sprintf("La transmitancia térmica es U = %s %s (resistencia total %s %s).", u.Spanish(3), transmittanceUnit, total.Spanish(3), resistanceUnit),
		steps:   steps,
		sources: []string{"ISO 6946:2017, apartado 6.7 y tabla 7"},
	}
	if in.Has("limit") {
		out.compare(u, in.Number("limit"))
	}
	return out, nil
}

// compare adds the verdict on a transmittance; it is that of the exact number.
func (o *outcome) compare(u, limit Exact) {
	ok := u.Within(Exact{}, limit)
	o.compliant = verdict(ok)
	o.result["limit"] = limit
	verb := "no supera"
	if !ok {
		verb = "supera"
	}
	o.summary = fmt.Sprintf("La transmitancia térmica es U = %s %s y %s el máximo de %s %s.",
		u.SpanishBeside(limit, 3), transmittanceUnit, verb, limit.Spanish(mostDecimals), transmittanceUnit)
}

// resistanceOf returns the resistance of a layer, as given or as thickness over
// conductivity, and how it was found.
func resistanceOf(i int, layer Values) (r Exact, how string, err error) {
	at := fmt.Sprintf("layers[%d]", i)
	name := layer.Text("name")
	if name == "" {
		name = fmt.Sprintf("Capa %d", i+1)
	}
	given := layer.Has("resistance")
	switch {
	case given && (layer.Has("thickness") || layer.Has("conductivity")):
		return r, "", Invalid(at+".resistance", "stands in place of thickness and conductivity; give one or the other")
	case given:
		r = layer.Number("resistance")
		return r, fmt.Sprintf("%s: R = %s %s.", name, r.Spanish(mostDecimals), resistanceUnit), nil
	case !layer.Has("thickness"):
		return r, "", Invalid(at+".thickness", "is missing; give thickness and conductivity, or resistance")
	case !layer.Has("conductivity"):
		return r, "", Invalid(at+".conductivity", "is missing; give thickness and conductivity, or resistance")
	}
	d, lambda := layer.Number("thickness"), layer.Number("conductivity")
	r = d.Div(lambda)
	return r, fmt.Sprintf("%s: R = %s m / %s %s = %s %s.", strings.TrimSuffix(name, "."), d.Spanish(mostDecimals), lambda.Spanish(mostDecimals), conductivityUnit, r.Spanish(3), resistanceUnit), nil
}
