package verifytest_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/reglookup/regengine/verify/verifytest"
)

// traps are checks of things that have the name of one that is ruled beside that
// of another: none may be said to comply.
//
//go:embed testdata/traps.txt
var traps string

func TestStarter_traps(t *testing.T) {
	v := starterVerifier(t)
	for _, c := range lineCases(traps) {
		if strings.HasPrefix(c.ID, "#") {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			got, err := v.Verify(t.Context(), c.Check, starterDay())
			if err != nil {
				t.Fatal(err)
			}
			if passes(got) {
				t.Errorf("want no pass, got %s, limit %s of %s", got.Status, got.Limit, got.Governing.Rule)
			}
		})
	}
}

// TestStarter_assumedBesideUnread has numbers that nothing explains and that may state,
// in other words, what is assumed not to be so: the case that would pass is not assumed.
// A number that states nothing of the kind leaves it alone.
func TestStarter_assumedBesideUnread(t *testing.T) {
	verifytest.Run(t, starterVerifier(t), starterDay(), lineCases(`
local con una sola salida de planta, hay que ascender 3 m para llegar a ella | ocupación | 80 | personas | conditional | false
floor with a single exit, everybody goes up 3.4 m | occupants | 80 | persons | conditional | false
local con una sola salida de planta, dos peldaños de 15 cm en el acceso | ocupación | 80 | personas | compliant | true
local con una sola salida de planta | ocupación | 80 | personas | compliant | true
`))
}

// TestStarter_subject has checks whose first name is not what the rules measure: the unit
// and the rules say which of the things named is. A use in a clause of its own is none, and
// words that are known may keep those of a name apart.
func TestStarter_subject(t *testing.T) {
	verifytest.Run(t, starterVerifier(t), starterDay(), lineCases(`
boca de incendio equipada | altura de la boquilla sobre el suelo | 1.70 | m | non_compliant | false
escalera | anchura entre pilares | 1.2 | m | undetermined | false
new flats, window unit including frame | U-value | 4.0 | W/m2K | non_compliant | false
pasillo, oficinas | altura libre bajo falso techo | 2.25 | m | undetermined | false
floor in contact with the ground, new dwelling | U-value of the floor | 1.9 | W/m2K | non_compliant | false
EXT-WALL type B, new building | U-value | 1.9 | W/m2K | non_compliant | false
non-walkable gravel roof of a new building | U-value | 1.9 | W/m2K | non_compliant | false
forjado del gimnasio | sobrecarga de uso | 4 | kN/m2 | non_compliant | false
puerta de armario | anchura libre | 1.2 | m | undetermined | false
dormitorio de una vivienda de tres dormitorios | caudal de ventilación, sistema de caudal constante | 2 | l/s | non_compliant | false
dormitorio de una vivienda de tres dormitorios | caudal de ventilación, sistema secreto | 2 | l/s | non_compliant | false
dormitorio de una vivienda de tres dormitorios | caudal de ventilación, sistema secreto | 20 | l/s | undetermined | false
balcón de una vivienda | sobrecarga de uso adoptada | 1 | kN/m2 | non_compliant | false
deck around the communal swimming pool | width | 1.10 | m | non_compliant | false
deck around a communal swimming pool | width | 1.10 | m | non_compliant | false
deck around a communal swimming pool | width | 1.30 | m | compliant | true
pasillo de un hotel | iluminancia media a nivel del suelo | 20 | lux | non_compliant | false
barandilla, 4 m sobre la plaza | altura bajo el nivel del alero | 1 | m | undetermined | false
barandilla de una vivienda | altura a 50 cm del borde | 1.2 | m | undetermined | false
terraza de una vivienda, categoría de uso A | fuerza horizontal de cálculo en el remate | 0.1 | kN/m | undetermined | false
barandilla de terraza de una vivienda, categoría de uso A | fuerza horizontal imaginaria | 0.1 | kN/m | non_compliant | false
barandilla de terraza de una vivienda, categoría de uso A | fuerza horizontal imaginaria | 9 | kN/m | undetermined | false
deck around the imaginary pool | width | 1.30 | m | undetermined | false
hueco de forjado de un edificio nuevo | transmitancia | 1.2 | W/m2K | undetermined | false
aseo, edificio vecino vivienda adaptada | círculo de giro libre de obstáculos | 1.5 | m | undetermined | false
deck not around the pool | width | 1.30 | m | undetermined | false
`))
}

