//go:build unix

package sandbox_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/reglookup/regengine/codes/importers/sandbox"
)

// TestRun_Killed: a child that somebody else kills is started once more, and only once.
func TestRun_Killed(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			here := filepath.Join(t.TempDir(), "here")
			times, again := 0, ""
			kill := func(pid, _ int, _ string) {
				times++
				if again == here {
					if err := os.WriteFile(here, nil, 0o600); err != nil {
						t.Error(err)
					}
				}
				if err := syscall.Kill(pid, signal); err != nil {
					t.Error(err)
				}
			}
			_, err := sandbox.Run(t.Context(), "wait", []byte(here), &sandbox.Limits{Progress: kill})
			if !errors.Is(err, sandbox.ErrKilled) || errors.Is(err, sandbox.ErrCrashed) || times != 2 {
				t.Errorf("killed each time: want ErrKilled after 2 children, got %v after %d", err, times)
			}
			times, again = 0, here
			out, err := sandbox.Run(t.Context(), "wait", []byte(here), &sandbox.Limits{Progress: kill})
			if err != nil || string(out) != "read" || times != 1 {
				t.Errorf("killed once: want it read, got %q, %v after %d were killed", out, err, times)
			}
		})
	}
}
