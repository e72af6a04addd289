package geotest

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
)

func testOrder(t *testing.T, s geo.Store) {
	other := Scheme{Code: "AA"}.Places()
	places := append(Places(), other...)
	slices.Reverse(places) // children before their parents, too
	put(t, s, len(places), places...)
	want := slices.SortedFunc(slices.Values(places), byLevelAndID)
	if diff := cmp.Diff(ids(want), ids(list(t, s, ""))); diff != "" {
		t.Errorf("ListPlaces is not ordered by level and identifier (-want +got):\n%s", diff)
	}
}

func testCountryFilter(t *testing.T, s geo.Store) {
	// XXX begins like XX and belongs elsewhere: the filter is on the country,
	// not on how an identifier begins.
	longer := Scheme{Code: "XXX"}.Places()
	put(t, s, len(longer), longer...)
	put(t, s, len(Places()), Places()...)
	wantList(t, s, "XX", Places()...)
	wantList(t, s, "XXX", longer...)
	wantList(t, s, "X")
	wantList(t, s, "XX-01")
	wantList(t, s, "%")
	wantList(t, s, "X_")
}

func testPutAgain(t *testing.T, s geo.Store) {
	put(t, s, len(Places()), Places()...)
	put(t, s, 0, Places()...)

	places := Places()
	places[0].Name = "Exlandia Unida"
	added := bare("XX-01900", "Añadida")
	put(t, s, 2, append(places, added)...)
	put(t, s, 0, append(places, added)...)
}

func testPutAgainReordered(t *testing.T, s geo.Store) {
	put(t, s, len(Places()), Places()...)
	places := Places()
	slices.Reverse(places)
	for i := range places {
		if places[i].Aliases == nil {
			places[i].Aliases = []string{}
		}
	}
	put(t, s, 0, places...)
	wantList(t, s, "", Places()...)
}

func testReplace(t *testing.T, s geo.Store) {
	old := bare("XX-01900", "Vieja")
	old.Aliases = []string{"uno", "dos", "tres"}
	old.Tech = &geo.TechData{ClimateZone: "low", AltitudeM: new(12), Population: new(7),
		Extra: []geo.TechValue{{Key: "a", Label: "A", Value: "1"}, {Key: "b", Label: "B", Value: "2"}}}
	neighbour := bare("XX-01901", "Vecina")
	neighbour.Aliases = []string{"uno"}
	put(t, s, 2, old, neighbour)

	replaced := geo.Place{ID: old.ID, Name: "Nueva", Level: geo.Province, Parent: "XX-NO", Aliases: []string{"dos"}}
	put(t, s, 1, replaced)
	wantList(t, s, "", replaced, neighbour)

	put(t, s, 1, old)
	wantList(t, s, "", old, neighbour)
}

// testCountsEveryField changes one datum at a time: each must be told as a
// change and be kept.
func testCountsEveryField(t *testing.T, s geo.Store) {
	base := func() geo.Place {
		p := bare("XX-01900", "Base")
		p.Aliases = []string{"a", "b"}
		p.Tech = &geo.TechData{ClimateZone: "low", AltitudeM: new(10), SeismicZone: "calm", RadonZone: new(1),
			Population: new(100), Extra: []geo.TechValue{{Key: "k", Label: "l", Value: "v", Unit: "u"}}}
		return p
	}
	changes := map[string]func(*geo.Place){
		"Name":        func(p *geo.Place) { p.Name = "base" },
		"Level":       func(p *geo.Place) { p.Level = geo.Province },
		"Parent":      func(p *geo.Place) { p.Parent = "XX-02" },
		"AliasOrder":  func(p *geo.Place) { p.Aliases = []string{"b", "a"} },
		"AliasGone":   func(p *geo.Place) { p.Aliases = nil },
		"TechGone":    func(p *geo.Place) { p.Tech = nil },
		"ClimateZone": func(p *geo.Place) { p.Tech.ClimateZone = "" },
		"Altitude":    func(p *geo.Place) { p.Tech.AltitudeM = nil },
		"Seismic":     func(p *geo.Place) { p.Tech.SeismicZone = "wild" },
		"Radon":       func(p *geo.Place) { p.Tech.RadonZone = new(0) },
		"Population":  func(p *geo.Place) { p.Tech.Population = new(101) },
		"ExtraKey":    func(p *geo.Place) { p.Tech.Extra[0].Key = "kk" },
		"ExtraLabel":  func(p *geo.Place) { p.Tech.Extra[0].Label = "" },
		"ExtraValue":  func(p *geo.Place) { p.Tech.Extra[0].Value = "w" },
		"ExtraUnit":   func(p *geo.Place) { p.Tech.Extra[0].Unit = "" },
	}
	put(t, s, 1, base())
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			changed := base()
			change(&changed)
			put(t, s, 1, changed)
			wantList(t, s, "", changed)
			put(t, s, 1, base())
		})
	}
}

