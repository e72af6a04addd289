package sqlite

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestAside: what runs aside does so at the lowest priority, and nothing else does.
func TestAside(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	priority := func() int {
		kernel, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
		if err != nil {
			t.Error(err)
		}
		return 20 - kernel // as the kernel returns it, so that no priority is an error
	}
	before, within := priority(), 0
	aside(func() { within = priority() })
	if within != lowest {
		t.Errorf("aside the priority is %d, want %d", within, lowest)
	}
	if after := priority(); after != before {
		t.Errorf("the priority was %d and is %d", before, after)
	}
}
