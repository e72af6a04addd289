package sqlite

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/uptrace/bun"
)

// TestDSN: every connection is set up as the ledger needs it.
func TestDSN(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b?.db")
	if err := makeNew(t.Context(), path, Options{}); err != nil {
		t.Fatal(err)
	}
	b, err := newBackend(path, Options{BusyTimeout: 1234 * time.Millisecond, Readers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for name, pool := range map[string]*bun.DB{"writer": b.writer, "reader": b.reader} {
		for pragma, want := range map[string]string{
			"busy_timeout": map[string]string{"writer": "20", "reader": "1234"}[name], "journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "trusted_schema": "0",
			"query_only": map[string]string{"writer": "0", "reader": "1"}[name],
		} {
			var got string
			if err := pool.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
				t.Errorf("%s: %s: want %s, got %s, %v", name, pragma, want, got, err)
			}
		}
	}
}
