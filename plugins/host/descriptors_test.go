//go:build linux

package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// inheritable opens a file so that whatever this process starts gets it.
func inheritable(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte("hunter2"), 0o600); err != nil {
		t.Fatal(err)
	}
	low, err := unix.Open(path, unix.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	high, err := unix.FcntlInt(uintptr(low), unix.F_DUPFD, 200)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = unix.Close(low), unix.Close(high) })
	return path
}

// TestPlugin_Descriptors has a plugin tell what it got open: three streams, and
// nothing else, whatever its host holds open.
func TestPlugin_Descriptors(t *testing.T) {
	inheritable(t)
	b := newBench(t)
	out, err := run(b.trusted("open-vd", "VD"), `{}`)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Steps) < 3 {
		t.Fatalf("it has no streams: %q", out.Steps)
	}
	for i, step := range out.Steps {
		number, file, _ := strings.Cut(step, " ")
		switch {
		case number == "0" && file == os.DevNull, (number == "1" || number == "2") && strings.HasPrefix(file, "pipe:"):
		case strings.HasPrefix(file, "/sys/fs/cgroup/"): // Go's own, to count the cores there are
		default:
			t.Errorf("it got %s of %q", step, out.Steps[i:])
		}
	}
}

// TestMarkDescriptors does one by one what the system does at once where it can.
func TestMarkDescriptors(t *testing.T) {
	path := inheritable(t)
	if err := markDescriptors(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	held := 0
	for _, entry := range entries {
		link := filepath.Join("/proc/self/fd", entry.Name())
		if to, _ := os.Readlink(link); to != path {
			continue
		}
		held++
		info, err := os.ReadFile(filepath.Join("/proc/self/fdinfo", entry.Name()))
		if err != nil || !strings.Contains(string(info), "flags:\t02") {
			t.Errorf("descriptor %s goes to whatever is executed: %v %s", entry.Name(), err, info)
		}
	}
	if held != 2 {
		t.Errorf("%d descriptors are held, want 2", held)
	}
}
