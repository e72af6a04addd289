package es

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

const (
	flowClause    = "CTE DB-HS 3, apartado 2, tabla 2.1"
	balanceClause = "CTE DB-HS 3, apéndice A, equilibrado de caudales"
	openingClause = "CTE DB-HS 3, apartado 4.1, tabla 4.1"
	ductClause    = "CTE DB-HS 3, apartado 4.2.2"
	cookingClause = "CTE DB-HS 3, apartado 2, punto 4"
	flowUnit      = "l/s"
)

// flows is table 2.1: l/s in dwellings of up to 1 bedroom, of 2, and of more.
var flows = sync.OnceValue(func() map[string][]exact {
	table := make(map[string][]exact)
	for _, cells := range rowsOf("ventilation", 4) {
		table[cells[0]] = numbers(cells[1:])
	}
	return table
})

// room is a room of a dwelling on its way through the calculation.
type room struct {
	name, kind    string
	wet           bool
	least, design exact // l/s
	project       exact // l/s; no number where the input has none
}

// Ventilation returns the calculator of the air flows of a dwelling (CTE DB-HS 3, 2 and
// 4.1): least flows of its rooms, their balance, and the openings for it.
func Ventilation() projects.Calculator {
	return calculators.MustNew(calculators.Definition{
		ID: "dwelling-ventilation", Title: "Caudales de ventilación de una vivienda (DB-HS 3)", Country: country,
		Input: form{
			{Name: "rooms", Title: "Locales habitables", Kind: kindList, Min: whole(2), Max: whole(60), Help: "Un local con zona seca y zona húmeda, como un salón con cocina, se indica como dos.", Items: form{
				{Name: "name", Title: "Nombre del local", Kind: kindText, Optional: true},
				{Name: "kind", Title: "Clase de local", Kind: kindChoice, Choices: roomKinds},
				{Name: "flow", Title: "Caudal del proyecto, para comprobarlo", Kind: kindNumber, Unit: flowUnit, Min: zero, Max: whole(10_000), Optional: true},
			}},
			{Name: "cooking_flow", Title: "Caudal de la extracción propia de la zona de cocción, para comprobarlo", Kind: kindNumber, Unit: flowUnit, Min: zero, Max: whole(10_000), Optional: true},
		},
		Result: form{
			{Name: "bedrooms", Title: "Dormitorios", Kind: kindInteger, Unit: "dormitorios"},
			{Name: "supply_min", Title: "Admisión mínima", Kind: kindNumber, Unit: flowUnit},
			{Name: "extract_min", Title: "Extracción mínima", Kind: kindNumber, Unit: flowUnit},
			{Name: "flow", Title: "Caudal equilibrado de la vivienda", Kind: kindNumber, Unit: flowUnit},
			{Name: "duct_area", Title: "Sección de un conducto para toda la extracción mecánica, contiguo a un local habitable", Kind: kindNumber, Unit: "cm²"},
			{Name: "rooms", Title: "Por locales", Kind: kindList, Max: whole(60), Items: form{
				{Name: "name", Title: "Local", Kind: kindText},
				{Name: "flow_min", Title: "Caudal mínimo", Kind: kindNumber, Unit: flowUnit},
				{Name: "flow", Title: "Caudal equilibrado", Kind: kindNumber, Unit: flowUnit},
				{Name: "opening_area", Title: "Área de la abertura de admisión o de extracción", Kind: kindNumber, Unit: "cm²"},
				{Name: "passage_area", Title: "Área de la abertura de paso, si es una sola", Kind: kindNumber, Unit: "cm²"},
			}},
			failedField, unknownField,
		},
		Calculate: ventilation,
	})
}

// roomKinds are dry and wet rooms; see [isWet].
var roomKinds = []option{
	opt("dormitorio-principal", "Dormitorio principal"),
	opt("dormitorio", "Otro dormitorio"),
	opt("sala", "Sala de estar o comedor"),
	opt("estudio", "Sala en la que también se duerme"),
	opt("cocina", "Cocina"),
	opt("bano", "Baño"),
	opt("aseo", "Aseo"),
}

