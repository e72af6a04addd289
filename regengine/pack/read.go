package pack

import (
	"archive/zip"
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/rules"
)

// ReadOptions bound and watch a reading. The zero value has the default limits.
type ReadOptions struct {
	MaxFileBytes  int64 // of one file; 0 means DefaultMaxFileBytes
	MaxTotalBytes int64 // of all files; 0 means DefaultMaxTotalBytes
	MaxFiles      int   // files and folders; 0 means DefaultMaxFiles
	Progress      regengine.Progress

	// Trusted leaves out [verify.Lint]: the rules of a pack that was read without
	// it before, such as one that is part of a program, are in order. That quotes
	// stand in their texts is still checked, by the snapshot that is made of it.
	Trusted bool
}

// Read reads and checks a pack: a folder (os.DirFS, embed.FS) or an archive
// (*zip.Reader). References to data outside the pack are left to the snapshot
// check (see [Pack.Explain]).
//
// The error is an [*Error] that lists every mistake. The Pack that comes with it
// holds what could be read all the same. It is for one use only: to be put to the
// snapshot check as well, so that Explain can tell everything that is wrong at
// once. It is nil when there was no sense in reading at all.
func Read(fsys fs.FS, opts *ReadOptions) (*Pack, error) {
	if opts == nil {
		opts = &ReadOptions{}
	}
	rep := &report{}
	r := &reader{
		files: files{
			fsys: fsys, rep: rep,
			maxFile:  cmp.Or(opts.MaxFileBytes, DefaultMaxFileBytes),
			maxTotal: cmp.Or(opts.MaxTotalBytes, DefaultMaxTotalBytes),
			maxFiles: cmp.Or(opts.MaxFiles, DefaultMaxFiles),
		},
		progress: opts.Progress,
		trusted:  opts.Trusted,
		ids:      make(map[string]position),
		pack:     &Pack{positions: newPositions()},
	}
	switch archive := fsys.(type) {
	case *zip.Reader:
		checkArchive(rep, archive)
	case *zip.ReadCloser:
		checkArchive(rep, &archive.Reader)
	}
	if len(rep.problems) > 0 { // an archive with a name that misleads is not opened at all
		return nil, rep.err(nil)
	}
	if !r.read() {
		return nil, rep.err(nil)
	}
	return r.pack, rep.err(nil)
}

// reader reads the files of one pack.
type reader struct {
	files
	progress regengine.Progress
	trusted  bool
	done     int
	all      int
	pack     *Pack
	rows     []placeRow

	ruleFiles []ruleFile          // that could be read, with the text they quote
	ids       map[string]position // of each block
}

// read reports whether the files could be told apart.
func (r *reader) read() bool {
	l, ok := r.list()
	if !ok {
		return false
	}
	r.all = l.files()
	manifest := r.manifest(l)
	if l.places {
		r.pack.positions.placesLost = true
		if source, ok := r.content(placesFile); ok {
			r.rows, r.pack.positions.placesLost = parsePlaces(r.rep, manifest, source)
		}
	}
	for _, c := range l.codes {
		r.code(c, manifest)
	}
	if !r.trusted {
		r.lint()
	}
	r.sort()
	return true
}

// content returns a file's text and counts it as read.
func (r *reader) content(name string) ([]byte, bool) {
	raw, ok := r.raw(name)
	if !ok {
		return nil, false
	}
	return r.text(name, raw)
}

func (r *reader) raw(name string) ([]byte, bool) {
	raw, ok := r.files.read(name)
	r.done++
	if r.progress != nil {
		r.progress(r.done, r.all, name)
	}
	return raw, ok
}

// manifest reads pack.yaml; nil when there is none that can be understood.
func (r *reader) manifest(l *layout) *Manifest {
	if !l.manifest {
		r.rep.add(manifestFile, 1, "is missing; a pack begins with it: format: 1, name, title")
		return nil
	}
	source, ok := r.content(manifestFile)
	if !ok {
		return nil
	}
	manifest := parseManifest(r.rep, source)
	if manifest != nil {
		r.pack.Manifest = *manifest
	}
	return manifest
}

