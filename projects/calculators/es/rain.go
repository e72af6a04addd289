package es

import (
	"context"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

const (
	rainIntensity  = "CTE DB-HS 5, apéndice B, tabla B.1"
	rainFactor     = "CTE DB-HS 5, apartado 4.2.2"
	rainDrains     = "CTE DB-HS 5, apartado 4.2.1, tabla 4.6"
	rainGutters    = "CTE DB-HS 5, apartado 4.2.2, tabla 4.7"
	rainDownpipes  = "CTE DB-HS 5, apartado 4.2.3, tabla 4.8"
	rainCollectors = "CTE DB-HS 5, apartado 4.2.4, tabla 4.9"
	intensityUnit  = "mm/h"
)

// slopes are the columns of the tables 4.7 and 4.9, in %.
var (
	gutterSlopes    = []string{"0.5", "1", "2", "4"}
	collectorSlopes = []string{"1", "2", "4"}
)

// Rain returns the calculator of the drainage of rain from a roof (CTE DB-HS 5, 4.2 and
// Appendix B): drains, gutters, downpipes and collectors.
func Rain() projects.Calculator {
	return calculators.MustNew(calculators.Definition{
		ID: "rain-drainage", Title: "Evacuación de aguas pluviales de una cubierta (DB-HS 5)", Country: country,
		Input:     append(rainPlace(), rainProject()...),
		Result:    rainResult(),
		Calculate: rain,
	})
}

func rainPlace() form {
	return form{
		{Name: "area", Title: "Superficie de la cubierta en proyección horizontal", Kind: kindNumber, Unit: "m²", Min: zero, Above: true, Max: whole(1_000_000)},
		{Name: "isohyet", Title: "Isoyeta (figura B.1)", Kind: kindChoice, Choices: isohyetOptions(), Optional: true, Help: "Entre dos isoyetas, la mayor está del lado de la seguridad."},
		{Name: "rain_zone", Title: "Zona pluviométrica (figura B.1)", Kind: kindChoice, Choices: []option{opt("A", "Zona A"), opt("B", "Zona B")}, Optional: true},
		{Name: "intensity", Title: "Intensidad pluviométrica i, en lugar de isoyeta y zona", Kind: kindNumber, Unit: intensityUnit, Min: zero, Above: true, Max: whole(1000), Optional: true},
	}
}

func rainProject() form {
	return form{
		{Name: "downpipes", Title: "Bajantes entre las que se reparte la superficie por igual", Kind: kindInteger, Unit: "bajantes", Min: whole(1), Max: whole(1000), Optional: true, Help: "Si no se indica, se toma una."},
		{Name: "gutters", Title: "Canalones entre los que se reparte la superficie por igual", Kind: kindInteger, Unit: "canalones", Min: whole(1), Max: whole(1000), Optional: true, Help: "Si no se indica, se toma uno."},
		{Name: "gutter_slope", Title: "Pendiente de los canalones", Kind: kindChoice, Choices: slopeOptions(gutterSlopes), Optional: true, Help: "Si no se indica, no se dimensionan canalones. Entre dos pendientes, la menor está del lado de la seguridad."},
		{Name: "collector_slope", Title: "Pendiente del colector que recoge toda la superficie", Kind: kindChoice, Choices: slopeOptions(collectorSlopes), Optional: true, Help: "Si no se indica, no se dimensiona el colector. Entre dos pendientes, la menor está del lado de la seguridad."},
		{Name: "drains", Title: "Sumideros del proyecto, para comprobarlos", Kind: kindInteger, Unit: "sumideros", Min: zero, Max: whole(10_000), Optional: true},
		{Name: "downpipe_diameter", Title: "Diámetro de las bajantes del proyecto, para comprobarlo", Kind: kindNumber, Unit: "mm", Min: zero, Max: whole(2000), Optional: true},
		{Name: "gutter_diameter", Title: "Diámetro de los canalones semicirculares del proyecto, para comprobarlo", Kind: kindNumber, Unit: "mm", Min: zero, Max: whole(2000), Optional: true},
		{Name: "collector_diameter", Title: "Diámetro del colector del proyecto, para comprobarlo", Kind: kindNumber, Unit: "mm", Min: zero, Max: whole(2000), Optional: true},
	}
}

func rainResult() form {
	return form{
		{Name: "intensity", Title: "Intensidad pluviométrica i", Kind: kindNumber, Unit: intensityUnit},
		{Name: "factor", Title: "Factor f = i / 100", Kind: kindNumber},
		{Name: "drains", Title: "Sumideros, como mínimo", Kind: kindInteger, Unit: "sumideros"},
		{Name: "downpipe_diameter", Title: "Diámetro mínimo de cada bajante", Kind: kindNumber, Unit: "mm", Optional: true},
		{Name: "gutter_diameter", Title: "Diámetro mínimo de cada canalón semicircular", Kind: kindNumber, Unit: "mm", Optional: true},
		{Name: "collector_diameter", Title: "Diámetro mínimo del colector", Kind: kindNumber, Unit: "mm", Optional: true},
		failedField, unknownField,
	}
}

func isohyetOptions() []option {
	rows := rowsOf("rain-intensity", 3)
	list := make([]option, len(rows))
	for i, cells := range rows {
		list[i] = opt(cells[0], "Isoyeta "+cells[0])
	}
	return list
}

func slopeOptions(slopes []string) []option {
	list := make([]option, len(slopes))
	for i, slope := range slopes {
		list[i] = opt(slope, strings.Replace(slope, ".", mark, 1)+" %")
	}
	return list
}

// pipe is a part of the drainage that a table sizes by the area it serves.
type pipe struct {
	what, member, clause string
	table                string
	column, columns      int
	area                 exact // at 100 mm/h
}

func rain(_ context.Context, in values) (finding, error) {
	r := &report{}
	intensity, err := r.rainIntensity(in)
	if err != nil {
		return finding{}, err
	}
	area, factor := in.Number("area"), intensity.Div(whole(100))
	r.step(rainFactor, "f = i / 100 = %s / 100 = %s.", figure(intensity), figure(factor))
	drains := r.roofDrains(area)
	result := values{"intensity": intensity, "factor": factor, "drains": drains}
	told := []string{howMany(drains, "sumidero", "sumideros") + " como mínimo"}
	if in.Has("drains") || checksRain(in) && !in.Has("gutter_slope") {
		r.given(in, "drains", bound{"el número de sumideros", open, drains, open, "", rainDrains})
	}
	pipes, err := r.rainPipes(in, area, factor)
	if err != nil {
		return finding{}, err
	}
	if checksRain(in) {
		r.rainUntold(in)
	}
	for i := range pipes {
		diameter := r.size(&pipes[i], in)
		put(result, pipes[i].member, diameter)
		if diameter.Known() {
			told = append(told, fmt.Sprintf("diámetro mínimo de %s mm para %s", diameter, pipes[i].what))
		}
	}
	lead := fmt.Sprintf("Con i = %s %s (f = %s): %s.", figure(intensity), intensityUnit, figure(factor), strings.Join(told, ", "))
	return r.finding(r.tally(result), lead, "Lo que se indica del proyecto cumple."), nil
}

// checksRain reports whether the input tells anything of the project: then what it
// leaves out is left open. A roof that drains into gutters needs no other drains.
func checksRain(in values) bool {
	return in.Has("drains") || in.Has("downpipe_diameter") || in.Has("gutter_diameter") || in.Has("collector_diameter")
}

// rainUntold says which parts of the drainage there is no verdict on.
func (r *report) rainUntold(in values) {
	r.step(rainDrains, "No se comprueban el reparto de los sumideros ni las pendientes de la cubierta hacia ellos.")
	for _, part := range []option{opt("gutter_slope", "Canalones"), opt("collector_slope", "Colector")} {
		if !in.Has(part.Value) {
			r.step("", "%s: no se comprueba, pues no se indica su pendiente.", part.Title)
		}
	}
}

// rainIntensity returns i, given or out of table B.1.
func (r *report) rainIntensity(in values) (exact, error) {
	placed := in.Has("isohyet") || in.Has("rain_zone")
	switch {
	case in.Has("intensity") && placed:
		return open, invalid("intensity", "stands in place of isohyet and rain_zone; give one or the other")
	case in.Has("intensity"):
		return in.Number("intensity"), nil
	case !in.Has("isohyet"):
		return open, invalid("isohyet", "is missing; give isohyet and rain_zone, or intensity")
	case !in.Has("rain_zone"):
		return open, invalid("rain_zone", "is missing; give isohyet and rain_zone, or intensity")
	}
	column := 1
	if in.Text("rain_zone") == "B" {
		column = 2
	}
	i := open
	for _, cells := range rowsOf("rain-intensity", 3) {
		if cells[0] == in.Text("isohyet") {
			i = dec(cells[column])
		}
	}
	r.step(rainIntensity, "Isoyeta %s, zona %s: i = %s %s.", in.Text("isohyet"), in.Text("rain_zone"), i, intensityUnit)
	return i, nil
}

// roofDrains returns the least number of drains. Table 4.6 does not name 500 m²: both
// of its rows give the same there.
func (r *report) roofDrains(area exact) exact {
	for _, cells := range rowsOf("rain-drains", 2) {
		if area.Less(dec(cells[0])) {
			r.step(rainDrains, "S = %s m², menos de %s m²: %s sumideros.", figure(area, dec(cells[0])), cells[0], cells[1])
			return dec(cells[1])
		}
	}
	drains := area.Div(whole(150)).Ceil()
	r.step(rainDrains, "S = %s m²: uno cada 150 m², %s / 150 = %s, %s sumideros redondeando por exceso.", figure(area), figure(area), comma(area.Div(whole(150)), 2), drains)
	return drains
}

// rainPipes lists what is to be sized, with the area each serves at 100 mm/h.
func (r *report) rainPipes(in values, area, factor exact) ([]pipe, error) {
	served := area.Mul(factor)
	downpipes := in.Number("downpipes").Max(whole(1))
	list := []pipe{{"las bajantes", "downpipe_diameter", rainDownpipes, "rain-downpipes", 1, 2, served.Div(downpipes)}}
	r.step(rainFactor, "Superficie de cada bajante: %s × %s / %s = %s m².", figure(area), figure(factor), downpipes, comma(served.Div(downpipes), 2))
	if in.Has("gutter_diameter") && !in.Has("gutter_slope") {
		return nil, invalid("gutter_slope", "is missing; gutters are sized by it")
	}
	if in.Has("collector_diameter") && !in.Has("collector_slope") {
		return nil, invalid("collector_slope", "is missing; the collector is sized by it")
	}
	if in.Has("gutter_slope") {
		gutters := in.Number("gutters").Max(whole(1))
		r.step(rainFactor, "Superficie de cada canalón: %s × %s / %s = %s m².", figure(area), figure(factor), gutters, comma(served.Div(gutters), 2))
		list = append(list, pipe{"los canalones semicirculares", "gutter_diameter", rainGutters, "rain-gutters", columnOf(gutterSlopes, in.Text("gutter_slope")), 5, served.Div(gutters)})
		r.step(rainGutters, "Un canalón cuadrangular tiene una sección un 10 %% mayor que la del semicircular.")
	}
	if in.Has("collector_slope") {
		list = append(list, r.collector(in, area, factor))
	}
	return list, nil
}

// collector is the pipe that serves all of the roof. Nothing says that f holds for
// table 4.9, which is for 100 mm/h: it is taken where it asks for more.
func (r *report) collector(in values, area, factor exact) pipe {
	more := factor.Max(whole(1))
	served := area.Mul(more)
	if more.Equal(factor) {
		r.step(rainCollectors, "Superficie del colector: %s × %s = %s m²; la tabla es para 100 mm/h.", figure(area), figure(factor), comma(served, 2))
	} else {
		r.step(rainCollectors, "Superficie del colector: %s m²; el apartado no permite reducirla con f = %s.", figure(area), figure(factor))
	}
	return pipe{"el colector", "collector_diameter", rainCollectors, "rain-collectors", columnOf(collectorSlopes, in.Text("collector_slope")), 4, served}
}

// columnOf is the column of a slope: the first is the diameter's.
func columnOf(slopes []string, slope string) int {
	for i := range slopes {
		if slopes[i] == slope {
			return i + 1
		}
	}
	panic("calculators/es: no column for the slope " + slope) // the form takes no other
}

// size returns the least diameter whose area of the table is not less than the one
// served, and holds the project's against it.
func (r *report) size(p *pipe, in values) exact {
	for _, cells := range rowsOf(p.table, p.columns) {
		upTo := dec(cells[p.column])
		if upTo.Less(p.area) {
			continue
		}
		diameter := dec(cells[0])
		r.step(p.clause, "Para %s, %s m² no pasan de los %s m² de la tabla: %s mm.", p.what, comma(p.area, 2), figure(upTo), diameter)
		if checksRain(in) {
			r.given(in, p.member, bound{"el diámetro para " + p.what, open, diameter, open, "mm", p.clause})
		}
		return diameter
	}
	r.leave(p.clause, "el diámetro para "+p.what, fmt.Sprintf("la superficie de %s m² pasa de la mayor de la tabla", comma(p.area, 2)))
	return open
}
