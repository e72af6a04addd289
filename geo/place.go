package geo

import "strings"

// ID is the canonical, upper-case identifier of a Place, such as "ES",
// "ES-MD", "ES-28" or "ES-28079" (SPEC section 2.1). A country's [Scheme] gives
// it its shape; nothing else takes one apart.
type ID string

// Country returns the identifier of the country id belongs to: everything
// before the first hyphen.
func (id ID) Country() ID {
	country, _, _ := strings.Cut(string(id), "-")
	return ID(country)
}

// Level is the rank of a Place in its country's tree. Wider levels are smaller.
type Level uint8

// The four levels, widest first. The zero Level is no level.
const (
	Country Level = iota + 1
	Region
	Province
	Municipality
)

var levelNames = [...]string{"", "country", "region", "province", "municipality"}

// String returns the level's name as SPEC section 2.1 writes it, or "" for no level.
func (l Level) String() string {
	if int(l) >= len(levelNames) {
		return ""
	}
	return levelNames[l]
}

// ParseLevel returns the Level of that exact name; ok is false for any other text.
func ParseLevel(name string) (level Level, ok bool) {
	for l := Country; l <= Municipality; l++ {
		if levelNames[l] == name {
			return l, true
		}
	}
	return 0, false
}

// Place is one geographic entity of any Level. Values reachable from a
// [Gazetteer] are shared and must not be changed.
type Place struct {
	ID     ID
	Name   string // the official name, as its source writes it
	Level  Level
	Parent ID // "" for a country

	// Aliases are further names people search by ("Gasteiz", "Palma de
	// Mallorca"). The parts of a bilingual Name need not be repeated here.
	Aliases []string

	// Tech is nil for places that carry no technical data: every level but
	// Municipality.
	Tech *TechData
}

// TechData is what a regulation asks about a municipality. A nil pointer or
// empty string means unknown, which is never the same as zero.
type TechData struct {
	ClimateZone string // the country's code for it; Spain: CTE DB-HE Annex B
	AltitudeM   *int   // metres above sea level
	SeismicZone string // the country's word; Spain: "ab<0.04g", "ab=0.23g"

	// RadonZone is 1 to 3; 0 is the fact that the municipality is in no zone
	// of the official list; nil is unknown.
	RadonZone *int

	Population *int

	// Extra holds open values a country brings along, in presentation order:
	// wind zone, snow zone, basic wind speed.
	Extra []TechValue
}

// TechValue is one further technical datum with what a person needs to read it.
type TechValue struct {
	Key   string // stable identifier, such as "wind_zone"
	Label string // in the country's language
	Value string
	Unit  string // "" when it has none
}
