package pgtest

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

const roleEnv = "REGENGINE_PGTEST_TEST_ROLE"

// TestMain lets the binary be a test that is killed while its server runs.
func TestMain(m *testing.M) {
	if os.Getenv(roleEnv) == "" {
		os.Exit(m.Run())
	}
	bin, err := findBinaries()
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	s, err := newServer(bin)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(s.dir)
	fmt.Println(s.port)
	select {} // until it is killed
}

// TestServer_killedTest: a test that is killed leaves no server and no folder.
func TestServer_killedTest(t *testing.T) {
	requireBinaries(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), roleEnv+"=killed")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewScanner(out)
	said.Scan()
	dir := said.Text()
	said.Scan()
	address := "127.0.0.1:" + said.Text()
	if conn, err := net.Dial("tcp", address); err != nil {
		t.Fatalf("the server of the child does not run: %v", err)
	} else {
		conn.Close()
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	untilGone(t, address, dir)
}

// untilGone waits until nobody listens at the address and the folder is not there.
func untilGone(t *testing.T, address, dir string) {
	t.Helper()
	for ticks := time.NewTicker(10 * time.Millisecond); ; {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
		}
		_, stat := os.Stat(dir)
		if err != nil && errors.Is(stat, fs.ErrNotExist) {
			return
		}
		select {
		case <-ticks.C:
		case <-t.Context().Done():
			t.Fatalf("dial %v, folder %v", err, stat)
		}
	}
}

// TestServer_remove: a test's own cluster leaves nothing either, also when it
// was stopped before.
func TestServer_remove(t *testing.T) {
	for _, stopped := range []bool{false, true} {
		var s *Server
		t.Run(fmt.Sprint("Stopped=", stopped), func(t *testing.T) {
			s = StartServer(t)
			if stopped {
				s.Stop()
			}
		})
		if s == nil {
			t.Skip("cause: there is no Postgres here")
		}
		if _, err := os.Stat(s.dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("stopped %v: the folder is still there: %v", stopped, err)
		}
	}
}

// verdict records how a test would end.
type verdict struct {
	testing.TB
	skipped, failed string
}

func (v *verdict) Helper() {}

func (v *verdict) Skipf(format string, args ...any) { v.skipped = fmt.Sprintf(format, args...) }

func (v *verdict) Fatalf(format string, args ...any) { v.failed = fmt.Sprintf(format, args...) }

func TestRequireBinaries(t *testing.T) {
	restore := folders
	t.Cleanup(func() { folders = restore })
	t.Run("Skips", func(t *testing.T) { // whether there is a Postgres or not
		t.Setenv(testsEnv, "")
		v := &verdict{TB: t}
		requireBinaries(v)
		if !strings.Contains(v.skipped, testsEnv+"=all") || v.failed != "" {
			t.Errorf("want a skip that says how it is run, got skip %q, failure %q", v.skipped, v.failed)
		}
	})
	folders = []string{t.TempDir() + "/*"}
	t.Setenv("PATH", t.TempDir())
	t.Run("FailsWhereRequired", func(t *testing.T) {
		t.Setenv(testsEnv, "all")
		v := &verdict{TB: t}
		requireBinaries(v)
		if !strings.Contains(v.failed, "not found") || v.skipped != "" {
			t.Errorf("want a failure that names its cause, got skip %q, failure %q", v.skipped, v.failed)
		}
	})
	t.Run("TakesTheNewest", func(t *testing.T) {
		root := t.TempDir()
		for _, major := range []string{"9", "15", "16"} {
			dir := root + "/" + major + "/bin"
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"initdb", "postgres"} {
				if major == "16" && name == "postgres" {
					continue // a client package alone is no server
				}
				if err := os.WriteFile(dir+"/"+name, nil, 0o755); err != nil {
					t.Fatal(err)
				}
			}
		}
		folders = []string{root + "/*/bin"}
		if got, err := findBinaries(); err != nil || got != root+"/15/bin" {
			t.Errorf("want %s/15/bin, got %s, %v", root, got, err)
		}
	})
}
