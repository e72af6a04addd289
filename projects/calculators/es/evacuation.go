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
	blockedClause = "CTE DB-SI 3, apartado 4.1"
	exitsClause   = "CTE DB-SI 3, apartado 3, tabla 3.1"
	protectClause = "CTE DB-SI 3, apartado 5, tabla 5.1"
)

// escape is a row of table 4.1 of DB-SI 3.
type escape struct {
	title    string
	perMetre exact // persons
	least    exact // m; 0 where the table has none of its own
	sua      bool  // DB-SUA 1 has a least width too
}

type escapeTable struct {
	options []option
	of      map[string]escape
}

var escapes = sync.OnceValue(func() escapeTable {
	rows := rowsOf("evacuation", 5)
	t := escapeTable{options: optionsOf(rows, 0, 1), of: make(map[string]escape)}
	for _, cells := range rows {
		t.of[cells[0]] = escape{title: cells[1], perMetre: dec(cells[2]), least: dec(cells[3]), sua: cells[4] != ""}
	}
	return t
})

// Evacuation returns the calculator of the width of a part of an escape route (CTE
// DB-SI 3, 4, table 4.1).
func Evacuation() projects.Calculator {
	return calculators.MustNew(calculators.Definition{
		ID: "evacuation-width", Title: "Anchura de un elemento de evacuación (DB-SI 3, tabla 4.1)", Country: country,
		Input: form{
			{Name: "element", Title: "Elemento", Kind: kindChoice, Choices: escapes().options},
			{Name: "use", Title: "Uso", Kind: kindChoice, Choices: widths().options},
			{Name: "persons", Title: "Personas que se reparten entre los elementos", Kind: kindInteger, Unit: "personas", Min: whole(1), Max: whole(1_000_000), Help: "También las que llegan por una escalera que desemboca en la planta (apartado 4.1)."},
			{Name: "elements", Title: "Elementos iguales entre los que se reparten", Kind: kindInteger, Unit: "elementos", Min: whole(1), Max: whole(1000), Optional: true, Help: "Si no se indica, se toma uno solo para todas las personas."},
			{Name: "several_required", Title: "Debe haber más de una salida, o más de una escalera", Kind: kindSwitch, Optional: true, Help: "Entonces se supone una inutilizada. Si no se indica y hay más de un elemento, se toma que sí; con uno solo y más personas que las que admite una sola salida (tabla 3.1), queda sin determinar. No, si no hace falta o si las personas indicadas ya la suponen."},
			{Name: "height", Title: "Altura de evacuación ascendente h", Kind: kindNumber, Unit: "m", Min: zero, Max: whole(15), Optional: true, Help: "Para la escalera no protegida ascendente."},
			{Name: "area", Title: "Superficie útil S del recinto de la escalera o del pasillo protegido", Kind: kindNumber, Unit: "m²", Min: zero, Max: whole(100_000), Optional: true, Help: "Para los elementos protegidos. De la escalera, en las plantas de las que vienen las personas."},
			{Name: "accessible", Title: "La escalera comunica con una zona accesible, o la rampa es de un itinerario accesible", Kind: kindSwitch, Optional: true, Help: "Si no se indica, se toma que sí."},
			{Name: "regular_users", Title: "El pasillo es para 10 usuarios habituales como máximo", Kind: kindSwitch, Optional: true, Help: "Si no se indica, se toma que no."},
			{Name: "sales_aisle", Title: "El pasillo está en un área de ventas", Kind: kindSwitch, Optional: true, Help: "Solo en uso Comercial, donde hace falta."},
			{Name: "protected_stair_width", Title: "Anchura de cálculo de la escalera protegida de la que la puerta es salida", Kind: kindNumber, Unit: "m", Min: zero, Max: whole(100), Optional: true, Help: "Si no se indica, se toma que no es la salida de ninguna."},
			{Name: "width", Title: "Anchura del elemento en el proyecto, para comprobarla", Kind: kindNumber, Unit: "m", Min: zero, Above: true, Max: whole(1000), Optional: true},
			{Name: "leaf", Title: "Anchura de la hoja de la puerta, para comprobarla", Kind: kindNumber, Unit: "m", Min: zero, Above: true, Max: whole(100), Optional: true},
		},
		Result: form{
			{Name: "persons", Title: "Personas que pasan por el elemento", Kind: kindInteger, Unit: "personas"},
			{Name: "width_min", Title: "Anchura mínima", Kind: kindNumber, Unit: "m", Optional: true},
			{Name: "width", Title: "Anchura en el proyecto", Kind: kindNumber, Unit: "m", Optional: true},
			failedField, unknownField,
		},
		Calculate: evacuationWidth,
	})
}

