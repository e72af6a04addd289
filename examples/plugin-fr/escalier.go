package main

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

// flight is what a text says of the stairs of one kind of place; lengths in cm.
type flight struct {
	title                 string
	riser, going, breadth exact
	clause                string
}

// The places whose stairs have figures of their own.
const (
	parts    = "parties_communes"
	dwelling = "logement"
	public   = "erp"
)

// flights are the figures for buildings that are built new.
var flights = map[string]flight{
	parts:    {"Parties communes d'un bâtiment d'habitation collectif neuf", whole(17), whole(28), whole(100), "arrêté du 24 décembre 2015, article 6-1"},
	dwelling: {"Intérieur d'un logement neuf sur plusieurs niveaux", whole(18), whole(24), whole(80), "arrêté du 24 décembre 2015, article 12"},
	public:   {"Établissement recevant du public neuf", whole(16), whole(28), whole(120), "arrêté du 20 avril 2017, article 7-1"},
}

// escalier returns the calculator of stair geometry for accessibility.
func escalier() projects.Calculator {
	return calculators.MustNew(calculators.Definition{
		ID: "fr-escalier-accessible", Title: "Escalier : hauteur, giron et largeur (accessibilité)", Country: countryID,
		Input: form{
			{Name: "place", Title: "Emplacement de l'escalier", Kind: calculators.Choice, Choices: []option{
				{Value: parts, Title: flights[parts].title}, {Value: dwelling, Title: flights[dwelling].title}, {Value: public, Title: flights[public].title},
			}},
			{Name: "riser", Title: "Hauteur de marche h", Kind: calculators.Number, Unit: "cm", Min: whole(0), Above: true, Max: whole(100)},
			{Name: "going", Title: "Giron g", Kind: calculators.Number, Unit: "cm", Min: whole(0), Above: true, Max: whole(300)},
			{Name: "width", Title: "Largeur entre mains courantes (largeur de l'escalier dans un logement)", Kind: calculators.Number, Unit: "cm", Min: whole(0), Above: true, Max: whole(2000), Optional: true, Help: "Sans elle il n'y a pas de conformité, seulement ce qui n'est pas conforme."},
			{Name: "steps", Title: "Nombre de hauteurs de la volée", Kind: calculators.Integer, Min: whole(1), Max: whole(200), Optional: true},
		},
		Result: form{
			{Name: "module", Title: "Module 2h + g", Kind: calculators.Number, Unit: "cm"},
			{Name: "rise", Title: "Hauteur franchie", Kind: calculators.Number, Unit: "m", Optional: true},
			{Name: "failed", Title: "Conditions non respectées", Kind: calculators.Integer},
			{Name: "undetermined", Title: "Conditions indéterminées", Kind: calculators.Integer},
		},
		Calculate: stairs,
	})
}

func stairs(_ context.Context, in values) (finding, error) {
	limits := flights[in.Text("place")]
	riser, going := in.Number("riser"), in.Number("going")
	module := riser.Add(riser).Add(going)
	h, g := virgule(riser, limits.riser), virgule(going, limits.going)
	r := &report{}
	r.step("", "Module 2h + g = 2 × %s + %s = %s cm ; aucun des deux arrêtés ne le limite.", h, g, virgule(module))
	result := values{"module": module}
	if in.Has("steps") {
		rise := riser.Mul(in.Number("steps")).Div(whole(100))
		result["rise"] = rise
		r.step("", "Hauteur franchie = %s × %s cm = %s m.", virgule(in.Number("steps")), h, virgule(rise))
	}
	r.check(bound{"la hauteur de marche", riser, open, limits.riser, "cm", limits.clause})
	r.check(bound{"le giron", going, limits.going, open, "cm", limits.clause})
	if in.Has("width") {
		r.check(bound{"la largeur", in.Number("width"), limits.breadth, open, "cm", limits.clause})
	} else {
		r.leave(limits.clause, "la largeur", "elle n'est pas indiquée ; minimum "+virgule(limits.breadth)+" cm")
	}
	r.step(limits.clause, "Non vérifié ici : les mains courantes et ce que l'article exige d'autre.")
	result["failed"], result["undetermined"] = whole(int64(len(r.failed))), whole(int64(len(r.unknown)))
	return r.finding(result, fmt.Sprintf("Avec h = %s cm et g = %s cm, 2h + g = %s cm.", h, g, virgule(module))), nil
}
