// Package starter holds the pack a new installation begins with: the territory
// of Spain, a catalogue of real regulations, digests of those consulted most,
// and rules for most of them. It is embedded, so no network and no file is needed.
package starter

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"io"
	"io/fs"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/pack"
)

// number rises with every release whose pack differs from that of the release before:
// so a program of an earlier release takes nothing back from one of a later.
const number = 1

// all: takes in every file, also those whose name begins with a dot or "_".
//
//go:embed all:pack
var files embed.FS

// FS returns the files of the starter pack, as a person would write them.
func FS() fs.FS {
	sub, err := fs.Sub(files, "pack")
	if err != nil {
		panic(err) // the folder is named above
	}
	return sub
}

// Open reads the starter pack. An error is a mistake in the embedded files; rules
// are not linted again, a test of this package did that.
func Open() (*pack.Pack, error) { return pack.Read(FS(), &pack.ReadOptions{Trusted: true}) }

// Edition names the embedded pack.
func Edition() regengine.Edition {
	h := sha256.New()
	eachFile(func(name string) error {
		file, err := files.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		_, _ = io.WriteString(h, name+"\x00") // a hash takes everything
		_, err = io.Copy(h, file)
		return err
	})
	return regengine.NewEdition(number, binary.BigEndian.Uint64(h.Sum(nil)))
}

func eachFile(read func(name string) error) {
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return read(name)
	})
	if err != nil {
		panic(err) // the files are in memory
	}
}

// slugs returns those of the pack's codes: the names of their folders.
func slugs() []string {
	entries, err := fs.ReadDir(FS(), "codes")
	if err != nil {
		panic(err) // the folder is embedded
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name()
	}
	return names
}

// embedded is the pack on its way into a database.
type embedded struct{ pack *pack.Pack }

func (e *embedded) starter() regengine.Starter {
	return regengine.Starter{Edition: Edition(), Codes: slugs(), Read: func() (data regengine.Data, err error) {
		if e.pack, err = Open(); err != nil {
			return data, err
		}
		return e.pack.Data, nil
	}}
}

// explain names the pack's lines in an error about its data.
func (e *embedded) explain(err error) error {
	if e.pack == nil {
		return err
	}
	return e.pack.Explain(err)
}

// Bring brings the pack into a database, as [regengine.Bring] does.
func Bring(ctx context.Context, db regengine.StarterDatabase, schemes []geo.Scheme, opts *regengine.WriteOptions) (regengine.Brought, error) {
	var e embedded
	report, err := regengine.Bring(ctx, db, schemes, e.starter(), opts)
	return report, e.explain(err)
}

// LookAt says what [Bring] would do, as [regengine.LookAtStarter] does.
func LookAt(ctx context.Context, db regengine.StarterDatabase) (report regengine.Brought, current bool, err error) {
	return regengine.LookAtStarter(ctx, db, new(embedded).starter())
}

// Credits name whose facts the pack's places are made of, by language: their licence
// asks for that wherever they are shown.
func Credits() map[string]string {
	return map[string]string{
		"es": "Municipios: © Instituto Geográfico Nacional (CC BY 4.0 ign.es) e INE; zonas: CTE DB-HE anejo B, DB-HS 6 apéndice B y NCSE-02 anejo 1.",
		"en": "Municipalities: © Instituto Geográfico Nacional (CC BY 4.0 ign.es) and INE; zones: CTE DB-HE Annex B, DB-HS 6 Appendix B and NCSE-02 Annex 1.",
	}
}
