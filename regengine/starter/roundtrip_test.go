package starter_test

import (
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/pack"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
)

// memory collects an export.
type memory fstest.MapFS

func (m memory) WriteFile(name string, content []byte) error {
	m[name] = &fstest.MapFile{Data: content, Mode: 0o644}
	return nil
}

func (m memory) contents() map[string]string {
	files := make(map[string]string, len(m))
	for name, file := range m {
		files[name] = string(file.Data)
	}
	return files
}

// exported imports data into a new SQLite database and exports what it holds.
func exported(t *testing.T, data regengine.Data, m pack.Manifest) memory {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "regengine.db"), &sqlite.Options{Schema: sqlstore.MigrateSchema})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	if _, err := regengine.Import(t.Context(), db, schemes, data, nil); err != nil {
		t.Fatalf("import:\n%v", err)
	}
	stored, _, err := db.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	files := make(memory)
	if err := pack.Export(t.Context(), files, m, stored, nil); err != nil {
		t.Fatalf("export:\n%v", err)
	}
	return files
}

// Whatever a database was given by a pack comes out of it as a pack that reads
// the same, to the anchors of the blocks; and that pack, having gone through a
// database itself, is the same to the byte.
func TestOpen_roundTrip(t *testing.T) {
	p, _ := open(t)
	data := regengine.Merge(p.Data, named(t))
	first := exported(t, data, p.Manifest)
	again, err := pack.Read(fstest.MapFS(first), nil)
	if err != nil {
		t.Fatalf("read:\n%v", err)
	}
	byID := cmpopts.SortSlices(func(a, b geo.Place) bool { return a.ID < b.ID })
	bySlug := cmpopts.SortSlices(func(a, b codes.Code) bool { return a.Slug < b.Slug })
	byPlace := cmpopts.SortSlices(func(a, b retrieval.Block) bool {
		return a.Doc < b.Doc || a.Doc == b.Doc && a.Order < b.Order
	})
	dates := cmp.Comparer(func(a, b codes.Date) bool { return a == b })
	if diff := cmp.Diff(data.Places, again.Data.Places, byID); diff != "" {
		t.Errorf("places (-starter +exported):\n%s", diff)
	}
	if diff := cmp.Diff(data.Codes, again.Data.Codes, bySlug, dates); diff != "" {
		t.Errorf("codes (-starter +exported):\n%s", diff)
	}
	if diff := cmp.Diff(data.Blocks, again.Data.Blocks, byPlace); diff != "" {
		t.Errorf("blocks (-starter +exported):\n%s", diff)
	}
	if diff := cmp.Diff(sources(data), sources(again.Data)); diff != "" {
		t.Errorf("rules (-starter +exported):\n%s", diff)
	}
	second := exported(t, again.Data, again.Manifest)
	if diff := cmp.Diff(first.contents(), second.contents()); diff != "" {
		t.Errorf("files (-first export +second):\n%s", diff)
	}
}

// named is a small pack whose blocks have anchors of every kind.
func named(t *testing.T) regengine.Data {
	t.Helper()
	p, err := pack.Read(fstest.MapFS{
		"pack.yaml":             {Data: []byte("format: 1\nname: named\ntitle: Named\ncountry: ES\n")},
		"codes/named/code.yaml": {Data: []byte("title: Named\ncountry: ES\nscope: national\nterritories: [ES]\n")},
		"codes/named/1.md": {Data: []byte("---\ntitle: First\nstatus: active\nlanguage: es\ninternal: true\n---\n\n# S\n\nNo name.\n\n" +
			"**Titled** {#by-hand}\n\nNamed.\n\n{#paragraph-3}\n\nNamed as its place would.\n\n" +
			"{#7d444840-9dc0-11d1-b245-5ffdce74fad2}\n\nAn id of its own.\n")},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var anchors []string
	for _, b := range p.Data.Blocks {
		anchors = append(anchors, b.Anchor)
	}
	if diff := cmp.Diff([]string{"", "by-hand", "paragraph-3", ""}, anchors); diff != "" {
		t.Fatalf("anchors (-want +got):\n%s", diff)
	}
	return p.Data
}

// sources returns the rules as they are written: what is parsed of them follows.
func sources(data regengine.Data) map[string]string {
	rules := make(map[string]string)
	for _, set := range data.Rules {
		rules[set.Ref.String()] = string(set.Source)
	}
	return rules
}
