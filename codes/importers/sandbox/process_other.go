//go:build !unix

package sandbox

import (
	"os"
	"os/exec"
)

// systemEnv is what a process needs in its environment to start at all.
func systemEnv() []string {
	var env []string
	for _, name := range []string{"SystemRoot", "SystemDrive"} {
		if value := os.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// killed cannot be told here from a crash.
func killed(*os.ProcessState) bool { return false }

func setProcess(*exec.Cmd) {}

func killProcess(p *os.Process) { _ = p.Kill() }

// resident cannot be known here: the child watches itself.
func resident(int) int64 { return 0 }

// confineProcess has nothing to set: time and memory are watched.
func confineProcess(Limits) error { return nil }
