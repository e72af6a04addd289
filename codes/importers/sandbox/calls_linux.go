//go:build linux && (amd64 || arm64)

package sandbox

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// forbidden are the system calls a job has no use for: the network, other
// programs, other processes' memory. They fail with EPERM.
var forbidden = []uint32{
	unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT4,
	unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV,
	unix.SYS_MOUNT, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_BPF, unix.SYS_KEYCTL, unix.SYS_IO_URING_SETUP,
}

// forbidCalls installs a filter of system calls on every thread. A kernel
// without seccomp is no error: the other limits hold.
func forbidCalls() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("giving up privileges: %w", err)
	}
	filter := callFilter(forbidden)
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program))) //nolint:gosec // the kernel's interface
	runtime.KeepAlive(filter)
	if errno != 0 && errno != unix.ENOSYS && errno != unix.EINVAL {
		return fmt.Errorf("forbidding system calls: %w", errno)
	}
	return nil
}

// callFilter is a program of the kernel's packet filter: calls of another
// architecture's numbering, and those listed, give EPERM.
func callFilter(calls []uint32) []unix.SockFilter {
	const nrAt, archAt = 0, 4 // in struct seccomp_data
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	give := func(what uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: what} }
	equal := func(value uint32, yes, no uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: yes, Jf: no, K: value}
	}
	deny := give(unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM))
	filter := []unix.SockFilter{load(archAt), equal(callArch(), 1, 0), deny, load(nrAt)}
	if runtime.GOARCH == "amd64" {
		const x32 = 0x40000000 // calls of the x32 interface have this bit in their number
		filter = append(filter, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K, Jt: 0, Jf: 1, K: x32}, deny)
	}
	for _, call := range calls {
		filter = append(filter, equal(call, 0, 1), deny)
	}
	return append(filter, give(unix.SECCOMP_RET_ALLOW))
}

func callArch() uint32 {
	if runtime.GOARCH == "arm64" {
		return unix.AUDIT_ARCH_AARCH64
	}
	return unix.AUDIT_ARCH_X86_64
}
