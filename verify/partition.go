package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// domain is what holds in one country.
type domain struct {
	country geo.ID
	lang    string // the tag of its language
	tongues *tongues
	sets    []rules.RuleSet
	limits  []textlimits.LimitSet // nil when limits of texts decide nowhere
}

// partition gives each country its rules and limits: those of its own codes, those
// of supranational codes that apply there, and those of versions whose code nobody
// knows, which only declare words. What applies in no country that has places comes
// as a domain of its own, so that its mistakes are found as well.
func partition(places *geo.Gazetteer, catalog *codes.Catalog, sets []rules.RuleSet, opts *Options) []domain {
	table := known()
	countries := slices.Clone(places.Countries())
	for i := range sets {
		if country, own := countryOf(catalog, sets[i].Ref.Code); own && !slices.Contains(countries, country) {
			countries = append(countries, country)
		}
	}
	countries = append(countries, noCountry)
	var out []domain
	for _, country := range countries {
		lang := languageIn(places, country, sets, catalog)
		s := domain{country: country, lang: lang, tongues: table.of(lang)}
		holds := func(code string) bool { return holdsIn(catalog, countries, code, country) }
		for i := range sets {
			if holds(sets[i].Ref.Code) {
				s.sets = append(s.sets, sets[i])
			}
		}
		if opts != nil {
			s.limits = slices.DeleteFunc(append([]textlimits.LimitSet{}, opts.Limits...), func(set textlimits.LimitSet) bool {
				code, _, _ := strings.Cut(set.Doc, "/")
				return !holds(code)
			})
		}
		if country != noCountry || len(s.sets) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// noCountry is the domain of what applies in none that is served.
const noCountry = geo.ID("")

// countryOf returns the country a code belongs to; own is false for supranational
// codes and those that are not there.
func countryOf(catalog *codes.Catalog, slug string) (country geo.ID, own bool) {
	code, err := catalog.Get(slug)
	if err != nil || code.CountryCode == codes.Supranational {
		return "", false
	}
	return geo.ID(code.CountryCode), true
}

// holdsIn reports whether the rules of a code hold in one of the countries.
func holdsIn(catalog *codes.Catalog, countries []geo.ID, slug string, country geo.ID) bool {
	code, err := catalog.Get(slug)
	if err != nil {
		return country != noCountry || len(countries) == 1
	}
	if country != noCountry {
		return catalog.Visible(code, country)
	}
	return !slices.ContainsFunc(countries, func(c geo.ID) bool { return c != noCountry && catalog.Visible(code, c) })
}

// languageIn returns the tag of the language of a country: what its scheme says,
// else what its first rules are in.
func languageIn(places *geo.Gazetteer, country geo.ID, sets []rules.RuleSet, catalog *codes.Catalog) string {
	if scheme, ok := places.Scheme(country); ok {
		return scheme.Language()
	}
	for i := range sets {
		if own, ok := countryOf(catalog, sets[i].Ref.Code); ok && own == country {
			return sets[i].Language
		}
	}
	return builtIn[0]
}
