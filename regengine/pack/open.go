package pack

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Open reads the pack at path: a folder, or a .zip archive whose files lie at its
// top or all in one folder. Nothing stays open. Mistakes are reported as [Read]
// does, with what could be read; a folder is never left, not even through a symbolic link.
func Open(path string, opts *ReadOptions) (p *Pack, err error) {
	fsys, closer, err := openFS(path)
	if err != nil {
		return nil, fmt.Errorf("open pack: %w", err)
	}
	defer func() { err = errors.Join(err, closer.Close()) }()
	return Read(fsys, opts)
}

func openFS(path string) (fs.FS, io.Closer, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if info.IsDir() {
		root, err := os.OpenRoot(path)
		if err != nil {
			return nil, nil, err
		}
		return root.FS(), root, nil
	}
	archive, err := zip.OpenReader(path)
	if errors.Is(err, zip.ErrFormat) {
		return nil, nil, fmt.Errorf("%s is neither a folder nor a zip archive: %w", path, err)
	}
	if err != nil {
		return nil, nil, err
	}
	fsys, err := archiveTop(&archive.Reader)
	if err != nil {
		return nil, nil, errors.Join(err, archive.Close())
	}
	return fsys, archive, nil
}

// archiveTop returns the folder of an archive that holds the pack: the one folder
// at its top when the archive was made of the folder rather than of its content.
func archiveTop(archive *zip.Reader) (fs.FS, error) {
	rep := &report{}
	checkArchive(rep, archive)
	if err := rep.err(nil); err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(archive, ".")
	if err != nil {
		return nil, err
	}
	var folder string
	for _, entry := range entries {
		name := entry.Name()
		switch {
		case strings.HasPrefix(name, ".") || name == resourceForks:
		case !entry.IsDir() || folder != "":
			return archive, nil
		default:
			folder = name
		}
	}
	if folder == "" {
		return archive, nil
	}
	return fs.Sub(archive, folder)
}

// resourceForks is a folder one kind of computer adds to archives.
const resourceForks = "__MACOSX"

// checkArchive reports entries whose name leads out of the archive, stands for
// two files, or cannot be read without a password.
func checkArchive(rep *report, archive *zip.Reader) {
	seen := make(map[string]bool, len(archive.File))
	for _, entry := range archive.File {
		name := strings.TrimSuffix(entry.Name, "/")
		switch {
		case !fs.ValidPath(name) || strings.Contains(name, `\`):
			rep.add(fmt.Sprintf("%q", entry.Name), 1, "is no path inside an archive; make the archive anew, without .. and with / between folders")
		case seen[name]:
			rep.add(name, 1, "is twice in the archive; make the archive anew")
		case entry.Flags&encrypted != 0:
			rep.add(name, 1, "is encrypted; make the archive anew without a password")
		}
		seen[name] = true
	}
}

// encrypted is the flag of an archive's entry that needs a password.
const encrypted = 1
