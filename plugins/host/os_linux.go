package host

import (
	"bytes"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// politeness is the priority plugins have below the host's: where a core is
// wanted by both, the host goes first.
const politeness = 10

// apart makes the process the first of a session and group of its own, which the
// system ends when the host dies.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

// yieldToOthers lowers the priority of the calling thread, from whatever the host has,
// and that it can gain rights by a set-user-id program; both go to the process it
// starts.
func yieldToOthers() {
	const base, lowest = 20, 19 // the system gives base less the niceness
	if own, err := unix.Getpriority(unix.PRIO_PROCESS, 0); err == nil {
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, min(lowest, base-own+politeness))
	}
	_ = unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
}

// keepDescriptors marks every file, pipe and socket this process has open to be
// closed in what it executes, but standard input, output and error. Go marks its own;
// this process may have been started with others (a socket of its supervisor's, a
// shell's open file), or a library may have opened one without the mark. A program of
// this process that is to get one is given it expressly, which the mark does not keep
// it from. The mark cannot be set in the child alone: Go runs nothing of ours there.
func keepDescriptors() error {
	if unix.CloseRange(firstKept, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) == nil {
		return nil
	}
	return markDescriptors() // a kernel before 5.11, or one that forbids it
}

// limit sets what the system itself holds a process to. Its memory is watched too:
// see [watch]. The number of processes is counted by the system for all of a user's
// and so is of no use here.
func limit(pid int) {
	for resource, most := range map[int]uint64{
		unix.RLIMIT_CORE: 0, unix.RLIMIT_NOFILE: 256, unix.RLIMIT_FSIZE: 256 << 20,
	} {
		_ = unix.Prlimit(pid, resource, &unix.Rlimit{Cur: most, Max: most}, nil)
	}
}

// limitMemory bounds what a process may write to of its own: the system then
// refuses more at once, which a watcher that looks now and then cannot. Address
// space is not bounded, for the Go runtime reserves much and uses little.
func limitMemory(pid int, most int64) {
	const runtimeOwn = 128 << 20 // the Go runtime takes memory 64 MiB at a time
	data := uint64(most + most/4 + runtimeOwn)
	_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: data, Max: data}, nil)
}

func endGroup(pid int) { _ = unix.Kill(-pid, unix.SIGKILL) }

// waitUnreaped returns when the process has ended and before its number is given
// to another; false when it cannot.
func waitUnreaped(pid int) bool {
	for errors.Is(unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil), unix.EINTR) {
		continue
	}
	return true
}

// endMarked ends every process of this user that has the folder in its
// environment: those that left the group. They are looked for a few times, since
// they may start others meanwhile.
func endMarked(folder string) {
	const rounds = 5
	for range rounds {
		if !endMarkedOnce(folder) {
			return
		}
	}
}

func endMarkedOnce(folder string) (some bool) {
	for _, pid := range allPIDs() {
		if pid == os.Getpid() || !marked(pid, folder) {
			continue
		}
		handle, err := unix.PidfdOpen(pid, 0)
		if err != nil {
			continue
		}
		if marked(pid, folder) { // still the same: the handle is of it
			some = unix.PidfdSendSignal(handle, unix.SIGKILL, nil, 0) == nil || some
		}
		_ = unix.Close(handle)
	}
	return some
}

// marked reports whether a process was started with the folder for its home.
func marked(pid int, folder string) bool {
	env, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "environ"))
	if err != nil {
		return false
	}
	for entry := range bytes.SplitSeq(env, []byte{0}) {
		_, value, _ := bytes.Cut(entry, []byte{'='})
		if rest, ok := bytes.CutPrefix(value, []byte(folder)); ok && (len(rest) == 0 || rest[0] == '/') {
			return true
		}
	}
	return false
}

func allPIDs() []int {
	names, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil
	}
	var pids []int
	for _, name := range names {
		if pid, err := strconv.Atoi(filepath.Base(name)); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}
