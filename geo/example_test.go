package geo_test

import (
	"fmt"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

func ExampleNewGazetteer() {
	g, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}}, []geo.Place{
		{ID: "XX", Name: "Exlandia", Level: geo.Country},
		{ID: "XX-NO", Name: "Norte", Level: geo.Region, Parent: "XX"},
		{ID: "XX-01", Name: "Costa, A", Level: geo.Province, Parent: "XX-NO"},
		{ID: "XX-01001", Name: "Áurea/Urrea", Level: geo.Municipality, Parent: "XX-01"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	places, err := g.Search("urea", nil) // one r is missing
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range places {
		ancestors, _ := g.Ancestors(p.ID)
		fmt.Println(p.ID, p.Name, "in", ancestors[0].Name)
	}
	// Output: XX-01001 Áurea/Urrea in Costa, A
}

func ExampleNewGazetteer_mistakes() {
	_, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}}, []geo.Place{
		{ID: "XX", Name: "Exlandia", Level: geo.Country},
		{ID: "XX-01001", Name: "Áurea", Level: geo.Municipality, Parent: "XX-01"},
	})
	fmt.Println(err)
	// Output:
	// geo: 1 mistake(s) in the places
	//   row 1 ("XX-01001"): its parent "XX-01" is not among the places: add it or correct the parent
}

func ExampleFold() {
	fmt.Println(geo.Fold("L'Hospitalet de Llobregat"))
	fmt.Println(geo.Fold("Coruña, A"))
	// Output:
	// l hospitalet de llobregat
	// coruna a
}