func isWet(kind string) bool { return kind == "cocina" || kind == "bano" || kind == "aseo" }

func ventilation(_ context.Context, in values) (finding, error) {
	r := &report{}
	rooms, bedrooms, err := readRooms(in.List("rooms"))
	if err != nil {
		return finding{}, err
	}
	r.leastFlows(rooms, bedrooms)
	supply, extract := sumFlows(rooms, false), sumFlows(rooms, true)
	need := extract.Max(flows()["humedos-total"][column(bedrooms)])
	r.step(flowClause, "Admisión: %s %s. Extracción: la mayor entre la suma por local, %s %s, y el total mínimo con %s, %s %s: %s %s.",
		supply, flowUnit, extract, flowUnit, bedroomsText(bedrooms), flows()["humedos-total"][column(bedrooms)], flowUnit, need, flowUnit)
	total := supply.Max(need)
	r.balance(rooms, supply, extract, total)
	result := values{
		"bedrooms": count(bedrooms), "supply_min": supply, "extract_min": need, "flow": total,
		"duct_area": total.Mul(dec("2.5")), "rooms": r.openings(rooms),
	}
	r.step(ductClause, "Conducto de extracción mecánica contiguo a un local habitable: S ≥ 2,5 × %s = %s cm² si lleva toda la extracción.", total, figure(total.Mul(dec("2.5"))))
	r.checkFlows(in, rooms, total)
	lead := fmt.Sprintf("Con %s la vivienda necesita %s %s: admisión mínima de %s %s y extracción mínima de %s %s.", bedroomsText(bedrooms), total, flowUnit, supply, flowUnit, need, flowUnit)
	return r.finding(r.tally(result), lead, "Los caudales del proyecto cumplen."), nil
}

// readRooms counts bedrooms, of which one is the main one.
func readRooms(list []values) (rooms []room, bedrooms int, err error) {
	number := make(map[string]int)
	for i, item := range list {
		kind := item.Text("kind")
		number[kind]++
		name := item.Text("name")
		if name == "" {
			name = fmt.Sprintf("%s %d", titleOf(roomKinds, kind), number[kind])
		}
		project, _ := item["flow"].(exact)
		rooms = append(rooms, room{name: name, kind: kind, wet: isWet(kind), project: project})
		if kind == "dormitorio-principal" && number[kind] > 1 {
			return nil, 0, invalid(fmt.Sprintf("rooms[%d].kind", i), "must not be dormitorio-principal twice")
		}
	}
	bedrooms = number["dormitorio-principal"] + number["dormitorio"]
	switch {
	case bedrooms > 0 && number["dormitorio-principal"] == 0:
		return nil, 0, invalid("rooms", "must have a dormitorio-principal where it has bedrooms")
	case bedrooms == 0 && number["estudio"] == 0:
		return nil, 0, invalid("rooms", "must have a dormitorio-principal or an estudio")
	case number["cocina"]+number["bano"]+number["aseo"] == 0:
		return nil, 0, invalid("rooms", "must have a wet room: cocina, bano or aseo")
	}
	return rooms, bedrooms, nil
}

func bedroomsText(n int) string { return howMany(count(n), "dormitorio", "dormitorios") }

// column is that of table 2.1 for so many bedrooms.
func column(bedrooms int) int { return min(max(bedrooms, 1), 3) - 1 }

// leastFlows sets the least flow of each room.
func (r *report) leastFlows(rooms []room, bedrooms int) {
	at := column(bedrooms)
	for i := range rooms {
		switch room := &rooms[i]; {
		case room.wet:
			room.least = flows()["humedo"][at]
		case room.kind == "estudio":
			// A dry room of several uses has the flow of the greatest (note 1).
			room.least = flows()["sala"][at].Max(flows()["dormitorio-principal"][at])
		default:
			room.least = flows()[room.kind][at]
		}
		r.step(flowClause, "%s: %s %s como mínimo.", rooms[i].name, rooms[i].least, flowUnit)
	}
}

