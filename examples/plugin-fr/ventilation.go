package main

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

// flowClause is the table of flows to be reached.
const flowClause = "arrêté du 24 mars 1982, article 3"

// flows are the extracted flows of a dwelling in m³/h, by its main rooms: 1, 2, 3, 4,
// 5 and more.
type flows struct{ kitchen, bath, water, singleWC, manyWC int64 }

var flowTable = [...]flows{
	{75, 15, 15, 15, 15},
	{90, 15, 15, 15, 15},
	{105, 30, 15, 15, 15},
	{120, 30, 15, 30, 15},
	{135, 30, 15, 30, 15},
}

// ventilation returns the calculator of the flows of a dwelling.
func ventilation() projects.Calculator {
	count := func(name, title string, least int64) calculators.Field {
		return calculators.Field{Name: name, Title: title, Kind: calculators.Integer, Min: whole(least), Max: whole(20)}
	}
	flow := func(name, title string) calculators.Field {
		return calculators.Field{Name: name, Title: title, Kind: calculators.Number, Unit: "m³/h", Min: whole(0), Max: whole(10_000), Optional: true}
	}
	result := func(name, title string) calculators.Field {
		return calculators.Field{Name: name, Title: title, Kind: calculators.Integer, Unit: "m³/h"}
	}
	return calculators.MustNew(calculators.Definition{
		ID: "fr-debits-ventilation", Title: "Débits d'air extraits d'un logement", Country: countryID,
		Input: form{
			count("rooms", "Pièces principales", 1), count("bathrooms", "Salles de bains ou de douches, avec ou sans cabinet d'aisances", 0),
			count("water_rooms", "Autres salles d'eau", 0), count("toilets", "Cabinets d'aisances séparés", 0),
			{Name: "toilet_in_bathroom", Title: "Un autre cabinet d'aisances se trouve dans une salle d'eau", Kind: calculators.Switch, Optional: true, Help: "Des cabinets sont multiples dès qu'il y en a deux. Sans indication, il n'y en a pas d'autre."},
			{Name: "hood", Title: "Une hotte est raccordée à l'extraction de la cuisine", Kind: calculators.Switch, Optional: true, Help: "Elle admet un débit plus faible, selon son efficacité. Sans indication, il n'y en a pas."},
			flow("kitchen_flow", "Débit prévu en cuisine"), flow("bathroom_flow", "Débit prévu dans chaque salle de bains"),
			flow("water_flow", "Débit prévu dans chaque autre salle d'eau"), flow("toilet_flow", "Débit prévu dans chaque cabinet d'aisances"),
		},
		Result: form{
			result("kitchen", "Cuisine"), result("bathroom", "Salle de bains ou de douches"),
			result("water_room", "Autre salle d'eau"), result("toilet", "Cabinet d'aisances"), result("total", "Somme des débits extraits"),
		},
		Calculate: airFlows,
	})
}

func airFlows(_ context.Context, in values) (finding, error) {
	row := flowTable[min(small(in, "rooms"), int64(len(flowTable)))-1]
	toilet := row.singleWC
	if small(in, "toilets") > 1 || in.On("toilet_in_bathroom") {
		toilet = row.manyWC
	}
	total := row.kitchen + row.bath*small(in, "bathrooms") + row.water*small(in, "water_rooms") + toilet*small(in, "toilets")
	r := &report{}
	r.step(flowClause, "%d pièce(s) principale(s) : cuisine %d, salle de bains %d, autre salle d'eau %d, cabinet d'aisances %d m³/h.",
		small(in, "rooms"), row.kitchen, row.bath, row.water, toilet)
	r.step(flowClause, "Somme = %d + %d × %d + %d × %d + %d × %d = %d m³/h.", row.kitchen,
		small(in, "bathrooms"), row.bath, small(in, "water_rooms"), row.water, small(in, "toilets"), toilet, total)
	if err := r.checkFlows(in, row, toilet); err != nil {
		return finding{}, err
	}
	r.step(flowClause, "Non vérifié ici : les entrées d'air, les débits réduits de l'article 4 et ce que les articles 6 et 7 admettent dans une maison individuelle en zone H2 ou H3. L'arrêté vise les logements neufs.")
	result := values{
		"kitchen": whole(row.kitchen), "bathroom": whole(row.bath), "water_room": whole(row.water),
		"toilet": whole(toilet), "total": whole(total),
	}
	return r.finding(result, fmt.Sprintf("Les débits extraits à atteindre font ensemble %d m³/h, dont %d m³/h en cuisine.", total, row.kitchen)), nil
}

// service is a kind of room air is drawn from, with the flow of the design.
type service struct {
	name, what string // of the flow: its field, and with its article
	rooms      int64
	least      int64
	unless     string // where less than that may be enough, and it was not told; "" where never
}

// checkFlows holds the flows of the design against the table, where it has any: all of
// them are needed then.
func (r *report) checkFlows(in values, row flows, toilet int64) error {
	list := services(in, row, toilet)
	if in.On("toilet_in_bathroom") && list[1].rooms+list[2].rooms == 0 {
		return calculators.Invalid("toilet_in_bathroom", "must not be true where the dwelling has no bathroom")
	}
	given := false
	for _, s := range list {
		if in.Has(s.name) && s.rooms == 0 {
			return calculators.Invalid(s.name, "must be left out where the dwelling has no such room")
		}
		given = given || in.Has(s.name)
	}
	for _, s := range list {
		switch {
		case !given || s.rooms == 0:
		case !in.Has(s.name):
			r.leave(flowClause, s.what, fmt.Sprintf("il n'est pas indiqué ; minimum %d m³/h", s.least))
		case s.unless != "" && in.Number(s.name).Less(whole(s.least)):
			b := bound{s.what, in.Number(s.name), whole(s.least), open, "m³/h", flowClause}
			r.leave(flowClause, b.says(), s.unless)
		default:
			r.check(bound{s.what, in.Number(s.name), whole(s.least), open, "m³/h", flowClause})
		}
	}
	return nil
}

// services are the rooms of a dwelling with what the table has for them.
func services(in values, row flows, toilet int64) []service {
	list := []service{
		{"kitchen_flow", "le débit en cuisine", 1, row.kitchen, ""},
		{"bathroom_flow", "le débit en salle de bains", small(in, "bathrooms"), row.bath, ""},
		{"water_flow", "le débit en autre salle d'eau", small(in, "water_rooms"), row.water, ""},
		{"toilet_flow", "le débit en cabinet d'aisances", small(in, "toilets"), toilet, ""},
	}
	if in.On("hood") {
		list[0].unless = "une hotte raccordée admet moins, selon son efficacité, qui n'est pas connue ici"
	}
	if small(in, "rooms") == 1 && list[1].rooms == 1 && list[3].rooms == 1 && in.Has("toilet_flow") && !in.Number("toilet_flow").Less(whole(row.singleWC)) {
		list[1].unless = "une sortie d'air commune dans le cabinet d'aisances suffit s'ils sont contigus, ce qui n'est pas indiqué"
	}
	bathed := list[1].rooms+list[2].rooms > 0
	if !in.Has("toilet_in_bathroom") && bathed && in.Has("toilet_flow") && !in.Number("toilet_flow").Less(whole(row.manyWC)) && row.manyWC < toilet {
		list[3].unless = fmt.Sprintf("%d m³/h suffisent si un autre cabinet se trouve dans une salle d'eau, ce qui n'est pas indiqué", row.manyWC)
	}
	return list
}

// small returns a whole number of the form, which its bounds keep small.
func small(in values, name string) int64 { return int64(in.Number(name).Integer()) }