func evacuationWidth(_ context.Context, in values) (finding, error) {
	r := &report{}
	persons, err := r.assigned(in)
	if err != nil {
		return finding{}, err
	}
	e := escapes().of[in.Text("element")]
	least, err := r.escapeWidth(in, e, persons)
	if err != nil {
		return finding{}, err
	}
	if in.Has("leaf") && in.Has("width") && in.Number("width").Less(in.Number("leaf")) {
		return finding{}, invalid("leaf", "must not be wider than width, that of the door it closes")
	}
	least = least.Max(r.leastWidth(in, e, persons))
	result := values{"persons": persons, "width_min": least}
	lead := fmt.Sprintf("%s para %s: anchura mínima de %s.", e.title, howMany(persons, "persona", "personas"), metres(least))
	if in.Has("width") {
		result["width"] = in.Number("width")
		r.check(bound{"la anchura", in.Number("width"), least, open, "m", evacuation})
	}
	r.escapeLimits(in, persons)
	r.oneExit(in)
	if !in.Has("width") {
		r.passed = 0 // without a width of the project nothing of it complies
	}
	return r.finding(r.tally(result), lead, "El elemento cumple las condiciones comprobadas."), nil
}

// assigned returns the persons through one element, with one of several taken for
// blocked.
func (r *report) assigned(in values) (exact, error) {
	persons, elements := in.Number("persons"), in.Number("elements").Max(whole(1))
	blocked := in.On("several_required") || !in.Has("several_required") && whole(1).Less(elements)
	protected := in.Text("element") == "escalera-protegida"
	switch {
	case blocked && elements.Equal(whole(1)):
		return open, invalid("elements", "must be 2 at least where more than one is required")
	case blocked && protected:
		r.step(blockedClause, "No hace falta suponer inutilizada una escalera protegida.")
	case blocked:
		if !in.Has("several_required") {
			r.step(blockedClause, "No se indica si debe haber más de uno: se toma que sí.")
		}
		elements = elements.Sub(whole(1))
		r.step(blockedClause, "Se supone inutilizado uno de los elementos: quedan los demás, %s.", elements)
	}
	share := persons.Div(elements).Ceil()
	r.step(blockedClause, "Reparto por igual: %s / %s = %s, %s por elemento.", persons, elements, comma(persons.Div(elements), 2), howMany(share, "persona", "personas"))
	return share, nil
}

// escapeWidth returns the width the persons need by the formula of table 4.1.
func (r *report) escapeWidth(in values, e escape, persons exact) (exact, error) {
	switch element := in.Text("element"); element {
	case "escalera-ascendente":
		if !in.Has("height") {
			return open, invalid("height", "is missing; the width of an ascending stair depends on it")
		}
		h := in.Number("height")
		flow := e.perMetre.Sub(h.Mul(whole(10)))
		a := persons.Div(flow)
		r.step(evacuation, "A ≥ P / (160 - 10 h) = %s / (160 - 10 × %s) = %s.", persons, figure(h), metres(a))
		return a, nil
	case "escalera-protegida", "pasillo-protegido":
		if !in.Has("area") {
			return open, invalid("area", "is missing; the capacity of what is protected depends on it")
		}
		s := in.Number("area")
		a := persons.Sub(s.Mul(whole(3))).Max(zero).Div(e.perMetre)
		r.step(evacuation, "P ≤ 3 S + %s A: A ≥ (%s - 3 × %s) / %s = %s.", e.perMetre, persons, figure(s), e.perMetre, metres(a))
		return a, nil
	}
	a := persons.Div(e.perMetre)
	r.step(evacuation, "A ≥ P / %s = %s / %s = %s.", e.perMetre, persons, e.perMetre, metres(a))
	return a, nil
}

