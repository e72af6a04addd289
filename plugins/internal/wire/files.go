package wire

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/reglookup/regengine/plugins/internal/pluginpb"
)

// maxPath bounds the path of a file, in bytes.
const maxPath = 512

// SendFiles sends every file of files, the larger ones in parts.
func SendFiles(files fs.FS, send func(*pluginpb.File) error) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		file, err := files.Open(name)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }() // only read
		return sendFile(name, file, send)
	})
}

func sendFile(name string, file io.Reader, send func(*pluginpb.File) error) error {
	for part := 0; ; part++ {
		data := make([]byte, batchBytes)
		n, err := io.ReadFull(file, data)
		if n > 0 || part == 0 { // an empty file is one
			if err := send(&pluginpb.File{Path: name, Data: data[:n]}); err != nil {
				return err
			}
		}
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			return nil
		default:
			return fmt.Errorf("%s: %w", name, err)
		}
	}
}

// FilesReader puts together what a stream of files brings.
type FilesReader struct {
	limits Limits
	files  map[string][]byte
	last   string
	bytes  int
}

// NewFilesReader returns a reader that takes so much.
func NewFilesReader(limits Limits) *FilesReader {
	return &FilesReader{limits: limits.withDefaults(), files: map[string][]byte{}}
}

// Add takes the next message. ErrMalformed.
func (r *FilesReader) Add(m *pluginpb.File) error {
	name := m.GetPath()
	if err := checkText("path of a file", name, maxPath); err != nil {
		return err
	}
	if !fs.ValidPath(name) || name == "." {
		return fmt.Errorf("%w: %.80q is no path of a file", ErrMalformed, name)
	}
	r.bytes += len(m.GetData())
	if r.bytes > r.limits.FileBytes {
		return fmt.Errorf("%w: the files have more than %d bytes", ErrMalformed, r.limits.FileBytes)
	}
	_, known := r.files[name]
	switch {
	case known && name != r.last:
		return fmt.Errorf("%w: %.80q comes twice", ErrMalformed, name)
	case known && len(m.GetData()) == 0:
		return errNothing
	case !known && len(r.files) >= r.limits.Files:
		return fmt.Errorf("%w: more than %d files", ErrMalformed, r.limits.Files)
	}
	r.last = name
	r.files[name] = append(r.files[name], m.GetData()...)
	return nil
}

// Files returns the files by path.
func (r *FilesReader) Files() map[string][]byte { return r.files }

// FS returns files as a file system. ErrMalformed when a path is a file and a folder.
func FS(files map[string][]byte) (fs.FS, error) {
	if err := CheckFolders(files); err != nil {
		return nil, err
	}
	var buffer bytes.Buffer
	w := zip.NewWriter(&buffer)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(files[name]); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(buffer.Bytes()), int64(buffer.Len()))
}

// CheckFolders refuses a path that is a file and a folder. ErrMalformed.
func CheckFolders(files map[string][]byte) error {
	for file := range files {
		for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
			if _, both := files[dir]; both {
				return fmt.Errorf("%w: %.80q is a file and a folder", ErrMalformed, dir)
			}
		}
	}
	return nil
}
