package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/reglookup/regengine/regengine/sqlstore"
)

// Errors of Backup and Restore. Nothing was changed.
var (
	// ErrExists says that there is something where the copy was to be put.
	ErrExists = errors.New("there is something already")

	// ErrItself is ErrExists where it is the very database, which nothing replaces so.
	ErrItself = fmt.Errorf("%w: it is the database itself", ErrExists)

	// ErrDamaged says that a copy is not a whole and sound database of this program.
	ErrDamaged = errors.New("it is no sound copy of a database")

	// ErrInUse says that another program has the database open.
	ErrInUse = errors.New("the database is in use: stop the server first")
)

// Copy is a copy of a database that was opened and found sound.
type Copy struct {
	Path  string
	Bytes int64
	Rows  map[string]int64 // by table
	Made  time.Time        // as the copy says, or when the file was changed last

	// LogMissing says that it was made while a server ran, not by Backup, and without
	// the log: what was written last is not in it.
	LogMissing bool

	// Pending are the migrations of this program that the copy lacks.
	Pending []string
}

// Total is the number of rows of all tables.
func (c Copy) Total() (rows int64) {
	for _, n := range c.Rows {
		rows += n
	}
	return rows
}

// CopyOptions configure Backup and Restore. The zero value replaces nothing.
type CopyOptions struct {
	Replace bool // what is there already; else ErrExists

	Now func() time.Time // nil means time.Now
}

func (o *CopyOptions) replace() bool { return o != nil && o.Replace }

func (o *CopyOptions) now() time.Time {
	if o == nil || o.Now == nil {
		return time.Now()
	}
	return o.Now()
}

// Backup copies the database at path into one file, as of one moment, while others
// read and write it. The copy gets its name when it was opened, found sound and counted,
// and is on the disk; whatever happens before leaves no file of that name. It waits for
// nobody and nobody for it, but for the processor, where it lets all else go first.
func Backup(ctx context.Context, path, to string, opts *CopyOptions) (c Copy, err error) {
	aside(func() { c, err = backUp(ctx, path, to, opts) })
	if err != nil {
		return Copy{}, fmt.Errorf("back up to %s: %w", to, err)
	}
	return c, nil
}

// aside runs f on a thread that gives way to all others and ends with it.
func aside(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocks it: no other goroutine gets a thread so slow
		giveWay()
		f()
	}()
	<-done
}

func backUp(ctx context.Context, path, to string, opts *CopyOptions) (Copy, error) {
	path, err := filepath.Abs(path) // a URI's path begins at the root
	if err != nil {
		return Copy{}, err
	}
	if to, err = filepath.Abs(to); err != nil {
		return Copy{}, err
	}
	if err := mayWrite(to, opts.replace(), path); err != nil {
		return Copy{}, err
	}
	temp, err := tempBeside(to)
	if err != nil {
		return Copy{}, err
	}
	defer removeDatabase(temp)
	made := opts.now()
	counted, err := vacuumInto(ctx, path, temp)
	if err != nil {
		return Copy{}, err
	}
	c, err := finish(ctx, temp, func(db *sqlstore.DB) error { return db.MarkCopy(ctx, made) })
	if err != nil {
		return Copy{}, err
	}
	if err := sameRows(counted, c.Rows); err != nil {
		return Copy{}, err
	}
	c.Path = to
	return c, publish(temp, to, opts.replace())
}

// mayWrite refuses to write over something, and over the database itself in any case.
func mayWrite(to string, replace bool, own string) error {
	info, err := os.Stat(to)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if isPart(to, own) {
		return ErrItself
	}
	if !replace || !info.Mode().IsRegular() || exists(to+logSuffix) {
		return ErrExists
	}
	return nil
}

// isPart reports whether a file is a database's, by whatever name.
func isPart(file, database string) bool {
	info, err := os.Stat(file)
	if err != nil {
		return false
	}
	for _, suffix := range []string{"", logSuffix, "-shm", lockSuffix, witnessSuffix} {
		if of, err := os.Stat(database + suffix); err == nil && os.SameFile(info, of) {
			return true
		}
	}
	return false
}

// partial begins the names of copies that are not finished.
const partial = ".partial-"

// tempBeside makes an empty file for its owner only, in the folder of path. What
// copies left there that were killed is removed after a day.
func tempBeside(path string) (string, error) {
	folder := filepath.Dir(path)
	left, _ := filepath.Glob(filepath.Join(folder, partial+"*")) // a folder that cannot be read fails below
	for _, name := range left {
		if info, err := os.Lstat(name); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
			_ = os.Remove(name)
		}
	}
	f, err := os.CreateTemp(folder, partial+"*")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// removeDatabase removes a file that is not wanted, with what SQLite put beside it.
func removeDatabase(path string) {
	for _, suffix := range []string{"", logSuffix, "-shm", "-journal", lockSuffix} {
		_ = os.Remove(path + suffix)
	}
}

