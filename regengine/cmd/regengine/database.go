package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// database opens the database the settings name and runs f with it.
func (a *app) database(ctx context.Context, f func(db *sqlstore.DB) error) error {
	return a.withDatabase(ctx, sqlstore.RequireSchema, f)
}

// databaseOrNew does the same, but makes a new database in a data folder that
// has none. One that is there and older is refused all the same: to change it is
// the operator's decision, with a backup at hand.
func (a *app) databaseOrNew(ctx context.Context, f func(db *sqlstore.DB) error) error {
	fresh, err := a.isNew(ctx)
	if err != nil {
		return err
	}
	policy := sqlstore.RequireSchema
	if fresh {
		policy = sqlstore.MigrateSchema
		if err := a.settings.makeDataDir(); err != nil {
			return err
		}
	}
	return a.withDatabase(ctx, policy, f)
}

// isNew reports whether the data folder holds no database, or one without any
// table: another process may just be making it. It gives that process a second
// to get from the first table to the last.
func (a *app) isNew(ctx context.Context) (bool, error) {
	const tries, pause = 10, 100 * time.Millisecond
	missing, err := a.noFile()
	if missing || err != nil || a.settings.DatabaseURL != "" {
		return missing, err
	}
	for range tries {
		var schema sqlstore.Schema
		err := a.withDatabase(ctx, sqlstore.AnySchema, func(db *sqlstore.DB) (err error) {
			schema, err = db.Status(ctx)
			return err
		})
		if err != nil || len(schema.Applied)+len(schema.Unknown) == 0 {
			return err == nil, err
		}
		if schema.Err() == nil {
			break
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(pause):
		}
	}
	return false, nil
}

func (a *app) withDatabase(ctx context.Context, policy sqlstore.SchemaPolicy, f func(db *sqlstore.DB) error) (err error) {
	db, err := a.openDatabase(ctx, policy)
	if err != nil {
		return a.explainOpening(err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return f(db)
}

func (a *app) openDatabase(ctx context.Context, policy sqlstore.SchemaPolicy) (*sqlstore.DB, error) {
	if a.settings.DatabaseURL != "" {
		return a.adapters.openDatabase(ctx, a.settings.DatabaseURL, policy)
	}
	if policy != sqlstore.MigrateSchema {
		if err := a.needsFile(); err != nil {
			return nil, err
		}
	}
	return a.adapters.openFile(ctx, a.settings.databaseFile(), policy)
}

// needsFile is an error where the data folder holds no database.
func (a *app) needsFile() error {
	missing, err := a.noFile()
	if err != nil || !missing {
		return err
	}
	return fmt.Errorf("%w in %s: \"regengine serve --data-dir %[2]s\" makes one with data to try, "+
		"\"regengine migrate --data-dir %[2]s\" an empty one", errNoDatabase, a.settings.DataDir)
}

// noFile reports whether the data folder holds no database yet. A Postgres
// database is never missing in this sense.
func (a *app) noFile() (bool, error) {
	if a.settings.DatabaseURL != "" {
		return false, nil
	}
	_, err := os.Stat(a.settings.databaseFile())
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("data folder: %w", err)
	}
	return false, nil
}

// explainOpening completes the advice of the store with the options used.
func (a *app) explainOpening(err error) error {
	if errors.Is(err, sqlstore.ErrNotMigrated) {
		return fmt.Errorf("%w %s", err, a.settings.where())
	}
	return err
}

// engine opens the engine over a database.
func (a *app) engine(ctx context.Context, db *sqlstore.DB) (*regengine.Engine, error) {
	engine, err := regengine.Open(ctx, db, a.adapters.countries, a.engineOptions())
	if err != nil {
		return nil, fmt.Errorf("open the engine: %w", err)
	}
	return engine, nil
}

// writeOptions are those every import and reindex goes by.
func (a *app) writeOptions(report regengine.Progress) *regengine.WriteOptions {
	return &regengine.WriteOptions{Progress: report, Extractor: a.adapters.limits, Languages: a.adapters.readers}
}

func (a *app) admin(db *sqlstore.DB) *access.Admin { return &access.Admin{Store: db, Now: a.now} }

func (a *app) projects(db *sqlstore.DB, engine *regengine.Engine) *projects.Service {
	return &projects.Service{
		Plugged: func() []projects.Calculator { return a.startedWhenRun(engine) },
		Store:   db, Territory: engine.Territory, Calculators: a.adapters.calculators, Extractor: a.extractor(engine), Now: a.now,
	}
}
