//go:build unix

package host

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestSweep removes the folder of a host that lives no more, whatever the folder it
// lies in is called, and leaves that of one that lives.
func TestSweep(t *testing.T) {
	for _, name := range []string{"tmp", "a b", "[ab]", `a\*`} {
		t.Run(name, func(t *testing.T) {
			parent := filepath.Join(t.TempDir(), name)
			dead, lives := filepath.Join(parent, roomPrefix+"1"), filepath.Join(parent, roomPrefix+"2")
			for _, path := range []string{dead, lives} {
				if err := errors.Join(os.MkdirAll(path, 0o700), os.WriteFile(filepath.Join(path, roomLock), nil, 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			unlock, err := tryLock(filepath.Join(lives, roomLock), false)
			if err != nil {
				t.Fatal(err)
			}
			defer unlock()
			sweep(parent)
			if _, err := os.Stat(dead); !errors.Is(err, fs.ErrNotExist) {
				t.Error("the folder of a host that is gone is there:", err)
			}
			if _, err := os.Stat(lives); err != nil {
				t.Error("the folder of a host that lives:", err)
			}
		})
	}
}
