package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"github.com/reglookup/regengine/regengine/sqlstore"
)

// Options configure Open. The zero value refuses a database that is not migrated.
type Options struct {
	// Schema says what to do about a database that is empty or of another version.
	Schema sqlstore.SchemaPolicy

	// MaxConns is the largest number of connections of this process, besides one
	// for each follower of changes; 0 means 16, the least is 2.
	MaxConns int

	// Patience is how long to wait for a connection or a server that does not
	// answer; 0 means [sqlstore.DefaultPatience].
	Patience time.Duration
}

// Open connects to the database of a URL (or key=value text) as libpq takes it.
// [sqlstore.ErrNotMigrated] when it is empty or of an older schema,
// [sqlstore.ErrNewer] when of a newer one; an error wrapping
// regengine.ErrUnavailable when the server cannot be reached. Errors never show
// the password.
func Open(ctx context.Context, databaseURL string, opts *Options) (*sqlstore.DB, error) {
	o := Options{}
	if opts != nil {
		o = *opts
	}
	if o.Patience <= 0 {
		o.Patience = sqlstore.DefaultPatience
	}
	if o.MaxConns == 0 {
		o.MaxConns = 16
	}
	b, err := newBackend(databaseURL, o)
	if err != nil {
		return nil, err
	}
	db := sqlstore.New(b, o.Patience)
	if err := db.CheckSchema(ctx, o.Schema); err != nil {
		return nil, errors.Join(fmt.Errorf("open postgres: %w", err), db.Close())
	}
	return db, nil
}

func newBackend(databaseURL string, o Options) (*backend, error) {
	cfg, err := config(databaseURL, o)
	if err != nil {
		return nil, err
	}
	pool := stdlib.OpenDB(*cfg)
	size := max(2, o.MaxConns)
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return &backend{config: cfg, pool: bun.NewDB(pool, pgdialect.New()), size: size}, nil
}

func config(databaseURL string, o Options) (*pgx.ConnConfig, error) {
	cfg, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return nil, fmt.Errorf("the database URL cannot be read: %w", err) // pgx masks the password
	}
	if cfg.ConnectTimeout == 0 {
		cfg.ConnectTimeout = o.Patience
	}
	// Statements carry their values, so preparing one for each would fill the
	// server with them. The escaping of these values stands on both settings.
	cfg.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	cfg.RuntimeParams["standard_conforming_strings"] = "on"
	cfg.RuntimeParams["client_encoding"] = "UTF8"
	if cfg.RuntimeParams["application_name"] == "" {
		cfg.RuntimeParams["application_name"] = "regengine"
	}
	return cfg, nil
}
