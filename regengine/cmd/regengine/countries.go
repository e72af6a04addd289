package main

import (
	"context"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/host"
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
	chosen, err := chooseCountry(served, name)
	if plugin := a.joining(ctx, id); err != nil && plugin != "" {
		return "", usagef("%s is being imported: plugin %s is approved, and the server imports what it brings; its log says \"plugin imported\" when it is served", id, plugin)
	}
	return chosen, err
}

// joining names the plugin whose country is imported, or will be by the next server;
// "" for none. That the plugins cannot be read is no matter here.
func (a *app) joining(ctx context.Context, country geo.ID) (name string) {
	if country == "" {
		return ""
	}
	_ = a.plugins(func(h *host.Host) error {
		states, err := h.List(ctx)
		for _, s := range states {
			if s.Status == "approved" && s.Approval.Country == country {
				name = s.Name
			}
		}
		return err
	})
	return name
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
