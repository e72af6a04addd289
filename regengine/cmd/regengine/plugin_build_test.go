package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBuildPlugin: a folder is built where that can be done, and else told how.
func TestBuildPlugin(t *testing.T) {
	t.Parallel()
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("go is not on the PATH")
	}
	folder := func(files ...string) string {
		dir := filepath.Join(t.TempDir(), "xq")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(files); i += 2 {
			if err := os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	module := "module example.org/xq\n\ngo 1.26\n"
	for _, tt := range []struct {
		name, dir, tool, want string
	}{
		{"OK", folder("go.mod", module, "main.go", "package main\n\nfunc main() {}\n"), tool, ""},
		{"ErrBroken", folder("go.mod", module, "main.go", "package main\n\nfunc main() { x }\n"), tool, "undefined: x"},
		{"ErrNoGo", folder("go.mod", module), "", `run "go build -o regengine-plugin-xq ." in it`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			target, err := buildPlugin(t.Context(), tt.tool, tt.dir)
			if tt.want == "" && (err != nil || !fileLies(filepath.Join(tt.dir, pluginPrefix+"xq"))) {
				t.Errorf("%s: %v", target, err)
			}
			if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
	for _, command := range []string{"check", "approve"} {
		dir := folder("main.go", "package main")
		if code, _, stderr := said(t, nil, "plugin", command, dir, "--yes", "--data-dir", t.TempDir()); code != exitUsage || !strings.Contains(stderr, "without a go.mod") {
			t.Errorf("%s of a folder without a module: exit code %d, %s", command, code, stderr)
		}
		dir = folder("go.mod", module, "main.go", "package main\n\nfunc main() { x }\n")
		if code, _, stderr := said(t, nil, "plugin", command, dir, "--yes", "--data-dir", t.TempDir()); code != exitInvalid || !strings.Contains(stderr, "undefined: x") {
			t.Errorf("%s of a folder that does not build: exit code %d, %s", command, code, stderr)
		}
	}
}
