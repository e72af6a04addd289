package main

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/pack"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// snapshotOptions say which data a command that decides checks looks at.
type snapshotOptions struct {
	pack    string // a pack instead of the database
	noRules bool
}

func (o *snapshotOptions) addFlags(f *pflag.FlagSet) {
	f.StringVar(&o.pack, "pack", "", "a pack, as folder or zip, instead of the database")
	f.BoolVar(&o.noRules, "no-rules", false, "leave rules aside: decide by the limits found in the texts alone")
}

// snapshot runs f with the data the options name.
func (a *app) snapshot(ctx context.Context, o snapshotOptions, f func(s *regengine.Snapshot) error) error {
	if o.pack != "" {
		data, err := a.readPack(o.pack)
		if err != nil {
			return err
		}
		return a.serveData(ctx, data, o, f)
	}
	return a.database(ctx, func(db *sqlstore.DB) error {
		if !o.noRules {
			engine, err := a.engine(ctx, db)
			if err != nil {
				return err
			}
			return f(engine.Snapshot())
		}
		data, _, err := db.Load(ctx)
		if err != nil {
			return err
		}
		return a.serveData(ctx, data, o, f)
	})
}

func (a *app) readPack(path string) (regengine.Data, error) {
	report, finish := a.progress()
	defer finish()
	p, err := pack.Open(path, &pack.ReadOptions{Progress: report})
	if err != nil {
		return regengine.Data{}, err
	}
	return p.Data, nil
}

// staticEngine opens an engine over data that is at hand. That nothing derived of it is
// stored goes without saying.
func (a *app) staticEngine(ctx context.Context, data regengine.Data) (*regengine.Engine, error) {
	opts := a.engineOptions()
	opts.Logger = nil
	defer a.waiting("opening the data")()
	defer collectLess()()
	return regengine.Open(ctx, regengine.Static(data), a.adapters.countries, opts)
}

// serveData runs f over data that is at hand.
func (a *app) serveData(ctx context.Context, data regengine.Data, o snapshotOptions, f func(s *regengine.Snapshot) error) error {
	if o.noRules {
		data.Rules = nil
	}
	engine, err := a.staticEngine(ctx, data)
	if err != nil {
		return err
	}
	return f(engine.Snapshot())
}
