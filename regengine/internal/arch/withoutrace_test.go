package arch

import (
	"os"
	"os/exec"
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
		bodies := regexp.MustCompile(`(?s)\nfunc `+name+`\(t \*testing\.T\) \{.*?\n\}`).FindAllString(source, -1)
		body := strings.Join(bodies, "") // the gate goes by the name, in whatever package
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

// genericSync are the functions of instances of generic types of sync and sync/atomic;
// sync.Map has some inside. Compiled without the race detector, and taken by the linker
// for everybody's, they would hide how watched code keeps its goroutines apart. Those of
// a sync.Pool may be there: it tells the detector itself.
var genericSync = regexp.MustCompile(`(?m) T .*\b(?:sync|sync/atomic)\.[^ ]*\[.*$`)

// TestUnwatched holds that the gate watches all code of this module for races, and that
// what it does not watch holds no copy of what keeps the goroutines of watched code apart.
func TestUnwatched(t *testing.T) {
	root := moduleRoot(t)
	list, err := os.ReadFile(filepath.Join(root, ".ci", "unwatched"))
	if err != nil {
		t.Fatal(err)
	}
	packages := regexp.MustCompile(`(?m)^[^#\s]+$`).FindAllString(string(list), -1)
	if len(packages) == 0 {
		t.Error(".ci/unwatched names no package")
	}
	for _, pkg := range packages {
		if strings.HasPrefix(pkg, module) {
			t.Errorf(".ci/unwatched: %s is ours", pkg)
		}
	}
	compiled := goOutput(t, root, append([]string{"list", "-export", "-f", "{{.ImportPath}} {{.Export}}"}, packages...)...)
	for line := range strings.Lines(compiled) {
		pkg, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		for _, found := range genericSync.FindAllString(goOutput(t, root, "tool", "nm", file), -1) {
			if !strings.Contains(found, " type:.eq.") && !strings.Contains(found, "sync.poolChainElt") {
				t.Errorf(".ci/unwatched: %s holds a copy of%.150s: leave it to the race detector", pkg, strings.TrimPrefix(found, " T"))
				break
			}
		}
	}
}

// goOutput runs the go command in a folder and returns what it printed.
func goOutput(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}
