package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestApp_showPluginLog: the lines of a log that was begun anew a moment ago are the
// last of the one before it, and its own.
func TestApp_showPluginLog(t *testing.T) {
	dir := t.TempDir()
	path := pluginLogFile(dir, "xq")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	a := &app{stdout: &out, stderr: io.Discard}
	a.settings.PluginDir = dir
	for _, tt := range []struct{ older, now, want string }{
		{"", "a\nb\nc\nd\n", "b\nc\nd\n"},
		{"a\nb\nc\n", "d\n", "b\nc\nd\n"},
		{"a\n", "", "a\n"},
	} {
		for name, text := range map[string]string{path + olderLog: tt.older, path: tt.now} {
			err := os.WriteFile(name, []byte(text), 0o600)
			if text == "" {
				err = os.Remove(name)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		out.Reset()
		if err := a.showPluginLog(t.Context(), "xq", 3, false); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, out.String()); diff != "" {
			t.Errorf("last of %q and %q (-want +got):\n%s", tt.older, tt.now, diff)
		}
	}
}

// TestFollowFile_Anew follows a log that is begun anew: what was added to the one
// before it is shown, too.
func TestFollowFile_Anew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "xq.log")
	if err := errors.Join(os.WriteFile(path+olderLog, []byte("seen\nadded\n"), 0o600), os.WriteFile(path, []byte("new\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var out strings.Builder
	err := followFile(ctx, writerFunc(func(text []byte) (int, error) {
		out.Write(text)
		if strings.HasSuffix(out.String(), "new\n") {
			cancel()
		}
		return len(text), nil
	}), path, int64(len("seen\n")))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("want Canceled, got %v", err)
	}
	if diff := cmp.Diff("added\nnew\n", out.String()); diff != "" {
		t.Errorf("followed (-want +got):\n%s", diff)
	}
}

// writerFunc is a function that is written to.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(text []byte) (int, error) { return f(text) }