// vacuumInto copies the database, and returns the rows it counted in it: nil when
// somebody wrote meanwhile, so that the copy may have more or less.
func vacuumInto(ctx context.Context, path, to string) (map[string]int64, error) {
	if !exists(path) {
		return nil, fmt.Errorf("there is no database at %s", path)
	}
	db, err := sql.Open("sqlite", dsn(path, sqlstore.DefaultPatience, false))
	if err != nil {
		return nil, err
	}
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	before, err := dataVersion(ctx, db, &conn)
	if err != nil {
		return nil, err
	}
	rows, err := countRows(ctx, conn)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		return nil, err
	}
	after, err := dataVersion(ctx, db, &conn)
	if err != nil || after != before {
		return nil, err
	}
	return rows, nil
}

func countRows(ctx context.Context, conn *sql.Conn) (map[string]int64, error) {
	tables, err := texts(ctx, conn, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
	if err != nil {
		return nil, err
	}
	rows := make(map[string]int64, len(tables))
	for _, table := range tables {
		var n int64
		if err := conn.QueryRowContext(ctx, `SELECT count(*) FROM "`+strings.ReplaceAll(table, `"`, `""`)+`"`).Scan(&n); err != nil {
			return nil, err
		}
		rows[table] = n
	}
	return rows, nil
}

func texts(ctx context.Context, conn *sql.Conn, query string) (list []string, err error) {
	rows, err := conn.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, rows.Err()
}

// marks are rows that tell of the database itself: a copy has others.
const marks = "revisions"

func sameRows(counted, found map[string]int64) error {
	for table, n := range counted {
		if found[table] != n && table != marks {
			return fmt.Errorf("%w: %s has %d rows, the database %d", ErrDamaged, table, found[table], n)
		}
	}
	return nil
}

// finish opens a copy that nobody knows of yet, marks it, and proves that it is sound.
// ErrDamaged when it is not, [sqlstore.ErrNewer] when it is a later program's.
func finish(ctx context.Context, path string, mark func(db *sqlstore.DB) error) (Copy, error) {
	c := Copy{Path: path}
	if err := prove(ctx, path, &c); err != nil {
		return c, err
	}
	db, err := Open(ctx, path, &Options{Schema: sqlstore.AnySchema})
	if err != nil {
		return c, err
	}
	if err := errors.Join(c.mark(ctx, db, mark), db.Close()); err != nil {
		return c, err
	}
	return c, settle(path, &c)
}

// mark marks the copy and takes note of what it tells of itself.
func (c *Copy) mark(ctx context.Context, db *sqlstore.DB, mark func(db *sqlstore.DB) error) error {
	schema, err := db.Status(ctx)
	switch {
	case err != nil:
		return err
	case len(schema.Unknown) > 0:
		return sqlstore.ErrNewer
	case len(schema.Applied) == 0:
		return fmt.Errorf("%w: it has none of the tables", ErrDamaged)
	}
	before, err := db.Past(ctx)
	if err == nil {
		err = mark(db)
	}
	if err != nil {
		return err
	}
	after, err := db.Past(ctx)
	c.Pending, c.LogMissing, c.Made = schema.Pending, before.LogMissing, after.Backup
	return err
}

// prove reads the whole file, and counts.
func prove(ctx context.Context, path string, c *Copy) (err error) {
	if err := readable(ctx, path); err != nil {
		return damaged(ctx, err)
	}
	// Without a log of its own the copy is one file, and stays so when it is killed.
	db, err := sql.Open("sqlite", plainDSN(path))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return damaged(ctx, err)
	}
	defer conn.Close()
	for _, check := range []struct{ query, well string }{
		{"PRAGMA integrity_check(1)", "ok"}, {`SELECT "table" FROM pragma_foreign_key_check LIMIT 1`, ""},
	} {
		said, err := texts(ctx, conn, check.query)
		if err != nil {
			return damaged(ctx, err)
		}
		if found := strings.Join(said, ", "); found != check.well {
			return fmt.Errorf("%w: %s", ErrDamaged, found)
		}
	}
	c.Rows, err = countRows(ctx, conn)
	return err
}

func damaged(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// settle puts the file onto the disk.
func settle(path string, c *Copy) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil {
		c.Bytes = info.Size()
	}
	return errors.Join(err, f.Sync(), f.Close())
}

// publish gives a finished file its name, at once or not at all.
func publish(temp, to string, replace bool) error {
	var err error
	if replace {
		err = os.Rename(temp, to)
	} else {
		err = place(temp, to)
	}
	if err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(to))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// place renames a file without writing over another one, which is ErrExists. A file
// system without hard links leaves a moment between looking and renaming.
func place(temp, to string) error {
	err := os.Link(temp, to)
	switch {
	case err == nil:
		return os.Remove(temp)
	case errors.Is(err, fs.ErrExist) || exists(to):
		return ErrExists
	}
	return os.Rename(temp, to)
}
