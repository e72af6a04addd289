package postgres

import (
	"context"
	"errors"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/migrations"
)

// backend implements [sqlstore.Backend].
type backend struct {
	config *pgx.ConnConfig
	pool   *bun.DB
	size   int // of the pool
}

var _ sqlstore.Backend = (*backend)(nil)

// Reader implements [sqlstore.Backend].
func (b *backend) Reader() *bun.DB { return b.pool }

// Writer implements [sqlstore.Backend].
func (b *backend) Writer() *bun.DB { return b.pool }

// Migrations implements [sqlstore.Backend].
func (b *backend) Migrations() fs.FS { return migrations.Postgres() }

// Ready implements [sqlstore.Backend]: a connection that is lost says so itself.
func (b *backend) Ready() error { return nil }

// Discard implements [sqlstore.Backend].
func (b *backend) Discard() {
	b.pool.SetMaxIdleConns(-1) // closes them
	b.pool.SetMaxIdleConns(b.size)
}

// Close implements [sqlstore.Backend].
func (b *backend) Close() error { return b.pool.Close() }

// migrationLock is the advisory lock of migrations: "regengin" in ASCII.
const migrationLock = 0x726567656e67696e

// LockMigrations implements [sqlstore.Backend]. The lock belongs to a session
// and ends with it.
func (b *backend) LockMigrations(ctx context.Context, f func(context.Context) error) (err error) {
	conn, err := b.pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(?)", int64(migrationLock)); err != nil {
		return err
	}
	defer func() {
		_, unlock := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(?)", int64(migrationLock))
		err = errors.Join(err, unlock)
	}()
	return f(ctx)
}
