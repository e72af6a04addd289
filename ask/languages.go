package ask

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/reglookup/regengine/geo/langfile"
)

// ErrBuiltInLanguage says that language data are of Spanish or English, which
// nobody else may change.
var ErrBuiltInLanguage = errors.New("ask: the language is built in")

// messagesPart begins the keys of this package in messages.tsv.
const messagesPart = "ask"

// tongues are the languages countries brought along.
var tongues langfile.Table[*tongue]

// CheckLanguage says what is wrong with what this package reads of a language's
// files, every mistake with its file and line, and changes nothing. tag is BCP 47.
// ErrBuiltInLanguage.
func CheckLanguage(tag string, files fs.FS) error {
	_, err := readTongue(tag, files)
	return err
}

// AddLanguage makes a language known to the whole process, in place of what was
// known of it: the texts of the agent, and what the check of a draft knows of it.
// Files that are not there are done without: texts are English then, and only
// sentences that quote a passage stand. Turns under way go on as they began.
// ErrBuiltInLanguage.
func AddLanguage(tag string, files fs.FS) error {
	read, err := readTongue(tag, files)
	if err != nil {
		return err
	}
	tongues.Put(read.tag, read)
	return nil
}

// isBuiltIn reports whether the package itself reads a language; "" is that of a
// project whose country is not said.
func isBuiltIn(tag string) bool { return tag == "" || slices.Contains(builtIn, tag) }

// wordsFor are the agent's own words in the language of a question.
func wordsFor(q Question) wording { return tongueOf(LanguageOf(q)).words }

func readTongue(tag string, files fs.FS) (*tongue, error) {
	tag = langfile.Primary(tag)
	if isBuiltIn(tag) && tag != "" {
		return nil, fmt.Errorf("%w: %q", ErrBuiltInLanguage, tag)
	}
	if !langfile.IsPrimary(tag) {
		return nil, fmt.Errorf("ask: %q is no language tag", tag)
	}
	texts, err := langfile.Messages(files, messagesPart, wordings()["en"], RetiredTexts...)
	r := tongueReader{files: files, err: err}
	return r.tongue(tag, texts), r.err
}

// RetiredTexts are keys of messages.tsv that were read once and are ignored now: databases
// hold files of countries that were imported before.
var RetiredTexts = []string{
	"partly", "exception", "differ", "nothing", "absent", "offered", "offered_textless", "textless", "others", "no_article", "fact", "within", "beyond", "no_verdict",
	"scope.national", "scope.regional", "scope.provincial", "scope.municipal", "scope.supramunicipal", "scope.sectorial", "scope.european",
}
