package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators"
)

// What the code du travail says of exits when workplaces are built.
const (
	unitClause  = "code du travail, article R. 4216-5"
	exitsClause = "code du travail, article R. 4216-8"

	basementClause = "code du travail, article R. 4216-9"
)

// requirement is one way of serving a number of persons: exits that count, their
// units together, and accessory exits beside them.
type requirement struct{ exits, units, accessory exact }

// evacuation returns the calculator of exits of a workplace: how many, how many
// units of passage, and whether given widths are enough.
func evacuation() projects.Calculator {
	width := form{{Name: "width", Title: "Largeur du dégagement", Kind: calculators.Number, Unit: "m", Min: whole(0), Above: true, Max: whole(50)}}
	return calculators.MustNew(calculators.Definition{
		ID: "fr-degagements-travail", Title: "Dégagements et unités de passage d'un lieu de travail", Country: countryID,
		Input: form{
			{Name: "persons", Title: "Effectif à évacuer", Kind: calculators.Integer, Unit: "personnes", Min: whole(1), Max: whole(100_000)},
			{Name: "short_way", Title: "Le parcours jusqu'à l'extérieur ne dépasse pas 25 m et ne part pas d'un sous-sol", Kind: calculators.Switch, Optional: true, Help: "Compte de 20 à 50 personnes : un seul dégagement de deux unités suffit alors."},
			{Name: "basement_depth", Title: "Profondeur du sous-sol d'où viennent les personnes", Kind: calculators.Number, Unit: "m", Min: whole(0), Max: whole(100), Optional: true, Help: "0 hors sous-sol. Au-dessus de 100 personnes, il n'y a pas de conformité sans elle."},
			{Name: "existing", Title: "Immeuble existant que l'on rénove ou aménage", Kind: calculators.Switch, Optional: true, Help: "Un dégagement d'une unité y a 0,80 m de largeur au moins, au lieu de 0,90 m."},
			{Name: "exits", Title: "Dégagements prévus", Kind: calculators.List, Items: width, Min: whole(0), Max: whole(100), Optional: true},
		},
		Result: form{
			{Name: "persons", Title: "Effectif qui compte", Kind: calculators.Integer, Unit: "personnes"},
			{Name: "exits", Title: "Nombre de dégagements exigé", Kind: calculators.Integer},
			{Name: "units", Title: "Unités de passage exigées au total", Kind: calculators.Integer, Unit: "UP"},
			{Name: "accessory", Title: "Dégagements accessoires exigés", Kind: calculators.Integer},
			{Name: "units_provided", Title: "Unités de passage prévues", Kind: calculators.Integer, Unit: "UP", Optional: true},
			{Name: "exits_provided", Title: "Dégagements d'au moins une unité prévus", Kind: calculators.Integer, Optional: true},
		},
		Calculate: exits,
	})
}

// required returns the ways the table of article R. 4216-8 leaves. From 20 to 50
// persons one exit of two units is enough only where the way out is short: 25 m at
// most, and not from a basement (note b of the table).
func required(persons exact, short bool) []requirement {
	none, one, two := whole(0), whole(1), whole(2)
	switch {
	case persons.Less(whole(20)):
		return []requirement{{one, one, none}}
	case !whole(50).Less(persons) && short:
		return []requirement{{one, one, one}, {one, two, none}}
	case !whole(50).Less(persons):
		return []requirement{{one, one, one}}
	case !whole(100).Less(persons):
		return []requirement{{two, two, none}, {one, two, one}}
	case !whole(500).Less(persons):
		return []requirement{{two, persons.Div(whole(100)).Ceil().Add(one), none}}
	}
	over := persons.Sub(whole(500)).Div(whole(500)).Ceil()
	return []requirement{{two.Add(over), persons.Div(whole(100)).Ceil(), none}}
}

// unitsOf counts the units of passage of a width in metres: one from least, two from
// 1.40, then one for every 0.60. What lies between counts for the one below.
func unitsOf(width, least exact) exact {
	switch {
	case width.Less(least):
		return whole(0)
	case width.Less(dec("1.40")):
		return whole(1)
	case width.Less(dec("1.80")):
		return whole(2)
	}
	return width.Div(dec("0.60")).Floor()
}

// The least width of an exit of one unit, in metres.
var newWidth, existingWidth = dec("0.90"), dec("0.80")

// provided is what the exits of a design come to where one unit is so wide at least.
func provided(in values, least exact) requirement {
	sum := requirement{whole(0), whole(0), whole(0)}
	for _, exit := range in.List("exits") {
		width := exit.Number("width")
		units := unitsOf(width, least)
		switch {
		case !units.Less(whole(1)):
			sum.exits, sum.units = sum.exits.Add(whole(1)), sum.units.Add(units)
		case !width.Less(dec("0.60")):
			sum.accessory = sum.accessory.Add(whole(1))
		}
	}
	return sum
}

// tellUnits adds a step for each exit of the design.
func (r *report) tellUnits(in values, least exact) {
	for i, exit := range in.List("exits") {
		width := exit.Number("width")
		next := width.Div(dec("0.60")).Floor().Add(whole(1)).Mul(dec("0.60"))
		shown := virgule(width, dec("0.60"), existingWidth, newWidth, dec("1.40"), next)
		r.step(unitClause, "Dégagement %d : %s m, soit %s UP.", i+1, shown, virgule(unitsOf(width, least)))
	}
}

