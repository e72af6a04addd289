//go:build unix

package sandbox

import (
	"os"
	"syscall"
)

// systemEnv is what a process needs in its environment to start at all.
func systemEnv() []string { return nil }

// killed reports whether a process was ended from outside: the Go runtime takes every
// other signal for a crash, or for none.
func killed(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && (status.Signal() == syscall.SIGKILL || status.Signal() == syscall.SIGTERM)
}

// killProcess ends the child and the process group it leads. Once the child has
// been waited for its number may be another's, and nothing is done.
func killProcess(p *os.Process) {
	if p.Kill() == nil {
		_ = syscall.Kill(-p.Pid, syscall.SIGKILL)
	}
}
