package geo

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// CheckPlaces finds what no [Store] keeps: a row without identifier or level,
// an identifier given twice, and text that is not UTF-8 or holds a NUL. It says
// nothing about the tree; [NewGazetteer] does. The error is a [*TreeError]
// wrapping ErrInvalidPlace.
func CheckPlaces(places []Place) error {
	var report TreeError
	first := make(map[ID]int, len(places))
	for row := range places {
		p := &places[row]
		report.addAll(row, p.ID, checkRow(p))
		if p.ID == "" {
			continue
		}
		if other, twice := first[p.ID]; twice {
			report.add(row, p.ID, "row %d has the same identifier: give each place once", other)
			continue
		}
		first[p.ID] = row
	}
	return report.orNil()
}

// checkRow returns what is wrong with p by itself, in any country.
func checkRow(p *Place) []string {
	var wrong []string
	if p.ID == "" {
		wrong = append(wrong, "it has no identifier: give every place one")
	}
	if p.Level.String() == "" {
		wrong = append(wrong, fmt.Sprintf("level %d is none: use country, region, province or municipality", p.Level))
	}
	p.eachText(func(field, text string) {
		if reason := checkText(text); reason != "" {
			wrong = append(wrong, fmt.Sprintf("its %s %s", field, reason))
		}
	})
	return wrong
}

// eachText yields every text of p with the words that name its field.
func (p *Place) eachText(yield func(field, text string)) {
	yield("identifier", string(p.ID))
	yield("name", p.Name)
	yield("parent", string(p.Parent))
	for _, alias := range p.Aliases {
		yield("alias", alias)
	}
	if p.Tech == nil {
		return
	}
	yield("climate zone", p.Tech.ClimateZone)
	yield("seismic zone", p.Tech.SeismicZone)
	for _, v := range p.Tech.Extra {
		yield("technical value's key", v.Key)
		yield("technical value's label", v.Label)
		yield("technical value", v.Value)
		yield("technical value's unit", v.Unit)
	}
}

// checkText returns why text cannot be kept, or "".
func checkText(text string) string {
	switch {
	case !utf8.ValidString(text):
		return "is not UTF-8: convert the source first"
	case strings.ContainsRune(text, 0):
		return "holds a NUL character: remove it"
	}
	return ""
}
