//go:build freebsd || dragonfly

package sandbox

// rlim is the type of a limit in setrlimit.
type rlim = int64
