package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// setProcess gives the child a group of its own and ties its life to ours.
func setProcess(cmd *exec.Cmd) {
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// resident returns the resident memory of a process in bytes, 0 when it is gone.
func resident(pid int) int64 {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(data)
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return pages * int64(os.Getpagesize())
}

// confineProcess sets the kernel's limits. The parent's watch comes first in
// time; these hold also where it comes late.
func confineProcess(l Limits) error {
	seconds := uint64((l.CPU + time.Second - 1) / time.Second)
	limits := []struct {
		what  string
		which int
		most  uint64
	}{
		{"processor time", unix.RLIMIT_CPU, seconds},
		{"file size", unix.RLIMIT_FSIZE, uint64(l.Files)},
		{"core dump", unix.RLIMIT_CORE, 0},
	}
	if data, ok := writable(); ok {
		// What is mapped already, the race detector's shadow too, is not the job's.
		// Go maps memory in steps of 64 MiB, and touches less than it maps.
		limits = append(limits, struct {
			what  string
			which int
			most  uint64
		}{"memory", unix.RLIMIT_DATA, data + 2*memoryFactor*uint64(l.Memory) + 128<<20})
	}
	for _, limit := range limits {
		if err := lower(limit.which, limit.most); err != nil {
			return fmt.Errorf("limiting %s: %w", limit.what, err)
		}
	}
	return forbidCalls()
}

// lower sets a limit, or leaves a stricter one that is there already.
func lower(which int, most uint64) error {
	var now unix.Rlimit
	if err := unix.Getrlimit(which, &now); err != nil {
		return err
	}
	most = min(most, now.Max)
	return unix.Setrlimit(which, &unix.Rlimit{Cur: most, Max: most})
}

// writable returns how much private writable memory is mapped, which is what
// RLIMIT_DATA counts.
func writable() (uint64, bool) {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	_, after, ok := bytes.Cut(data, []byte("VmData:"))
	if !ok {
		return 0, false
	}
	var kib uint64
	if _, err := fmt.Sscan(string(after[:min(len(after), 32)]), &kib); err != nil {
		return 0, false
	}
	return kib << 10, true
}
