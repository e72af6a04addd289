package calculators

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/reglookup/regengine/projects"
)

//go:embed occupancy.tsv
var occupancyFile string

// density is a line of CTE DB-SI 3, table 2.1.
type density struct {
	title   string
	area    Exact // m² of useful area per person; 0 where nobody is counted
	perSeat bool
}

type densityTable struct {
	options []Option
	of      map[string]density
}

var densities = sync.OnceValue(func() densityTable {
	t := densityTable{of: make(map[string]density)}
	for line := range strings.Lines(occupancyFile) {
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(cells) != 4 {
			continue
		}
		d := density{title: cells[1] + ": " + cells[2], perSeat: cells[3] == "seat"}
		if !d.perSeat {
			d.area = Dec(cells[3])
		}
		t.options = append(t.options, Option{cells[0], d.title})
		t.of[cells[0]] = d
	}
	return t
})

// Occupancy returns the calculator of the number of occupants (CTE DB-SI 3, table
// 2.1). The persons of each zone are rounded up: a part of a person leaves too.
func Occupancy() projects.Calculator {
	return &calculator{
		id: "occupancy", title: "Ocupación por zonas (DB-SI 3, tabla 2.1)", country: "ES",
		input: Form{
			{Name: "zones", Title: "Zonas que se usan a la vez", Kind: List, Items: Form{
				{Name: "name", Title: "Nombre de la zona", Kind: Text, Optional: true},
				{Name: "use", Title: "Uso y zona de la tabla 2.1", Kind: Choice, Choices: densities().options},
				{Name: "area", Title: "Superficie útil", Kind: Number, Unit: "m²", Min: Int(0), Above: true, Max: Int(10_000_000), Optional: true},
				{Name: "seats", Title: "Asientos definidos en el proyecto", Kind: Integer, Unit: "asientos", Min: Int(1), Max: Int(1_000_000), Optional: true},
			}},
			{Name: "limit", Title: "Ocupación máxima con la que se compara", Kind: Integer, Unit: "personas", Min: Int(0), Max: Int(10_000_000), Optional: true},
		},
		result: Form{
			{Name: "persons", Title: "Ocupación total", Kind: Integer, Unit: "personas"},
			{Name: "zones", Title: "Por zonas", Kind: List, Items: Form{
				{Name: "name", Title: "Nombre de la zona", Kind: Text},
				{Name: "area_per_person", Title: "Superficie útil por persona", Kind: Number, Unit: "m²/persona", Optional: true},
				{Name: "persons", Title: "Ocupación", Kind: Integer, Unit: "personas"},
			}},
			{Name: "limit", Title: "Ocupación máxima con la que se compara", Kind: Integer, Unit: "personas", Optional: true},
		},
		run: occupancy,
	}
}

func occupancy(in Values) (outcome, error) {
	total := Int(0)
	out := outcome{result: Values{}, sources: []string{"CTE DB-SI 3, apartado 2, tabla 2.1"}}
	var zones []Values
	for i, zone := range in.List("zones") {
		found, how, err := personsOf(i, zone)
		if err != nil {
			return outcome{}, err
		}
		total = total.Add(found.Number("persons"))
		zones = append(zones, found)
		out.steps = append(out.steps, how)
	}
	out.result["persons"], out.result["zones"] = total, zones
	out.summary = fmt.Sprintf("La ocupación es de %s personas.", total)
	if in.Has("limit") {
		limit := in.Number("limit")
		ok := total.Within(Exact{}, limit)
		out.compliant, out.result["limit"] = verdict(ok), limit
		verb := "no supera"
		if !ok {
			verb = "supera"
		}
		out.summary = fmt.Sprintf("La ocupación es de %s personas y %s el máximo de %s personas.", total, verb, limit)
	}
	return out, nil
}

// personsOf counts the persons of one zone.
func personsOf(i int, zone Values) (found Values, how string, err error) {
	at := fmt.Sprintf("zones[%d]", i)
	d := densities().of[zone.Text("use")]
	name := zone.Text("name")
	if name == "" {
		name = d.title
	}
	found = Values{"name": name}
	switch {
	case d.perSeat && !zone.Has("seats"):
		return nil, "", Invalid(at+".seats", "is missing; this use counts one person a seat")
	case d.perSeat:
		found["persons"] = zone.Number("seats")
		return found, fmt.Sprintf("%s: una persona por asiento, %s personas.", name, zone.Number("seats")), nil
	case zone.Has("seats"):
		return nil, "", Invalid(at+".seats", "is not for this use, which counts persons by area")
	case !zone.Has("area"):
		return nil, "", Invalid(at+".area", "is missing; this use counts persons by area")
	case d.area.Equal(Int(0)):
		found["persons"] = Int(0)
		return found, fmt.Sprintf("%s: ocupación nula.", name), nil
	}
	area := zone.Number("area")
	persons := area.Div(d.area).Ceil()
	found["persons"], found["area_per_person"] = persons, d.area
	return found, fmt.Sprintf("%s: %s m² / %s m² por persona = %s, %s personas.", name, area.Spanish(mostDecimals), d.area.Spanish(mostDecimals), area.Div(d.area).Spanish(2), persons), nil
}
