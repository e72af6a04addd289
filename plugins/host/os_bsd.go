//go:build unix && !linux

package host

import (
	"os/exec"
	"syscall"
)

// apart makes the process the first of a session and group of its own. Here
// nothing ends it when the host is killed; the kit's Serve ends when its host's
// socket does.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// keepDescriptors marks every file, pipe and socket this process has open to be
// closed in what it executes, but standard input, output and error.
func keepDescriptors() error { return markDescriptors() }

func endGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }
