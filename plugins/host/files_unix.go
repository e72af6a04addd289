//go:build unix

package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// openPlain opens a file to read, and fails when its last name is a symbolic link;
// a pipe somebody put there does not hold it up.
func openPlain(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
}

// othersWrite says who may write to a file or to its folder and is none of those
// allowed, and what to do about it; "" when there is nobody. Whoever may write there
// can exchange the file.
func othersWrite(path string, info os.FileInfo, allowed writers) string {
	folder := filepath.Dir(path)
	about, err := os.Stat(folder)
	if err != nil {
		return fmt.Sprintf("who may write to the folder %s cannot be told: %v", folder, err)
	}
	if why := tooMany(path, info, allowed); why != "" {
		return why
	}
	if why := tooMany(folder, about, allowed); why != "" {
		if about.Mode()&os.ModeSticky != 0 { // such as /tmp, whose rights are as they should be
			return fmt.Sprintf("the folder %s is for everybody's files: move %s to a folder of your own", folder, filepath.Base(path))
		}
		return "the folder " + why + ", or move the file to a folder of your own"
	}
	return ""
}

// tooMany is othersWrite of a file or a folder by itself.
func tooMany(path string, info os.FileInfo, allowed writers) string {
	const group, others = 0o020, 0o002
	mode := info.Mode().Perm()
	if mode&others != 0 {
		return fmt.Sprintf("%s may be written by anybody: chmod go-w %[1]s", path)
	}
	if allowed == ownersGroup {
		return ""
	}
	if mode&group != 0 {
		return fmt.Sprintf("%s may be written by its group: chmod go-w %[1]s", path)
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Uid != 0 && int(stat.Uid) != os.Geteuid() {
		return fmt.Sprintf("%s belongs to user %d, who may change it: chown %d %[1]s", path, stat.Uid, os.Geteuid())
	}
	return ""
}

func executable(info os.FileInfo) bool { return info.Mode().Perm()&0o111 != 0 }

// lockFile waits until it alone holds the lock at path.
func lockFile(ctx context.Context, path string) (unlock func(), err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() { _ = file.Close() }, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			break
		}
		select {
		case <-time.After(lockRetryAfter):
			continue
		case <-ctx.Done():
			err = ctx.Err()
		}
		break
	}
	_ = file.Close()
	return nil, fmt.Errorf("the lock %s: %w", path, err)
}

// syncFolder makes a name within it last.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
