package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// filePrefix begins the name of every plugin's file; the rest is the plugin's name.
const filePrefix = "regengine-plugin-"

// maxBinary bounds the size of a plugin's file.
const maxBinary = 512 << 20

var (
	slugs     = lazyregexp.New(`^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$`)
	checksums = lazyregexp.New(`^[0-9a-f]{64}$`)
	countries = lazyregexp.New(`^[A-Z]{2}$`)
)

func isSlug(s string) bool    { return slugs.MatchString(s) }
func isSHA256(s string) bool  { return checksums.MatchString(s) }
func isCountry(s string) bool { return countries.MatchString(s) }

// nameOf returns the name a plugin has by its file's. ErrBroken.
func nameOf(path string) (string, error) {
	base := strings.TrimSuffix(filepath.Base(path), ".exe")
	name, ok := strings.CutPrefix(base, filePrefix)
	if !ok || !isSlug(name) {
		return "", fmt.Errorf("%w: %.80q is no name of a plugin's file: call it %s<name>, with a name of a-z, 0-9 and hyphens, at most 40", ErrBroken, base, filePrefix)
	}
	return name, nil
}

// writers are those who may write to a plugin's file and to the folder it lies in.
type writers int

const (
	// ownerOnly is this process's user, or root: of what is started unasked.
	ownerOnly writers = iota
	// ownersGroup is whoever owns it, with their group: of what a person has a look
	// at where it was built.
	ownersGroup
)

// writers returns who may write to the plugins of this host.
func (o *Options) writers() writers {
	if o.Look {
		return ownersGroup
	}
	return ownerOnly
}

// found is a file that has the name of a plugin.
type found struct {
	name, path string
	problem    error // why it cannot be one
}

// find lists the files in the folder, by name, and those configured. Of several of
// one name the first counts.
func (h *Host) find() []found {
	var paths []string
	if h.opts.Dir != "" {
		entries, _ := os.ReadDir(h.opts.Dir) // a folder that is not there yet holds none
		for _, entry := range entries {
			if strings.HasPrefix(entry.Name(), filePrefix) {
				paths = append(paths, filepath.Join(h.opts.Dir, entry.Name()))
			}
		}
	}
	paths = append(paths, h.opts.Files...)
	files := make([]found, 0, len(paths))
	seen := map[string]string{}
	for _, path := range paths {
		f := inspect(path, h.opts.writers())
		switch first, twice := seen[f.name]; {
		case !twice:
			seen[f.name] = f.path
		case first == f.path:
			continue
		default:
			f.problem = fmt.Errorf("%w: %s has the same name and counts", ErrConflict, first)
		}
		files = append(files, f)
	}
	return files
}

func inspect(path string, allowed writers) found {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	name, err := nameOf(path)
	if err != nil {
		return found{name: strings.TrimPrefix(filepath.Base(path), filePrefix), path: path, problem: err}
	}
	return found{name: name, path: path, problem: fit(path, allowed)}
}

// fit says why the file at path cannot be a plugin.
func fit(path string, allowed writers) error {
	info, err := os.Lstat(path)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return fitFile(path, info, allowed)
}

func fitFile(path string, info fs.FileInfo, allowed writers) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%w: %s is a symbolic link, and what it points to may change; put the file itself there", ErrBroken, path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%w: %s is no regular file", ErrBroken, path)
	case !executable(info):
		return fmt.Errorf("%w: %s is not executable; chmod 755 it", ErrBroken, path)
	case info.Size() > maxBinary:
		return fmt.Errorf("%w: %s is larger than %d MiB", ErrBroken, path, maxBinary>>20)
	}
	if why := othersWrite(path, info, allowed); why != "" {
		return fmt.Errorf("%w: %s", ErrBroken, why)
	}
	return nil
}

// openFit opens a plugin's file and holds what was opened, not what lies there a
// moment later, against what a plugin's file must be.
func openFit(path string, allowed writers) (*os.File, fs.FileInfo, error) {
	file, err := openPlain(path)
	if err != nil {
		if problem := fit(path, allowed); problem != nil {
			return nil, nil, problem
		}
		return nil, nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	info, err := file.Stat()
	if err == nil {
		err = fitFile(path, info, allowed)
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return file, info, nil
}
