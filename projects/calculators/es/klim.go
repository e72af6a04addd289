package es

import (
	"context"
	"fmt"
	"sync"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

const (
	compactnessUnit = "m³/m²"
	klimClause      = "CTE DB-HE 1, apartado 3.1.1, tabla 3.1.1.%s"
)

// klimRow is a row of the tables 3.1.1.b and 3.1.1.c: points of compactness and limit
// for each zone.
type klimRow struct {
	clause string
	points map[string][]calculators.Point
}

// winterZones are the columns of the tables.
var winterZones = []string{"α", "A", "B", "C", "D", "E"}

var klimTable = sync.OnceValue(func() map[string]*klimRow {
	table := make(map[string]*klimRow)
	for _, cells := range rowsOf("klim", 3+len(winterZones)) {
		row := table[cells[0]]
		if row == nil {
			row = &klimRow{clause: fmt.Sprintf(klimClause, cells[1]), points: make(map[string][]calculators.Point)}
			table[cells[0]] = row
		}
		for i, zone := range winterZones {
			row.points[zone] = append(row.points[zone], calculators.Point{X: dec(cells[2]), Y: dec(cells[3+i])})
		}
	}
	return table
})

// KLim returns the calculator of the greatest global heat transfer coefficient of an
// envelope (CTE DB-HE 1, 3.1.1, tables b and c): a straight line between the limits
// at V/A 1 and 4, and those limits outside.
func KLim() projects.Calculator {
	return calculators.MustNew(calculators.Definition{
		ID: "k-lim", Title: "Coeficiente global límite Klim por compacidad (DB-HE 1)", Country: country,
		Input: form{
			{Name: "use", Title: "Uso", Kind: kindChoice, Choices: []option{
				opt("residencial", "Residencial privado"), opt("otro", "Distinto del residencial privado"),
			}},
			{Name: "work", Title: "Obra", Kind: kindChoice, Choices: []option{
				opt("nuevo", "Edificio nuevo"),
				opt("ampliacion", "Ampliación de más del 10 % de la superficie o del volumen construido"),
				opt("cambio-uso", "Cambio de uso"),
				opt("reforma", "Reforma que renueva más del 25 % de la envolvente térmica final"),
			}},
			{Name: "winter_zone", Title: "Zona climática de invierno", Kind: kindChoice, Choices: zoneOptions()},
			{Name: "volume", Title: "Volumen V que encierra la envolvente térmica", Kind: kindNumber, Unit: "m³", Min: zero, Above: true, Max: whole(100_000_000), Optional: true},
			{Name: "area", Title: "Superficie A de intercambio térmico con el exterior o el terreno", Kind: kindNumber, Unit: "m²", Min: zero, Above: true, Max: whole(100_000_000), Optional: true},
			{Name: "compactness", Title: "Compacidad V/A, en lugar de volumen y superficie", Kind: kindNumber, Unit: compactnessUnit, Min: zero, Above: true, Max: whole(1000), Optional: true},
			{Name: "commercial", Title: "Es una unidad de uso con actividad comercial", Kind: kindSwitch, Optional: true, Help: "Si no se indica, se toma que no lo es y no se exime."},
			{Name: "k", Title: "Coeficiente global K del edificio, para comprobarlo", Kind: kindNumber, Unit: transmittanceUnit, Min: zero, Above: true, Max: whole(20), Optional: true},
		},
		Result: form{
			{Name: "compactness", Title: "Compacidad V/A", Kind: kindNumber, Unit: compactnessUnit},
			{Name: "k_lim", Title: "Klim, con los dos decimales de la tabla", Kind: kindNumber, Unit: transmittanceUnit, Optional: true},
			{Name: "k_lim_exact", Title: "Klim sin redondear, con el que se compara", Kind: kindNumber, Unit: transmittanceUnit, Optional: true},
			{Name: "k", Title: "Coeficiente global K del edificio", Kind: kindNumber, Unit: transmittanceUnit, Optional: true},
		},
		Calculate: klim,
	})
}

func zoneOptions() []option {
	list := make([]option, len(winterZones))
	for i, zone := range winterZones {
		list[i] = opt(zone, "Zona "+zone)
	}
	return list
}

func klim(_ context.Context, in values) (finding, error) {
	r := &report{}
	ratio, err := compactness(in, r)
	if err != nil {
		return finding{}, err
	}
	row, most := klimTable()[klimKey(in)], whole(5)
	result := values{"compactness": ratio}
	if in.Text("use") == "otro" && in.On("commercial") && most.Less(ratio) {
		r.step(row.clause, "V/A = %s %s es mayor que 5: la unidad de uso con actividad comercial queda exenta del límite.", ratio.DecimalBeside(most, 2, mark), compactnessUnit)
		return r.finding(result, "No hay Klim: una unidad de uso con actividad comercial y V/A mayor que 5 m³/m² queda exenta.", ""), nil
	}
	limit := r.interpolateKlim(row, in.Text("winter_zone"), ratio)
	result["k_lim"], result["k_lim_exact"] = limit.Round(2), limit
	lead := func(limit string) string {
		return fmt.Sprintf("Con V/A = %s %s en la zona %s, Klim = %s %s.", comma(ratio, 2), compactnessUnit, in.Text("winter_zone"), limit, transmittanceUnit)
	}
	says := lead(comma(limit, 2))
	if in.Has("k") {
		k := in.Number("k")
		result["k"] = k
		shown := limit.DecimalBeside(k, fewDecimals, mark)
		says = lead(shown)
		if two := comma(limit, 2); two != shown {
			says = lead(fmt.Sprintf("%s (sin redondear, %s)", two, shown))
		}
		r.require(k.Within(open, limit), fmt.Sprintf("K = %s %s frente a Klim = %s %s", figure(k, limit), transmittanceUnit, shown, transmittanceUnit), row.clause)
	}
	return r.finding(result, says, fmt.Sprintf("K = %s %s no lo supera.", figure(in.Number("k"), limit), transmittanceUnit)), nil
}

// klimKey names the row of the tables for a use and a work.
func klimKey(in values) string {
	switch {
	case in.Text("use") == "otro":
		return "otro"
	case in.Text("work") == "nuevo" || in.Text("work") == "ampliacion":
		return "residencial-nuevo"
	}
	return "residencial-existente"
}

// compactness returns V/A, given or worked out.
func compactness(in values, r *report) (exact, error) {
	given := in.Has("compactness")
	switch {
	case given && (in.Has("volume") || in.Has("area")):
		return open, invalid("compactness", "stands in place of volume and area; give one or the other")
	case given:
		return in.Number("compactness"), nil
	case !in.Has("volume"):
		return open, invalid("volume", "is missing; give volume and area, or compactness")
	case !in.Has("area"):
		return open, invalid("area", "is missing; give volume and area, or compactness")
	}
	v, a := in.Number("volume"), in.Number("area")
	ratio := v.Div(a)
	r.step("CTE DB-HE, anejo A, compacidad", "V/A = %s m³ / %s m² = %s %s.", figure(v), figure(a), comma(ratio, 4), compactnessUnit)
	return ratio, nil
}

// interpolateKlim returns the limit at a compactness, in a step.
func (r *report) interpolateKlim(row *klimRow, zone string, ratio exact) exact {
	points := row.points[zone]
	low, high := points[0], points[len(points)-1]
	limit, _ := calculators.Interpolate(points, ratio)
	switch {
	case !low.X.Less(ratio):
		r.step(row.clause, "Zona %s con V/A ≤ %s: Klim = %s %s.", zone, low.X, comma(limit, 2), transmittanceUnit)
	case !ratio.Less(high.X):
		r.step(row.clause, "Zona %s con V/A ≥ %s: Klim = %s %s.", zone, high.X, comma(limit, 2), transmittanceUnit)
	default:
		r.step(row.clause, "Zona %s, interpolación lineal entre V/A = %s (%s) y V/A = %s (%s): Klim = %s + (%s - %s) / (%s - %s) × (%s - %s) = %s %s; con dos decimales, %s.",
			zone, low.X, comma(low.Y, 2), high.X, comma(high.Y, 2),
			comma(low.Y, 2), comma(ratio, 4), low.X, high.X, low.X, comma(high.Y, 2), comma(low.Y, 2),
			comma(limit, 4), transmittanceUnit, comma(limit, 2))
	}
	return limit
}
