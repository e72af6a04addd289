package es

import (
	"context"
	"fmt"
	"sync"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

// density is a line of CTE DB-SI 3, table 2.1.
type density struct {
	title   string
	area    exact // m² of useful area per person; 0 where nobody is counted
	perSeat bool
}

type densityTable struct {
	options []option
	of      map[string]density
}

var densities = sync.OnceValue(func() densityTable {
	t := densityTable{of: make(map[string]density)}
	for _, cells := range rowsOf("occupancy", 4) {
		d := density{title: cells[1] + ": " + cells[2], perSeat: cells[3] == "seat"}
		if !d.perSeat {
			d.area = dec(cells[3])
		}
		t.options = append(t.options, opt(cells[0], d.title))
		t.of[cells[0]] = d
	}
	return t
})

// Occupancy returns the calculator of the number of occupants (CTE DB-SI 3, table
// 2.1). The persons of each zone are rounded up: a part of a person leaves too.
func Occupancy() projects.Calculator {
	return calculators.MustNew(calculators.Definition{
		ID: "occupancy", Title: "Ocupación por zonas (DB-SI 3, tabla 2.1)", Country: country,
		Input: form{
			{Name: "zones", Title: "Zonas que se usan a la vez", Kind: calculators.List, Items: form{
				{Name: "name", Title: "Nombre de la zona", Kind: calculators.Text, Optional: true},
				{Name: "use", Title: "Uso y zona de la tabla 2.1", Kind: calculators.Choice, Choices: densities().options},
				{Name: "area", Title: "Superficie útil", Kind: calculators.Number, Unit: "m²", Min: zero, Above: true, Max: whole(10_000_000), Optional: true},
				{Name: "seats", Title: "Asientos definidos en el proyecto", Kind: calculators.Integer, Unit: "asientos", Min: whole(1), Max: whole(1_000_000), Optional: true},
			}},
			{Name: "limit", Title: "Ocupación máxima con la que se compara", Kind: calculators.Integer, Unit: "personas", Min: zero, Max: whole(10_000_000), Optional: true},
		},
		Result: form{
			{Name: "persons", Title: "Ocupación total", Kind: calculators.Integer, Unit: "personas"},
			{Name: "zones", Title: "Por zonas", Kind: calculators.List, Items: form{
				{Name: "name", Title: "Nombre de la zona", Kind: calculators.Text},
				{Name: "area_per_person", Title: "Superficie útil por persona", Kind: calculators.Number, Unit: "m²/persona", Optional: true},
				{Name: "persons", Title: "Ocupación", Kind: calculators.Integer, Unit: "personas"},
			}},
			{Name: "limit", Title: "Ocupación máxima con la que se compara", Kind: calculators.Integer, Unit: "personas", Optional: true},
		},
		Calculate: occupancy,
	})
}

func occupancy(_ context.Context, in values) (finding, error) {
	total := zero
	out := finding{Result: values{}, Sources: []string{"CTE DB-SI 3, apartado 2, tabla 2.1"}}
	var zones []values
	for i, zone := range in.List("zones") {
		found, how, err := personsOf(i, zone)
		if err != nil {
			return finding{}, err
		}
		total = total.Add(found.Number("persons"))
		zones = append(zones, found)
		out.Steps = append(out.Steps, how)
	}
	out.Result["persons"], out.Result["zones"] = total, zones
	people := howMany(total, "persona", "personas")
	out.Summary = fmt.Sprintf("La ocupación es de %s.", people)
	if in.Has("limit") {
		limit := in.Number("limit")
		ok := total.Within(open, limit)
		out.Compliant, out.Result["limit"] = calculators.Verdict(ok), limit
		verb := "no supera"
		if !ok {
			verb = "supera"
		}
		out.Summary = fmt.Sprintf("La ocupación es de %s y %s el máximo de %s.", people, verb, howMany(limit, "persona", "personas"))
	}
	return out, nil
}

// personsOf counts the persons of one zone.
func personsOf(i int, zone values) (found values, how string, err error) {
	at := fmt.Sprintf("zones[%d]", i)
	d := densities().of[zone.Text("use")]
	name := zone.Text("name")
	if name == "" {
		name = d.title
	}
	found = values{"name": name}
	switch {
	case d.perSeat && !zone.Has("seats"):
		return nil, "", invalid(at+".seats", "is missing; this use counts one person a seat")
	case d.perSeat:
		found["persons"] = zone.Number("seats")
		return found, fmt.Sprintf("%s: una persona por asiento, %s.", name, howMany(zone.Number("seats"), "persona", "personas")), nil
	case zone.Has("seats"):
		return nil, "", invalid(at+".seats", "is not for this use, which does not count seats")
	case d.area.Equal(zero):
		found["persons"] = zero
		return found, fmt.Sprintf("%s: ocupación nula, sea cual sea su superficie.", name), nil
	case !zone.Has("area"):
		return nil, "", invalid(at+".area", "is missing; this use counts persons by area")
	}
	area := zone.Number("area")
	persons := area.Div(d.area).Ceil()
	found["persons"], found["area_per_person"] = persons, d.area
	return found, fmt.Sprintf("%s: %s m² / %s m² por persona = %s, %s.", name, figure(area), figure(d.area), comma(area.Div(d.area), 2), howMany(persons, "persona", "personas")), nil
}