func sumFlows(rooms []room, wet bool) exact {
	sum := zero
	for i := range rooms {
		if rooms[i].wet == wet {
			sum = sum.Add(rooms[i].least)
		}
	}
	return sum
}

// balance raises the flows of the side that has less, in proportion, to the total.
func (r *report) balance(rooms []room, supply, extract, total exact) {
	for i := range rooms {
		side := supply
		if rooms[i].wet {
			side = extract
		}
		rooms[i].design = rooms[i].least.Mul(total).Div(side)
	}
	says := "Equilibrado: admisión y extracción suben hasta %s %s, en proporción a los mínimos; es un reparto posible, otro que respete los mínimos y el total también vale."
	r.step(balanceClause, says, total, flowUnit)
}

// openings lists the rooms with the openings for their flow.
func (r *report) openings(rooms []room) []values {
	list := make([]values, len(rooms))
	for i := range rooms {
		room := &rooms[i]
		flow := room.design
		if room.project.Known() {
			flow = flow.Max(room.project)
		}
		area, passage := flow.Mul(whole(4)), flow.Mul(whole(8)).Max(whole(70))
		list[i] = values{"name": room.name, "flow_min": room.least, "flow": room.design, "opening_area": area, "passage_area": passage}
		kind := "admisión"
		if room.wet {
			kind = "extracción"
		}
		r.step(openingClause, "%s: %s %s; abertura de %s de 4 × %s = %s cm²; de paso, la mayor entre 70 cm² y 8 × %s: %s cm².",
			room.name, comma(flow, 2), flowUnit, kind, comma(flow, 2), comma(area, 1), comma(flow, 2), comma(passage, 1))
	}
	return list
}

// checkFlows holds the flows of the project against the least ones, where the input has
// any.
func (r *report) checkFlows(in values, rooms []room, total exact) {
	checks := in.Has("cooking_flow")
	for i := range rooms {
		checks = checks || rooms[i].project.Known()
	}
	if !checks {
		r.step(cookingClause, "La zona de cocción lleva aparte una extracción de 50 l/s como mínimo.")
		return
	}
	sums, missing := map[bool]exact{false: zero, true: zero}, []string{}
	for i := range rooms {
		room := &rooms[i]
		if !room.project.Known() {
			missing = append(missing, room.name)
			continue
		}
		sums[room.wet] = sums[room.wet].Add(room.project)
		r.check(bound{"el caudal de " + room.name, room.project, room.least, open, flowUnit, flowClause})
	}
	if len(missing) > 0 {
		r.leave(flowClause, "el caudal de la vivienda", "no se indica el de "+strings.Join(missing, ", "))
	} else {
		r.check(bound{"la admisión total", sums[false], total, open, flowUnit, balanceClause})
		r.check(bound{"la extracción total", sums[true], total, open, flowUnit, balanceClause})
		r.balanced(sums[false], sums[true])
	}
	r.given(in, "cooking_flow", bound{"la extracción de la zona de cocción", open, dec("50"), open, flowUnit, cookingClause})
}

// balanced holds that the project takes in what it takes out: Appendix A has both made
// equal. What is not equal is told open, for the openings may carry the greater flow.
func (r *report) balanced(supply, extract exact) {
	least, most := supply.Min(extract), supply.Max(extract)
	if most.Sub(least).Less(dec("0.1")) {
		r.require(true, fmt.Sprintf("la admisión y la extracción están equilibradas, con menos de 0,1 %s entre las dos", flowUnit), balanceClause)
		return
	}
	r.leave(balanceClause, "el equilibrio de los caudales", fmt.Sprintf("la admisión es de %s y la extracción de %s %s; rige la mayor, y la otra se sube hasta ella",
		supply.DecimalBeside(extract, 2, mark), extract.DecimalBeside(supply, 2, mark), flowUnit))
}
