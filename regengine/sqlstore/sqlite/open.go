package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	_ "modernc.org/sqlite" // registers the driver "sqlite"

	"github.com/reglookup/regengine/regengine/sqlstore"
)

// Options configure Open. The zero value refuses a file that is not migrated.
type Options struct {
	// Schema says what to do about a file that is missing or of another version.
	// Only MigrateSchema creates one.
	Schema sqlstore.SchemaPolicy

	// BusyTimeout is how long to wait for a lock another process holds;
	// 0 means [sqlstore.DefaultPatience].
	BusyTimeout time.Duration

	// Readers is the largest number of connections that read; 0 means 8.
	// There is always one that writes, as SQLite lets one write at a time.
	Readers int
}

// Open opens the SQLite file at path. [sqlstore.ErrNotMigrated] when it is
// missing, empty or of an older schema, [sqlstore.ErrNewer] when of a newer one;
// an error wrapping regengine.ErrUnavailable when it is damaged, no database, or
// cannot be read and written.
func Open(ctx context.Context, path string, opts *Options) (*sqlstore.DB, error) {
	o := Options{}
	if opts != nil {
		o = *opts
	}
	if o.BusyTimeout <= 0 {
		o.BusyTimeout = sqlstore.DefaultPatience
	}
	if o.Readers <= 0 {
		o.Readers = 8
	}
	db, err := open(ctx, path, o)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return db, nil
}

func open(ctx context.Context, path string, o Options) (*sqlstore.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := prepare(path, o.Schema == sqlstore.MigrateSchema); err != nil {
		return nil, err
	}
	b, err := newBackend(path, o)
	if err != nil {
		return nil, err
	}
	db := sqlstore.New(b, o.BusyTimeout)
	if err := db.CheckSchema(ctx, o.Schema); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// prepare makes sure that the file exists.
func prepare(path string, create bool) error {
	_, err := os.Stat(path)
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return err
	case !create:
		return fmt.Errorf("there is no such file: %w", sqlstore.ErrNotMigrated)
	}
	return createFile(path)
}

// createFile makes an empty file for its owner's eyes only: it will hold private
// documents. The file gets its name after it was closed. A file of that name
// must never be opened and closed by anything but SQLite: the close would end
// every lock this process has on it, and another goroutine may be that fast.
func createFile(path string) error {
	temp, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	if err := temp.Close(); err != nil {
		return err
	}
	err = os.Link(temp.Name(), path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	// A file system without hard links: the moment of danger is as short as can be.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return errors.Join(err, f.Close())
}

// writerWait is how long SQLite itself waits for the write lock. It asks ever more
// seldom, up to every 100 ms, and so can miss each of the moments in which a
// process that writes much has the lock free. After this long the store asks
// instead, often, until the busy timeout is over.
const writerWait = 20 * time.Millisecond

func newBackend(path string, o Options) (*backend, error) {
	b := &backend{path: path, busy: o.BusyTimeout}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	b.file, b.hadLog = info, exists(path+logSuffix)
	if b.writer, err = pool(dsn(path, min(o.BusyTimeout, writerWait), false), 1); err != nil {
		return nil, err
	}
	if b.reader, err = pool(dsn(path, o.BusyTimeout, true), o.Readers); err != nil {
		return nil, errors.Join(err, b.writer.Close())
	}
	if b.watcher, err = sql.Open("sqlite", dsn(path, o.BusyTimeout, true)); err != nil {
		return nil, errors.Join(err, b.writer.Close(), b.reader.Close())
	}
	return b, nil
}

// pool returns connections that stay open: a new one costs a dozen statements.
func pool(dsn string, size int) (*bun.DB, error) {
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return bun.NewDB(db, sqlitedialect.New()), nil
}
