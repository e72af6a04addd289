package es_test

import (
	"fmt"

	"github.com/reglookup/regengine/geo/es"
)

func ExampleScheme() {
	id, level, err := es.Scheme{}.ParseID("es-28079")
	fmt.Println(id, level, err)
	fmt.Println(es.Scheme{}.ScopeWord("regional"))
	// Output:
	// ES-28079 municipality <nil>
	// autonomica Autonómica
}

func ExampleClimateZone() {
	zone, ok := es.ClimateZone("28", 950) // bounds are up to and including
	fmt.Println(zone, ok)
	fmt.Println(es.ClimateNote("28", 950))
	// Output:
	// D3 true
	// La zona climática D3 corresponde a la altitud de la capital del municipio (950 m); por encima de 950 m es D2: conviene indicar la altitud del emplazamiento.
}
