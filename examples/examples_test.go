// Package examples_test runs the example that is a module of its own, as the go
// command leaves it out of ./... here.
package examples_test

import (
	"io/fs"
	"os"
	"os/exec"
	"testing"
)

// TestPluginFR runs the quick tests of the example of a country. Those of the whole
// service are run in its folder: REGENGINE_TESTS=all go test ./...
func TestPluginFR(t *testing.T) {
	if os.Getenv("REGENGINE_TESTS") != "all" {
		t.Skip("builds another module: REGENGINE_TESTS=all go test ./examples")
	}
	reads(t, "plugin-fr")
	cmd := exec.CommandContext(t.Context(), "go", "test", "./...")
	cmd.Dir = "plugin-fr"
	cmd.Env = append(os.Environ(), "REGENGINE_TESTS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go test in examples/plugin-fr: %v\n%s", err, out)
	}
}

// reads opens every file below a folder, so that the go command knows what the test
// depends on and runs it again when one changes.
func reads(t *testing.T, folder string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		_, err = os.ReadFile(folder + "/" + name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
