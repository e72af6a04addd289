package textlimits

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/reglookup/regengine/geo/langfile"
)

// LanguageFile is the file of a language folder this package reads; README.md
// describes it.
const LanguageFile = "limits.txt"

// maxLanguageFile bounds it, in bytes.
const maxLanguageFile = 256 << 10

// ErrBuiltInLanguage says that language data are of a language this package has
// itself ("es", "en"), which nobody else may change.
var ErrBuiltInLanguage = errors.New("textlimits: the language is built in")

// CheckLanguage says what is wrong with the [LanguageFile] among files: all
// mistakes, each with its line. It changes nothing. Without the file nothing is
// wrong. ErrBuiltInLanguage for "es" and "en".
func CheckLanguage(tag string, files fs.FS) error {
	_, err := readLanguage(tag, files)
	return err
}

// AddLanguage makes a language known to the whole process, instead of what was
// known of it: limits are found from then on in texts that are said to be in it. It
// may be called while others read. Errors as of [CheckLanguage]; nothing changes
// then, nor without the file. Its words of units are those of package quantity.
func AddLanguage(tag string, files fs.FS) error {
	l, err := readLanguage(tag, files)
	if err != nil || l == nil {
		return err
	}
	added.Put(tag, l)
	return nil
}

// readLanguage returns the language of the file; nil without one.
func readLanguage(tag string, files fs.FS) (*language, error) {
	code := langfile.Primary(tag)
	if builtInLanguages()[code] != nil {
		return nil, fmt.Errorf("%w: %s", ErrBuiltInLanguage, tag)
	}
	text, ok, err := langfile.Read(files, LanguageFile, maxLanguageFile)
	if err != nil || !ok {
		return nil, err // a language may do without
	}
	l, wrong := parseLanguage(code, text)
	for i, err := range wrong {
		wrong[i] = fmt.Errorf("%s:%w", LanguageFile, err)
	}
	return l, errors.Join(wrong...)
}
