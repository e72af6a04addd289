package es

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

const (
	chargingScope  = "CTE DB-HE 6, apartado 1"
	chargingClause = "CTE DB-HE 6, apartado 3"
)

// Charging returns the calculator of the infrastructure to charge electric vehicles
// (CTE DB-HE 6): parking spaces with ways for cables, and charging stations.
func Charging() projects.Calculator {
	return calculators.MustNew(calculators.Definition{
		ID: "ev-charging", Title: "Recarga de vehículos eléctricos en aparcamientos (DB-HE 6)", Country: country,
		Input: form{
			{Name: "use", Title: "Uso del edificio", Kind: kindChoice, Choices: []option{
				opt("residencial", "Residencial privado"),
				opt("otro", "Distinto del residencial privado"),
				opt("age", "Distinto del residencial privado, de la Administración General del Estado o de sus organismos"),
			}},
			{Name: "work", Title: "Obra", Kind: kindChoice, Choices: []option{
				opt("nuevo", "Edificio nuevo"),
				opt("cambio-uso", "Cambio del uso característico del edificio"),
				opt("ampliacion", "Ampliación que interviene en el aparcamiento, de más del 10 % y de más de 50 m² útiles"),
				opt("reforma", "Reforma que interviene en el aparcamiento y renueva más del 25 % de la envolvente térmica final"),
				opt("electrica", "Intervención en más del 50 % de la potencia de la instalación eléctrica del edificio o del aparcamiento"),
			}},
			{Name: "spaces", Title: "Plazas de aparcamiento, interiores y exteriores adscritas", Kind: kindInteger, Unit: "plazas", Min: zero, Max: whole(100_000)},
			{Name: "accessible_spaces", Title: "De ellas, accesibles", Kind: kindInteger, Unit: "plazas", Min: zero, Max: whole(100_000)},
			{Name: "cost_share", Title: "Coste de cumplir la sección respecto del coste de la intervención (ejecución material)", Kind: kindNumber, Unit: "%", Min: zero, Max: whole(100_000), Optional: true, Help: "Solo cuenta en edificios existentes. Si no se indica, se toma que no pasa del 7 % y no se excluye."},
			{Name: "cabled_spaces", Title: "Plazas con conducción de cables en el proyecto, para comprobarlas", Kind: kindInteger, Unit: "plazas", Min: zero, Max: whole(100_000), Optional: true},
			{Name: "stations", Title: "Estaciones de recarga en el proyecto, para comprobarlas", Kind: kindInteger, Unit: "estaciones", Min: zero, Max: whole(100_000), Optional: true},
		},
		Result: form{
			{Name: "applies", Title: "La sección HE 6 es de aplicación", Kind: kindSwitch},
			{Name: "cabled_spaces", Title: "Plazas con conducción de cables, como mínimo", Kind: kindInteger, Unit: "plazas"},
			{Name: "stations", Title: "Estaciones de recarga, como mínimo", Kind: kindInteger, Unit: "estaciones"},
			{Name: "stations_certain", Title: "Estaciones de recarga, si una parte de 5 plazas accesibles no exige ninguna", Kind: kindInteger, Unit: "estaciones", Optional: true},
			failedField, unknownField,
		},
		Calculate: charging,
	})
}

func charging(_ context.Context, in values) (finding, error) {
	r := &report{}
	spaces := in.Number("spaces")
	if spaces.Less(in.Number("accessible_spaces")) {
		return finding{}, invalid("accessible_spaces", "must not be more than spaces")
	}
	if spaces.Less(in.Number("cabled_spaces")) {
		return finding{}, invalid("cabled_spaces", "must not be more than spaces")
	}
	result := values{"applies": false, "cabled_spaces": zero, "stations": zero}
	if why := chargingExcluded(in); why != "" {
		r.step(chargingScope, "No es de aplicación: %s", why)
		return r.finding(r.tally(result), "La sección HE 6 no es de aplicación: "+why, ""), nil
	}
	cabled, stations, sure := r.chargingMinimum(in)
	result["applies"], result["cabled_spaces"], result["stations"] = true, cabled, stations
	if sure.Less(stations) {
		result["stations_certain"] = sure
	}
	r.checkCharging(in, "cabled_spaces", "el número de plazas con conducción de cables", cabled)
	r.checkStations(in, stations, sure)
	r.step(chargingScope, "No se comprueba la exclusión de edificios protegidos oficialmente, que decide la autoridad que los protege.")
	lead := fmt.Sprintf("Se exigen conducciones de cables para %s y %s de recarga como mínimo%s.",
		howMany(cabled, "plaza", "plazas"), howMany(stations, "estación", "estaciones"), accessibleStations(in, stations))
	return r.finding(r.tally(result), lead, "El proyecto las tiene."), nil
}

