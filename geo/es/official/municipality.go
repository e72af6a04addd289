package official

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
)

// Digits INE numbers a province by, and a municipality, the province's included.
const (
	provinceDigits     = 2
	municipalityDigits = 5
)

// maxNameBytes bounds a name; the longest official one has about 60 letters.
const maxNameBytes = 200

// municipality checks code and name, which every list has. An empty code has
// been complained of already.
func municipality(code, name, nameColumn string, fail func(string, ...any)) geo.Place {
	place := geo.Place{Name: norm.NFC.String(name), Level: geo.Municipality}
	if code != "" {
		place.ID, place.Parent = placeID(code), placeID(code[:provinceDigits])
		place.Aliases = es.Aliases(place.ID)
		checkCode(place, code, fail)
	}
	switch {
	case name == "":
		fail("%s is empty; every municipality has a name", nameColumn)
	case len(name) > maxNameBytes || strings.ContainsRune(name, utf8.RuneError) || controls(name) != "":
		fail("%s is too long or holds characters no name has; the line is damaged", nameColumn)
	case allDigits(name):
		fail("%s %q is a number; the columns have been shifted", nameColumn, name)
	}
	return place
}

func checkCode(place geo.Place, code string, fail func(string, ...any)) {
	switch {
	case levelOf(place.Parent) != geo.Province:
		fail("%s begins with %s, which is no province; they run from 01 to 52", code, code[:provinceDigits])
	case levelOf(place.ID) != geo.Municipality:
		fail("%s is no municipality: its last three digits begin at 001", code)
	}
}

// placeID makes the identifier of INE's digits (DECISIONS 1).
func placeID(digits string) geo.ID { return es.CountryID + "-" + geo.ID(digits) }

// levelOf returns 0 for what is no identifier of Spain.
func levelOf(id geo.ID) geo.Level {
	_, level, _ := es.Scheme{}.ParseID(string(id))
	return level
}

func allDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
