package pgtest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

var errNoBinaries = errors.New("the Postgres programs initdb and postgres were not found")

// folders are where packages put the server's programs outside PATH; the star
// stands for the major version.
var folders = []string{
	"/usr/lib/postgresql/*/bin",              // Debian, Ubuntu
	"/usr/pgsql-*/bin",                       // Red Hat
	"/opt/homebrew/opt/postgresql@*/bin",     // macOS
	"/usr/local/opt/postgresql@*/bin",        // macOS on Intel
	"/Library/PostgreSQL/*/bin",              // macOS installer
	"/usr/local/pgsql/bin", "/usr/lib/pgsql", // from source, others
}

// findBinaries returns the folder that holds both initdb and postgres: the one
// on PATH, or else the newest installed.
func findBinaries() (string, error) {
	if initdb, err := exec.LookPath("initdb"); err == nil {
		if file, err := filepath.EvalSymlinks(initdb); err == nil && complete(filepath.Dir(file)) {
			return filepath.Dir(file), nil
		}
	}
	var found []string
	for _, pattern := range folders {
		matches, _ := filepath.Glob(pattern) // fails for bad patterns only
		found = append(found, slices.DeleteFunc(matches, func(dir string) bool { return !complete(dir) })...)
	}
	if len(found) == 0 {
		return "", errNoBinaries
	}
	return slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) }), nil
}

func complete(dir string) bool {
	for _, name := range []string{"initdb", "postgres"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode()&0o111 == 0 {
			return false
		}
	}
	return true
}

// version returns the last number in a path: "/usr/lib/postgresql/15/bin" is 15.
func version(path string) int {
	end := len(path)
	for end > 0 && !digit(path[end-1]) {
		end--
	}
	start := end
	for start > 0 && digit(path[start-1]) {
		start--
	}
	n, _ := strconv.Atoi(path[start:end]) // no number is version 0
	return n
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

// Programs returns the folder of Postgres's programs, and ends the test as [Start] does
// where there is to be no Postgres.
func Programs(t testing.TB) string {
	t.Helper()
	return requireBinaries(t)
}
