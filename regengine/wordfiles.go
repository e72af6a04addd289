package regengine

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"slices"
	"time"
)

// Words returns the country's language files as a flat folder; nil without any.
func (c *Country) Words() fs.FS {
	if c.Language == nil {
		return nil
	}
	return wordFiles(c.Language)
}

// wordFiles is a folder of files in memory.
type wordFiles map[string][]byte

// Open implements [fs.FS].
func (w wordFiles) Open(name string) (fs.File, error) {
	if name == "." {
		return &wordFolder{files: w, names: slices.Sorted(maps.Keys(w))}, nil
	}
	data, ok := w[name]
	if !ok || !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &wordFile{bytes.NewReader(data), wordInfo{name, int64(len(data)), 0o444}}, nil
}

// wordFile is an open file.
type wordFile struct {
	*bytes.Reader
	info wordInfo
}

func (f *wordFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *wordFile) Close() error               { return nil }

// wordFolder is the open folder.
type wordFolder struct {
	files wordFiles
	names []string // not listed yet
}

func (d *wordFolder) Stat() (fs.FileInfo, error) { return wordInfo{".", 0, fs.ModeDir | 0o555}, nil }
func (d *wordFolder) Close() error               { return nil }

func (d *wordFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: ".", Err: fs.ErrInvalid}
}

// ReadDir implements [fs.ReadDirFile].
func (d *wordFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(d.names) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(d.names) {
		n = len(d.names)
	}
	var list []fs.DirEntry
	for _, name := range d.names[:n] {
		list = append(list, fs.FileInfoToDirEntry(wordInfo{name, int64(len(d.files[name])), 0o444}))
	}
	d.names = d.names[n:]
	return list, nil
}

// wordInfo describes a file.
type wordInfo struct {
	name string
	size int64
	mode fs.FileMode
}

func (i wordInfo) Name() string       { return i.name }
func (i wordInfo) Size() int64        { return i.size }
func (i wordInfo) Mode() fs.FileMode  { return i.mode }
func (i wordInfo) ModTime() time.Time { return time.Time{} }
func (i wordInfo) IsDir() bool        { return i.mode.IsDir() }
func (i wordInfo) Sys() any           { return nil }
