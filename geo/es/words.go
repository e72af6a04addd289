package es

import "github.com/reglookup/regengine/geo"

// scopeWords are the words of DECISIONS 18 for the scopes of SPEC section 2.4.
var scopeWords = map[string][2]string{
	"national":       {"estatal", "Estatal"},
	"regional":       {"autonomica", "Autonómica"},
	"provincial":     {"provincial", "Provincial"},
	"municipal":      {"municipal", "Municipal"},
	"supramunicipal": {"supramunicipal", "Supramunicipal"},
	"sectorial":      {"sectorial", "Sectorial"},
	"european":       {"europea", "Europea"},
}

// ScopeWord implements [geo.Scheme] (DECISIONS 18).
func (Scheme) ScopeWord(scope string) (word, label string) {
	if words, ok := scopeWords[scope]; ok {
		return words[0], words[1]
	}
	return scope, scope
}

// LevelWord implements [geo.Scheme].
func (Scheme) LevelWord(level geo.Level) string {
	switch level {
	case geo.Country:
		return "País"
	case geo.Region:
		return "Comunidad autónoma"
	case geo.Province:
		return "Provincia"
	case geo.Municipality:
		return "Municipio"
	}
	return level.String()
}
