package understand

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/verify/rules"
)

var zoneSplitter = lazyregexp.New(`[\s,;:/()]+`)

// PlaceNames recognises a datum of places: "zonas climáticas D y E", "municipios
// de zona II".
func (t *Languages) PlaceNames(text string) (datum string, names []string) {
	words := zoneSplitter.Split(strings.TrimSpace(text), -1)
	zone := slices.IndexFunc(words, func(w string) bool {
		return t.anyLanguage(func(l *Language) bool {
			return slices.ContainsFunc(l.zones.words, func(zone string) bool { return strings.HasPrefix(retrieval.Fold(w), zone) })
		})
	})
	if zone < 0 {
		return "", nil
	}
	for _, w := range words[zone+1:] {
		radon := ""
		for _, l := range t.languages {
			radon = max(radon, l.zones.radon[w])
		}
		switch {
		case t.isClimate(w) && datum != rules.PlaceRadon:
			datum, names = rules.PlaceClimate, append(names, w)
		case radon != "" && datum != rules.PlaceClimate:
			datum, names = rules.PlaceRadon, append(names, radon)
		}
	}
	return datum, names
}

func (t *Languages) anyLanguage(is func(*Language) bool) bool {
	return slices.ContainsFunc(t.languages, is)
}

func (t *Languages) isClimate(w string) bool {
	return t.anyLanguage(func(l *Language) bool { return l.zones.climate[w] })
}

// ClimateNames returns the climate zones that a header names alone: "A", "D, E".
func (t *Languages) ClimateNames(text string) []string {
	var names []string
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" ,;/", r) }) {
		switch {
		case t.isClimate(name):
			names = append(names, name)
		case !t.anyLanguage(func(l *Language) bool { return name == l.between[1] || slices.Contains(l.phrases["either"], name) }):
			return nil
		}
	}
	return names
}
