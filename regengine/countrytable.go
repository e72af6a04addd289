package regengine

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/reglookup/regengine/geo"
)

// withTables returns the schemes built in and those of the countries that joined.
// A country is one or the other.
func withTables(builtIn []geo.Scheme, data Data) ([]geo.Scheme, error) {
	if len(data.Countries) == 0 {
		return builtIn, nil
	}
	all := slices.Clone(builtIn)
	for i := range data.Countries {
		c := &data.Countries[i]
		for _, s := range builtIn {
			if s != nil && s.Country() == c.ID() {
				return nil, fmt.Errorf("country %s of plugin %q: it is built in, and cannot join from outside", c.ID(), c.Origin.Plugin)
			}
		}
		all = append(all, c.Scheme.WithPlaces(data.Places))
	}
	return all, nil
}

func sortedCountries(list []Country) []Country {
	return slices.SortedFunc(slices.Values(list), func(a, b Country) int { return cmp.Compare(a.ID(), b.ID()) })
}
