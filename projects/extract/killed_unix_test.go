//go:build unix

package extract

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/importers/sandbox"
	"github.com/reglookup/regengine/projects"
)

// dying is a program whose processes kill themselves: always, or only the first.
func dying(t *testing.T, once bool) *sandbox.Sandbox {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	seen := filepath.Join(t.TempDir(), "seen")
	goOn := ""
	if once {
		goOn = fmt.Sprintf("[ -e '%s' ] && exec '%s' \"$@\"\n", seen, self)
	}
	script := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(script, fmt.Appendf(nil, "#!/bin/sh\n%s: > '%s'\nkill -9 $$\n", goOn, seen), 0o700); err != nil {
		t.Fatal(err)
	}
	return &sandbox.Sandbox{Executable: script}
}

// TestExtractor_Extract_killed: a worker that is killed is tried once more, and the file is
// not blamed.
func TestExtractor_Extract_killed(t *testing.T) {
	warm, err := extractor().Extract(t.Context(), "a.pdf", pdfFile("", pdfLines("", first))) // or the child compiles the engine
	if err != nil || len(warm.Blocks) == 0 {
		t.Fatal(warm, err)
	}
	for name, data := range map[string][]byte{"a.txt": []byte(first), "a.pdf": pdfFile("", pdfLines("", first))} {
		t.Run(name, func(t *testing.T) {
			text, err := New(&Options{Cache: cache, Lang: "es", Sandbox: dying(t, true)}).Extract(t.Context(), name, data)
			if err != nil || !strings.Contains(text.Blocks[0].Text, first[:10]) {
				t.Errorf("killed once: want its text, got %+v, %v", text, err)
			}
			_, err = New(&Options{Cache: cache, Lang: "es", Sandbox: dying(t, false)}).Extract(t.Context(), name, data)
			if !errors.Is(err, projects.ErrInterrupted) || errors.Is(err, projects.ErrUnreadable) || errors.Is(err, projects.ErrTooLarge) {
				t.Errorf("killed twice: want ErrInterrupted, got %v", err)
			}
		})
	}
}
