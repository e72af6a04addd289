package host

import (
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// TestMeasure_EndedChildren counts the work of children that ended.
func TestMeasure_EndedChildren(t *testing.T) {
	cmd := exec.Command("/bin/sh", "-c", `sh -c 'i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done'; echo done; read x`)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Skip("no shell here:", err)
	}
	if _, err := out.Read(make([]byte, 4)); err != nil {
		t.Fatal(err)
	}
	used, ok := measure(cmd.Process.Pid)
	if !ok || used.cpu < 50*time.Millisecond {
		t.Errorf("a child worked, and %v was counted", used.cpu)
	}
	_ = in.Close()
	_ = cmd.Wait()
}
