package es

import (
	"context"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

// Surface resistances, in m²·K/W (ISO 6946:2017, table 7).
var (
	insideResistance = map[string]exact{"horizontal": dec("0.13"), "ascendente": dec("0.10"), "descendente": dec("0.17")}
	outsideResist    = dec("0.04")
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
	return calculators.MustNew(calculators.Definition{
		ID: "thermal-transmittance", Title: "Transmitancia térmica de un cerramiento por capas", Country: country,
		Input: form{
			{Name: "heat_flow", Title: "Sentido del flujo de calor", Kind: calculators.Choice, Choices: []option{
				opt("horizontal", "Horizontal: muro, o elemento inclinado más de 60°"),
				opt("ascendente", "Ascendente: cubierta o techo"),
				opt("descendente", "Descendente: suelo"),
			}},
			{Name: "other_side", Title: "Qué hay al otro lado", Kind: calculators.Choice, Choices: []option{
				opt("exterior", "Aire exterior"),
				opt("interior", "Otro espacio interior, también no habitable"),
			}},
			{Name: "layers", Title: "Capas, de dentro a fuera", Kind: calculators.List, Items: form{
				{Name: "name", Title: "Material", Kind: calculators.Text, Optional: true},
				{Name: "thickness", Title: "Espesor", Kind: calculators.Number, Unit: "m", Min: zero, Above: true, Max: whole(10), Optional: true},
				{Name: "conductivity", Title: "Conductividad térmica", Kind: calculators.Number, Unit: conductivityUnit, Min: zero, Above: true, Max: whole(500), Optional: true},
				{Name: "resistance", Title: "Resistencia térmica, en lugar de espesor y conductividad", Kind: calculators.Number, Unit: resistanceUnit, Min: zero, Above: true, Max: whole(100), Optional: true},
			}},
			{Name: "limit", Title: "Transmitancia máxima con la que se compara", Kind: calculators.Number, Unit: transmittanceUnit, Min: zero, Above: true, Max: whole(20), Optional: true},
		},
		Result: form{
			{Name: "transmittance", Title: "Transmitancia térmica U", Kind: calculators.Number, Unit: transmittanceUnit},
			{Name: "total_resistance", Title: "Resistencia térmica total", Kind: calculators.Number, Unit: resistanceUnit},
			{Name: "inside_surface_resistance", Title: "Resistencia superficial interior Rsi", Kind: calculators.Number, Unit: resistanceUnit},
			{Name: "outside_surface_resistance", Title: "Resistencia superficial del otro lado Rse", Kind: calculators.Number, Unit: resistanceUnit},
			{Name: "limit", Title: "Transmitancia máxima con la que se compara", Kind: calculators.Number, Unit: transmittanceUnit, Optional: true},
		},
		Calculate: transmittance,
	})
}

func transmittance(_ context.Context, in values) (finding, error) {
	inside := insideResistance[in.Text("heat_flow")]
	outside := outsideResist
	if in.Text("other_side") == "interior" {
		outside = inside
	}
	total := inside.Add(outside)
	steps := []string{fmt.Sprintf("Flujo %s: Rsi = %s %s y Rse = %s %s.", in.Text("heat_flow"), comma(inside, 2), resistanceUnit, comma(outside, 2), resistanceUnit)}
	for i, layer := range in.List("layers") {
		r, how, err := resistanceOf(i, layer)
		if err != nil {
			return finding{}, err
		}
		total = total.Add(r)
		steps = append(steps, how)
	}
	u := whole(1).Div(total)
	steps = append(steps, fmt.Sprintf("U = 1 / (Rsi + ΣR + Rse) = 1 / %s = %s %s.", comma(total, 3), comma(u, 3), transmittanceUnit))
	out := finding{
		Result: values{
			"transmittance": u.Round(4), "total_resistance": total.Round(4),
			"inside_surface_resistance": inside, "outside_surface_resistance": outside,
		},
		Summary: fmt.Sprintf("La transmitancia térmica es U = %s %s (resistencia total %s %s).", comma(u, 3), transmittanceUnit, comma(total, 3), resistanceUnit),
		Steps:   steps,
		Sources: []string{"ISO 6946:2017, apartado 6.7 y tabla 7"},
	}
	if in.Has("limit") {
		compareTransmittance(&out, u, in.Number("limit"))
	}
	return out, nil
}

// compareTransmittance adds the verdict on a transmittance; it is that of the exact number.
func compareTransmittance(o *finding, u, limit exact) {
	ok := u.Within(open, limit)
	o.Compliant = calculators.Verdict(ok)
	o.Result["limit"] = limit
	verb := "no supera"
	if !ok {
		verb = "supera"
	}
	o.Summary = fmt.Sprintf("La transmitancia térmica es U = %s %s y %s el máximo de %s %s.",
		u.DecimalBeside(limit, 3, mark), transmittanceUnit, verb, figure(limit, u), transmittanceUnit)
}

// resistanceOf returns the resistance of a layer, as given or as thickness over
// conductivity, and how it was found.
func resistanceOf(i int, layer values) (r exact, how string, err error) {
	at := fmt.Sprintf("layers[%d]", i)
	name := layer.Text("name")
	if name == "" {
		name = fmt.Sprintf("Capa %d", i+1)
	}
	given := layer.Has("resistance")
	switch {
	case given && (layer.Has("thickness") || layer.Has("conductivity")):
		return r, "", invalid(at+".resistance", "stands in place of thickness and conductivity; give one or the other")
	case given:
		r = layer.Number("resistance")
		return r, fmt.Sprintf("%s: R = %s %s.", name, figure(r), resistanceUnit), nil
	case !layer.Has("thickness"):
		return r, "", invalid(at+".thickness", "is missing; give thickness and conductivity, or resistance")
	case !layer.Has("conductivity"):
		return r, "", invalid(at+".conductivity", "is missing; give thickness and conductivity, or resistance")
	}
	d, lambda := layer.Number("thickness"), layer.Number("conductivity")
	r = d.Div(lambda)
	return r, fmt.Sprintf("%s: R = %s m / %s %s = %s %s.", strings.TrimSuffix(name, "."), figure(d), figure(lambda), conductivityUnit, comma(r, 3), resistanceUnit), nil
}
