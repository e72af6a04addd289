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
	noiseInside   = "CTE DB-HR, apartado 2.1.1"
	noiseOutside  = "CTE DB-HR, apartado 2.1.1, tabla 2.1"
	noiseImpact   = "CTE DB-HR, apartado 2.1.2"
	noiseOutUnit  = "D2m,nT,Atr"
	noiseAir      = "DnT,A"
	noiseImpactIs = "L'nT,w"
)

// outsideNoise is table 2.1: bounds of Ld and columns.
type outsideNoise struct {
	upTo    []exact
	columns [][]exact // bedrooms, living rooms; rooms, classrooms
}

var noiseTable = sync.OnceValue(func() outsideNoise {
	const columns = 4
	t := outsideNoise{columns: make([][]exact, columns)}
	for _, cells := range rowsOf("noise-outside", 1+columns) {
		if cells[0] != "" {
			t.upTo = append(t.upTo, dec(cells[0]))
		}
		for i := range columns {
			t.columns[i] = append(t.columns[i], dec(cells[1+i]))
		}
	}
	return t
})

// Noise returns the calculator of the sound insulation a room must have (CTE DB-HR,
// 2.1): against airborne noise from inside and outside, and against impact.
func Noise() projects.Calculator {
	return calculators.MustNew(calculators.Definition{
		ID: "sound-insulation", Title: "Aislamiento acústico exigido a un recinto (DB-HR)", Country: country,
		Input: noiseInput(),
		Result: form{
			{Name: "requirements", Title: "Lo que se exige", Kind: kindList, Min: zero, Items: form{
				{Name: "quantity", Title: "Magnitud", Kind: kindText},
				{Name: "minimum", Title: "Mínimo", Kind: kindNumber, Unit: "dBA", Optional: true},
				{Name: "maximum", Title: "Máximo", Kind: kindNumber, Unit: "dB", Optional: true},
				{Name: "project", Title: "Valor del proyecto", Kind: kindNumber, Unit: "dB o dBA", Optional: true},
			}},
			failedField, unknownField,
		},
		Calculate: noise,
	})
}

func noiseInput() form {
	return form{
		{Name: "use", Title: "Uso del edificio", Kind: kindChoice, Choices: []option{
			opt("residencial-privado", "Residencial privado"),
			opt("residencial-publico", "Residencial público"),
			opt("hospitalario", "Hospitalario"),
			opt("otro", "Cultural, sanitario ambulatorio, docente o administrativo"),
		}},
		{Name: "room", Title: "Recinto que se protege", Kind: kindChoice, Choices: []option{
			opt("dormitorio", "Protegido: dormitorio o habitación de hospital"),
			opt("estancia", "Protegido: salón, comedor, despacho, oficina u otra estancia"),
			opt("aula", "Protegido: aula"),
			opt("habitable", "Habitable no protegido: cocina, baño, pasillo, escalera"),
		}},
		{Name: "against", Title: "Frente a qué", Kind: kindChoice, Choices: []option{
			opt("misma-unidad", "Recintos de la misma unidad de uso: tabiquería"),
			opt("otra-unidad", "Recinto habitable o protegido de otra unidad de uso, sin puertas ni ventanas comunes"),
			opt("otra-unidad-puerta", "Recinto habitable o protegido de otra unidad de uso o zona común, con puerta o ventana común"),
			opt("instalaciones", "Recinto de instalaciones o de actividad, sin puertas comunes"),
			opt("instalaciones-puerta", "Recinto de instalaciones o de actividad, con puerta común"),
			opt("medianeria", "Otro edificio, por una medianería"),
			opt("exterior", "Exterior"),
		}},
		{Name: "ld", Title: "Índice de ruido día Ld de la zona", Kind: kindNumber, Unit: "dBA", Min: zero, Max: whole(120), Optional: true, Help: "Para el exterior. Si no se indica, solo se toma 60 dBA cuando la zona es de predominio residencial."},
		{Name: "residential_area", Title: "La zona es de predominio residencial y no hay datos oficiales de Ld", Kind: kindSwitch, Optional: true},
		{Name: "sheltered", Title: "La fachada no está expuesta directamente: patio de manzana cerrado, patio interior, entorno tranquilo", Kind: kindSwitch, Optional: true, Help: "Si no se indica, se toma que está expuesta."},
		{Name: "aircraft", Title: "El ruido exterior que domina es el de aeronaves", Kind: kindSwitch, Optional: true, Help: "Hace falta para el exterior."},
		{Name: "beside_stairs", Title: "Linda en horizontal con una escalera", Kind: kindSwitch, Optional: true, Help: "Si no se indica, se toma que no y se exige el nivel de impactos."},
		{Name: "airborne", Title: "Aislamiento del proyecto: DnT,A, D2m,nT,Atr o RA, según lo que se exija", Kind: kindNumber, Unit: "dBA", Min: zero, Max: whole(150), Optional: true},
		{Name: "door", Title: "RA de la puerta o ventana común en el proyecto", Kind: kindNumber, Unit: "dBA", Min: zero, Max: whole(150), Optional: true},
		{Name: "impact", Title: "Nivel de ruido de impactos L'nT,w en el proyecto", Kind: kindNumber, Unit: "dB", Min: zero, Max: whole(150), Optional: true},
	}
}

