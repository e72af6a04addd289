package es

import (
	"fmt"

	"github.com/reglookup/regengine/geo"
)

// CountryID is the identifier of Spain.
const CountryID geo.ID = "ES"

// Scheme is the country Spain: identifiers, words and derived data. The zero
// value is ready for use.
//
// Identifiers (DECISIONS 1): country ES; region ES-MD, the letters of ISO
// 3166-2; province ES-28, the two digits of INE; municipality ES-28079, its
// five digits. Ceuta and Melilla are region, province and municipality, each
// with an identifier of its own.
type Scheme struct {
	geo.UnimplementedScheme
}

var _ geo.Scheme = Scheme{}

// Country implements [geo.Scheme].
func (Scheme) Country() geo.ID { return CountryID }

// Language implements [geo.Scheme].
func (Scheme) Language() string { return "es" }

// Lengths of the part behind "ES-".
const (
	regionLetters      = 2
	provinceDigits     = 2
	municipalityDigits = 5
)

// ParseID implements [geo.Scheme]. Regions are one of the nineteen, provinces
// run from 01 to 52, and a municipality's number begins with its province's.
func (Scheme) ParseID(text string) (geo.ID, geo.Level, error) {
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
	if id == CountryID {
		return geo.Country
	}
	const prefix = CountryID + "-"
	if len(id) <= len(prefix) || id[:len(prefix)] != prefix {
		return 0
	}
	rest := string(id[len(prefix):])
	switch {
	case len(rest) == regionLetters && isRegion(rest):
		return geo.Region
	case len(rest) == provinceDigits && isProvince(rest):
		return geo.Province
	case len(rest) == municipalityDigits && isMunicipality(rest):
		return geo.Municipality
	}
	return 0
}

func isMunicipality(code string) bool {
	return allDigits(code) && isProvince(code[:provinceDigits]) && code[provinceDigits:] != "000"
}

func allDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// ProvinceOf returns the INE digits of the province of a province or
// municipality, such as "28" for ES-28079; ok is false for any other identifier.
func ProvinceOf(id geo.ID) (province string, ok bool) {
	if level := levelOf(id); level != geo.Province && level != geo.Municipality {
		return "", false
	}
	start := len(CountryID) + 1
	return string(id[start : start+provinceDigits]), true
}

// RegionNumber returns the two digits INE numbers the region of a province or
// municipality by (CODAUTO), such as "13" for ES-28079; ok is false for any other
// identifier. They are no part of a region's identifier.
func RegionNumber(id geo.ID) (number string, ok bool) {
	province, ok := ProvinceOf(id)
	return territory().byLetters[regionOf(province)].ine, ok
}

// ParentAllowed implements [geo.Scheme]: a municipality belongs to the province
// its first two digits name, a province to its region.
func (Scheme) ParentAllowed(id, parent geo.ID) string {
	want := parentOf(id)
	if want == "" || want == parent {
		return ""
	}
	return fmt.Sprintf("%s belongs to %s, not to %s", id, want, parent)
}

// parentOf returns what an identifier must hang under, "" for a country or an
// identifier of no Spanish shape.
func parentOf(id geo.ID) geo.ID {
	switch levelOf(id) {
	case geo.Region:
		return CountryID
	case geo.Province:
		code, _ := ProvinceOf(id)
		return regionID(regionOf(code))
	case geo.Municipality:
		code, _ := ProvinceOf(id)
		return provinceID(code)
	default:
		return ""
	}
}

func regionID(letters string) geo.ID  { return CountryID + "-" + geo.ID(letters) }
func provinceID(digits string) geo.ID { return CountryID + "-" + geo.ID(digits) }
