package es

import (
	_ "embed"
	"slices"
	"sync"

	"github.com/reglookup/regengine/geo"
)

//go:embed data/names.csv
var namesCSV string

// usedNames holds the names of names.csv by identifier.
var usedNames = sync.OnceValue(func() map[geo.ID][]string {
	names := make(map[geo.ID][]string)
	for _, row := range embeddedRows("names.csv", namesCSV) {
		id := CountryID + "-" + geo.ID(row[0])
		names[id] = append(names[id], row[1])
	}
	return names
})

// Aliases returns the names in daily use that the official lists do not have for a
// municipality: Castilian ones above all ("Mahón", "Fuenterrabía").
func Aliases(id geo.ID) []string { return slices.Clone(usedNames()[id]) }
