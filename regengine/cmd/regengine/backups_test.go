package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
)

// TestBackups: at regular times, of which a restart makes no more; the newest are kept,
// other files are left alone, and one that fails is said, and tried again soon.
func TestBackups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		failing := false
		b := &backups{dir: t.TempDir(), every: 6 * time.Hour, keep: 3, now: time.Now, log: slog.New(slog.NewTextHandler(&log, nil))}
		b.backup = func(_ context.Context, to string) (sqlite.Copy, error) {
			if failing {
				return sqlite.Copy{}, errors.New("the disk is full")
			}
			return sqlite.Copy{Path: to}, os.WriteFile(to, nil, 0o600)
		}
		other := filepath.Join(b.dir, "regengine-before-the-move.db")
		if err := os.WriteFile(other, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		serve := func(d time.Duration) {
			ctx, stop := context.WithTimeout(t.Context(), d)
			defer stop()
			b.run(ctx)
		}
		kept := func(want ...string) { // synctest begins at the first moment of 2000
			t.Helper()
			var got []string
			for _, name := range b.names() {
				got = append(got, strings.TrimPrefix(filepath.Base(name), "regengine-2000010"))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("backups (-want +got):\n%s", diff)
			}
		}
		serve(time.Minute)
		kept("1T000000Z.db")
		serve(time.Minute)
		kept("1T000000Z.db")
		serve(23 * time.Hour)
		kept("1T060000Z.db", "1T120000Z.db", "1T180000Z.db")
		failing = true
		serve(6 * time.Hour)
		kept("1T060000Z.db", "1T120000Z.db", "1T180000Z.db")
		if n := strings.Count(log.String(), "the disk is full"); n < 30 || n > 32 {
			t.Errorf("it was tried %d times in 5 hours", n)
		}
		failing = false
		serve(time.Hour)
		kept("1T120000Z.db", "1T180000Z.db", "2T050200Z.db")
		if _, err := os.Stat(other); err != nil {
			t.Error(err)
		}
	})
}

// TestPastFindings: what may be lost is an error, what was restored a warning until it
// was served.
func TestPastFindings(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, c := range map[string]struct {
		past  sqlstore.Past
		level string
	}{
		"Usual":      {sqlstore.Past{Served: true}, ""},
		"LogMissing": {sqlstore.Past{LogMissing: true}, levelError},
		"Earlier":    {sqlstore.Past{Earlier: true}, levelError},
		"Emptied":    {sqlstore.Past{Emptied: true}, levelError},
		"Restored":   {sqlstore.Past{Backup: at, Restored: at}, levelWarning},
		"Served":     {sqlstore.Past{Backup: at, Served: true}, levelOK},
	} {
		got := ""
		for _, f := range pastFindings(c.past) {
			got += f.Level
		}
		if got != c.level {
			t.Errorf("%s: want %q, got %q", name, c.level, got)
		}
	}
}
