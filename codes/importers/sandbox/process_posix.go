//go:build unix && !linux

package sandbox

import (
	"os/exec"
	"syscall"
	"time"
)

// setProcess gives the child a group of its own. That it dies with its parent is
// seen to by the pipe between them.
func setProcess(cmd *exec.Cmd) {
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// resident cannot be known here: the child watches itself.
func resident(int) int64 { return 0 }

// confineProcess limits the processor time.
func confineProcess(l Limits) error {
	var now syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_CPU, &now); err != nil {
		return err
	}
	now.Cur = min(now.Cur, rlim((l.CPU+time.Second-1)/time.Second))
	now.Max = min(now.Max, now.Cur)
	return syscall.Setrlimit(syscall.RLIMIT_CPU, &now)
}
