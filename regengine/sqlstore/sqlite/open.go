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

	// New lets MigrateSchema make a new database also where there was one, whose file
	// is empty or gone.
	New bool

	// BusyTimeout is how long to wait for a lock another process holds;
	// 0 means [sqlstore.DefaultPatience].
	BusyTimeout time.Duration

	// Readers is the largest number of connections that read; 0 means 8.
	// There is always one that writes, as SQLite lets one write at a time.
	Readers int
}

// Open opens the SQLite file at path. [sqlstore.ErrNotMigrated] when it is missing,
// has no tables or an older schema, [sqlstore.ErrNewer] when of a newer one,
// [sqlstore.ErrLost] when it is empty, or gone where there was one;
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
	if err := prepare(ctx, path, o); err != nil {
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

// prepare makes sure that the file exists and is not empty: it never is, for a new one
// gets its name when it has its tables.
func prepare(ctx context.Context, path string, o Options) error {
	before := exists(path+witnessSuffix) || exists(path+logSuffix) // asked first: who makes a database now writes these behind it
	info, err := os.Stat(path)
	switch {
	case err == nil && info.Size() > 0:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err == nil, before:
		if !o.New || o.Schema != sqlstore.MigrateSchema {
			return sqlstore.ErrLost
		}
		return remake(ctx, path, o)
	case o.Schema != sqlstore.MigrateSchema:
		return fmt.Errorf("there is no such file: %w", sqlstore.ErrNotMigrated)
	}
	return makeNew(ctx, path, o)
}

// remake makes a new database where one was. What is left of that is kept: its log may
// be all there is.
func remake(ctx context.Context, path string, o Options) error {
	if _, err := moveAway(path, keptName(path, time.Now())); err != nil {
		return err
	}
	_ = os.Remove(path + witnessSuffix)
	return makeNew(ctx, path, o)
}

// makeNew makes a database with its tables, for its owner's eyes only: it will hold
// private documents. Where another process or goroutine was faster, theirs it is.
func makeNew(ctx context.Context, path string, o Options) error {
	temp, err := tempBeside(path)
	if err != nil {
		return err
	}
	defer removeDatabase(temp)
	b, err := newBackend(temp, o)
	if err != nil {
		return err
	}
	db := sqlstore.New(b, o.BusyTimeout)
	_, err = db.Migrate(ctx)
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	if err := place(temp, path); !errors.Is(err, ErrExists) {
		return err
	}
	return nil
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
