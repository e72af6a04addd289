package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// Restored is what Restore did.
type Restored struct {
	Copy
	Kept string // where the database that was there before is now; "" when there was none
}

// Restore puts a copy of a database in place at path, which nobody may have open. The
// copy is copied, and that copy opened, found sound and counted, before anything is
// changed; then it takes its place in one step. A database that is there is ErrExists,
// or is kept under another name where opts says to replace it.
func Restore(ctx context.Context, from, path string, opts *CopyOptions) (Restored, error) {
	r, err := restore(ctx, from, path, opts)
	if err != nil {
		return Restored{}, fmt.Errorf("restore %s: %w", from, err)
	}
	return r, nil
}

func restore(ctx context.Context, from, path string, opts *CopyOptions) (r Restored, err error) {
	if path, err = filepath.Abs(path); err != nil { // a URI's path begins at the root
		return r, err
	}
	if err := mayRestore(from, path, opts.replace()); err != nil {
		return r, err
	}
	temp, err := tempBeside(path)
	if err != nil {
		return r, err
	}
	defer removeDatabase(temp)
	made, err := copyFile(ctx, from, temp)
	if err != nil {
		return r, err
	}
	r.Copy, err = finish(ctx, temp, func(db *sqlstore.DB) error { return db.MarkRestored(ctx, made, opts.now()) })
	if err != nil {
		return r, err
	}
	r.Path = path
	r.Kept, err = takePlace(ctx, temp, path, opts.now())
	return r, err
}

func mayRestore(from, path string, replace bool) error {
	if isPart(from, path) {
		return ErrItself
	}
	if log, err := os.Stat(from + logSuffix); err == nil && log.Size() > 0 {
		return fmt.Errorf("%w: beside it stands %s, with what was written last; make a backup of it by \"regengine backup\", which puts both into one file",
			ErrDamaged, filepath.Base(from)+logSuffix)
	}
	if info, err := os.Stat(path); err == nil && info.Size() > 0 && !replace {
		return fmt.Errorf("%w: a database at %s", ErrExists, path)
	}
	return nil
}

// copyFile copies a file's bytes, and returns when they were changed last.
func copyFile(ctx context.Context, from, to string) (changed time.Time, err error) {
	in, err := os.Open(from)
	if err != nil {
		return changed, err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return changed, err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return changed, err
	}
	_, err = io.Copy(out, untilEnd{ctx, in})
	return info.ModTime(), errors.Join(err, out.Close())
}

// untilEnd reads until the context ends.
type untilEnd struct {
	ctx context.Context
	io.Reader
}

func (r untilEnd) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(b)
}

// takePlace puts the copy where the database was. Where there was a sound one, no moment
// passes without a database; one that cannot be opened is moved away first.
func takePlace(ctx context.Context, temp, path string, now time.Time) (kept string, err error) {
	defer func() {
		if err == nil { // it bears witness of the one before
			_ = os.Remove(path + witnessSuffix)
		}
	}()
	kept = keptName(path, now)
	free, err := hold(ctx, path)
	switch {
	case errors.Is(err, ErrInUse) || ctx.Err() != nil:
		return "", err
	case err != nil: // there is nothing, or nothing that anybody can have open
		moved, err := moveAway(path, kept)
		if !moved {
			kept = ""
		}
		if err == nil {
			err = publish(temp, path, false)
		}
		return kept, err
	}
	defer func() { err = errors.Join(err, free()) }()
	if err := os.Link(path, kept); err != nil {
		return "", fmt.Errorf("keep the database before: %w", err)
	}
	return kept, publish(temp, path, true)
}

// keptName is what a database is called that was moved out of the way.
func keptName(path string, now time.Time) string {
	return path + ".replaced-" + now.UTC().Format("20060102T150405.000Z")
}

// hold puts the log of a database into its file, and keeps everybody else out until
// free is called. ErrInUse when somebody has it open.
func hold(ctx context.Context, path string) (free func() error, err error) {
	if err := readable(ctx, path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", plainDSN(path))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	defer func() {
		if err != nil {
			err = errors.Join(err, db.Close())
		}
	}()
	// It is the only one that can, as it needs the file for itself alone.
	conn, err := db.Conn(ctx)
	if err == nil {
		_, err = conn.ExecContext(ctx, "BEGIN EXCLUSIVE")
	}
	if err == nil {
		return func() error { return errors.Join(conn.Close(), db.Close()) }, nil
	}
	if fault := new(backend).Fault(err); fault == sqlstore.Locked {
		return nil, fmt.Errorf("%w: %w", ErrInUse, regengine.ErrUnavailable)
	}
	return nil, err
}

// readable tells a database from a file that is missing, empty or overwritten. It
// leaves the log alone: of what is damaged, everything is kept.
func readable(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		return ErrDamaged
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: "mode=ro&immutable=1"}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return err
	}
	defer db.Close()
	var tables int
	return db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&tables)
}

// moveAway renames what is left of a database. A log must not stay: SQLite would take
// it for that of the copy.
func moveAway(path, kept string) (moved bool, err error) {
	for _, suffix := range []string{logSuffix, "-shm", ""} {
		if exists(path + suffix) {
			if err := os.Rename(path+suffix, kept+suffix); err != nil {
				return moved, err
			}
			moved = true
		}
	}
	return moved, nil
}
