package pack

import (
	"io/fs"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"

	"github.com/reglookup/regengine/geo"
)

const examplePack = "../../examples/pack"

// The pack people copy is sound, in canonical form, and a snapshot stands on it.
func TestExamplePack(t *testing.T) {
	p, err := Open(examplePack, nil)
	if err != nil {
		t.Fatal(err)
	}
	written := mustExport(t, p.Manifest, p.Data, nil)
	onDisk := make(fstest.MapFS)
	err = fs.WalkDir(os.DirFS(examplePack), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || slices.Contains(ignored, d.Name()) {
			return err
		}
		content, err := os.ReadFile(examplePack + "/" + name)
		onDisk[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(contents(onDisk), contents(written)); diff != "" {
		t.Errorf("export of the example pack (-on disk +written):\n%s", diff)
	}
	if _, err := regengine.NewSnapshot([]geo.Scheme{es.Scheme{}}, p.Data); err != nil {
		t.Errorf("snapshot:\n%v", p.Explain(err))
	}
}
