package main

import (
	"context"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// served lists the countries there are: those built in, and those that joined.
func (a *app) served(ctx context.Context, db *sqlstore.DB) ([]geo.ID, error) {
	list := a.adapters.builtInCountries()
	stored, err := db.LoadCatalogue(ctx)
	for i := range stored.Countries {
		list = append(list, stored.Countries[i].ID())
	}
	return list, err
}

// country checks that a country is served; an empty text means the only one.
func (a *app) country(ctx context.Context, db *sqlstore.DB, name string) (geo.ID, error) {
	id := geo.ID(strings.ToUpper(name))
	if slices.Contains(a.adapters.builtInCountries(), id) {
		return id, nil
	}
	served, err := a.served(ctx, db)
	if err != nil {
		return "", err
	}
	return chooseCountry(served, name)
}

// chooseCountry returns the country of a name among those served; the only one for none.
func chooseCountry(served []geo.ID, name string) (geo.ID, error) {
	id := geo.ID(strings.ToUpper(name))
	switch {
	case slices.Contains(served, id):
		return id, nil
	case name == "" && len(served) == 1:
		return served[0], nil
	}
	return "", usagef("--country is one of %s", strings.Join(mapped(served, plain[geo.ID]), ", "))
}
