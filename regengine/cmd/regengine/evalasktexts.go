package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask/askeval"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// evalVersion is the version each file read for a measurement becomes.
const evalVersion = "text"

// withText lists the codes of a place's country that have an edition in force
// with a text.
func withText(s *regengine.Snapshot, place string) []string {
	var slugs []string
	for _, code := range s.Codes.All() {
		if !s.Codes.Visible(code, geo.ID(strings.ToUpper(place)).Country()) {
			continue
		}
		hosted := func(v codes.Version) bool {
			return v.Status == codes.Active && len(s.Texts.Doc(codes.VersionRef{Code: code.Slug, Version: v.Slug}.String())) > 0
		}
		if slices.ContainsFunc(code.Versions, hosted) {
			slugs = append(slugs, code.Slug)
		}
	}
	return slugs
}

// evalAskData returns the pack the options name, or the starter data's places
// alone, with the files they name.
func (a *app) evalAskData(ctx context.Context, path string, run *askRun) (regengine.Data, error) {
	var data regengine.Data
	if run.options.pack != "" {
		read, err := a.readPack(run.options.pack)
		if err != nil {
			return data, err
		}
		data = read
	} else {
		starter, err := a.adapters.starter()
		if err != nil {
			return data, fmt.Errorf("starter data: %w", err)
		}
		data.Places = starter.Data.Places
	}
	if len(run.options.texts) == 0 {
		return data, nil
	}
	files, err := run.options.files(path, run.sources)
	if err != nil {
		return data, err
	}
	return run.read(ctx, data, files)
}

// sourcesOf returns what cases name as their sources, each once.
func sourcesOf(cases []askeval.Case) []string {
	var list []string
	for _, c := range cases {
		if c.Source != "" && !slices.Contains(list, c.Source) {
			list = append(list, c.Source)
		}
	}
	return list
}

// evalFile is a file to read, and the source it stands for.
type evalFile struct{ source, path string }

// files finds the files that sources name, and those of the flags. A source is
// looked for in the folders of --texts, in the folders they are in, and beside the
// question set; by its path, then by its name.
func (o evalAskOptions) files(questions string, sources []string) ([]evalFile, error) {
	var files []evalFile
	var folders []string
	for _, path := range o.texts {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return nil, err
		case info.IsDir():
			folders = append(folders, path)
		default:
			files = append(files, evalFile{filepath.ToSlash(path), path})
		}
	}
	for _, source := range sources {
		path, err := locate(source, folders, filepath.Dir(questions))
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(files, func(f evalFile) bool { return sameFile(f.path, path) }); i >= 0 {
			files[i].source = source
			continue
		}
		files = append(files, evalFile{source, path})
	}
	if len(files) == 0 {
		return nil, errors.New("there are no texts: the column source_file names none, and --texts no file")
	}
	return files, nil
}

func locate(source string, folders []string, beside string) (string, error) {
	name := filepath.FromSlash(source)
	under := func(folder string) string { return filepath.Join(folder, name) }
	above := func(folder string) string { return filepath.Join(filepath.Dir(filepath.Clean(folder)), name) }
	named := func(folder string) string { return filepath.Join(folder, filepath.Base(name)) }
	for _, path := range slices.Concat(mapped(folders, under), mapped(folders, above), []string{under(beside)}, mapped(folders, named)) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	return "", fmt.Errorf("source_file %s: %w in --texts %s", quote(source), fs.ErrNotExist, strings.Join(folders, ", "))
}

func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// read adds files to data, each as a code of its own that is in force and applies
// in every country there are places of.
func (r *askRun) read(ctx context.Context, data regengine.Data, files []evalFile) (regengine.Data, error) {
	bar, finish := r.progress()
	defer finish()
	r.files = make(map[string][]string)
	for i, f := range files {
		if bar != nil {
			bar(i, len(files), "texts")
		}
		read, err := r.readFile(ctx, data, f)
		if err != nil {
			return data, err
		}
		for _, v := range read.Code.Versions {
			r.files[f.source] = append(r.files[f.source], codes.VersionRef{Code: read.Code.Slug, Version: v.Slug}.String())
		}
		data = regengine.Merge(data, regengine.Data{Codes: []codes.Code{read.Code}, Blocks: read.Blocks})
	}
	return data, nil
}

func (r *askRun) readFile(ctx context.Context, data regengine.Data, f evalFile) (*importers.Import, error) {
	text, err := readLimited(f.path, importers.MaxFile)
	if err != nil {
		return nil, err
	}
	reader, err := readerOf(f.path, text)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(f.path)
	slug := importers.SlugOf(strings.TrimSuffix(name, filepath.Ext(name)))
	for n := 2; slices.ContainsFunc(data.Codes, func(c codes.Code) bool { return c.Slug == slug }); n++ {
		slug = fmt.Sprintf("%s-%d", importers.SlugOf(strings.TrimSuffix(name, filepath.Ext(name))), n)
	}
	given := importers.Given{Code: slug, Country: codes.Supranational, Scope: codes.European, Status: codes.Active, Today: r.today(), OnlyCurrent: true}
	for _, p := range data.Places {
		if p.Level == geo.Country {
			given.Territories = append(given.Territories, p.ID)
		}
	}
	read, err := reader(ctx, name, text, &given)
	if errors.Is(err, importers.ErrGiven) { // it names neither itself nor its day
		given.Version, given.Title = evalVersion, strings.TrimSuffix(name, filepath.Ext(name))
		read, err = reader(ctx, name, text, &given)
	}
	return read, err
}

// readerOf chooses the reader of a file by its ending; of XML by what is in it.
func readerOf(path string, data []byte) (importers.Reader, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".md", ".txt", ".text", ".markdown":
		return markdownTexts.read, nil
	case ".pdf":
		return pdfTexts.read, nil
	case ".docx":
		return docxTexts.read, nil
	case ".html", ".htm", ".xhtml":
		return htmlTexts.read, nil
	case ".xml", ".akn":
		if strings.Contains(string(data[:min(len(data), 4096)]), "akomaNtoso") {
			return aknTexts.read, nil
		}
		return boeTexts.read, nil
	}
	return nil, usagef("%s ends in none of .md, .txt, .pdf, .docx, .html and .xml", path)
}