// accessibleStations tells how many of the stations the accessible spaces ask for, ""
// where none are.
func accessibleStations(in values, stations exact) string {
	own := in.Number("accessible_spaces").Div(whole(5)).Ceil()
	if stations.Equal(zero) || own.Equal(zero) {
		return ""
	}
	return fmt.Sprintf(", de ellas %s por las plazas accesibles (una por cada 5)", howMany(own, "estación", "estaciones"))
}

// chargingExcluded tells why the section does not apply, "" where it does.
func chargingExcluded(in values) string {
	spaces, share := in.Number("spaces"), in.Number("cost_share")
	home := in.Text("use") == "residencial"
	exempting := in.Text("work") == "cambio-uso" || in.Text("work") == "ampliacion" || in.Text("work") == "reforma"
	switch {
	case spaces.Equal(zero):
		return "el edificio no tiene plazas de aparcamiento."
	case !home && spaces.Within(open, whole(10)):
		return fmt.Sprintf("uso distinto del residencial privado con %s, que no pasan de 10.", howMany(spaces, "plaza", "plazas"))
	case exempting && whole(7).Less(share) && (home || spaces.Within(open, whole(20))):
		return fmt.Sprintf("en este edificio existente el coste de cumplirla es el %s %% del de la intervención, más del 7 %%.", figure(share, whole(7)))
	}
	return ""
}

// chargingMinimum returns the spaces with ways for cables and the stations. HE 6 does not
// say how a part of 5 accessible spaces counts: sure is the number of stations where it
// does not.
func (r *report) chargingMinimum(in values) (cabled, stations, sure exact) {
	spaces, accessible := in.Number("spaces"), in.Number("accessible_spaces")
	if in.Text("use") == "residencial" {
		r.step(chargingClause, "Residencial privado: conducciones para el 100 %% de las plazas, %s; no se exigen estaciones, tampoco por las plazas accesibles: la de una estación por cada 5 es para los demás usos.", spaces)
		return spaces, zero, zero
	}
	cabled = spaces.Div(whole(5)).Ceil()
	r.step(chargingClause, "Conducciones para el 20 %% de las plazas como mínimo: 0,2 × %s = %s, %s.", spaces, comma(spaces.Div(whole(5)), 2), howMany(cabled, "plaza", "plazas"))
	each := whole(40)
	if in.Text("use") == "age" {
		each = whole(20)
	}
	general := spaces.Div(each).Ceil()
	r.step(chargingClause, "Una estación por cada %s plazas o fracción: %s / %s = %s, %s.", each, spaces, each, comma(spaces.Div(each), 3), howMany(general, "estación", "estaciones"))
	fives := accessible.Div(whole(5))
	r.step(chargingClause, "Una estación por cada 5 plazas accesibles: %s / 5 = %s, %s, redondeando por exceso, del lado de la seguridad; cuentan dentro de las anteriores. No se comprueba en qué plazas están.", accessible, comma(fives, 1), howMany(fives.Ceil(), "estación", "estaciones"))
	return cabled, general.Max(fives.Ceil()), general.Max(fives.Floor())
}

// checkStations holds the stations of the project against both readings: between them
// there is no telling.
func (r *report) checkStations(in values, least, sure exact) {
	const what = "el número de estaciones de recarga"
	if stations := in.Number("stations"); in.Has("stations") && stations.Within(sure, open) && stations.Less(least) {
		r.leave(chargingClause, what, fmt.Sprintf("el proyecto tiene %s; hacen falta %s si una parte de 5 plazas accesibles exige una estación, y %s si no, y el documento no lo dice", stations, least, sure))
		return
	}
	r.checkCharging(in, "stations", what, least)
}

// checkCharging holds a number of the project against its minimum. A project of which
// only one of the two is told is not found to comply.
func (r *report) checkCharging(in values, name, what string, least exact) {
	switch {
	case in.Has(name):
		r.check(bound{what, in.Number(name), least, open, "", chargingClause})
	case least.Equal(zero): // none are asked for: there is nothing to tell
	case in.Has("cabled_spaces") || in.Has("stations"):
		r.leave(chargingClause, what, "no se indica el del proyecto")
	}
}