// meets reports whether what is provided serves r; an exit that is more than needed
// is an accessory one as well.
func (p requirement) meets(r requirement) bool {
	spare := p.accessory.Add(p.exits.Sub(r.exits))
	return !p.exits.Less(r.exits) && !p.units.Less(r.units) && !spare.Less(r.accessory)
}

func exits(_ context.Context, in values) (finding, error) {
	if in.On("short_way") && in.Has("basement_depth") && !in.Number("basement_depth").Equal(whole(0)) {
		return finding{}, calculators.Invalid("short_way", "must not be true where basement_depth is above 0: it says that the way does not begin in a basement")
	}
	r := &report{}
	persons := r.counted(in)
	ways := required(persons, in.On("short_way"))
	for _, way := range ways {
		r.step(exitsClause, "%s personnes : %s.", virgule(persons), way)
	}
	result := values{"persons": persons, "exits": ways[0].exits, "units": ways[0].units, "accessory": ways[0].accessory}
	lead := fmt.Sprintf("Pour %s personnes : %s.", virgule(persons), ways[0])
	if len(ways) > 1 {
		lead = fmt.Sprintf("Pour %s personnes : %s, ou %s.", virgule(persons), ways[0], ways[1])
	}
	r.step(exitsClause, "Non vérifié ici : les saillies et dépôts dans la largeur (article R. 4216-7) et ce que d'autres articles exigent ; les immeubles de grande hauteur ont leurs propres règles, et un lieu existant que l'on n'aménage pas relève de l'article R. 4227-5.")
	if !in.Has("exits") {
		return r.finding(result, lead), nil
	}
	least := newWidth
	if in.On("existing") {
		least = existingWidth
	}
	have := provided(in, least)
	r.tellUnits(in, least)
	result["units_provided"], result["exits_provided"] = have.units, have.exits
	r.verdict(in, have, persons)
	return r.finding(result, lead), nil
}

// counted returns the persons that count: in a basement more than there are, above
// 100 (article R. 4216-9).
func (r *report) counted(in values) exact {
	persons, hundred := in.Number("persons"), whole(100)
	if !in.Has("basement_depth") || in.Number("basement_depth").Equal(whole(0)) || !hundred.Less(persons) {
		return persons
	}
	depth := in.Number("basement_depth")
	rounded := persons.Div(hundred).Ceil().Mul(hundred)
	metres := depth.Sub(whole(2)).Max(whole(0)).Ceil()
	count := rounded.Add(rounded.Mul(metres).Div(whole(10))).Ceil()
	r.step(basementClause, "Sous-sol à %s m : %s personnes arrondies à %s, plus 10 %% par mètre entamé au-delà de 2 m, soit %s mètre(s) : %s personnes.",
		virgule(depth, metres.Add(whole(2)), metres.Add(whole(1))), virgule(persons), virgule(rounded), virgule(metres), virgule(count))
	return count
}

// verdict holds what is provided against every way there is. Where it serves or not
// by what was not told, there is none.
func (r *report) verdict(in values, have requirement, persons exact) {
	serves := have.servesAny(required(persons, in.On("short_way")))
	switch untold := servesIf(in, have, persons); {
	case serves && !in.Has("basement_depth") && whole(100).Less(persons):
		r.leave(basementClause, "prévu "+have.String(), "suffisant hors sous-sol ; la profondeur d'un sous-sol n'est pas indiquée")
	case serves:
		r.passed++
		r.step(exitsClause, "Conforme : prévu %s.", have)
	case untold != "":
		r.leave(exitsClause, "prévu "+have.String(), "suffisant seulement "+untold+", ce qui n'est pas indiqué")
	default:
		r.failed = append(r.failed, "prévu "+have.String())
		r.step(exitsClause, "Non conforme : prévu %s.", have)
	}
}

// servesIf tells under which conditions that were not told what does not serve would,
// "" where there are none.
func servesIf(in values, have requirement, persons exact) string {
	const isShort, isOld = "si le parcours jusqu'à l'extérieur ne dépasse pas 25 m et ne part pas d'un sous-sol", "dans un immeuble existant que l'on rénove ou aménage"
	deep := in.Has("basement_depth") && !in.Number("basement_depth").Equal(whole(0))
	short := in.On("short_way") || !in.Has("short_way") && !deep
	wide := have
	if !in.Has("existing") {
		wide = provided(in, existingWidth)
	}
	switch {
	case have.servesAny(required(persons, short)):
		return isShort
	case wide.servesAny(required(persons, in.On("short_way"))):
		return isOld
	case wide.servesAny(required(persons, short)):
		return isOld + " et " + isShort
	}
	return ""
}

// servesAny reports whether what is provided serves one of the ways.
func (p requirement) servesAny(ways []requirement) bool { return slices.ContainsFunc(ways, p.meets) }

// String tells a way: "2 dégagement(s) totalisant 3 UP".
func (p requirement) String() string {
	text := fmt.Sprintf("%s dégagement(s) totalisant %s UP", virgule(p.exits), virgule(p.units))
	if whole(0).Less(p.accessory) {
		text += fmt.Sprintf(" et %s dégagement(s) accessoire(s)", virgule(p.accessory))
	}
	return text
}
