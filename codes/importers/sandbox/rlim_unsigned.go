//go:build unix && !linux && !freebsd && !dragonfly

package sandbox

// rlim is the type of a limit in setrlimit.
type rlim = uint64
