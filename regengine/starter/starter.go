// Package starter holds the pack a new installation begins with: the territory
// of Spain, a catalogue of real regulations, digests of those consulted most,
// and rules for most of them. It is embedded, so no network and no file is needed.
package starter

import (
	"embed"
	"io/fs"

	"github.com/reglookup/regengine/regengine/pack"
)

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
