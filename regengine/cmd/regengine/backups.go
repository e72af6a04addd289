package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
)

func addBackupFlags(flags *pflag.FlagSet) {
	flags.String("backup-dir", "", "folder for backups made while serving (default: none are made); SQLite only")
	flags.Duration("backup-every", 24*time.Hour, "how often a backup is made")
	flags.Int("backup-keep", 7, "how many backups are kept")
}

// backups makes a backup at regular times and removes the oldest.
type backups struct {
	dir   string
	every time.Duration
	keep  int
	now   func() time.Time
	log   *slog.Logger

	backup func(ctx context.Context, to string) (sqlite.Copy, error)
}

// Names of backups, by the time in UTC when they were begun. Nothing else is removed.
const (
	backupName    = "regengine-20060102T150405Z.db"
	backupPattern = "regengine-????????T??????Z.db"
)

// backupRetry is after how long a backup that failed is tried again, at the latest.
const backupRetry = 10 * time.Minute

// newBackups makes the folder; nil where no backups are wanted.
func (a *app) newBackups() (*backups, error) {
	if a.settings.BackupDir == "" {
		return nil, nil
	}
	if err := os.MkdirAll(a.settings.BackupDir, 0o700); err != nil {
		return nil, err
	}
	file := a.settings.databaseFile()
	return &backups{
		dir: a.settings.BackupDir, every: a.settings.BackupEvery, keep: a.settings.BackupKeep, now: a.now, log: a.log,
		backup: func(ctx context.Context, to string) (sqlite.Copy, error) {
			return a.adapters.backup(ctx, file, to, &sqlite.CopyOptions{Now: a.now})
		},
	}, nil
}

// run makes backups until ctx ends. The first one is made when the newest is
// older than it should be: a server that is started often makes no more of them.
func (b *backups) run(ctx context.Context) {
	if b == nil {
		return
	}
	for {
		timer := time.NewTimer(b.due())
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		if err := b.one(ctx); err != nil && ctx.Err() == nil {
			b.log.ErrorContext(ctx, "no backup was made", "dir", b.dir, "error", err, "newest", b.newest())
			wait(ctx, min(b.every, backupRetry))
		}
	}
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// due is how long it is until the next backup.
func (b *backups) due() time.Duration {
	newest := b.newest()
	if newest.IsZero() {
		return 0
	}
	return max(0, b.every-b.now().Sub(newest))
}

// newest is when the newest backup was begun, zero when there is none.
func (b *backups) newest() time.Time {
	names := b.names()
	if len(names) == 0 {
		return time.Time{}
	}
	at, _ := time.Parse(backupName, filepath.Base(names[len(names)-1])) // the zero time makes one too many
	return at
}

// names are the backups, oldest first.
func (b *backups) names() []string {
	names, _ := filepath.Glob(filepath.Join(b.dir, backupPattern)) // fails for bad patterns only
	slices.Sort(names)
	return names
}

func (b *backups) one(ctx context.Context) error {
	begun := b.now()
	c, err := b.backup(ctx, filepath.Join(b.dir, begun.UTC().Format(backupName)))
	if err != nil {
		return err
	}
	b.log.InfoContext(ctx, "backup made", "path", c.Path, "bytes", c.Bytes, "rows", c.Total(), "took", b.now().Sub(begun))
	names := b.names()
	for _, old := range names[:max(0, len(names)-b.keep)] {
		err = errors.Join(err, os.Remove(old))
	}
	return err
}
