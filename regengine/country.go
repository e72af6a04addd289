package regengine

import (
	"encoding/json"
	"errors"
	"io/fs"
	"time"

	"github.com/reglookup/regengine/geo"
)

// Country is what a country that is not built in brings along beside its places
// and codes. It is kept with them, so that nobody need be asked again while a
// request waits: every process on the same database serves the country, whether
// or not it can run its plugin.
type Country struct {
	Scheme   geo.SchemeTable
	Language map[string][]byte // files by name; nil when the host has the language
	Origin   Origin

	// Brought is what the country's plugin said of its places when it was imported last.
	// What else is stored of them came from elsewhere, such as a newer official file, and
	// stays when the plugin comes anew. It may be nil.
	Brought map[geo.ID]*geo.TechData

	// Calculators are the forms of those the country's plugin runs: they are listed
	// while it is down, and running one then gives projects.ErrUnavailable.
	Calculators []CalculatorForm
}

// CalculatorForm is what is known of a calculator without running it.
type CalculatorForm struct {
	ID, Title     string
	Input, Result json.RawMessage // JSON Schemas, as projects.Calculator gives them
}

// ID returns the country's identifier.
func (c *Country) ID() geo.ID { return c.Scheme.CountryID }

// Origin says where a Country comes from.
type Origin struct {
	Plugin   string // its name
	Version  string
	SHA256   string // of its binary, hexadecimal
	Imported time.Time
}

// LanguageReader is a part of the program that reads language data. Check says
// what is wrong with files and changes nothing; Add makes the language known to the
// whole process, instead of what it knew of it. A reader takes only the files it
// knows by name, and does without those that are not there. Languages the program
// has itself cannot be changed: ErrBuiltInLanguage.
type LanguageReader struct {
	Name  string
	Check func(tag string, files fs.FS) error
	Add   func(tag string, files fs.FS) error

	// Retired are the keys of messages.tsv, without the reader's name before them, that it
	// read once and ignores now.
	Retired []string
}

// ErrBuiltInLanguage says that language data are of a language the program has
// itself, which nobody else may change.
var ErrBuiltInLanguage = errors.New("regengine: the language is built in")
