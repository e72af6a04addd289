package importers

import (
	"context"
	"errors"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
)

// What can be wrong with a file as a whole. A [*FileError] wraps one of them.
var (
	ErrFormat    = errors.New("not a file of this format")
	ErrMalformed = errors.New("damaged or incomplete file")
	ErrEncrypted = errors.New("encrypted file")
	ErrEmpty     = errors.New("file without text")
	ErrTooLarge  = errors.New("file larger than is taken")
	ErrGiven     = errors.New("something must be said that the file does not say")
)

// The largest files taken, in bytes: of PDF and DOCX, which are read in a child
// process and hold pictures, and of texts with markup, which are read in this one
// and need about ten times their size.
const (
	MaxFile   = 64 << 20
	MaxMarkup = 16 << 20
)

// Reader reads one file of a format. data is not kept. The error is ctx's, or a
// [*FileError]; nothing is returned beside it.
type Reader func(ctx context.Context, name string, data []byte, given *Given) (*Import, error)

// Import is what a file holds, ready to be checked and stored as a whole.
type Import struct {
	Code   codes.Code // with the versions read, and their sections
	Blocks []retrieval.Block
	Report Report
}

// Given is what the caller says of a file. What it says holds also where the
// file says otherwise; the report then tells of both. The zero value says
// nothing.
type Given struct {
	Code        string // slug of the code; "" derives it from the file's identifier
	Version     string // slug of the version; "" derives it from the file's dates
	Title       string
	ShortTitle  string
	Country     string // ISO 3166-1 alpha-2, or codes.Supranational
	Scope       codes.NormativeScope
	Territories []geo.ID
	Tags        []string

	Status    codes.Status
	Published codes.Date
	Effective codes.Date
	Repealed  codes.Date
	Author    string
	SourceURL string
	Lang      string // BCP 47

	// Otherwise is the language taken where Lang is not given and the text is too
	// short to tell its own.
	Otherwise string

	// OnlyVisible leaves out what somebody who looks at the file does not see:
	// descriptions of pictures, and in PDF files text without ink, in the colour of
	// the paper, too small to read or beside the page. The report says how much.
	OnlyVisible bool

	// Today decides which of several dated versions is in force.
	Today codes.Date

	// Stored is the code of that slug as it is stored already, nil when it is
	// new. Its title, territory and the like hold where nothing else is given,
	// and its versions stay beside those of the file.
	Stored func(slug string) *codes.Code

	// OnlyCurrent leaves out the wordings that are no longer in force, of a file
	// that holds several.
	OnlyCurrent bool

	// Progress is told how far the reading has come. It may be nil.
	Progress func(done, total int, what string)
}