func testListOrders(t *testing.T, s geo.Store) {
	p := bare("XX-01900", "Orden")
	p.Aliases = []string{"zeta", "alfa", "mu", "alfa beta", "Zeta"}
	for _, key := range []string{"z", "a", "m", "b", "y", "c"} {
		p.Tech.Extra = append(p.Tech.Extra, geo.TechValue{Key: key, Label: "valor " + key, Value: key})
	}
	put(t, s, 1, p)
	wantList(t, s, "", p)
}

func testUnknownIsNotZero(t *testing.T, s geo.Store) {
	unknown := bare("XX-01900", "Desconocida")
	zero := bare("XX-01901", "Cero")
	zero.Tech = &geo.TechData{AltitudeM: new(0), RadonZone: new(0), Population: new(0)}
	negative := bare("XX-01902", "Bajo el mar")
	negative.Tech.AltitudeM = new(-37)
	put(t, s, 3, unknown, zero, negative)
	wantList(t, s, "", unknown, zero, negative)

	zero.Tech = &geo.TechData{}
	put(t, s, 1, zero)
	wantList(t, s, "", unknown, zero, negative)
}

func testNoTech(t *testing.T, s geo.Store) {
	none := bare("XX-01900", "Sin datos")
	none.Tech = nil
	empty := bare("XX-01901", "Datos vacíos")
	put(t, s, 2, none, empty)
	wantList(t, s, "", none, empty)
}

func testExactText(t *testing.T, s geo.Store) {
	names := []string{
		"Coruña, A", "Vall·llosa", "L'Hospitalet", "L’Hospitalet", "Cafe\u0301", "Café", " espacio ", "ŁÓDŹ", "北京", "😀",
		`"comillas" \ barra`, "100 % _guion_", "línea\nnueva\ttab", "'; DROP TABLE places; --", "$1 ? :name",
	}
	var places []geo.Place
	for i, name := range names {
		p := bare(geo.ID("XX-019"+string(rune('0'+i/10))+string(rune('0'+i%10))), name)
		p.Aliases = []string{name, name}
		p.Tech.ClimateZone, p.Tech.SeismicZone = name, name
		p.Tech.Extra = []geo.TechValue{{Key: name, Label: name, Value: name, Unit: name}}
		places = append(places, p)
	}
	put(t, s, len(places), places...)
	wantList(t, s, "", places...)
	put(t, s, 0, places...)
}

func testOwnership(t *testing.T, s geo.Store) {
	given := Places()
	put(t, s, len(given), given...)
	scribble(given)
	wantList(t, s, "", Places()...)
	scribble(list(t, s, ""))
	wantList(t, s, "", Places()...)
}

// scribble overwrites everything reachable from places.
func scribble(places []geo.Place) {
	for i := range places {
		for a := range places[i].Aliases {
			places[i].Aliases[a] = "scribble"
		}
		if tech := places[i].Tech; tech != nil {
			for _, n := range []*int{tech.AltitudeM, tech.Population, tech.RadonZone} {
				if n != nil {
					*n = 77
				}
			}
			for e := range tech.Extra {
				tech.Extra[e].Value = "scribble"
			}
			tech.ClimateZone = "scribble"
		}
		places[i].Name = "scribble"
	}
}
