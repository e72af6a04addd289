package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Bounds of what our packages may allocate before main, in bytes: about a fifth above
// what they do, so that a table of words read there again is seen.
const (
	mostOfPackage = 128 << 10 // one holds the letters of names that places are found by
	mostOfModule  = 576 << 10
)

// TestStart_Init holds the initialisation of our packages to the bounds. It counts
// bytes, which are the same on every machine, and no time.
func TestStart_Init(t *testing.T) {
	t.Parallel()
	// The test binary links all that the command does.
	start := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$")
	start.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	start.Stderr = &trace
	if err := start.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &trace)
	}
	packages, total := 0, 0
	for line := range strings.Lines(trace.String()) {
		name, size, ours := initOf(line)
		if !ours {
			continue
		}
		packages, total = packages+1, total+size
		if size > mostOfPackage {
			t.Errorf("%s allocates %d bytes before main, want at most %d: read tables and compile expressions when they are first used", name, size, mostOfPackage)
		}
	}
	if total > mostOfModule {
		t.Errorf("our packages allocate %d bytes before main, want at most %d\n%s", total, mostOfModule, &trace)
	}
	if packages < 20 {
		t.Errorf("the trace tells of %d of our packages; reading it is broken:\n%s", packages, &trace)
	}
}

// initOf reads a line of the trace: "init PACKAGE @67 ms, 0.04 ms clock, 8288 bytes, 48 allocs".
func initOf(line string) (name string, size int, ours bool) {
	_, counts, _ := strings.Cut(line, " clock, ")
	if n, _ := fmt.Sscanf(line, "init %s", &name); n == 0 || !strings.HasPrefix(name, "github.com/reglookup/regengine/") {
		return "", 0, false
	}
	n, err := fmt.Sscanf(counts, "%d bytes", &size)
	return name, size, n == 1 && err == nil
}
