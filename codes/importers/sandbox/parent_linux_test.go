package sandbox_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/reglookup/regengine/codes/importers/sandbox"
)

// TestRun_ParentDies kills a parent in the midst of a run and waits for its child
// to end.
func TestRun_ParentDies(t *testing.T) {
	if os.Getenv("SANDBOX_TEST_PARENT") != "" {
		_, _ = sandbox.Run(t.Context(), "hold", nil, &sandbox.Limits{Progress: func(pid, _ int, _ string) { fmt.Println("\nchild", pid) }})
		return
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestRun_ParentDies$")
	cmd.Env = append(os.Environ(), "SANDBOX_TEST_PARENT=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := 0
	for lines := bufio.NewScanner(out); pid == 0 && lines.Scan(); {
		_, _ = fmt.Sscanf(lines.Text(), "child %d", &pid)
	}
	child, err := unix.PidfdOpen(pid, 0)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if err != nil {
		t.Fatalf("no child: %v", err)
	}
	defer func() { _ = unix.Close(child) }()
	const patience = 20_000 // milliseconds
	if n, err := unix.Poll([]unix.PollFd{{Fd: int32(child), Events: unix.POLLIN}}, patience); n != 1 {
		t.Errorf("the child outlives its parent: %v", err)
	}
}
