package host

import (
	"errors"
	"os"
)

// newCopy makes a file in a folder that is this user's alone.
func newCopy(folder string) (*image, *os.File, error) {
	file, err := os.CreateTemp(folder, "image-*.exe")
	if err != nil {
		return nil, nil, err
	}
	return &image{path: file.Name()}, file, nil
}

// sealCopy ends writing. Another program of the same user could still change the
// copy: the folder keeps out other users only.
func (im *image) sealCopy(to *os.File) error {
	return errors.Join(to.Chmod(0o500), to.Close())
}

// close gives up the bytes; a process that runs them keeps them.
func (im *image) close() {
	if im.file != nil {
		_ = im.file.Close()
	}
	if im.path != "" {
		_ = os.Remove(im.path)
	}
}