// leastWidth returns the width below which the element never is.
func (r *report) leastWidth(in values, e escape, persons exact) exact {
	use := widths().of[in.Text("use")]
	switch element := in.Text("element"); element {
	case "puerta", "paso":
		least := e.least.Max(use.door)
		r.step(evacuation, "Anchura mínima de una puerta o un paso en este uso: %s.", metres(least))
		if in.Has("protected_stair_width") {
			stair := in.Number("protected_stair_width").Mul(dec("0.8"))
			r.step(evacuation, "Salida de una escalera protegida, el 80 %% de su anchura: 0,8 × %s = %s.", figure(in.Number("protected_stair_width")), metres(stair))
			least = least.Max(stair)
		}
		return least
	case "pasillo":
		return r.corridorWidth(in, e, use, persons)
	}
	if !e.sua {
		r.step(evacuation, "La tabla no fija otra anchura mínima para este elemento.")
		return e.least
	}
	accessible := in.On("accessible") || !in.Has("accessible")
	if !in.Has("accessible") && in.Text("element") != "pasillo-protegido" {
		r.step(sua422, "No se indica si comunica con una zona accesible o es de un itinerario accesible: se toma que sí.")
	}
	least := r.stairWidth(in.Text("use"), persons, accessible)
	if !e.least.Equal(zero) {
		least = least.Max(r.corridorWidth(in, e, use, persons))
	}
	if isRamp(in) && accessible {
		least = least.Max(dec("1.20"))
		r.step(rampFlight, "En un itinerario accesible la rampa mide 1,20 m de ancho como mínimo.")
	}
	return least
}

func isRamp(in values) bool {
	return in.Text("element") == "rampa" || in.Text("element") == "exterior-rampa"
}

func (r *report) corridorWidth(in values, e escape, use widthRow, persons exact) exact {
	least := e.least.Max(use.corridor)
	if in.Text("element") == "pasillo" && in.On("regular_users") && persons.Within(open, whole(10)) && use.corridor.Equal(zero) {
		least = dec("0.80")
		r.step(evacuation, "Pasillo para 10 usuarios habituales como máximo: anchura mínima de 0,80 m.")
		return least
	}
	r.step(evacuation, "Anchura mínima de un pasillo o una rampa en este uso, por la tabla 4.1 de DB-SI 3: %s.", metres(least))
	return least
}

// escapeLimits holds the rest of what the input tells, and leaves open what other notes
// of the table ask for.
func (r *report) escapeLimits(in values, persons exact) {
	element := in.Text("element")
	leaf := bound{"la anchura de la hoja", in.Number("leaf"), dec("0.60"), dec("1.23"), "m", evacuation}
	switch {
	case element == "puerta" && (in.Has("leaf") || in.Has("width")):
		r.given(in, "leaf", leaf)
	case element == "puerta":
		r.step(evacuation, "Cada hoja mide entre 0,60 m y 1,23 m.")
	}
	if element == "pasillo" && in.Text("use") == "comercial" && (in.On("sales_aisle") || !in.Has("sales_aisle")) {
		r.leave(evacuation, "la anchura del pasillo en un área de ventas", "depende de la superficie de ventas y de los carros, y no se indica que el pasillo esté fuera")
	}
	switch {
	case element == "puerta" || element == "paso" || element == "pasillo":
		r.step(blockedClause, "Si una escalera desemboca en la planta, sus ocupantes cuentan entre las personas indicadas: los que la usan o, si son menos, 160 por metro de anchura.")
	case element == "escalera-ascendente":
		r.unprotectedAscent(in.Number("height"), persons)
	case strings.HasPrefix(element, "escalera"):
		r.step(protectClause, "No se comprueba qué protección necesita la escalera por su altura y uso (tabla 5.1).")
	}
	r.untold(in)
	if strings.HasPrefix(element, "exterior-") {
		r.step(evacuation, "Si lleva a espacios interiores, estos se dimensionan como tales.")
	}
	narrow := in.Number("width").Less(escapes().of["paso"].least)
	if element == "exterior-paso" && in.Has("width") && narrow {
		r.leave(evacuation, "la anchura del paso al aire libre", "la tabla no le fija un mínimo, pero es menor que los 0,80 m de cualquier otro paso; rige lo que exijan otros documentos")
	}
	if isRamp(in) {
		r.step(rampScope, "La pendiente, los tramos, las mesetas y los pasamanos de la rampa no se comprueban aquí.")
	} else {
		r.step(evacuation, "No se comprueba la anchura que pide un itinerario accesible (DB-SUA, anejo A).")
	}
}

