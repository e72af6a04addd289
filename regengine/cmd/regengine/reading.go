package main

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// readingOptions are the flags of commands that only read.
type readingOptions struct{ country string }

func (o *readingOptions) addFlags(f *pflag.FlagSet) {
	f.StringVar(&o.country, "country", "", "the country asked about, as ES; may be left out while only one is served, or a server knows it by the key")
	addServerFlag(f)
}

// reading runs f with a client that can ask for places and codes.
func (a *app) reading(ctx context.Context, o readingOptions, f func(c *client) error) error {
	return a.readingOver(ctx, o, a.catalogue, f)
}

// readingTexts is reading for commands that ask for texts and rules as well, which take
// longer to open.
func (a *app) readingTexts(ctx context.Context, o readingOptions, f func(c *client) error) error {
	return a.readingOver(ctx, o, a.engine, f)
}

func (a *app) readingOver(ctx context.Context, o readingOptions, open func(context.Context, *sqlstore.DB) (*regengine.Engine, error), f func(c *client) error) error {
	if c, err := a.server(ctx, o.country); c != nil || err != nil {
		if err != nil {
			return err
		}
		defer c.http.CloseIdleConnections()
		return f(c)
	}
	return a.database(ctx, func(db *sqlstore.DB) error {
		engine, err := open(ctx, db)
		if err != nil {
			return err
		}
		country, err := chooseCountry(engine.Snapshot().Places.Countries(), o.country)
		if err != nil {
			return err
		}
		reader := &access.Principal{Country: country, Plan: access.Plan{APIAccess: true}}
		api, err := a.localAPI(db, engine, &answerers{model: a.adapters.model()}, reader)
		if err != nil {
			return err
		}
		c := &client{base: "http://localhost", key: "local"}
		c.http.Transport = directly{api}
		return f(c)
	})
}

// catalogue opens an engine that knows places and codes alone.
func (a *app) catalogue(ctx context.Context, db *sqlstore.DB) (*regengine.Engine, error) {
	data, err := db.LoadCatalogue(ctx)
	if err != nil {
		return nil, err
	}
	return a.staticEngine(ctx, data)
}
