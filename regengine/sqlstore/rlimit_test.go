//go:build unix

package sqlstore_test

import (
	"os/signal"
	"syscall"
)

// limitFileSize makes files of this process as if the disk were full at a size.
func limitFileSize(bytes uint64) error {
	signal.Ignore(syscall.SIGXFSZ) // then the write fails, as on a full disk
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes})
}
