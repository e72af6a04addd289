package geo

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// SchemeTable is a [Scheme] whose answers were asked for once and written down:
// what is served of a country whose own Scheme runs elsewhere, or runs no more.
// It is made by [Tabulate]. What it says of the places it was made for is what the
// scheme said; of other places it knows the shape of the identifier only.
//
// It is immutable once in use, and safe for concurrent use then.
type SchemeTable struct {
	UnimplementedScheme

	CountryID ID
	Tag       string // BCP 47, of names and words

	Scopes map[string][2]string // scope -> word, label
	Levels map[Level]string     // level -> word
	Shapes []IDShape

	// Known are the places the table was made for. It need not be kept beside the
	// places themselves: [SchemeTable.WithPlaces] makes it of them.
	Known map[ID]Level

	// Profiles are the technical data that follow from others; ProfileOf names a
	// place's by its place in Profiles. A place not in it has none.
	Profiles  []TechProfile
	ProfileOf map[ID]int

	// Summaries holds what the scheme says of each place as it was tabulated.
	Summaries map[ID]PlaceSummary

	// Lines tells which lines of them say which datum, so that other data, such as
	// those at the altitude of a site, can be told alike. The keys are those of
	// [TechData]: "climate_zone", "altitude_m", "seismic_zone", "radon_zone",
	// "population", and "extra " with the key of a further value.
	Lines map[string]SummaryLine

	// Stated are the data of the places, as [SchemeTable.WithPlaces] was told.
	Stated map[ID]*TechData
}

// IDShape is the shape of identifiers: "9" stands for a digit, "A" for a letter,
// every other character for itself, behind the country's "XX-".
type IDShape struct {
	Pattern string
	Level   Level
}

// TechProfile is what a scheme derives of a place at each altitude.
type TechProfile struct {
	Unstated *TechData // without an altitude; nil: nothing follows
	Bands    []TechBand
}

// TechBand is what follows at the altitudes from the band before up to UpTo metres,
// inclusive; nil is without end.
type TechBand struct {
	UpTo *int
	Tech TechData
}

// PlaceSummary is a summary and the data it is of.
type PlaceSummary struct {
	Text string
	Of   [16]byte // names the technical data
}

var _ Scheme = (*SchemeTable)(nil)

// Country implements [Scheme].
func (t *SchemeTable) Country() ID { return t.CountryID }

// Language implements [Scheme].
func (t *SchemeTable) Language() string { return t.Tag }

// ParseID implements [Scheme]: a known place has its own level; of other
// identifiers the shape is known alone, where it stands for one level.
func (t *SchemeTable) ParseID(text string) (ID, Level, error) {
	if len(text) > maxNameLength {
		return "", 0, ErrInvalidID
	}
	id := ID(upperASCII(text))
	if level, ok := t.Known[id]; ok {
		return id, level, nil
	}
	if id == t.CountryID && id != "" {
		return id, Country, nil
	}
	rest, ok := strings.CutPrefix(string(id), string(t.CountryID)+"-")
	if !ok || t.CountryID == "" {
		return "", 0, ErrInvalidID
	}
	var found Level
	for _, shape := range t.Shapes {
		if !fits(shape.Pattern, rest) {
			continue
		}
		if found != 0 && found != shape.Level {
			return "", 0, ErrInvalidID
		}
		found = shape.Level
	}
	if found == 0 {
		return "", 0, ErrInvalidID
	}
	return id, found, nil
}

// upperASCII leaves everything but the letters a to z alone.
func upperASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, text)
}

// fits reports whether a text, in upper case, has the shape of a pattern.
func fits(pattern, text string) bool {
	return text != "" && len(pattern) == len(text) && shapeOf(text) == pattern
}

// shapeOf returns the pattern of what stands behind "XX-" in an identifier.
func shapeOf(text string) string {
	shape := []byte(text)
	for i, c := range shape {
		switch {
		case '0' <= c && c <= '9':
			shape[i] = '9'
		case 'A' <= c && c <= 'Z':
			shape[i] = 'A'
		}
	}
	return string(shape)
}

// ScopeWord implements [Scheme].
func (t *SchemeTable) ScopeWord(scope string) (word, label string) {
	if words, ok := t.Scopes[scope]; ok {
		return words[0], words[1]
	}
	return scope, scope
}

// LevelWord implements [Scheme].
func (t *SchemeTable) LevelWord(level Level) string {
	if word, ok := t.Levels[level]; ok {
		return word
	}
	return level.String()
}

// WithPlaces returns t, which stays as it is, knowing those of places that are of
// its country. It keeps their technical data: they are not to be changed.
func (t *SchemeTable) WithPlaces(places []Place) *SchemeTable {
	with := *t
	with.Known = maps.Clone(t.Known)
	if with.Known == nil {
		with.Known = make(map[ID]Level)
	}
	with.Stated = maps.Clone(t.Stated)
	if with.Stated == nil {
		with.Stated = make(map[ID]*TechData)
	}
	for i := range places {
		if p := &places[i]; p.ID.Country() == t.CountryID {
			with.Known[p.ID] = p.Level
			with.Stated[p.ID] = p.Tech
		}
	}
	return &with
}

// Merge returns t with what other says of its places instead; other's language,
// words and shapes stand where it has any. Neither is changed, and the same tables
// always give the same one.
func (t *SchemeTable) Merge(other *SchemeTable) *SchemeTable {
	m := &SchemeTable{
		CountryID: t.CountryID, Tag: cmp.Or(other.Tag, t.Tag), Known: mergeMaps(t.Known, other.Known),
		Scopes: mergeMaps(t.Scopes, other.Scopes), Levels: mergeMaps(t.Levels, other.Levels),
		Shapes: mergeShapes(t.Shapes, other.Shapes), Lines: maps.Clone(t.Lines),
		Summaries: make(map[ID]PlaceSummary), ProfileOf: make(map[ID]int),
	}
	if len(other.Summaries) > 0 { // lines fit a scheme as it was asked last, all of them
		m.Lines = maps.Clone(other.Lines)
	}
	profileOf := make(map[ID]*TechProfile)
	for _, from := range []*SchemeTable{t, other} {
		for id := range from.Known { // what it knows, it knows wholly
			delete(profileOf, id)
			delete(m.Summaries, id)
		}
		for id, i := range from.ProfileOf {
			if i >= 0 && i < len(from.Profiles) {
				profileOf[id] = &from.Profiles[i]
			}
		}
		maps.Copy(m.Summaries, from.Summaries)
	}
	shared := newProfiles(m)
	for _, id := range slices.Sorted(maps.Keys(profileOf)) { // the same table each time
		shared.put(id, *profileOf[id])
	}
	return m
}

func mergeMaps[K comparable, V any](base, change map[K]V) map[K]V {
	if len(base)+len(change) == 0 {
		return nil
	}
	merged := make(map[K]V, len(base)+len(change))
	maps.Copy(merged, base)
	maps.Copy(merged, change)
	return merged
}

// mergeShapes leaves out patterns that stand for two levels.
func mergeShapes(lists ...[]IDShape) []IDShape {
	levels := make(map[string]Level)
	for _, list := range lists {
		for _, s := range list {
			noteShape(levels, s.Pattern, s.Level)
		}
	}
	return clearShapes(levels)
}
