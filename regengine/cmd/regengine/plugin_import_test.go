package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPlugin_ImportNotStarted: of a file that is another one than was approved, is gone
// or was never approved that is told, and nobody is told to approve bytes that changed.
func TestPlugin_ImportNotStarted(t *testing.T) {
	const approval = `{"form":1,"approvals":[{"name":"xq","sha256":"` +
		`0000000000000000000000000000000000000000000000000000000000000000","country":"XQ","version":"1","at":"2026-01-02T03:04:05Z"}]}`
	for name, c := range map[string]struct {
		approved, there bool
		want, not       string
	}{
		"Changed":    {true, true, "changed after it was approved", "plugin approve"},
		"Missing":    {true, false, "put it back", "plugin approve"},
		"Unapproved": {false, true, "nobody approved it", "changed"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			plugins := filepath.Join(dir, pluginsIn)
			err := os.Mkdir(plugins, 0o700)
			if c.approved {
				err = errors.Join(err, os.WriteFile(filepath.Join(plugins, approvalsIn), []byte(approval), 0o600))
			}
			if c.there {
				err = errors.Join(err, os.WriteFile(filepath.Join(plugins, pluginPrefix+"xq"), []byte("#"), 0o700))
			}
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			if code := run(t.Context(), []string{"plugin", "import", "xq", "--data-dir", dir}, nil, &out, &out); code == exitOK {
				t.Error("it was imported")
			}
			if said := out.String(); !strings.Contains(said, c.want) || strings.Contains(said, c.not) {
				t.Errorf("want %q, and nothing of %q: %s", c.want, c.not, said)
			}
		})
	}
}