func (r *reader) code(c *codeFiles, manifest *Manifest) {
	name := path.Join(codesDir, c.slug, codeFile)
	code, keys := codes.Code{Slug: c.slug}, keyLines{file: name, unread: true}
	if !c.hasCode {
		r.rep.add(name, 1, "is missing; it holds title, country, scope and territories of the code")
	} else if source, ok := r.content(name); ok {
		code, keys = parseCode(r.rep, name, c.slug, source)
		r.checkCountry(code, manifest, keys)
	}
	r.pack.positions.keys[codes.VersionRef{Code: c.slug}] = keys
	for _, slug := range c.versions {
		ref := codes.VersionRef{Code: c.slug, Version: slug}
		f := r.version(ref)
		code.Versions = append(code.Versions, f.version)
		if slices.Contains(c.rules, slug) {
			r.rules(ref, f)
		}
	}
	for _, slug := range c.rules {
		if !slices.Contains(c.versions, slug) {
			r.rep.add(path.Join(codesDir, c.slug, slug+rulesSuffix), 1,
				"has no version beside it; write %s%s, or remove it", slug, textSuffix)
		}
	}
	r.pack.Data.Codes = append(r.pack.Data.Codes, code)
}

func (r *reader) checkCountry(code codes.Code, manifest *Manifest, keys keyLines) {
	if manifest == nil || manifest.Country == "" || code.CountryCode == "" ||
		code.CountryCode == codes.Supranational || code.CountryCode == string(manifest.Country) {
		return
	}
	keys.faults["country"] = true
	r.rep.add(keys.file, keys.at("country"), "country: %s is not the pack's country %s", code.CountryCode, manifest.Country)
}

func (r *reader) version(ref codes.VersionRef) versionFile {
	name := path.Join(codesDir, ref.Code, ref.Version+textSuffix)
	f := unreadVersion(name, ref)
	if source, ok := r.content(name); ok {
		f = parseVersion(r.rep, name, ref, source)
	}
	r.pack.positions.keys[ref] = f.keys
	for _, b := range f.blocks {
		r.add(b, name)
	}
	return f
}

func (r *reader) add(b locatedBlock, file string) {
	if first, twice := r.ids[b.ID]; twice {
		r.rep.add(file, b.line, "block id %s is used already at %s:%d; remove the anchor here", b.ID, first.file, first.line)
		return
	}
	r.ids[b.ID] = position{file, b.line}
	r.pack.Data.Blocks = append(r.pack.Data.Blocks, b.Block)
}

// rules reads the rules of a version. They are checked when all are read.
func (r *reader) rules(ref codes.VersionRef, f versionFile) {
	name := path.Join(codesDir, ref.Code, ref.Version+rulesSuffix)
	source, ok := r.raw(name)
	if !ok {
		return
	}
	if _, ok := r.text(name, source); !ok {
		return
	}
	set, err := rules.Parse(ref, source)
	switch {
	case err != nil:
		r.ruleProblems(name, err)
	case f.unread: // every quote would be missing; the words remain, for others to use
		set.Source, set.Rules, set.Impossible, set.Fillings = nil, nil, nil, nil
	default:
		r.ruleFiles = append(r.ruleFiles, ruleFile{name, set, f.blocks})
	}
	r.pack.Data.Rules = append(r.pack.Data.Rules, set)
}

func (r *reader) ruleProblems(name string, err error) {
	var mistakes *rules.Error
	if !errors.As(err, &mistakes) {
		r.rep.add(name, 1, "%s", err)
		return
	}
	for _, p := range mistakes.Problems {
		r.rep.add(name, p.Line, "%s", p.Message)
	}
}

// sort brings the data into the order a database lists them in.
func (r *reader) sort() {
	slices.SortFunc(r.rows, func(a, b placeRow) int { return comparePlaces(&a.place, &b.place) })
	for _, row := range r.rows {
		r.pack.Data.Places = append(r.pack.Data.Places, row.place)
		r.pack.positions.places = append(r.pack.positions.places, placeLine{row.line, row.unclear})
	}
	sortData(&r.pack.Data)
}

func comparePlaces(a, b *geo.Place) int {
	return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(a.ID, b.ID))
}

func compareRefs(a, b codes.VersionRef) int {
	return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Version, b.Version))
}

func sortData(d *regengine.Data) {
	slices.SortStableFunc(d.Places, func(a, b geo.Place) int { return comparePlaces(&a, &b) })
	slices.SortStableFunc(d.Codes, func(a, b codes.Code) int { return cmp.Compare(a.Slug, b.Slug) })
	for i := range d.Codes {
		codes.SortVersions(d.Codes[i].Versions)
	}
	slices.SortStableFunc(d.Blocks, func(a, b retrieval.Block) int {
		return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Order, b.Order))
	})
	slices.SortStableFunc(d.Rules, func(a, b rules.RuleSet) int { return compareRefs(a.Ref, b.Ref) })
}
