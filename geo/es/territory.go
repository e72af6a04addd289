package es

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strings"
	"sync"

	"github.com/reglookup/regengine/geo"
)

//go:embed data/regions.csv
var regionsCSV string

//go:embed data/provinces.csv
var provincesCSV string

// division is one region or province of the embedded tables.
type division struct {
	ine, letters, name string // letters: of the region it is, or is in
	aliases            []string
}

// tables are the embedded regions and provinces, in order of their INE codes.
type tables struct {
	regions, provinces []division
	byLetters          map[string]division // regions
	byDigits           map[string]division // provinces
}

var territory = sync.OnceValue(func() tables {
	t := tables{byLetters: make(map[string]division), byDigits: make(map[string]division)}
	for _, row := range embeddedRows("regions.csv", regionsCSV) {
		d := division{ine: row[0], letters: row[1], name: row[2], aliases: splitAliases(row[3])}
		t.regions = append(t.regions, d)
		t.byLetters[d.letters] = d
	}
	for _, row := range embeddedRows("provinces.csv", provincesCSV) {
		d := division{ine: row[0], letters: row[1], name: row[2], aliases: splitAliases(row[3])}
		t.provinces = append(t.provinces, d)
		t.byDigits[d.ine] = d
	}
	return t
})

// embeddedRows reads a table of this package without its header. The tables are
// part of the program, so a broken one is a programming error.
func embeddedRows(name, text string) [][]string {
	r := csv.NewReader(strings.NewReader(text))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		panic(fmt.Sprintf("geo/es: embedded %s: %v", name, err))
	}
	return rows[1:]
}

func splitAliases(cell string) []string {
	if cell == "" {
		return nil
	}
	return strings.Split(cell, "|")
}

func isRegion(letters string) bool {
	_, ok := territory().byLetters[letters]
	return ok
}

func isProvince(digits string) bool {
	_, ok := territory().byDigits[digits]
	return ok
}

// regionOf returns the letters of the region a province belongs to.
func regionOf(province string) string { return territory().byDigits[province].letters }

// Territory returns Spain, its nineteen regions and its fifty-two provinces,
// widest first: everything above the municipalities, as INE lists it.
func Territory() []geo.Place {
	t := territory()
	places := make([]geo.Place, 0, 1+len(t.regions)+len(t.provinces))
	places = append(places, geo.Place{ID: CountryID, Name: "España", Level: geo.Country, Aliases: []string{"Spain"}})
	for _, d := range t.regions {
		places = append(places, d.place(geo.Region, regionID(d.letters), CountryID))
	}
	for _, d := range t.provinces {
		places = append(places, d.place(geo.Province, provinceID(d.ine), regionID(d.letters)))
	}
	return places
}

func (d division) place(level geo.Level, id, parent geo.ID) geo.Place {
	return geo.Place{ID: id, Name: d.name, Level: level, Parent: parent, Aliases: append([]string(nil), d.aliases...)}
}
