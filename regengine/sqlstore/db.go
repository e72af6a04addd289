package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/verify/rules"
)

// DB implements every persistence port over one open database. It is safe for
// concurrent use.
type DB struct {
	backend  Backend
	patience time.Duration
	local    listeners // of changes made through this DB
	guard    guard     // of a server that is not there
	closed   atomic.Bool
}

var (
	_ geo.Store              = (*DB)(nil)
	_ codes.Store            = (*DB)(nil)
	_ retrieval.Store        = (*DB)(nil)
	_ retrieval.VectorStore  = (*DB)(nil)
	_ rules.Store            = (*DB)(nil)
	_ projects.Store         = (*DB)(nil)
	_ access.Store           = (*DB)(nil)
	_ access.Ledger          = (*DB)(nil)
	_ regengine.Database     = (*DB)(nil)
	_ regengine.CountryStore = (*DB)(nil)
	_ regengine.DerivedStore = (*DB)(nil)
)

// DefaultPatience is how long an operation waits for a lock or a free
// connection, and repeats a transaction that others were in the way of.
const DefaultPatience = 5 * time.Second

// New returns a DB over an open backend. It does no I/O: the openers, which call
// it, look at the schema with [DB.CheckSchema]. Patience of 0 means
// [DefaultPatience].
func New(backend Backend, patience time.Duration) *DB {
	if patience <= 0 {
		patience = DefaultPatience
	}
	db := &DB{backend: backend, patience: patience}
	db.guard.renew()
	return db
}

// Close ends every connection. Operations that run, and all later ones, fail
// with [regengine.ErrUnavailable].
func (db *DB) Close() error {
	db.closed.Store(true)
	return db.backend.Close()
}

// Check reports whether the database can serve: its schema is still this program's
// ([ErrNewer] when a later program migrated it meanwhile), and a write is taken. Else
// an error, which wraps [regengine.ErrUnavailable] where the database is at fault.
// It writes one small row, for a database that is full or read-only answers reads.
func (db *DB) Check(ctx context.Context) error {
	schema, err := db.Status(ctx)
	if err == nil {
		err = schema.Err()
	}
	if err != nil {
		return err
	}
	return db.autocommit(ctx, "write a probe", db.backend.Writer(), true, func(ctx context.Context, q bun.IDB) error {
		row := revisionRow{Name: probe}
		_, err := q.NewInsert().Model(&row).On("CONFLICT (name) DO UPDATE").Set("value = r.value + ?", db.probeStep()).Exec(ctx)
		return err
	})
}

// probe names the row of revisions that [DB.Check] writes. Nobody follows it.
const probe = "probe"

// probeStep is what a probe raises its row by. SQLite writes no page that stays as it
// is, Postgres notifies nobody of a value that does.
func (db *DB) probeStep() int {
	if db.postgres() {
		return 0
	}
	return 1
}

// reach reports whether there is a database at all, with whatever schema.
func (db *DB) reach(ctx context.Context) error {
	return db.read(ctx, "reach the database", func(ctx context.Context, q bun.IDB) error {
		_, err := q.ExecContext(ctx, "SELECT 1")
		return err
	})
}

// Dialect returns "sqlite" or "postgres".
func (db *DB) Dialect() string {
	if db.postgres() {
		return "postgres"
	}
	return "sqlite"
}

// Pools returns the pools of connections by what they are for, to look at.
func (db *DB) Pools() map[string]*sql.DB {
	reader, writer := db.backend.Reader(), db.backend.Writer()
	if reader == writer {
		return map[string]*sql.DB{"all": writer.DB}
	}
	return map[string]*sql.DB{"read": reader.DB, "write": writer.DB}
}

// Limiter returns the limiter that counts for everybody who serves from this
// database: on Postgres all replicas, or each for itself while it cannot be reached; on
// SQLite, whose file one process serves, that process.
func (db *DB) Limiter() access.Limiter {
	if db.postgres() {
		return access.NewFallback(NewSharedLimiter(db))
	}
	return new(access.MemoryLimiter)
}

func (db *DB) postgres() bool { return db.backend.Writer().Dialect().Name() == dialect.PG }

// forUpdate locks the rows a transaction selects. On SQLite the transaction
// that writes is alone anyhow.
func (db *DB) forUpdate(q *bun.SelectQuery) *bun.SelectQuery {
	if db.postgres() {
		return q.For("UPDATE")
	}
	return q
}

// ready is asked before every transaction.
func (db *DB) ready() error {
	if db.closed.Load() {
		return fmt.Errorf("%w: it was closed", regengine.ErrUnavailable)
	}
	if err := db.backend.Ready(); err != nil {
		return fmt.Errorf("%w: %w", regengine.ErrUnavailable, err)
	}
	return nil
}