// acoustic is one thing that is required, and the member of the input that says what
// the project has of it.
type acoustic struct {
	quantity, member string
	least, most      exact
	clause           string
}

func noise(_ context.Context, in values) (finding, error) {
	r := &report{}
	list, err := r.airborne(in)
	if err != nil {
		return finding{}, err
	}
	list = append(list, r.impacts(in)...)
	items, told := []values{}, []string{}
	for i := range list {
		items = append(items, list[i].item(in))
		told = append(told, list[i].says())
	}
	r.checkAcoustics(in, list)
	lead := "Este apartado no exige ningún valor en este caso."
	switch {
	case len(told) > 0:
		lead = "Se exige " + strings.Join(told, " y ") + "."
	case len(r.unknown) > 0:
		lead = ""
	default:
		r.step(noiseInside, "No hay exigencia de aislamiento para este recinto frente a esto.")
	}
	return r.finding(r.tally(values{"requirements": items}), lead, "El proyecto lo cumple."), nil
}

// says tells a requirement: "DnT,A de 50 dBA como mínimo".
func (a *acoustic) says() string {
	if a.most.Known() {
		return fmt.Sprintf("%s de %s dB como máximo", a.quantity, a.most)
	}
	return fmt.Sprintf("%s de %s dBA como mínimo", a.quantity, a.least)
}

func (a *acoustic) item(in values) values {
	item := values{"quantity": a.quantity}
	put(item, "minimum", a.least)
	put(item, "maximum", a.most)
	if in.Has(a.member) {
		item["project"] = in.Number(a.member)
	}
	return item
}

// checkAcoustics holds what the project has against what is required; where some of
// it is told and some not, there is no saying that it complies.
func (r *report) checkAcoustics(in values, list []acoustic) {
	told := in.Has("airborne") || in.Has("door") || in.Has("impact")
	for i := range list {
		a := &list[i]
		unit := "dBA"
		if a.most.Known() {
			unit = "dB"
		}
		switch {
		case in.Has(a.member):
			r.check(bound{"el valor de " + a.quantity, in.Number(a.member), a.least, a.most, unit, a.clause})
		case told:
			r.leave(a.clause, a.quantity, "no se indica el valor del proyecto")
		default:
			r.step(a.clause, "Se exige %s (%s).", a.says(), a.clause)
		}
	}
}

