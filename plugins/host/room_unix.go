//go:build unix

package host

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// tryLock takes the lock at path, or fails at once. The lock is made, or there
// already.
func tryLock(path string, made bool) (unlock func(), err error) {
	flags := os.O_RDWR | unix.O_NOFOLLOW | unix.O_CLOEXEC
	if made {
		flags |= os.O_CREATE
	}
	file, err := os.OpenFile(path, flags, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		_ = file.Close()
		return nil, err
	}
	return func() { _ = file.Close() }, nil
}

// ownFolder reports whether path is a folder that belongs to this user alone.
func ownFolder(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}

func shortTemp(string) string { return "/tmp" }
