package pack_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"testing/fstest"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/pack"
)

func ExampleOpen() {
	p, err := pack.Open("../../examples/pack", nil)
	if err != nil {
		log.Fatal(err) // every mistake, each with file and line
	}
	fmt.Println(p.Manifest.Title)
	fmt.Println(len(p.Data.Places), "places,", len(p.Data.Blocks), "blocks of text")
	// Output:
	// A small pack to begin from
	// 4 places, 5 blocks of text
}

func ExampleRead() {
	files := fstest.MapFS{
		"pack.yaml":           {Data: []byte("format: 1\nname: mine\ntitle: Mine\ncolour: red\n")},
		"codes/one/code.yaml": {Data: []byte("title: One\ncountry: ES\nscope: state\nterritories: [ES]\n")},
	}
	_, err := pack.Read(files, nil)
	fmt.Println(err)
	// Output:
	// codes/one/code.yaml:3: scope: "state" is none of european, national, regional, provincial, sectorial, supramunicipal, municipal
	// pack.yaml:4: unknown key "colour"; known are format, name, title, description, country, licence, sources, extra
}

func ExampleExport() {
	data := regengine.Data{Places: []geo.Place{{ID: "ES", Name: "España", Level: geo.Country}}}
	var archive bytes.Buffer
	w := pack.NewZipWriter(&archive)
	err := pack.Export(context.Background(), w, pack.Manifest{Name: "mine", Title: "Mine"}, data, nil)
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(archive.Len() > 0)
	// Output: true
}

func ExampleCreateDir() {
	export := func(dir string, m pack.Manifest, data regengine.Data) error {
		w, err := pack.CreateDir(dir)
		if err != nil {
			return err
		}
		return errors.Join(pack.Export(context.Background(), w, m, data, nil), w.Close())
	}
	dir := filepath.Join(os.TempDir(), "regengine-example-pack")
	err := export(dir, pack.Manifest{Name: "mine", Title: "Mine"}, regengine.Data{})
	content, _ := os.ReadFile(filepath.Join(dir, "pack.yaml"))
	fmt.Print(string(content), err, "\n")
	_ = os.RemoveAll(dir)
	// Output:
	// format: 1
	// name: mine
	// title: Mine
	// <nil>
}

func ExamplePack_Explain() {
	files := fstest.MapFS{
		"pack.yaml": {Data: []byte("format: 1\nname: mine\ntitle: Mine\n")},
		"places.csv": {Data: []byte("id,name,level,parent,aliases,climate_zone,altitude_m,seismic_zone,radon_zone,population\n" +
			"ES,España,country,,,,,,,\nES-MD,Madrid,region,FR,,,,,,\n")},
	}
	p, err := pack.Read(files, nil)
	if err != nil {
		log.Fatal(err)
	}
	_, err = geo.NewGazetteer([]geo.Scheme{es.Scheme{}}, p.Data.Places)
	var invalid *pack.Error
	if errors.As(p.Explain(err), &invalid) {
		fmt.Println(invalid.Problems[0].File, invalid.Problems[0].Line)
	}
	// Output: places.csv 3
}