// airborne lists what is required against airborne noise.
func (r *report) airborne(in values) ([]acoustic, error) {
	protected := in.Text("room") != "habitable"
	at := func(quantity string, least int64) acoustic {
		return acoustic{quantity, "airborne", whole(least), open, noiseInside}
	}
	door := func(least int64) acoustic {
		return acoustic{"RA de la puerta o ventana", "door", whole(least), open, noiseInside}
	}
	switch in.Text("against") {
	case "misma-unidad":
		if in.Text("use") != "residencial-privado" {
			return nil, nil
		}
		return []acoustic{at("RA de la tabiquería", 33)}, nil
	case "otra-unidad":
		return []acoustic{at(noiseAir, either(protected, 50, 45))}, nil
	case "otra-unidad-puerta":
		if !protected && in.Text("use") == "otro" {
			return nil, nil
		}
		return []acoustic{door(either(protected, 30, 20)), at("RA del cerramiento", 50)}, nil
	case "instalaciones":
		return []acoustic{at(noiseAir, either(protected, 55, 45))}, nil
	case "instalaciones-puerta":
		if protected {
			return []acoustic{at(noiseAir, 55)}, nil
		}
		return []acoustic{door(30), at("RA del cerramiento", 50)}, nil
	case "medianeria":
		r.step(noiseInside, "En lugar de %s de 40 dBA en cada cerramiento de la medianería vale %s de 50 dBA en el conjunto de los dos.", noiseOutUnit, noiseAir)
		return []acoustic{at(noiseOutUnit+" de cada cerramiento de la medianería", 40)}, nil
	}
	return r.outside(in)
}

func either(first bool, a, b int64) int64 {
	if first {
		return a
	}
	return b
}

// outside is what is required of a protected room against the outside.
func (r *report) outside(in values) ([]acoustic, error) {
	if in.Text("room") == "habitable" {
		return nil, nil
	}
	if !in.Has("aircraft") {
		return nil, invalid("aircraft", "is missing; insulation against the outside depends on it")
	}
	column, err := noiseColumn(in)
	if err != nil {
		return nil, err
	}
	ld, ok := r.dayNoise(in)
	if !ok {
		return nil, nil
	}
	least := pick(noiseTable().columns[column], noiseTable().upTo, ld)
	r.step(noiseOutside, "Con Ld = %s dBA, la tabla 2.1 da %s dBA.", figure(ld, noiseTable().upTo...), least)
	if in.On("aircraft") {
		least = least.Add(whole(4))
		r.step(noiseOutside, "Por el ruido de aeronaves aumenta 4 dBA: %s dBA.", least)
	}
	return []acoustic{{noiseOutUnit, "airborne", least, open, noiseOutside}}, nil
}

// noiseColumn is the column of table 2.1 of a use and a room.
func noiseColumn(in values) (int, error) {
	other, room := in.Text("use") == "otro", in.Text("room")
	switch {
	case !other && room == "dormitorio":
		return 0, nil
	case !other && room == "estancia":
		return 1, nil
	case other && room == "estancia":
		return 2, nil
	case other && room == "aula":
		return 3, nil
	}
	return 0, invalid("room", "table 2.1 of DB-HR has no value for this room in a building of this use")
}

// dayNoise returns Ld as it counts for the façade; ok is false where it is not known.
func (r *report) dayNoise(in values) (ld exact, ok bool) {
	switch {
	case in.Has("ld"):
		ld = in.Number("ld")
	case in.On("residential_area"):
		ld = whole(60)
		r.step(noiseOutside, "Sin datos oficiales, en una zona de predominio residencial se toma Ld = 60 dBA.")
	default:
		r.leave(noiseOutside, noiseOutUnit, "no se conoce el índice Ld de la zona")
		return open, false
	}
	if in.On("sheltered") {
		r.step(noiseOutside, "La fachada no está expuesta directamente: se toma un Ld 10 dBA menor, %s - 10 = %s dBA.", figure(ld), figure(ld.Sub(whole(10))))
		ld = ld.Sub(whole(10))
	}
	return ld, true
}

// impacts lists what is required against impact noise.
func (r *report) impacts(in values) []acoustic {
	most := open
	protected := in.Text("room") != "habitable"
	switch in.Text("against") {
	case "otra-unidad", "otra-unidad-puerta":
		if protected && in.On("beside_stairs") {
			r.step(noiseImpact, "El nivel de impactos no se exige al recinto que linda en horizontal con una escalera.")
		} else if protected {
			most = whole(65)
		}
	case "instalaciones", "instalaciones-puerta":
		most = whole(60)
	}
	if !most.Known() {
		return nil
	}
	return []acoustic{{noiseImpactIs, "impact", open, most, noiseImpact}}
}
