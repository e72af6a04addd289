package main

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/geo"
)

// countryID is the identifier of France.
const countryID geo.ID = "FR"

// scheme is the country France: identifiers, words and derived data. The zero
// value is ready for use.
//
// Identifiers: country FR; region FR-IDF, the letters of ISO 3166-2; department
// FR-75, FR-2A, FR-971 and commune FR-75056, FR-2A004, FR-97105, the characters of
// INSEE. ISO 3166-2 gives Guadeloupe, Martinique, Guyane, La Réunion and Mayotte
// one code each, which is that of the department (FR-971), and none for the region
// of the same name. Their regions are FR-R01 to FR-R06 here: an R and the two
// digits INSEE gives the region. Neither ISO nor INSEE writes anything so, so no
// region can be taken for a department, whose identifiers begin with a digit, or
// for a commune, whose have five characters.
type scheme struct {
	geo.UnimplementedScheme
}

var _ geo.Scheme = scheme{}

// Country implements [geo.Scheme].
func (scheme) Country() geo.ID { return countryID }

// Language implements [geo.Scheme].
func (scheme) Language() string { return "fr" }

// Lengths of the part behind "FR-".
const (
	communeLength = 5
	numberLength  = 2 // of a commune within an overseas department; one more elsewhere
	overseas      = "97"
)

// ParseID implements [geo.Scheme]. Regions and departments are those there are; a
// commune's code begins with its department's.
func (scheme) ParseID(text string) (geo.ID, geo.Level, error) {
	id := geo.ID(upperASCII(text))
	if level := levelOf(id); level != 0 {
		return id, level, nil
	}
	return "", 0, geo.ErrInvalidID
}

// upperASCII leaves everything but the letters a to z alone: Unicode case
// mapping would let in characters that are no letters of any identifier.
func upperASCII(text string) string {
	upper := []byte(text)
	for i, c := range upper {
		if 'a' <= c && c <= 'z' {
			upper[i] = c - 'a' + 'A'
		}
	}
	return string(upper)
}

// levelOf tells the level of an upper-case identifier by its shape, 0 for none.
func levelOf(id geo.ID) geo.Level {
	if id == countryID {
		return geo.Country
	}
	code, ok := strings.CutPrefix(string(id), string(countryID)+"-")
	if !ok {
		return 0
	}
	switch {
	case isRegion(code):
		return geo.Region
	case isDepartment(code):
		return geo.Province
	case isCommune(code):
		return geo.Municipality
	}
	return 0
}

// isCommune reports whether code is a commune's: its department's characters, and
// digits that are not all zero.
func isCommune(code string) bool {
	if len(code) != communeLength {
		return false
	}
	department, ok := departmentOfCode(code)
	return ok && allDigits(code[len(department):]) && strings.Trim(code[len(department):], "0") != ""
}

func allDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// departmentOfCode returns the department a commune's five characters name: three
// of them overseas (97x), two elsewhere (2A and 2B in Corsica).
func departmentOfCode(code string) (department string, ok bool) {
	if len(code) != communeLength {
		return "", false
	}
	length := communeLength - numberLength - 1
	if strings.HasPrefix(code, overseas) {
		length++
	}
	return code[:length], isDepartment(code[:length])
}

// departmentOf returns the INSEE characters of the department of a department or
// commune; ok is false for any other identifier.
func departmentOf(id geo.ID) (department string, ok bool) {
	code, ok := strings.CutPrefix(string(id), string(countryID)+"-")
	switch {
	case !ok:
		return "", false
	case isCommune(code): // first, as there are most of them
		return departmentOfCode(code)
	}
	return code, isDepartment(code)
}

// ParentAllowed implements [geo.Scheme]: a commune belongs to the department its
// first characters name, a department to its region.
func (scheme) ParentAllowed(id, parent geo.ID) string {
	want := parentOf(id)
	if want == "" || want == parent {
		return ""
	}
	return fmt.Sprintf("%s belongs to %s, not to %s", id, want, parent)
}

// parentOf returns what an identifier must hang under, "" for the country or an
// identifier of no French shape.
func parentOf(id geo.ID) geo.ID {
	department, _ := departmentOf(id)
	switch levelOf(id) {
	case geo.Region:
		return countryID
	case geo.Province:
		return placeID(regionOf(department))
	case geo.Municipality:
		return placeID(department)
	default:
		return ""
	}
}

func placeID(code string) geo.ID { return countryID + "-" + geo.ID(code) }
