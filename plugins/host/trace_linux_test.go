package host

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// trace has another process trace the one of that id, which then does not end
// before that other does. end ends the tracer.
func trace(t *testing.T, pid int) (end func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "HOST_TEST_TRACE="+strconv.Itoa(pid))
	_, err := cmd.StdinPipe() // closed with this process
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	if line != "traces\n" {
		_ = cmd.Wait()
		t.Skip("no process may be traced here:", line)
	}
	return func() { _, _ = cmd.Process.Kill(), cmd.Wait() }
}

// tracer is the process that traces.
func tracer(text string) {
	runtime.LockOSThread()
	pid, _ := strconv.Atoi(text)
	if err := unix.PtraceSeize(pid); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("traces")
	_, _ = io.Copy(io.Discard, os.Stdin) // until it is ended
}