// untold leaves open what the tables ask for in some buildings of a use and the input
// does not tell of this one.
func (r *report) untold(in values) {
	element, use := in.Text("element"), in.Text("use")
	hospital := strings.HasPrefix(use, "hospitalario")
	switch {
	case element == "escalera-ascendente" && use == "vivienda":
		r.leave(protectClause, "la protección de la escalera si viene de un aparcamiento", "la tabla 5.1 solo la admite entonces especialmente protegida, y no se indica de dónde viene")
	case element == "escalera-descendente" && hospital:
		r.leave(protectClause, "la protección de la escalera", "en hospitalización o tratamiento intensivo la tabla 5.1 no la admite sin proteger, y no se indica la zona")
	case (element == "puerta" || element == "paso") && hospital && in.Has("width") && in.Number("width").Less(dec("2.10")):
		r.leave(evacuation, "la anchura del paso si cruza un pasillo", "en uso Hospitalario mide entonces 2,10 m como mínimo, y no se indica que no lo cruce")
	case element == "escalera-protegida" && whole(1).Less(in.Number("elements")):
		r.leave(blockedClause, "el reparto con una salida de planta inutilizada", "en la planta más desfavorable sus ocupantes se reparten entre las demás escaleras, y no se indica cuántos tiene cada planta")
	}
}

// oneExit holds table 3.1 where one element takes all persons and the input does not tell
// whether another must be there: then one is taken for blocked, and this one may have
// more persons than the input says.
func (r *report) oneExit(in values) {
	most := oneExitPersons(in.Text("use"))
	persons, crowd := in.Number("persons"), most.Less(in.Number("persons"))
	switch {
	case !crowd || whole(1).Less(in.Number("elements")) || in.Text("element") == "escalera-protegida":
	case in.Has("several_required"):
		r.step(exitsClause, "Se indica que no hay que suponer un elemento inutilizado: donde deba haber más de una salida (%s), las personas indicadas, %s, tienen que ser ya las que pasan por este con otro inutilizado.", oneExitSays(most), persons)
	default:
		r.leave(exitsClause, "el reparto con un elemento inutilizado", fmt.Sprintf("con %s puede hacer falta más de una salida (%s), y no se indica", howMany(persons, "persona", "personas"), oneExitSays(most)))
	}
}

// oneExitPersons is for how many persons one exit is enough whatever the ascent to it.
func oneExitPersons(use string) exact {
	if strings.HasPrefix(use, "hospitalario") {
		return zero
	}
	return whole(50)
}

func oneExitSays(most exact) string {
	if most.Equal(zero) {
		return "en hospitalización o tratamiento intensivo siempre"
	}
	return "con más de 100 personas, o de 50 si se suben más de 2 m o son alumnos de infantil, primaria o secundaria"
}

// unprotectedAscent holds table 5.1: an ascending stair beyond it must be protected.
func (r *report) unprotectedAscent(h, persons exact) {
	r.check(bound{"la altura de una escalera ascendente no protegida", h, open, whole(6), "m", protectClause})
	if dec("2.80").Less(h) {
		r.check(bound{"el número de personas de una escalera ascendente no protegida de más de 2,80 m", persons, open, whole(100), "", protectClause})
	}
}
