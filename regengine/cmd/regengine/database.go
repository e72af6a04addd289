package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"

	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
)

// database opens the database the settings name and runs f with it.
func (a *app) database(ctx context.Context, f func(db *sqlstore.DB) error) error {
	return a.withDatabase(ctx, sqlstore.RequireSchema, f)
}

// databaseOrNew does the same, but makes a new database in a data folder that
// has none. One that is there and older is refused all the same: to change it is
// the operator's decision, with a backup at hand.
func (a *app) databaseOrNew(ctx context.Context, f func(db *sqlstore.DB) error) error {
	missing, err := a.noFile()
	if err != nil {
		return err
	}
	policy := sqlstore.RequireSchema
	if missing {
		policy = sqlstore.MigrateSchema
		if err := a.settings.makeDataDir(); err != nil {
			return err
		}
	}
	return a.withDatabase(ctx, policy, f)
}

// addNewFlag gives --new to the commands that make a database.
func (a *app) addNewFlag(flags *pflag.FlagSet) {
	flags.BoolVar(&a.remake, "new", false, "make a new database also where there was one, whose file is empty or gone")
}

func (a *app) withDatabase(ctx context.Context, policy sqlstore.SchemaPolicy, f func(db *sqlstore.DB) error) (err error) {
	db, err := a.openDatabase(ctx, policy)
	if err != nil {
		return a.explainOpening(err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	before, _ := db.Revision(ctx) // none where there are no tables yet
	err = f(db)
	if after, failed := db.Revision(ctx); failed == nil && after > before {
		a.awaitServer(ctx, after)
	}
	return err
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
	return a.adapters.openFile(ctx, a.settings.databaseFile(), &sqlite.Options{Schema: policy, New: a.remake})
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

// noFile reports whether the data folder holds no database yet, or an empty file where
// --new was given. A Postgres database is never missing in this sense.
func (a *app) noFile() (bool, error) {
	if a.settings.DatabaseURL != "" {
		return false, nil
	}
	info, err := os.Stat(a.settings.databaseFile())
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("data folder: %w", err)
	}
	return a.remake && info.Size() == 0, nil
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
	defer a.waiting("opening the texts")()
	defer collectLess()()
	engine, err := regengine.Open(ctx, db, a.adapters.countries, a.engineOptions())
	if err != nil {
		return nil, fmt.Errorf("open the engine: %w", err)
	}
	return engine, nil
}

// collectLess has memory be collected four times as seldom as is usual until it is undone.
// Most of what is read while an engine opens stays: a third of the time would go to finding
// that out. The process is a third larger at its peak for it.
func collectLess() (undo func()) {
	before := debug.SetGCPercent(-1)
	if before >= 0 { // its user may have put it off
		debug.SetGCPercent(max(before, seldom))
	}
	return func() { debug.SetGCPercent(before) }
}

// seldom is by how much per cent memory grows between two collections then.
const seldom = 400

// writeOptions are those every import and reindex goes by.
func (a *app) writeOptions(report regengine.Progress) *regengine.WriteOptions {
	return &regengine.WriteOptions{Progress: report, Extractor: a.adapters.limits, Languages: a.adapters.readers}
}

func (a *app) admin(db *sqlstore.DB) *access.Admin { return &access.Admin{Store: db, Now: a.now} }

func (a *app) projects(db *sqlstore.DB, engine *regengine.Engine) *projects.Service {
	return &projects.Service{
		Plugged: func() []projects.Calculator { return a.startedWhenRun(engine) },
		Store:   db, Territory: engine.Territory, Calculators: a.adapters.calculators, Extractor: a.extractor(engine), Now: a.now,
		LibraryBytes: int64(a.settings.DocumentMemory) << 20,
	}
}
