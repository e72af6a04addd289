package pack

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine"
)

// mapWriter collects an export in memory.
type mapWriter fstest.MapFS

func (w mapWriter) WriteFile(name string, content []byte) error {
	w[name] = &fstest.MapFile{Data: content, Mode: 0o644}
	return nil
}

// contents returns the files of a pack by path.
func contents(fsys fstest.MapFS) map[string]string {
	files := make(map[string]string, len(fsys))
	for name, file := range fsys {
		files[name] = string(file.Data)
	}
	return files
}

// dates lets go-cmp look into civil dates, which have nothing but unexported fields.
var dates = cmp.Comparer(func(a, b codes.Date) bool { return a == b })

// minimal is a small sound pack as files; edits replace or, with "", remove some.
func minimal(edits map[string]string) fstest.MapFS {
	files := map[string]string{
		"pack.yaml":           "format: 1\nname: small\ntitle: Small\ncountry: ES\n",
		"places.csv":          strings.Join(placeColumns, ",") + "\nES,España,country,,,,,,,\nES-28,Madrid,province,ES,,,,,,\n",
		"codes/one/code.yaml": "title: One\ncountry: ES\nscope: national\nterritories: [ES]\n",
		"codes/one/2020.md":   "---\ntitle: One of 2020\nstatus: active\nlanguage: es\ninternal: true\n---\n\n# Scope\n\nText.\n",
	}
	for name, content := range edits {
		files[name] = content
	}
	fsys := make(fstest.MapFS)
	for name, content := range files {
		if content != "" {
			fsys[name] = &fstest.MapFile{Data: []byte(content), Mode: 0o644}
		}
	}
	return fsys
}

func mustRead(t testing.TB, fsys fstest.MapFS) *Pack {
	t.Helper()
	p, err := Read(fsys, nil)
	if err != nil {
		t.Fatalf("read:\n%v", err)
	}
	return p
}

func mustExport(t testing.TB, m Manifest, data regengine.Data, opts *ExportOptions) fstest.MapFS {
	t.Helper()
	fsys := make(fstest.MapFS)
	if err := Export(t.Context(), mapWriter(fsys), m, data, opts); err != nil {
		t.Fatalf("export:\n%v", err)
	}
	return fsys
}

// idOf returns the id of the n-th block of a section that is of a kind and says
// something, counted from 1, when it has no anchor.
func idOf(ref codes.VersionRef, section string, kind retrieval.Kind, text string, n int) string {
	var anchors importers.Anchors
	anchor := ""
	for range n {
		anchor = anchors.Of(kind, text)
	}
	return importers.BlockID(ref.String(), section, anchor)
}

// version wraps a text into a version's file.
func version(body string) string {
	return "---\ntitle: One\nstatus: active\nlanguage: es\ninternal: true\n---\n" + body
}
