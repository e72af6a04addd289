package pack

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"time"
)

// Writer takes the files of a pack, one after the other.
type Writer interface {
	// WriteFile creates the file of that slash-separated path. No path is
	// written twice.
	WriteFile(name string, content []byte) error
}

// DirWriter writes a pack into a folder.
type DirWriter struct{ root *os.Root }

// ErrNotEmpty says that a folder to export to holds something already: files of
// an earlier export would become part of the new one.
var ErrNotEmpty = errors.New("pack: the folder is not empty")

// CreateDir makes the folder if there is none and opens it for writing. A folder
// that holds anything gives ErrNotEmpty. The writer must be closed.
func CreateDir(dir string) (*DirWriter, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("create pack: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("create pack: %w", err)
	}
	if len(entries) > 0 {
		return nil, fmt.Errorf("create pack in %s: %w; choose another, or empty it", dir, ErrNotEmpty)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("create pack: %w", err)
	}
	return &DirWriter{root}, nil
}

// WriteFile implements [Writer].
func (w *DirWriter) WriteFile(name string, content []byte) error {
	if err := w.root.MkdirAll(path.Dir(name), 0o750); err != nil {
		return err
	}
	return w.root.WriteFile(name, content, 0o644)
}

// Close lets go of the folder.
func (w *DirWriter) Close() error { return w.root.Close() }

// ZipWriter writes a pack as a zip archive. Archives of equal content are equal
// byte for byte.
type ZipWriter struct{ archive *zip.Writer }

// NewZipWriter returns a ZipWriter that writes to w. It must be closed.
func NewZipWriter(w io.Writer) *ZipWriter { return &ZipWriter{zip.NewWriter(w)} }

// zipTime is the time every entry carries: the earliest the format knows.
var zipTime = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

// WriteFile implements [Writer].
func (w *ZipWriter) WriteFile(name string, content []byte) error {
	if !fs.ValidPath(name) {
		return &fs.PathError{Op: "write", Path: name, Err: fs.ErrInvalid}
	}
	header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: zipTime}
	header.SetMode(0o644)
	file, err := w.archive.CreateHeader(header)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return err
}

// Close finishes the archive. It does not close what it was written to.
func (w *ZipWriter) Close() error { return w.archive.Close() }

var (
	_ Writer = (*DirWriter)(nil)
	_ Writer = (*ZipWriter)(nil)
)
