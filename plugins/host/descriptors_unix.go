//go:build unix

package host

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// firstKept is the lowest descriptor that no plugin gets: below are standard input,
// output and error.
const firstKept = 3

// markDescriptors marks what this process has open, one by one, as [keepDescriptors]
// does.
func markDescriptors() error {
	const listed = "/dev/fd" // of this process, on every unix
	entries, err := os.ReadDir(listed)
	if err != nil {
		return fmt.Errorf("what is open here cannot be listed, to be kept from it: %w", err)
	}
	for _, entry := range entries {
		if fd, err := strconv.Atoi(entry.Name()); err == nil && fd >= firstKept {
			unix.CloseOnExec(fd) // the list's own is closed already
		}
	}
	return nil
}
