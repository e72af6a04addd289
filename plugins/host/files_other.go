//go:build !unix

package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// openPlain opens a file to read. Here a symbolic link is seen before, not in the
// same step.
func openPlain(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("no regular file")
	}
	return os.Open(path)
}

// othersWrite cannot tell here: the system keeps rights in another form.
func othersWrite(string, os.FileInfo, writers) string { return "" }

func executable(os.FileInfo) bool { return true }

// lockFile waits until it alone holds the lock at path: a file that is there while
// the lock is held. One whose holder died is there to be removed by hand.
func lockFile(ctx context.Context, path string) (unlock func(), err error) {
	for {
		file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			_ = file.Close()
			return func() { _ = os.Remove(path) }, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		select {
		case <-time.After(lockRetryAfter):
		case <-ctx.Done():
			return nil, fmt.Errorf("the lock %s: %w; remove it if nobody holds it", path, ctx.Err())
		}
	}
}

func syncFolder(string) error { return nil }
