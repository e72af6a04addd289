package sdk

import (
	"cmp"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/geo"
)

// Sub returns the folder dir of files, which an author has embedded; it panics when
// dir is no valid path, which is a mistake of the program.
func Sub(files fs.FS, dir string) fs.FS {
	sub, err := fs.Sub(files, dir)
	if err != nil {
		panic(err)
	}
	return sub
}

// placeColumns are the columns of a places.csv.
var placeColumns = []string{
	"id", "name", "level", "parent", "aliases",
	"climate_zone", "altitude_m", "seismic_zone", "radon_zone", "population",
}

// placeOf reads a row.
func placeOf(header, record []string, extra []geo.TechValue) (geo.Place, error) {
	cells := make(map[string]string, len(header))
	for i, name := range header {
		cells[name] = strings.TrimSpace(record[i])
	}
	level, ok := geo.ParseLevel(cells["level"])
	if !ok || cells["id"] == "" || cells["name"] == "" {
		return geo.Place{ID: geo.ID(cells["id"])}, fmt.Errorf("a place has an id (%q), a name (%q) and a level (%q) that is country, region, province or municipality",
			cells["id"], cells["name"], cells["level"])
	}
	p := geo.Place{ID: geo.ID(cells["id"]), Name: cells["name"], Level: level, Parent: geo.ID(cells["parent"])}
	if cells["aliases"] != "" {
		for alias := range strings.SplitSeq(cells["aliases"], "|") {
			p.Aliases = append(p.Aliases, strings.TrimSpace(alias))
		}
	}
	tech, err := techOf(cells, extra)
	p.Tech = tech
	return p, err
}

// techOf returns the technical data of a row, nil when all cells of it are empty.
func techOf(cells map[string]string, extra []geo.TechValue) (*geo.TechData, error) {
	t := &geo.TechData{ClimateZone: cells["climate_zone"], SeismicZone: cells["seismic_zone"]}
	var err error
	number := func(column string) *int {
		if cells[column] == "" {
			return nil
		}
		n, wrong := strconv.Atoi(cells[column])
		if wrong != nil {
			err = cmp.Or(err, fmt.Errorf("%s %q is no whole number", column, cells[column]))
		}
		return &n
	}
	t.AltitudeM, t.RadonZone, t.Population = number("altitude_m"), number("radon_zone"), number("population")
	for _, v := range extra {
		if v.Value = cells[v.Key]; v.Value != "" {
			t.Extra = append(t.Extra, v)
		}
	}
	known := t.ClimateZone != "" || t.SeismicZone != "" || t.AltitudeM != nil || t.RadonZone != nil || t.Population != nil || t.Extra != nil
	if !known {
		return nil, err
	}
	return t, err
}
