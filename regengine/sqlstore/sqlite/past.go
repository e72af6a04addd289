package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// What stands beside the file of a database.
const (
	logSuffix     = "-wal"     // SQLite's log: gone when the last program has closed the file
	lockSuffix    = "-migrate" // an empty file, the lock of migrations
	witnessSuffix = "-served"  // how far the database was when it was served last
)

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// LogMissing implements [sqlstore.FileBackend].
func (b *backend) LogMissing() bool { return !b.hadLog }

// Settle implements [sqlstore.FileBackend].
func (b *backend) Settle(ctx context.Context) error {
	_, err := b.writer.ExecContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)")
	return err
}

// Witness implements [sqlstore.FileBackend]. What cannot be read as a number bears
// witness of nothing.
func (b *backend) Witness() (int64, error) {
	text, err := os.ReadFile(b.path + witnessSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	served, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return served, err
}

// Bear implements [sqlstore.FileBackend].
func (b *backend) Bear(served int64) error {
	temp, err := os.CreateTemp(filepath.Dir(b.path), ".served-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = fmt.Fprintln(temp, served)
	if err := errors.Join(err, temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), b.path+witnessSuffix)
}

// Close implements [sqlstore.Backend]. When a server was killed and this was the last
// program to have the file open, the log has gone into the file: nothing is missing.
func (b *backend) Close() error {
	unended := b.hadLog && b.serving()
	err := errors.Join(b.watcher.Close(), b.reader.Close(), b.writer.Close())
	if err == nil && unended && b.Ready() == nil && !exists(b.path+logSuffix) {
		_ = b.endServing() // at worst something is said to be missing that is not
	}
	return err
}

// serving reports whether a server has the database open or was killed.
func (b *backend) serving() bool {
	var value int64
	err := b.reader.QueryRowContext(context.Background(), "SELECT value FROM revisions WHERE name = 'serving'").Scan(&value)
	return err == nil && value == 1
}

func (b *backend) endServing() (err error) {
	db, err := pool(dsn(b.path, writerWait, false), 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.ExecContext(context.Background(), "UPDATE revisions SET value = 0 WHERE name = 'serving'")
	return err
}
