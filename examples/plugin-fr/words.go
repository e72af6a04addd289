package main

import "github.com/reglookup/regengine/geo"

// scopeWords are the words of French law for the scopes: national texts, those of
// a region, a department, a commune or several communes together (the PLU of an
// intercommunal body), of a sector, and of the European Union.
var scopeWords = map[string][2]string{
	"national":       {"nationale", "Nationale"},
	"regional":       {"regionale", "Régionale"},
	"provincial":     {"departementale", "Départementale"},
	"municipal":      {"communale", "Communale"},
	"supramunicipal": {"intercommunale", "Intercommunale"},
	"sectorial":      {"sectorielle", "Sectorielle"},
	"european":       {"europeenne", "Européenne"},
}

// ScopeWord implements [geo.Scheme].
func (scheme) ScopeWord(scope string) (word, label string) {
	if words, ok := scopeWords[scope]; ok {
		return words[0], words[1]
	}
	return scope, scope
}

// LevelWord implements [geo.Scheme].
func (scheme) LevelWord(level geo.Level) string {
	switch level {
	case geo.Country:
		return "Pays"
	case geo.Region:
		return "Région"
	case geo.Province:
		return "Département"
	case geo.Municipality:
		return "Commune"
	}
	return level.String()
}
