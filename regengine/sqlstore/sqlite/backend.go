package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/migrations"
)

// backend implements [sqlstore.Backend].
type backend struct {
	path    string
	file    os.FileInfo // the file that was opened
	busy    time.Duration
	writer  *bun.DB
	reader  *bun.DB
	watcher *sql.DB // one connection for each follower
	hadLog  bool    // beside the file, when it was opened
}

var _ sqlstore.FileBackend = (*backend)(nil)

// Reader implements [sqlstore.Backend].
func (b *backend) Reader() *bun.DB { return b.reader }

// Writer implements [sqlstore.Backend].
func (b *backend) Writer() *bun.DB { return b.writer }

// Migrations implements [sqlstore.Backend].
func (b *backend) Migrations() fs.FS { return migrations.SQLite() }

// Ready implements [sqlstore.Backend]. SQLite goes on working in a file that was
// removed or replaced, and all that is written there is lost.
func (b *backend) Ready() error {
	info, err := os.Stat(b.path)
	if err != nil {
		return fmt.Errorf("the database file is gone: restore it, then restart: %w", err)
	}
	if !os.SameFile(info, b.file) {
		return fmt.Errorf("the database file %s was replaced while in use: restart", b.path)
	}
	return nil
}

// Discard implements [sqlstore.Backend]: a file's connections do not break.
func (b *backend) Discard() {}

// lockTimeout is how long a migration waits for another one.
const lockTimeout = 10 * time.Minute

// LockMigrations implements [sqlstore.Backend]. The lock is an exclusive
// transaction on an empty SQLite file of its own, so that it ends with its
// process, and so that the transactions of the migrations are free to begin.
func (b *backend) LockMigrations(ctx context.Context, f func(context.Context) error) (err error) {
	lock, err := sql.Open("sqlite", lockDSN(b.path+lockSuffix))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	conn, err := lock.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "BEGIN EXCLUSIVE"); err != nil {
		return fmt.Errorf("wait for another migration: %w", err)
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") //nolint:errcheck // closing the connection unlocks as well
	return f(ctx)
}
