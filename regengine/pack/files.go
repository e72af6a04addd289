package pack

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
)

// Limits of a pack, where [ReadOptions] does not say otherwise.
const (
	DefaultMaxFileBytes  = 64 << 20
	DefaultMaxTotalBytes = 1 << 30
	DefaultMaxFiles      = 100_000
)

const (
	manifestFile = "pack.yaml"
	placesFile   = "places.csv"
	codesDir     = "codes"
	codeFile     = "code.yaml"
	rulesSuffix  = ".rules.yaml"
	textSuffix   = ".md"
)

// ignored are files that may lie anywhere in a pack without being part of it;
// names that begin with a dot are ignored as well.
var ignored = []string{"README.md", "LICENSE", resourceForks}

// codeFiles is what lies in the folder of one code.
type codeFiles struct {
	slug     string
	hasCode  bool
	versions []string // slugs, by name
	rules    []string // slugs of the versions they are for
}

// layout is what a pack consists of.
type layout struct {
	manifest bool
	places   bool
	codes    []*codeFiles
}

func (l *layout) files() int {
	n := 0
	for _, present := range []bool{l.manifest, l.places} {
		if present {
			n++
		}
	}
	for _, c := range l.codes {
		n += len(c.versions) + len(c.rules)
		if c.hasCode {
			n++
		}
	}
	return n
}

// files reads the files of a pack within bounds.
type files struct {
	fsys     fs.FS
	rep      *report
	maxFile  int64
	maxTotal int64
	maxFiles int
	total    int64
}

var errTooMany = errors.New("too many files")

// list walks the pack and sorts out what each file is. Files out of place are
// reported and left alone. ok is false when there are too many to go on.
func (f *files) list() (l *layout, ok bool) {
	l = &layout{}
	seen := 0
	err := fs.WalkDir(f.fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if seen++; seen > f.maxFiles {
			f.rep.add(name, 1, "the pack has more than %d files; split it", f.maxFiles)
			return errTooMany
		}
		if err != nil {
			f.rep.add(name, 1, "cannot be read: %s", reason(err))
			return skip(d)
		}
		return f.entry(l, name, d)
	})
	return l, err == nil
}

// reason is the part of a file error that says why: the path is said already,
// and one outside the pack is nobody's business.
func reason(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

func skip(d fs.DirEntry) error {
	if d != nil && d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func (f *files) entry(l *layout, name string, d fs.DirEntry) error {
	base := path.Base(name)
	switch {
	case name == ".":
		return nil
	case strings.HasPrefix(base, ".") || slices.Contains(ignored, base):
		return skip(d)
	case d.Type()&fs.ModeSymlink != 0:
		f.rep.add(name, 1, "is a symbolic link; put the file itself here")
		return nil
	case d.IsDir():
		return f.dir(l, name)
	case !d.Type().IsRegular():
		f.rep.add(name, 1, "is no regular file; remove it")
		return nil
	}
	f.file(l, name)
	return nil
}

func (f *files) dir(l *layout, name string) error {
	dir, base := path.Split(name)
	switch dir {
	case "":
		if base == codesDir {
			return nil
		}
	case codesDir + "/":
		if problem := codes.SlugProblem(base, false); problem != "" {
			f.rep.add(name, 1, "the folder's name is the slug of a code: %s", problem)
			return fs.SkipDir
		}
		l.codes = append(l.codes, &codeFiles{slug: base})
		return nil
	}
	f.rep.add(name, 1, "a folder is not expected here; a pack has the folder codes, and in it one folder for each code")
	return fs.SkipDir
}

func (f *files) file(l *layout, name string) {
	dir, base := path.Split(name)
	switch {
	case name == manifestFile:
		l.manifest = true
	case name == placesFile:
		l.places = true
	case strings.Count(name, "/") == 2 && strings.HasPrefix(dir, codesDir+"/"):
		f.codeFile(l.codes[len(l.codes)-1], name, base)
	default:
		f.rep.add(name, 1, "is not expected here; a pack has %s, %s and codes/<code>/", manifestFile, placesFile)
	}
}

func (f *files) codeFile(c *codeFiles, name, base string) {
	if base == codeFile {
		c.hasCode = true
		return
	}
	for _, kind := range []struct {
		suffix string
		list   *[]string
	}{{rulesSuffix, &c.rules}, {textSuffix, &c.versions}} {
		slug, ok := strings.CutSuffix(base, kind.suffix)
		if !ok {
			continue
		}
		if problem := codes.SlugProblem(slug, true); problem != "" {
			f.rep.add(name, 1, "the file's name is the slug of a version: %s", problem)
			return
		}
		*kind.list = append(*kind.list, slug)
		return
	}
	f.rep.add(name, 1, "is not expected here; a code has %s, <version>%s and <version>%s", codeFile, textSuffix, rulesSuffix)
}

// read returns the bytes of a file; ok is false when it cannot be read or is
// too large, which has been reported.
func (f *files) read(name string) (content []byte, ok bool) {
	file, err := f.fsys.Open(name)
	if err != nil {
		f.rep.add(name, 1, "cannot be opened: %s", reason(err))
		return nil, false
	}
	defer func() { _ = file.Close() }()
	// One byte above the limit is enough to know, whatever size the file claims.
	limit := min(f.maxFile, f.maxTotal-f.total)
	content, err = io.ReadAll(io.LimitReader(file, limit+1))
	f.total += int64(len(content))
	switch {
	case err != nil:
		f.rep.add(name, 1, "cannot be read: %s", reason(err))
	case int64(len(content)) > f.maxFile:
		f.rep.add(name, 1, "is larger than %d bytes; split it", f.maxFile)
	case int64(len(content)) > limit:
		f.rep.add(name, 1, "brings the pack above %d bytes; split the pack", f.maxTotal)
	default:
		return content, true
	}
	return nil, false
}

var byteOrderMark = []byte("\uFEFF")

// text checks that content is text and returns it without byte order mark and
// with line feeds alone between lines.
func (f *files) text(name string, content []byte) (text []byte, ok bool) {
	content = bytes.TrimPrefix(content, byteOrderMark)
	line := 0
	for row := range bytes.Lines(content) {
		line++
		if bytes.IndexByte(row, 0) >= 0 {
			f.rep.add(name, line, "contains a NUL character; remove it")
			return nil, false
		}
		if !utf8.Valid(row) {
			f.rep.add(name, line, "is not valid UTF-8; save the file as UTF-8")
			return nil, false
		}
	}
	return bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n")), true
}
