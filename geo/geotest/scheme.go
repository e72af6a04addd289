package geotest

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/reglookup/regengine/geo"
)

var _ geo.Scheme = Scheme{}

// Scheme is the [geo.Scheme] of a made-up country, XX unless Code says
// otherwise: regions are two letters (XX-NO), provinces two digits (XX-01),
// municipalities the digits of their province and three to five more
// (XX-01001). High ground, above 400 m, has climate zone "high", other ground
// "low".
type Scheme struct {
	geo.UnimplementedScheme
	Code geo.ID // "" means XX
}

var shapes = []struct {
	level geo.Level
	shape *regexp.Regexp
}{
	{geo.Country, regexp.MustCompile(`^$`)},
	{geo.Region, regexp.MustCompile(`^-[A-Z]{2}$`)},
	{geo.Province, regexp.MustCompile(`^-[0-9]{2}$`)},
	{geo.Municipality, regexp.MustCompile(`^-[0-9]{5,7}$`)},
}

// Country implements [geo.Scheme].
func (s Scheme) Country() geo.ID { return cmp.Or(s.Code, "XX") }

// Language implements [geo.Scheme].
func (s Scheme) Language() string { return "es" }

// ParseID implements [geo.Scheme].
func (s Scheme) ParseID(text string) (geo.ID, geo.Level, error) {
	id := asciiUpper(text)
	if rest, ok := strings.CutPrefix(id, string(s.Country())); ok {
		for _, shape := range shapes {
			if shape.shape.MatchString(rest) {
				return geo.ID(id), shape.level, nil
			}
		}
	}
	return "", 0, fmt.Errorf("%w: want %s, %[2]s-NO, %[2]s-01 or %[2]s-01001", geo.ErrInvalidID, s.Country())
}

// asciiUpper leaves letters outside ASCII as they are: strings.ToUpper turns
// some of them into ASCII ones.
func asciiUpper(text string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, text)
}

// ParentAllowed implements [geo.Scheme]: a municipality under a province
// carries its digits.
func (s Scheme) ParentAllowed(id, parent geo.ID) string {
	_, level, err := s.ParseID(string(parent))
	if err == nil && level == geo.Province && !strings.HasPrefix(string(id), string(parent)) {
		return fmt.Sprintf("%s belongs under a province of its first two digits", id)
	}
	return ""
}

// ScopeWord implements [geo.Scheme].
func (s Scheme) ScopeWord(scope string) (word, label string) {
	if scope == "national" {
		return "exlandés", "Exlandés"
	}
	return scope, scope
}

// LevelWord implements [geo.Scheme].
func (s Scheme) LevelWord(level geo.Level) string {
	if level == geo.Municipality {
		return "Pueblo"
	}
	return level.String()
}

// Derive implements [geo.Scheme]: the climate zone follows from the altitude.
func (s Scheme) Derive(p geo.Place) geo.Place {
	if p.Tech == nil || p.Tech.ClimateZone != "" || p.Tech.AltitudeM == nil {
		return p
	}
	tech := *p.Tech
	tech.ClimateZone = "low"
	if *tech.AltitudeM > 400 {
		tech.ClimateZone = "high"
	}
	p.Tech = &tech
	return p
}

// Summary implements [geo.Scheme].
func (s Scheme) Summary(p geo.Place) string {
	if p.Tech == nil {
		return ""
	}
	lines := []string{"Zona climática: " + cmp.Or(p.Tech.ClimateZone, "desconocida")}
	if p.Tech.AltitudeM != nil {
		lines = append(lines, fmt.Sprintf("Altitud: %d m", *p.Tech.AltitudeM))
	}
	return strings.Join(lines, "\n")
}

// Places returns the places of [Places] moved to the country of s.
func (s Scheme) Places() []geo.Place {
	places := Places()
	for i := range places {
		places[i].ID = s.moved(places[i].ID)
		places[i].Parent = s.moved(places[i].Parent)
	}
	return places
}

func (s Scheme) moved(id geo.ID) geo.ID {
	rest, ok := strings.CutPrefix(string(id), "XX")
	if !ok {
		return id
	}
	return s.Country() + geo.ID(rest)
}
