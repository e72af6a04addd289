package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/reglookup/regengine/codes/importers/sandbox"
)

// allTests names the variable that has every test run. Without it those that need
// another program (a database, a compiler) or a minute of waiting are skipped.
const allTests = "REGENGINE_TESTS"

// needAll skips a test that a newcomer's run leaves out.
func needAll(t *testing.T, why string) {
	t.Helper()
	if os.Getenv(allTests) != "all" {
		t.Skipf("%s: %s=all go test ./regengine/cmd/regengine runs it", why, allTests)
	}
}

// suite is the tests, and what they leave behind.
type suite struct{ *testing.M }

// Run implements [testscript.TestingM].
func (s suite) Run() int {
	// Half of the tests wait for servers, so more of them than processors run at once.
	// A flag of the command line, which is read later, has the last word.
	_ = flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
	folder, err := os.MkdirTemp("", "regengine-tests")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	made = folder
	defer os.RemoveAll(folder)
	return s.M.Run()
}

// made is the folder of what the tests make once and share.
var made string

// TestMain lets scripts run this test binary as the command regengine.
func TestMain(m *testing.M) {
	sandbox.Main(jobs()) // the children of a command under test are this binary again
	testscript.Main(suite{m}, map[string]func(){"regengine": main})
}

// plainBinary returns the folder of a regengine without the race detector, which
// makes a command start in a tenth of the time. A test binary without the detector
// is one itself.
var plainBinary = sync.OnceValues(func() (folder string, err error) {
	if !raceDetector {
		path, err := exec.LookPath("regengine")
		return filepath.Dir(path), err
	}
	folder = filepath.Join(made, "bin")
	build := exec.Command("go", "build", "-o", filepath.Join(folder, "regengine"), ".")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return folder, nil
})

// plainPath is a PATH on which regengine is the plain one.
func plainPath(t testing.TB, path string) string {
	t.Helper()
	folder, err := plainBinary()
	if err != nil {
		t.Fatal(err)
	}
	return folder + string(filepath.ListSeparator) + path
}

// runPlain runs the plain regengine in a folder and wants it to end well.
func runPlain(dir string, args ...string) error {
	folder, err := plainBinary()
	if err != nil {
		return err
	}
	cmd := exec.Command(filepath.Join(folder, "regengine"), args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("regengine %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}
