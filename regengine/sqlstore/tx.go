package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/uptrace/bun"
)

// Bounds of how often a transaction is run again.
const (
	maxTries   = 10
	firstPause = 2 * time.Millisecond
	maxPause   = 200 * time.Millisecond
	lockPause  = 5 * time.Millisecond // a lock is asked for often: it may be free for a moment only
)

// read runs statements that only read and need not agree with each other.
func (db *DB) read(ctx context.Context, what string, f func(ctx context.Context, q bun.IDB) error) error {
	return db.autocommit(ctx, what, db.backend.Reader(), true, f)
}

// autocommit runs statements outside a transaction. harmless says whether they
// may run twice.
func (db *DB) autocommit(ctx context.Context, what string, pool *bun.DB, harmless bool,
	f func(ctx context.Context, q bun.IDB) error,
) error {
	return db.connected(ctx, what, pool, func(ctx context.Context, conn bun.Conn) (bool, error) {
		return harmless, f(ctx, conn)
	})
}

// connected runs f on a connection, while the database is there; f says whether it may
// run again after what went wrong.
func (db *DB) connected(ctx context.Context, what string, pool *bun.DB, f func(ctx context.Context, conn bun.Conn) (again bool, err error)) error {
	return db.failed(ctx, what, db.guarded(ctx, func(ctx context.Context) error {
		return db.retry(ctx, func() (bool, error) {
			if err := db.ready(); err != nil {
				return false, err
			}
			conn, err := db.conn(ctx, pool)
			if err != nil {
				return true, err
			}
			defer conn.Close()
			return f(ctx, conn)
		})
	}))
}

// readAsOne runs statements that must see one and the same moment.
func (db *DB) readAsOne(ctx context.Context, what string, f func(ctx context.Context, tx bun.IDB) error) error {
	opts := &sql.TxOptions{ReadOnly: true, Isolation: db.snapshotIsolation()}
	return db.transact(ctx, what, db.backend.Reader(), opts, f)
}

// write runs f in a transaction that writes, all or nothing. f may run more than
// once and must begin anew each time.
func (db *DB) write(ctx context.Context, what string, f func(ctx context.Context, tx bun.IDB) error) error {
	return db.transact(ctx, what, db.backend.Writer(), nil, f)
}

// snapshotIsolation is the level at which all statements of a transaction see
// one moment. On SQLite every transaction does, and its driver knows no levels.
func (db *DB) snapshotIsolation() sql.IsolationLevel {
	if db.postgres() {
		return sql.LevelRepeatableRead
	}
	return sql.LevelDefault
}

func (db *DB) transact(ctx context.Context, what string, pool *bun.DB, opts *sql.TxOptions,
	f func(ctx context.Context, tx bun.IDB) error,
) error {
	return db.connected(ctx, what, pool, func(ctx context.Context, conn bun.Conn) (bool, error) {
		tx, err := conn.BeginTx(ctx, opts)
		if err != nil {
			return true, err
		}
		if err := f(ctx, tx); err != nil {
			_ = tx.Rollback() // the connection is discarded when this fails; err says why we are here
			return true, err
		}
		return false, tx.Commit()
	})
}

// conn takes a connection from the pool, waiting no longer than the DB's
// patience: a queue of requests must not grow behind a database that hangs.
func (db *DB) conn(ctx context.Context, pool *bun.DB) (bun.Conn, error) {
	wait, cancel := context.WithTimeout(ctx, 2*db.patience)
	defer cancel()
	conn, err := pool.Conn(wait)
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return conn, fmt.Errorf("no connection within %s: %w", 2*db.patience, errNoConnection)
	}
	return conn, err
}

// errNoConnection is a fault of the database, whatever the backend says.
var errNoConnection = errors.New("every connection is busy")

// retry runs try again while somebody else has the lock or transactions are in
// each other's way, and once when
// the connection turned out to be broken and nothing can have been committed
// (harmless): pooled connections outlive a restart of the server. It gives up
// after the DB's patience and returns the last error.
func (db *DB) retry(ctx context.Context, try func() (harmless bool, err error)) error {
	start := time.Now()
	pause := firstPause
	reconnected := false
	for tries := 1; ; tries++ {
		harmless, err := try()
		switch fault := db.fault(err); {
		case fault == Locked && time.Since(start) < db.patience:
			pause = lockPause
		case fault == Conflict && tries < maxTries && time.Since(start) < db.patience:
		case fault == Lost && harmless && !reconnected:
			reconnected = true
			db.backend.Discard()
		default:
			return err
		}
		if !sleep(ctx, pause/2+rand.N(pause)) { //nolint:gosec // jitter is no secret
			return err
		}
		pause = min(2*pause, maxPause)
	}
}

// sleep waits; it reports false when ctx ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
