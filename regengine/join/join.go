// Package join lets a country join from outside: what its plugin gave is held
// against what an import may hold, and becomes data to import.
package join

import (
	"context"
	"errors"
	"io/fs"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// Contents is what a plugin gave, unchecked.
type Contents struct {
	Country     geo.ID
	Tag         string // BCP 47
	Origin      regengine.Origin
	Places      []geo.Place
	Scheme      geo.SchemeTable
	Language    map[string][]byte // files by name; nil for none
	Packs       []Pack
	Calculators []regengine.CalculatorForm
	Notices     []string // what the plugin said of a file it read

	// PlacesOnly says that these are places read from a file: they are added to
	// what the country has, and the rest stays.
	PlacesOnly bool
}

// Pack is regulations as package regengine/pack reads them.
type Pack struct {
	Name  string
	Files fs.FS
}

// Options are what contents are held against.
type Options struct {
	Schemes   []geo.Scheme   // built in
	Stored    regengine.Data // what is there already
	Languages []regengine.LanguageReader
}

// ErrRefused says that what a plugin gave cannot be taken. The error that wraps it
// names everything that is wrong.
var ErrRefused = errors.New("join: refused")

// Join checks contents and returns them as data to import. ErrRefused: places,
// identifiers, regulations or words of another country, a country that is built in
// or another plugin's, data out of range, texts that are no text. Nothing in
// contents is changed; the data share memory with it.
func Join(ctx context.Context, c *Contents, o Options) (regengine.Data, error) {
	j := &joiner{in: c, opts: o}
	if !j.identity() { // nothing else could be told
		return regengine.Data{}, j.err()
	}
	for _, step := range []func(){j.origin, j.places, j.scheme, j.language, j.calculators} {
		if err := ctx.Err(); err != nil {
			return regengine.Data{}, err
		}
		step()
	}
	for i := range c.Packs {
		if err := ctx.Err(); err != nil {
			return regengine.Data{}, err
		}
		j.pack(&c.Packs[i])
	}
	if err := j.err(); err != nil {
		return regengine.Data{}, err
	}
	j.out.Countries = []regengine.Country{j.country()}
	if err := regengine.Check(o.Schemes, o.Stored, j.out); err != nil {
		j.together(err)
		return regengine.Data{}, j.err()
	}
	return j.out, nil
}
