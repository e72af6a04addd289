// Package examples_test runs the example that is a module of its own, as the go
// command leaves it out of ./... here.
package examples_test

import (
	"io/fs"
	"os"
	"os/exec"
	"testing"
)

// TestPluginFR runs the short tests of the example of a country. The long ones, of
// the whole service, are run in its folder: go test ./...
func TestPluginFR(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds another module")
	}
	reads(t, "plugin-fr")
	cmd := exec.CommandContext(t.Context(), "go", "test", "-short", "./...")
	cmd.Dir = "plugin-fr"
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go test -short in examples/plugin-fr: %v\n%s", err, out)
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
