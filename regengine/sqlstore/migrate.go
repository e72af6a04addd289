package sqlstore

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun/migrate"
)

// Names of the tables bun keeps its migrations in. Init creates both; the second
// stays empty, because [Backend.LockMigrations] is a lock that ends with its
// process.
const (
	migrationsTable     = "schema_migrations"
	migrationLocksTable = "schema_migration_locks"
)

// Schema is how a database's schema stands to this program's.
type Schema struct {
	Applied []string // migrations in the database that this program knows
	Pending []string // migrations of this program that the database lacks
	Unknown []string // migrations in the database that this program does not know
}

// Err returns nil when the schema is this program's, and otherwise ErrNewer or
// ErrNotMigrated.
func (s Schema) Err() error {
	switch {
	case len(s.Unknown) > 0:
		return ErrNewer
	case len(s.Pending) > 0:
		return ErrNotMigrated
	}
	return nil
}

// SchemaPolicy says what an opener does about a database whose schema is not
// this program's.
type SchemaPolicy int

// The policies.
const (
	RequireSchema SchemaPolicy = iota // refuse it: ErrNotMigrated, ErrNewer
	MigrateSchema                     // bring an older one up to date, create a missing one; ErrNewer
	AnySchema                         // open it as it is, for [DB.Migrate] and [DB.Status] alone
)

// CheckSchema does what the policy says.
func (db *DB) CheckSchema(ctx context.Context, policy SchemaPolicy) error {
	if policy == AnySchema {
		return db.reach(ctx)
	}
	schema, err := db.Status(ctx)
	if err != nil {
		return err
	}
	err = schema.Err()
	if policy == MigrateSchema && len(schema.Unknown) == 0 && err != nil {
		_, err = db.Migrate(ctx)
	}
	return err
}

// Status compares the database's schema with this program's. It writes nothing.
func (db *DB) Status(ctx context.Context) (Schema, error) {
	var schema Schema
	known, err := db.knownMigrations()
	if err != nil {
		return schema, err
	}
	applied, err := db.appliedMigrations(ctx)
	if err != nil {
		return schema, err
	}
	for _, name := range known {
		if slices.Contains(applied, name) {
			schema.Applied = append(schema.Applied, name)
		} else {
			schema.Pending = append(schema.Pending, name)
		}
	}
	schema.Unknown = slices.DeleteFunc(applied, func(name string) bool { return slices.Contains(known, name) })
	return schema, nil
}

// Migrate brings the schema up to date and returns the names of the migrations
// it applied. Any number of processes may call it at once: one does the work,
// the others wait and find it done. ErrNewer changes nothing.
func (db *DB) Migrate(ctx context.Context) (applied []string, err error) {
	err = db.backend.LockMigrations(ctx, func(ctx context.Context) error {
		schema, err := db.Status(ctx)
		if err != nil {
			return err
		}
		if len(schema.Unknown) > 0 {
			return ErrNewer
		}
		if err := db.completeEarly(ctx, schema); err != nil {
			return err
		}
		return db.retry(ctx, func() (bool, error) { // a migration may be run again
			applied, err = db.applyMigrations(ctx)
			return true, err
		})
	})
	return applied, db.failed(ctx, "migrate", err)
}

func (db *DB) applyMigrations(ctx context.Context) ([]string, error) {
	migrator, err := db.migrator()
	if err != nil {
		return nil, err
	}
	if err := migrator.Init(ctx); err != nil {
		return nil, err
	}
	group, err := migrator.Migrate(ctx)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range group.Migrations {
		names = append(names, m.Name)
	}
	return names, nil
}

func (db *DB) migrator() (*migrate.Migrator, error) {
	migrations, err := db.discover()
	if err != nil {
		return nil, err
	}
	return migrate.NewMigrator(db.backend.Writer(), migrations, migrate.WithMarkAppliedOnSuccess(true),
		migrate.WithTableName(migrationsTable), migrate.WithLocksTableName(migrationLocksTable)), nil
}

func (db *DB) discover() (*migrate.Migrations, error) {
	migrations := migrate.NewMigrations()
	if err := migrations.Discover(db.backend.Migrations()); err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	return migrations, nil
}

func (db *DB) knownMigrations() ([]string, error) {
	migrations, err := db.discover()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range migrations.Sorted() {
		names = append(names, m.Name)
	}
	return names, nil
}