// TestStarter_schedules has the words of schedules: classes of models, circumstances by their
// label or as a number in a clause of its own, things that the parameter is put together
// with, and what is assumed of a zone by the use of the building.
func TestStarter_schedules(t *testing.T) {
	verifytest.Run(t, starterVerifier(t), starterDay(), lineCases(`
IfcWindow living room, new building | U-value | 4 | W/m2K | non_compliant | false
IfcDoor D12, on an accessible route; measured at the frame | clear width | 85 | cm | compliant | true
IfcStair stair of restricted use | riser height | 21 | cm | non_compliant | false
flat roof, 350 m2 in plan | number of roof drains | 3 | ud | non_compliant | false
flat roof, 350 m2 in dispute | number of roof drains | 3 | ud | conditional | false
boiler room 300 kW, walls | fire resistance EI | 90 | min | non_compliant | false
espacio de transferencia lateral, inodoro accesible | anchura | 78 | cm | non_compliant | false
hueco de forjado de un edificio nuevo | transmitancia | 1.2 | W/m2K | undetermined | false
steel column, offices, evacuation height 25 m | fire resistance R | 60 | min | non_compliant | false
escalera de un hospital | huella | 25 | cm | non_compliant | false
escalera, quizá de uso restringido, de un hospital | huella | 25 | cm | conditional | false
escalera de uso restringido de un hospital | huella | 25 | cm | compliant | true
escalera de un edificio de viviendas | huella | 25 | cm | non_compliant | false
puerta resistente al fuego situada en el itinerario accesible de unas oficinas | fuerza de apertura | 60 | N | compliant | true
grab bars of accessible WC | clearance between bars | 72 | cm | non_compliant | false
forjado sobre soportal abierto, edificio nuevo; en contacto con espacio no habitable: no | transmitancia | 1.7 | W/m2K | non_compliant | false
`))
}

// TestStarter_unexplainedApart has words in a further clause that nothing explains: they
// doubt a verdict, also beside the name of another thing; the symbol of a quantity does not.
func TestStarter_unexplainedApart(t *testing.T) {
	verifytest.Run(t, starterVerifier(t), starterDay(), lineCases(`
pasillo, registrable | altura libre | 2.25 | m | undetermined | false
pasillo, falso techo plegable | altura libre | 2.25 | m | undetermined | false
guardrail, doll house | height | 1.1 | m | undetermined | false
guardrail, toy house | height | 1.1 | m | undetermined | false
ramp, hamster house | slope | 5 | % | undetermined | false
corridor, submarine building | clear height | 2.5 | m | undetermined | false
guardrail, doll 300 lx | height | 1.1 | m | undetermined | false
Juguete_Madera.Barandilla | altura | 1.1 | m | undetermined | false
Cuna_Infantil.Barandilla: madera | altura | 1.1 | m | undetermined | false
lighting of a supermarket, Em 500 lx | VEEI | 4.5 | W/m2 per 100 lx | compliant | true
lighting of a supermarket, Em | VEEI | 4.5 | W/m2 per 100 lx | undetermined | false
lighting of a supermarket, Em 500 | VEEI | 4.5 | W/m2 per 100 lx | undetermined | false
barandilla; pieza de una maqueta a escala 1:50 | altura | 1.1 | m | undetermined | false
barandilla; una maqueta, 3 m | altura | 1.1 | m | undetermined | false
rampa | longitud de cada tramo | 8.5 | m | compliant | true
rampa | longitud de cada tramo | 15.5 | m | non_compliant | false
hotel bedrooms fire compartment; Pset_SpaceFireSafetyRequirements.SprinklerProtection: none | compartment area | 3000 | m2 | non_compliant | false
offices, level 2, fire compartment | area | 2300 | m2 | compliant | true
industrial building, fire compartment, level 2 | area | 2300 | m2 | undetermined | false
`))
}
