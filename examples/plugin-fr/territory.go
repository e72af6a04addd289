package main

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/reglookup/regengine/geo"
)

//go:embed data/regions.csv
var regionsCSV string

//go:embed data/departments.csv
var departmentsCSV string

//go:embed data/communes.csv
var communesCSV string

// region is a row of regions.csv.
type region struct {
	insee, id, name string
	aliases         []string
}

// department is a row of departments.csv. climate and seismic are "" and radon is nil
// where no zone, or not one and the same, holds for the whole department.
type department struct {
	code, region, name string
	climate, seismic   string
	radon              *int
}

// tables are the embedded regions and departments, in order of their codes.
type tables struct {
	regions       []region
	departments   []department
	regionByID    map[string]region
	regionByINSEE map[string]region
	byCode        map[string]department
}

var territory = sync.OnceValue(func() tables {
	t := tables{regionByID: make(map[string]region), regionByINSEE: make(map[string]region), byCode: make(map[string]department)}
	for _, row := range embeddedRows("regions.csv", regionsCSV) {
		r := region{insee: row[0], id: row[1], name: row[2], aliases: splitAliases(row[3])}
		t.regions = append(t.regions, r)
		t.regionByID[r.id], t.regionByINSEE[r.insee] = r, r
	}
	for _, row := range embeddedRows("departments.csv", departmentsCSV) {
		d := department{code: row[0], region: row[1], name: row[2], climate: row[4], seismic: row[5]}
		if zone, err := strconv.Atoi(row[6]); err == nil {
			d.radon = &zone
		}
		t.departments = append(t.departments, d)
		t.byCode[d.code] = d
	}
	return t
})

// embeddedRows reads a table of this program without its header. A broken one is a
// programming error.
func embeddedRows(name, text string) [][]string {
	r := csv.NewReader(strings.NewReader(text))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		panic(fmt.Sprintf("plugin-fr: embedded %s: %v", name, err))
	}
	return rows[1:]
}

func splitAliases(cell string) []string {
	if cell == "" {
		return nil
	}
	return strings.Split(cell, "|")
}

func isRegion(code string) bool {
	_, ok := territory().regionByID[code]
	return ok
}

func isDepartment(code string) bool {
	_, ok := territory().byCode[code]
	return ok
}

// regionOf returns the region a department belongs to, as identifiers write it.
func regionOf(department string) string { return territory().byCode[department].region }

// places returns France, its eighteen regions, its hundred and one departments and
// the communes that are built in, widest first.
func places() []geo.Place {
	t, communes := territory(), embeddedRows("communes.csv", communesCSV)
	all := make([]geo.Place, 0, 1+len(t.regions)+len(t.departments)+len(communes))
	all = append(all, geo.Place{ID: countryID, Name: "France", Level: geo.Country, Aliases: []string{"République française", "Francia"}})
	for _, r := range t.regions {
		all = append(all, geo.Place{ID: placeID(r.id), Name: r.name, Level: geo.Region, Parent: countryID, Aliases: r.aliases})
	}
	for _, d := range t.departments {
		all = append(all, geo.Place{ID: placeID(d.code), Name: d.name, Level: geo.Province, Parent: placeID(d.region)})
	}
	for _, row := range communes {
		all = append(all, builtIn(row))
	}
	return all
}

// builtIn returns the commune of a row of communes.csv.
func builtIn(row []string) geo.Place {
	p := geo.Place{ID: placeID(row[0]), Name: row[1], Level: geo.Municipality, Parent: parentOf(placeID(row[0])), Aliases: splitAliases(row[3])}
	if population, err := strconv.Atoi(row[2]); err == nil {
		p.Tech = &geo.TechData{Population: &population}
	}
	return p
}
