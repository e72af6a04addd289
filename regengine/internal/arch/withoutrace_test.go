package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWithoutRace holds that every test the gate leaves out under the race detector
// is there, and runs without asking for more than Go: README's command runs it.
func TestWithoutRace(t *testing.T) {
	root := moduleRoot(t)
	list, err := os.ReadFile(filepath.Join(root, ".ci", "without-race"))
	if err != nil {
		t.Fatal(err)
	}
	source := testSource(t, root)
	names := 0
	for name := range strings.Lines(string(list)) {
		name = strings.TrimSpace(name)
		if name == "" || strings.HasPrefix(name, "#") {
			continue
		}
		names++
		body := regexp.MustCompile(`(?s)\nfunc ` + name + `\(t \*testing\.T\) \{.*?\n\}`).FindString(source)
		switch {
		case body == "":
			t.Errorf(".ci/without-race: there is no test %s", name)
		case strings.Contains(body, "needAll(") || strings.Contains(body, "onEach(") || strings.Contains(body, "go func") || strings.Contains(body, ".Go("):
			t.Errorf(".ci/without-race: %s runs several goroutines, or only where servers are: leave it to the race detector", name)
		}
	}
	if names == 0 {
		t.Error(".ci/without-race names no test")
	}
}

// testSource returns all test files of the module, one behind the other.
func testSource(t *testing.T, root string) string {
	t.Helper()
	var all strings.Builder
	for pkg := range readModule(t) {
		files, err := filepath.Glob(filepath.Join(root, pkg, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(data)
		}
	}
	return all.String()
}
