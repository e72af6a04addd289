package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const seals = unix.F_SEAL_WRITE | unix.F_SEAL_GROW | unix.F_SEAL_SHRINK | unix.F_SEAL_SEAL

// newImage makes a file in memory that has no name anybody could open it by.
func newImage(folder string) (*image, *os.File, error) {
	flags := unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("regengine-plugin", flags|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) { // a kernel before 6.3 knows no MFD_EXEC
		fd, err = unix.MemfdCreate("regengine-plugin", flags)
	}
	if err != nil { // forbidden here
		return newCopy(folder)
	}
	file := os.NewFile(uintptr(fd), "regengine-plugin")
	return &image{file: file}, file, nil
}

// seal makes the bytes unchangeable, for this process too.
func (im *image) seal(to *os.File) error {
	if im.path != "" {
		return im.sealCopy(to)
	}
	_, err := unix.FcntlInt(to.Fd(), unix.F_ADD_SEALS, seals)
	return err
}

// program sets what cmd executes; streams are its standard input, output and error.
// The child has the file under the number it has here, and no more when it is
// executed: the number is marked to be closed then.
func (im *image) program(cmd *exec.Cmd, streams ...*os.File) error {
	if im.path != "" {
		cmd.Path = im.path
		return nil
	}
	// On their way to 0, 1 and 2 the streams, and the pipe that brings the child's
	// error, may pass the numbers above the highest of theirs.
	const passed = 8
	above := firstKept
	for _, file := range streams {
		above = max(above, int(file.Fd()))
	}
	fd, err := unix.FcntlInt(im.file.Fd(), unix.F_DUPFD_CLOEXEC, above+passed)
	if err != nil {
		return fmt.Errorf("a descriptor for its bytes: %w", err)
	}
	_ = im.file.Close()
	im.file = os.NewFile(uintptr(fd), "regengine-plugin")
	cmd.Path = fmt.Sprintf("/proc/self/fd/%d", fd)
	return nil
}

func inodeOf(info fs.FileInfo) (uint64, time.Time) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ino, time.Unix(stat.Ctim.Unix())
	}
	return 0, time.Time{}
}
